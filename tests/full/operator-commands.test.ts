/** The operator's commands as real processes: they always log out, and never leave a partial file. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { projectRoot } from '../../scripts/local/settings.ts';
import { refusals } from '../../src/shared/copy/en/refusals.ts';
import {
  startFakeAdminApi,
  type FakeAdminApi,
  type ResponseTo,
  type FakeResponse,
} from '../support/fake-admin-api.ts';
import { anImport, fileOf } from '../support/business-files.ts';

const [LOG_IN, LOG_OUT, EXPORT, BACKUP, LIST] = [
  '/admin/login',
  '/admin/logout',
  '/admin/export',
  '/admin/backup',
  '/admin/backup/list',
];
let folder: string;
let adminApi: FakeAdminApi;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'operator-commands-'));
});

afterEach(async () => {
  await adminApi.close();
  rmSync(folder, { recursive: true });
});

type Ended = { code: number | null; said: string; complained: string };

/**
 * Runs the script of `npm run <command>`. If `signal` is given, the process gets this signal as soon as the fake API
 * holds a call.
 */
async function run(command: string, words: string[], signal?: NodeJS.Signals): Promise<Ended> {
  const child = spawn(process.execPath, [path.join('scripts', `${command}.ts`), adminApi.origin, ...words], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      ADMIN_PASSWORD: 'lantern-at-the-door',
      EXPORT_PASSPHRASE: 'a lamp in the hall',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (signal !== undefined) {
    await adminApi.held;
    child.kill(signal);
    // Sends the signal twice, because the terminal and npm both forward a signal.
    child.kill(signal);
  }
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, said, complained };
}

/** The lines of the export file of a business without a location. */
function aBusiness(username: string): string[] {
  return fileOf(partsOf(username));
}

function partsOf(username: string): string[] {
  const { head, account } = anImport({ username });
  return [JSON.stringify(head), JSON.stringify(account)];
}

/** The answer to the export of this business: all its parts at once. */
function exportOf(username: string): FakeResponse {
  return { body: { parts: partsOf(username), next: null } };
}

const asked = z.object({ username: z.string() });
const cursor = { locations: ['a'.repeat(64)], part: 'event', after: 0 };

test('an export is written whole, for this user only, and never over a file that is there', async () => {
  adminApi = await startFakeAdminApi(() => exportOf('blue-door'));
  const file = path.join(folder, 'blue-door.json');
  expect(await run('export', ['blue-door', file])).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^blue-door: 2 parts in .*\nThe file is a secret: /),
    complained: '',
  });
  expect(readFileSync(file, 'utf8')).toBe(`${aBusiness('blue-door').join('\n')}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await run('export', ['blue-door', file])).toEqual({
    code: 1,
    said: '',
    complained: `Nothing was exported: ${file} is there already.\n`,
  });
  expect(readdirSync(folder)).toEqual(['blue-door.json']);
  expect(adminApi.calls).toEqual([LOG_IN, EXPORT, LOG_OUT, LOG_IN, LOG_OUT]);
});

test('an export that is told to end leaves no part of a file and no log-in', async () => {
  adminApi = await startFakeAdminApi(({ nth }) =>
    nth === 1 ? { body: { parts: partsOf('blue-door'), next: cursor } } : 'hold',
  );
  expect(await run('export', ['blue-door', path.join(folder, 'blue-door.json')], 'SIGINT')).toEqual({
    code: 1,
    said: '',
    complained: 'Nothing was exported: it was told to end (SIGINT)\n',
  });
  expect(readdirSync(folder)).toEqual([]);
  expect(adminApi.calls).toEqual([LOG_IN, EXPORT, EXPORT, LOG_OUT]);
});

test('an export of all that broke off goes on where it was, and names what is not whole', async () => {
  let isHeld = true;
  const responseTo: ResponseTo = ({ path: to, body }) => {
    if (to === LIST) {
      const isFirst = z.object({ after: z.nullable(z.string()) }).parse(body).after === null;
      const page = { usernames: ['amber', 'Blue-Door'], next: 'Blue-Door' };
      return { body: isFirst ? page : { usernames: ['cut', 'gone', 'other'], next: null } };
    }
    const { username } = asked.parse(body);
    if (username === 'Blue-Door' && isHeld) return 'hold';
    const isGone = username === 'gone';
    return isGone ? { status: 404, body: refusals.unknown_business.sentence } : exportOf(username);
  };
  adminApi = await startFakeAdminApi(responseTo);
  const directory = path.join(folder, 'today');
  const inDirectory = (name: string) => path.join(directory, name);
  expect(await run('export', ['--all', directory], 'SIGTERM')).toEqual({
    code: 1,
    said: `amber: 2 parts in ${inDirectory('amber.json')}.\n`,
    complained: `Not every business is exported: it was told to end (SIGTERM)
Run the same command again for the rest. Every file that is there is whole.
`,
  });
  expect(readdirSync(directory)).toEqual(['amber.json']);

  isHeld = false;
  writeFileSync(inDirectory('cut.json'), aBusiness('cut').slice(0, -1).join('\n'));
  writeFileSync(inDirectory('other.json'), `${aBusiness('amber').join('\n')}\n`);
  adminApi.calls.length = 0;
  const again = await run('export', ['--all', directory]);
  expect(again).toEqual({
    code: 1,
    said: expect.stringMatching(
      /^Blue-Door: 2 parts in .*\n✗ cut: .*\n✗ gone: .*\n✗ other: .*\n1 exported, 1 were there already\. /,
    ),
    complained: expect.stringMatching(/^Not every business is exported: 3 failed, see above\.\n/),
  });
  expect(again.said).toContain(
    `✗ cut: ${inDirectory('cut.json')} is there, and is no whole export: The file is cut off: it has no end. Move it away.`,
  );
  expect(again.said).toContain('✗ gone: That business username does not exist');
  expect(again.said).toContain(
    `✗ other: ${inDirectory('other.json')} is there, and is that of amber. Move it away.`,
  );
  expect(adminApi.calls).toEqual([LOG_IN, LIST, BACKUP, LIST, BACKUP, LOG_OUT]);
  expect(readdirSync(directory).toSorted()).toEqual([
    'amber.json',
    'blue-door.json',
    'cut.json',
    'other.json',
  ]);
});

test("an export of all ends once this hour's are used up, as the rest would be refused, too", async () => {
  const { sentence } = refusals.too_many_requests;
  adminApi = await startFakeAdminApi(({ path: to }) =>
    to === LIST
      ? { body: { usernames: ['amber', 'blue-door'], next: null } }
      : { status: 429, body: sentence, headers: { 'Retry-After': '1800' } },
  );
  expect(await run('export', ['--all', folder])).toMatchObject({
    code: 1,
    complained: expect.stringMatching(
      /^Not every business is exported: Too many tries\. Please wait a moment\. \(The server takes more in 30 minutes\.\)\n/,
    ),
  });
  expect(adminApi.calls).toEqual([LOG_IN, LIST, BACKUP, LOG_OUT]);
});

test('an erasure that is told to end says that it may have been done, and one that was done what 0 means', async () => {
  let isHeld = true;
  adminApi = await startFakeAdminApi(() => (isHeld ? 'hold' : { body: { visits: 0 } }));
  expect(await run('person', ['erase', 'ada@example.com', '--yes'], 'SIGHUP')).toEqual({
    code: 1,
    said: '',
    complained:
      'Perhaps it was done, perhaps not: no answer (it was told to end (SIGHUP)). Please erase again: it takes what is left, and counts only that. 0 then means that it was done before.\n',
  });
  isHeld = false;
  expect(await run('person', ['erase', 'ada@example.com', '--yes'])).toEqual({
    code: 0,
    said: '{\n  "visits": 0\n}\n',
    complained:
      'What is counted is what was still there: 0 where there was nothing, or it was erased before.\n',
  });
  const erase = '/admin/person/erase';
  expect(adminApi.calls).toEqual([LOG_IN, erase, LOG_OUT, LOG_IN, erase, LOG_OUT]);
});

test('an import that is told to end says that another one clears what it brought', async () => {
  const [begin, finish] = ['/admin/import', '/admin/import/finish'];
  const begun = { importId: randomUUID(), locations: {} };
  adminApi = await startFakeAdminApi(({ path: to }) => (to === finish ? 'hold' : { body: begun }));
  const file = path.join(folder, 'blue-door.json');
  writeFileSync(file, `${aBusiness('blue-door').join('\n')}\n`);
  expect(await run('import', [file], 'SIGTERM')).toEqual({
    code: 1,
    said: '',
    complained: `The import broke off: it was told to end (SIGTERM)
Please look whether the business is there. Where it is not, import it again: that clears what this one brought, of which nobody finds
anything. It goes by itself after six hours.
`,
  });
  expect(adminApi.calls).toEqual([LOG_IN, begin, finish, LOG_OUT]);
});

test('a restore takes the bookmark that an earlier one has printed', async () => {
  const [then, before] = [1, 2].map((n) => `0000007b-0000b26e-0000153${n}-0c3e87bb37b3db5cc52eedb93cd3b96b`);
  const bodies: unknown[] = [];
  adminApi = await startFakeAdminApi(({ body }) => {
    bodies.push(body);
    return { body: { bookmark: then, undo: before } };
  });
  const locationId = 'b'.repeat(64);
  expect(await run('restore', [locationId, then ?? '', '--yes'])).toEqual({
    code: 0,
    said: `Restored to ${then}. The bookmark of the moment before leads there again: ${before}\n`,
    complained: '',
  });
  expect(bodies).toEqual([{ locationId, bookmark: then }]);
});

test.each([
  [
    'restore',
    ['b'.repeat(64), '2026-11-22T09:30:00Z', '--yes'],
    'Nothing was restored: We could not find that.',
  ],
  ['person', ['export', 'ada@example.com'], 'Nothing was told: We could not find that.'],
  ['import', ['no-such-file'], expect.stringMatching(/^Nothing was imported: ENOENT: /)],
])('%s logs out where it fails', async (command, words, sentence) => {
  const { status, sentence: body } = refusals.not_found;
  adminApi = await startFakeAdminApi(() => ({ status, body }));
  const { code, complained } = await run(command, words);
  expect([code, complained.trimEnd()]).toEqual([1, sentence]);
  expect(adminApi.calls.at(-1)).toBe(LOG_OUT);
});
