/** Exports a business as the lines of a file, and imports such a file. This module uses no disk and no network. */
import type * as z from 'zod/mini';
import {
  accountPart,
  anyFileHead,
  dataPart,
  FILE_KEY_COLUMN,
  FILE_VERSION,
  fileHead,
  secretOfLocation,
  secretOfSecondStep,
  type AccountPart,
  type DataPart,
  type FileHead,
  type FileSealing,
} from '../../src/shared/contracts/business-file.ts';
import {
  exportAnswer,
  importAnswer,
  importFinishAnswer,
  type ExportCursor,
  type FileSeal,
  type ImportAnswer,
  type ImportFinished,
} from '../../src/shared/contracts/operator.ts';
import { unseal, type SealingKey } from '../../src/worker/platform/sealing.ts';

/** Posts to the admin API and returns the body. Throws `OperatorRefusal` if the server refuses. */
export type Post = (path: string, body: unknown) => Promise<unknown>;

/** A refusal by the server, or a wrong file. The message is a sentence for the operator. */
export class OperatorRefusal extends Error {
  override name = 'OperatorRefusal';
}

/** The lines of an export file, without line feeds. The file is a JSON array with one part on each line. */
export async function* exportBusiness(
  post: Post,
  username: string,
  { seal, call }: { seal: FileSeal; call: '/admin/export' | '/admin/backup' },
): AsyncGenerator<string> {
  yield '[';
  let last: string | undefined;
  let cursor: ExportCursor | null = null;
  do {
    const answer = exportAnswer.parse(await post(call, { username, seal, cursor }));
    for (const part of answer.parts) {
      if (last !== undefined) yield `${last},`;
      last = part;
    }
    cursor = answer.next;
  } while (cursor !== null);
  yield last ?? '';
  yield ']';
}

/**
 * Checks a whole file. Returns the file's account and the parameters by which its secrets are sealed. Throws
 * `OperatorRefusal` with the reason if the file is wrong.
 */
export async function checkFile(
  lines: AsyncIterable<string>,
): Promise<{ account: AccountPart; sealing: FileSealing | null }> {
  let account: AccountPart | undefined;
  let sealing: FileSealing | null = null;
  for await (const { n, json } of partsOf(lines)) {
    if (n === 1) ({ sealing } = readHead(json));
    else if (n === 2) account = readPart(accountPart, n, json);
    else {
      const part = readPart(dataPart, n, json);
      if (!account?.locations.some(({ id }) => id === part.location))
        throw new OperatorRefusal(`Part ${n} of the file is of a location that its account does not have.`);
    }
  }
  if (account === undefined) throw new OperatorRefusal('The file has no account.');
  return { account, sealing };
}

/**
 * Imports the business of a file, which is read twice. Throws `OperatorRefusal` if the file is wrong or the server
 * refuses; in both cases nothing is imported. `keyOf` asks for the passphrase.
 */
export async function importBusiness(
  post: Post,
  file: () => AsyncIterable<string>,
  keyOf: (sealing: FileSealing) => Promise<SealingKey>,
): Promise<ImportFinished & Pick<ImportAnswer, 'locations'>> {
  const checked = await checkFile(file());
  const key = checked.sealing === null ? null : await keyOf(checked.sealing);
  const account = await unsealedAccount(checked.account, key);
  const begun = await post('/admin/import', { version: FILE_VERSION, account });
  const { importId, locations } = importAnswer.parse(begun);
  for await (const { n, json } of partsOf(file())) {
    if (n <= 2) continue;
    const part = await unsealedRows(readPart(dataPart, n, json), key);
    await post('/admin/import/part', {
      importId,
      n,
      part: { ...part, location: locations[part.location] },
    });
  }
  const finished = await post('/admin/import/finish', { importId, account });
  return { locations, ...importFinishAnswer.parse(finished) };
}

async function unsealedAccount(account: AccountPart, key: SealingKey | null): Promise<AccountPart> {
  const { secondStep, business } = account;
  if (secondStep === null) return account;
  const secret = await unsealed(secondStep.secret, key, secretOfSecondStep(business.username));
  return { ...account, secondStep: { ...secondStep, secret } };
}

async function unsealedRows(part: DataPart, key: SealingKey | null): Promise<DataPart> {
  if (part.kind !== 'rows') return part;
  const at = part.columns.indexOf(FILE_KEY_COLUMN);
  if (at === -1) return part;
  const rows = part.rows.map(async (row) =>
    row.with(at, await unsealed(String(row[at]), key, secretOfLocation(part.location))),
  );
  return { ...part, rows: await Promise.all(rows) };
}

async function unsealed(text: string, key: SealingKey | null, of: string): Promise<string> {
  if (key === null) return text;
  const plain = await unseal([key], text, of);
  if (plain === null)
    throw new OperatorRefusal('This is not the passphrase of the file, or the file was changed.');
  return plain;
}

/**
 * The parts of a file, counted from 1. Throws `OperatorRefusal` if the file is not one JSON array with one part on each
 * line.
 */
async function* partsOf(lines: AsyncIterable<string>): AsyncGenerator<{ n: number; json: unknown }> {
  let n = 0;
  let isOpen = false;
  let isEnded = false;
  for await (const line of lines) {
    if (isEnded) throw new OperatorRefusal('The file goes on after its end.');
    if (!isOpen) {
      if (line !== '[') throw new OperatorRefusal('This is not an export file.');
      isOpen = true;
    } else if (line === ']') isEnded = true;
    else {
      n += 1;
      yield { n, json: jsonOf(line, n) };
    }
  }
  if (!isEnded) throw new OperatorRefusal('The file is cut off: it has no end.');
}

function jsonOf(line: string, n: number): unknown {
  try {
    return JSON.parse(line.replace(/,$/, ''));
  } catch {
    throw new OperatorRefusal(`Part ${n} of the file cannot be read: it was changed, or cut off.`);
  }
}

function readHead(json: unknown): FileHead {
  const any = anyFileHead.safeParse(json).data;
  if (any === undefined) throw new OperatorRefusal('This is not an export file.');
  if (any.version !== FILE_VERSION) {
    throw new OperatorRefusal(
      `This file is of version ${any.version}; files of version ${FILE_VERSION} can be imported here.`,
    );
  }
  return readPart(fileHead, 1, json);
}

function readPart<Part>(schema: z.ZodMiniType<Part>, n: number, json: unknown): Part {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join('.') ?? '';
  throw new OperatorRefusal(`Part ${n} of the file cannot be read${where === '' ? '' : ` at ${where}`}.`);
}
