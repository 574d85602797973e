/** The export of all businesses while the admin API fails for some businesses. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ToldToEnd, Unanswered } from '../../scripts/operator/admin-calls.ts';
import { exportAll } from '../../scripts/operator/export-files.ts';
import { askForKey, askForSeal } from '../../scripts/operator/passphrase.ts';
import type { Post } from '../../scripts/operator/transfer.ts';
import { anImport, aSeal } from '../support/business-files.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'operator-export-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const asked = z.object({ username: z.string() });

/** A fake admin API with these businesses. The exports of the businesses in `away` fail. */
function roomOf(usernames: string[], away: Record<string, Error>): Post {
  return async (to, body) => {
    if (to === '/admin/backup/list') return { usernames, next: null };
    const { username } = asked.parse(body);
    const error = away[username];
    if (error !== undefined) throw error;
    const { head, account } = anImport({ username });
    return { parts: [JSON.stringify(head), JSON.stringify(account)], next: null };
  };
}

const noAnswer = new Unanswered('fetch failed', true);

test('unanswered businesses do not stop the others', async () => {
  const away = { a: noAnswer, b: noAnswer, d: noAnswer, e: noAnswer };
  const said: string[] = [];
  const done = await exportAll(
    roomOf(['a', 'b', 'c', 'd', 'e'], away),
    { directory: folder, seal: aSeal },
    (line) => said.push(line),
  );
  expect(done).toEqual({ written: 1, there: 0, failed: 4 });
  expect(said).toEqual([
    '✗ a: fetch failed',
    '✗ b: fetch failed',
    `c: 2 parts in ${path.join(folder, 'c.json')}.`,
    '✗ d: fetch failed',
    '✗ e: fetch failed',
  ]);
});

test.each([
  [
    'after three in a row that are not answered',
    noAnswer,
    ['✗ a: fetch failed', '✗ b: fetch failed', '✗ c: fetch failed'],
  ],
  ['at once where it is told to', new ToldToEnd('it was told to end (SIGINT)', true), []],
])('it ends %s', async (_, error, sentences) => {
  const said: string[] = [];
  const room = roomOf(['a', 'b', 'c', 'd'], { a: error, b: error, c: error });
  await expect(exportAll(room, { directory: folder, seal: aSeal }, (line) => said.push(line))).rejects.toBe(
    error,
  );
  expect(said).toEqual(sentences);
  expect(readdirSync(folder)).toEqual([]);
});

test('a passphrase gives the same key again, with the salt of the file and in any Unicode form', async () => {
  vi.stubEnv('EXPORT_PASSPHRASE', 'a lámp in the hall'.normalize('NFC'));
  const { key, ...sealing } = await askForSeal();
  vi.stubEnv('EXPORT_PASSPHRASE', 'a lámp in the hall'.normalize('NFD'));
  expect(Buffer.from((await askForKey(sealing)).bytes).toString('base64url')).toBe(key);
  expect((await askForSeal()).salt).not.toBe(sealing.salt);
});
