/**
 * The checks that an import file must pass before any part is sent, and the replacement of the location ids in the sent
 * parts by the server's new ids.
 */
import { expect, test, vi } from 'vitest';
import { importBusiness, type Post } from '../../../scripts/operator/transfer.ts';
import { secretOfLocation, secretOfSecondStep } from '../../../src/shared/contracts/business-file.ts';
import { keyOfSecret, seal } from '../../../src/worker/platform/sealing.ts';
import { aLocation, anImport, aSeal, fileOf, keyOfSeal, refiled } from '../../support/business-files.ts';

const location = 'a'.repeat(64);
const here = 'b'.repeat(64);
const { head, account: bare } = anImport();
const account = { ...bare, locations: [{ ...aLocation, id: location }] };
const columns = ['first_name'];
const rows = { kind: 'rows', location, step: 13, table: 'visit', columns, rows: [['Maya']] };
const visit = {
  visitId: 'v',
  revision: 1,
  outcome: 'left',
  numGuests: 1,
  waitingPreference: 'on_premises',
  joinedAt: 1,
  admittedAt: null,
  endedAt: 2,
  promisedMinutes: 5,
  promisedLow: 4,
  promisedHigh: 6,
  moved: false,
  timezone: 'UTC',
};
const history = { kind: 'history', location, rows: [visit] };
const aFile = fileOf([head, account, rows, history].map((part) => JSON.stringify(part)));

async function* sequence(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

test.each([
  ['a file that is none', ['{"a":1}'], 'This is not an export file.'],
  ['another list', ['[', '{"a":1}', ']'], 'This is not an export file.'],
  ['an empty one', [], 'The file is cut off: it has no end.'],
  ['one that ends early', aFile.slice(0, -1), 'The file is cut off: it has no end.'],
  ['one that goes on', [...aFile, '{"a":1}'], 'The file goes on after its end.'],
  [
    'a part that is cut',
    aFile.with(3, aFile[3]?.slice(0, 40) ?? ''),
    'Part 3 of the file cannot be read: it was changed, or cut off.',
  ],
  [
    'a part of another kind',
    refiled(aFile, (part, n) => (n === 3 ? '{"kind":"tune"}' : part)),
    'Part 4 of the file cannot be read at kind.',
  ],
  [
    'a visit in no time zone',
    refiled(aFile, (part) => part.replace('"UTC"}]', '"Mars/Olympus"}]')),
    'Part 4 of the file cannot be read at rows.',
  ],
  [
    'rows of a location that the account does not have',
    refiled(aFile, (part, n) => (n === 3 ? part.replaceAll(location, here) : part)),
    'Part 4 of the file is of a location that its account does not have.',
  ],
  ['no account', refiled(aFile, (part, n) => (n === 0 ? part : null)), 'The file has no account.'],
  [
    'another version',
    refiled(aFile, (part, n) => (n === 0 ? part.replace('"version":4', '"version":5,"new":true') : part)),
    'This file is of version 5; files of version 4 can be imported here.',
  ],
])('%s is refused', async (_, file, sentence) => {
  const post = vi.fn<Post>(taking);
  await expect(importBusiness(post, () => sequence(file), keyOfSeal)).rejects.toThrow(sentence);
  expect(post).not.toHaveBeenCalled();
});

/** The answers of a server that accepts an import. */
const taking: Post = (path) =>
  Promise.resolve(
    path.endsWith('/finish')
      ? { payments: 'none' }
      : { importId: crypto.randomUUID(), locations: { [location]: here } },
  );

test('a file as it was made is sent part by part, under the ids of the server, and ended', async () => {
  const post = vi.fn<Post>(taking);
  const done = await importBusiness(post, () => sequence(aFile), keyOfSeal);
  expect(done).toEqual({ locations: { [location]: here }, payments: 'none' });
  const importId: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(post.mock.calls).toEqual([
    ['/admin/import', { version: 4, account }],
    ['/admin/import/part', { importId, n: 3, part: { ...rows, location: here } }],
    ['/admin/import/part', { importId, n: 4, part: { ...history, location: here } }],
    ['/admin/import/finish', { importId, account }],
  ]);
});

const { key: _sealed, ...sealing } = aSeal;
const secondStep = { secret: 'A', createdAt: 1, confirmedAt: 1, lastStep: 0 };

/** The lines of a file with two sealed secrets: the seed of a second step and the key of a location. */
async function aSealedFile(): Promise<string[]> {
  const key = await keyOfSeal();
  const username = account.business.username;
  const secret = await seal(key, 'JBSWY3DPEHPK3PXP', secretOfSecondStep(username));
  const row = [await seal(key, 'ab12', secretOfLocation(location)), 1];
  return fileOf(
    [
      { ...head, sealing },
      { ...account, secondStep: { ...secondStep, secret } },
      { ...rows, table: 'location', columns: ['token_key', 'opened_at'], rows: [row] },
    ].map((part) => JSON.stringify(part)),
  );
}

test('what a file has sealed is unsealed on the operator’s machine, by the passphrase', async () => {
  const post = vi.fn<Post>(taking);
  const file = await aSealedFile();
  const asked = vi.fn<Parameters<typeof importBusiness>[2]>(keyOfSeal);
  await importBusiness(post, () => sequence(file), asked);
  expect(asked).toHaveBeenCalledExactlyOnceWith(sealing);
  const sent = JSON.stringify(post.mock.calls);
  expect(sent).toContain('"secret":"JBSWY3DPEHPK3PXP"');
  expect(sent).toContain('"rows":[["ab12",1]]');
  expect(sent).not.toContain('sealed.');
});

test.each([
  ['another passphrase', (file: string[]) => file, () => Promise.resolve(keyOfSecret('another'))],
  [
    'a secret that was moved to another account',
    (file: string[]) =>
      refiled(file, (part, n) => (n === 1 ? part.replace('"username":"', '"username":"x') : part)),
    keyOfSeal,
  ],
])('%s imports nothing', async (_, changed, keyOf) => {
  const post = vi.fn<Post>(taking);
  const file = changed(await aSealedFile());
  await expect(importBusiness(post, () => sequence(file), keyOf)).rejects.toThrow(
    'This is not the passphrase of the file, or the file was changed.',
  );
  expect(post).not.toHaveBeenCalled();
});
