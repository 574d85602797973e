/** Writes exports as files. A file with the requested name is always complete. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { businessListAnswer, type FileSeal } from '../../src/shared/contracts/operator.ts';
import { TemporaryRefusal, ToldToEnd, Unanswered } from './admin-calls.ts';
import { checkFile, exportBusiness, OperatorRefusal, type Post } from './transfer.ts';

/**
 * The export of all businesses stops after this many businesses in a row without an answer, because the server is then
 * probably down.
 */
const UNANSWERED_MAX = 3;

/** Counts of an export of all businesses: written now, already there, failed. */
export type Exported = { written: number; there: number; failed: number };

/**
 * Writes a business to `file`, readable by this user only, and returns the number of its parts. Throws
 * `OperatorRefusal` if the file exists or the server refuses. A failed export leaves no file.
 */
export async function exportToFile(
  post: Post,
  username: string,
  { file, ...how }: { file: string } & Parameters<typeof exportBusiness>[2],
): Promise<number> {
  await refuseWhereThere(file);
  // The temporary file is in the same folder, because a rename cannot move a file to another disk.
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  const written = await open(part, 'wx', 0o600);
  // The lines that open and close the array are not parts.
  let parts = -2;
  try {
    for await (const line of exportBusiness(post, username, how)) {
      parts += 1;
      await written.appendFile(`${line}\n`);
    }
    await written.sync();
    await written.close();
    await refuseWhereThere(file);
    await rename(part, file);
    return parts;
  } catch (error) {
    await written.close();
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * Writes every business to its own file in `directory`, which may exist. Complete files are skipped. A failed export of
 * one business does not stop the other exports. Throws if an error concerns all businesses, or if the server did not
 * answer for three businesses in a row.
 */
export async function exportAll(
  post: Post,
  { directory, seal }: { directory: string; seal: FileSeal },
  say: (line: string) => void,
): Promise<Exported> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const done: Exported = { written: 0, there: 0, failed: 0 };
  let after: string | null = null;
  let unanswered = 0;
  do {
    const page = businessListAnswer.parse(await post('/admin/backup/list', { after }));
    for (const username of page.usernames) {
      const file = path.join(directory, `${username.toLowerCase()}.json`);
      try {
        const isThere = await isWholeExport(file, username);
        if (!isThere)
          say(
            `${username}: ${await exportToFile(post, username, { file, seal, call: '/admin/backup' })} parts in ${file}.`,
          );
        done[isThere ? 'there' : 'written'] += 1;
        if (!isThere) unanswered = 0;
      } catch (error) {
        if (!isOfOne(error)) throw error;
        done.failed += 1;
        say(`✗ ${username}: ${error.message}`);
        unanswered = error instanceof Unanswered ? unanswered + 1 : 0;
        if (unanswered === UNANSWERED_MAX) throw error;
      }
    }
    after = page.next;
  } while (after !== null);
  return done;
}

/** True if the error concerns only this business, and not all businesses. */
function isOfOne(error: unknown): error is OperatorRefusal | Unanswered {
  if (error instanceof TemporaryRefusal || error instanceof ToldToEnd) return false;
  return error instanceof OperatorRefusal || error instanceof Unanswered;
}

/**
 * True if the file is a complete export of this business; false if there is no file. Throws `OperatorRefusal` if the
 * file has other content.
 */
async function isWholeExport(file: string, username: string): Promise<boolean> {
  if (!(await isThere(file))) return false;
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  const {
    account: { business },
  } = await checkFile(lines).catch((error: unknown) => {
    throw error instanceof OperatorRefusal
      ? new OperatorRefusal(`${file} is there, and is no whole export: ${error.message} Move it away.`)
      : error;
  });
  if (business.username.toLowerCase() === username.toLowerCase()) return true;
  throw new OperatorRefusal(`${file} is there, and is that of ${business.username}. Move it away.`);
}

async function refuseWhereThere(file: string): Promise<void> {
  if (await isThere(file)) throw new OperatorRefusal(`${file} is there already.`);
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
