/** A business from a running product into a file, and from a file into another one (decision 64). Knows no disk and no network. */
import { createHash, randomUUID } from 'node:crypto';
import {
  accountLine,
  anyFileHead,
  dataLine,
  FILE_VERSION,
  fileEnd,
  fileHead,
  type AccountLine,
  type FileHead,
} from '../../src/shared/business-file.ts';
import {
  exportAnswer,
  importAnswer,
  importFinishAnswer,
  type ExportCursor,
  type ImportAnswer,
  type ImportFinished,
} from '../../src/shared/operator.ts';

/** Posts to the admin's room; answers the body. Throws `Refused` where the server says no. */
export type Post = (path: string, body: unknown) => Promise<unknown>;

/** The server, or the file, says no; its message is a sentence for whoever reads it. */
export class Refused extends Error {
  override name = 'Refused';
}

/**
 * What is left of an import that ended in the middle: nothing, pieces that nobody finds and that go by themselves, or, where nobody
 * knows whether its last step was done, perhaps all of it.
 */
type Left = 'nothing' | 'pieces' | 'perhaps_all';

/** An import that ended in the middle. */
export class BrokenOff extends Error {
  override name = 'BrokenOff';
  readonly left: Left;

  constructor(cause: unknown, left: Left) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.left = left;
  }
}

/** The lines of the file, without line feeds. */
export async function* exportBusiness(post: Post, username: string): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let lines = 0;
  let cursor: ExportCursor | null = null;
  do {
    const answer = exportAnswer.parse(await post('/admin/export', { username, cursor }));
    for (const line of answer.lines) {
      hash.update(`${line}\n`);
      lines += 1;
      yield line;
    }
    cursor = answer.next;
  } while (cursor !== null);
  yield JSON.stringify({ kind: 'end', lines, sha256: hash.digest('hex') });
}

/** Reads a whole file. Throws `Refused` with what is wrong with it. */
export async function checkFile(
  lines: AsyncIterable<string>,
): Promise<{ head: FileHead; account: AccountLine }> {
  const hash = createHash('sha256');
  let read = 0;
  let head: FileHead | undefined;
  let account: AccountLine | undefined;
  let isEnded = false;
  for await (const line of lines) {
    if (isEnded) throw new Refused('The file goes on after its end.');
    const json = jsonOf(line);
    if (read === 0) head = headOf(json);
    else if (read === 1) account = accountLine.safeParse(json).data;
    const end = fileEnd.safeParse(json).data;
    if (end !== undefined) {
      isEnded = true;
      if (end.lines !== read || end.sha256 !== hash.digest('hex'))
        throw new Refused('The file was changed since it was made.');
      continue;
    }
    hash.update(`${line}\n`);
    read += 1;
    if (read > 2 && !dataLine.safeParse(json).success)
      throw new Refused(`Line ${read} of the file cannot be read.`);
  }
  if (!isEnded) throw new Refused('The file is cut off: it has no end.');
  if (head === undefined || account === undefined) throw new Refused('The file has no account.');
  return { head, account };
}

/**
 * Makes the business of a file, which is read twice. However it fails, what was brought is taken away again, so that another
 * try finds nothing in its way. Throws `Refused`, where nothing was imported, or `BrokenOff`.
 */
export async function importBusiness(
  post: Post,
  file: () => AsyncIterable<string>,
): Promise<ImportAnswer & ImportFinished> {
  const { head, account } = await checkFile(file());
  // Ours, so that a call whose answer was lost is known when it is sent again.
  const importId = randomUUID();
  let isEnding = false;
  try {
    const { locations } = importAnswer.parse(await post('/admin/import', { importId, head, account }));
    const counts = await sendLines(post, file(), importId, locations);
    isEnding = true;
    const end = await post('/admin/import/finish', { importId, head, account, ...counts });
    return { locations, ...importFinishAnswer.parse(end) };
  } catch (error) {
    const isTakenBack = await post('/admin/import/abandon', { importId }).then(
      () => true,
      () => false,
    );
    // Of one that was refused nothing is there: what could not be taken away goes by itself.
    if (error instanceof Refused && error.cause === undefined) throw error;
    if (isTakenBack) throw new BrokenOff(error, 'nothing');
    throw new BrokenOff(error, isEnding ? 'perhaps_all' : 'pieces');
  }
}

/** Answers how many lines of each location's tables there were, and visits of its history, by its id there; and how many grants. */
async function sendLines(
  post: Post,
  texts: AsyncIterable<string>,
  importId: string,
  locations: ImportAnswer['locations'],
): Promise<{ lines: Record<string, number>; visits: Record<string, number>; grants: number }> {
  const lines: Record<string, number> = {};
  const visits: Record<string, number> = {};
  let grants = 0;
  let n = 0;
  for await (const text of texts) {
    n += 1;
    const line = dataLine.safeParse(jsonOf(text)).data;
    if (line === undefined) continue;
    const location = line.kind === 'grants' ? null : (locations[line.location] ?? line.location);
    await post('/admin/import/line', { importId, n, location, line });
    if (line.kind === 'grants') grants += line.rows.length;
    if (location === null) continue;
    if (line.kind === 'rows') lines[location] = (lines[location] ?? 0) + 1;
    if (line.kind === 'history') visits[location] = (visits[location] ?? 0) + line.rows.length;
  }
  return { lines, visits, grants };
}

function headOf(json: unknown): FileHead {
  const any = anyFileHead.safeParse(json).data;
  if (any === undefined) throw new Refused('This is no file of an export.');
  if (any.version > FILE_VERSION) {
    throw new Refused('This file was made by a newer version. Please import it there.');
  }
  const head = fileHead.safeParse(json).data;
  if (head === undefined) throw new Refused('This is no file of an export.');
  return head;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Refused('The file was changed, or cut off in the middle of a line.');
  }
}
