/** Imports of a business: the new account, the refusals, and imports that are interrupted. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Post } from '../../../scripts/operator/transfer.ts';
import { FILE_VERSION } from '../../../src/shared/contracts/business-file.ts';
import { recordServers, unknownPace } from '../../../src/shared/queue/rules/estimate/estimate.ts';
import { runSweeps } from '../../../src/worker/cron.ts';
import { aLocation, anImport, refiled } from '../../support/business-files.ts';
import { acts, newAdmin, readText } from '../../worker/support/admin-calls.ts';
import { beforeCalls, brokenDatabase, expectComplaints } from '../../worker/support/broken.ts';
import { call, newOwner, type TestOwner } from '../../worker/support/factories.ts';
import {
  acted,
  anOwnersLocation,
  join,
  objectOf,
  statusOf,
  viewOf,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { alarmUntil, historyRows, moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { countRows, loggedIn } from '../../worker/support/security-calls.ts';
import {
  aFile,
  begun,
  deleted,
  exported,
  imported,
  inTable,
  movedTo,
  posting,
} from '../../worker/support/transfer-calls.ts';

const HOUR_MS = 3_600_000;
const over = 'This import has ended: another import began, or it took too long. Please begin again.';
const unreadable = 'This is not an export file, or it was changed.';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** Runs a query in a location's object. Returns the rows. */
function stored(place: OwnedLocation, sql: string): Promise<unknown[]> {
  return runInDurableObject(objectOf(place)(), (_, { storage }) => storage.sql.exec(sql).toArray());
}

const tables = `SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`;

async function isThere(username = 'blue-door'): Promise<boolean> {
  return (await call('GET', `/auth/business/${username}/addresses`)).status === 200;
}

function accounts(): Promise<number | null> {
  return env.DB.prepare('select count(*) as n from businesses').first<number>('n');
}

/**
 * Imports the file in several calls. The call to the path `at` fails, so the import stops there. Returns all calls, and
 * a table that gives the new id for the old id of each location.
 */
async function brokenOff(file: string[], at: string) {
  const plain = posting(await newAdmin());
  const calls: { path: string; body: unknown }[] = [];
  let locations: Record<string, string> = {};
  const cut: Post = async (path, body) => {
    calls.push({ path, body });
    if (path === at) throw new TypeError('fetch failed');
    const answer = await plain(path, body);
    if (path === '/admin/import') ({ locations } = begunSchema.parse(answer));
    return answer;
  };
  await expect(imported(file, cut)).rejects.toThrow('fetch failed');
  return { plain, calls, locations };
}

const begunSchema = z.looseObject({ locations: z.record(z.string(), z.string()) });

test('nobody finds an import before it is finished: no name, no log-in', async () => {
  const { post, importId, account } = await begun();
  expect(await env.DB.prepare('select name, username from businesses').all()).toMatchObject({
    results: [{ name: '', username: '' }],
  });
  expect(await countRows('users')).toBe(0);
  expect(await isThere('moved-door')).toBe(false);
  const logIn = { emailOrUsername: 'moved-door', password: 'x' };
  expect((await call('POST', '/auth/login', { body: logIn })).status).toBe(401);
  await post('/admin/import/finish', { importId, account });
  expect(await isThere('moved-door')).toBe(true);
});

test('a location has the name of its account, whatever its rows say, and neither trouble nor team of the old place', async () => {
  const { file, place } = await aFile();
  const cells = {
    username: 'green-door',
    business_name: 'Another',
    texts_held: '{}',
    database_away_since: 1,
    on_duty: '[{"actor":{"kind":"owner"},"name":null,"until":1}]',
    pace: JSON.stringify(recordServers(unknownPace, 1, 1)),
  };
  const again = movedTo(place, await imported(inTable(file, 'location', (part) => withCells(part, cells))));
  const { username, name } = place.owner.business;
  expect(
    await stored(
      again,
      `SELECT username, business_name, texts_held, database_away_since, on_duty,
         json_extract(pace, '$.servers.count') AS servers FROM location`,
    ),
  ).toEqual([
    {
      username,
      business_name: name,
      texts_held: null,
      database_away_since: null,
      on_duty: null,
      servers: null,
    },
  ]);
});

/** In each row of a table of the file, replaces the values of the columns that `cells` names. */
function withCells(part: string, cells: Record<string, string | number>): string {
  const table = z.looseObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });
  const read = table.parse(JSON.parse(part));
  const rows = read.rows.map((row) => row.map((cell, n) => cells[read.columns[n] ?? ''] ?? cell));
  return JSON.stringify({ ...read, rows });
}

test('the operator is told of an imported name that waits for an approval', async () => {
  const place = await anOwnersLocation({ username: 'blue-door', name: 'Food Bank' });
  const file = await exported('blue-door');
  await deleted(place.owner);
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  await imported(file);
  expect(String(lines.mock.calls)).toContain('"event":"name_waits"');
});

test('the imported log names the person who is the owner then, not whoever owns the business later', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  await acted(place, await join(place), 'admit');
  const file = await exported('blue-door');
  expect(file.join()).not.toContain(place.owner.user.id);
  await deleted(place.owner);
  const again = movedTo(place, await imported(file));
  const userId = await env.DB.prepare('select id from users').first<string>('id');
  expect(await stored(again, "SELECT actor FROM event WHERE kind = 'admitted'")).toEqual([
    { actor: `member:${userId}` },
  ]);
});

test('every part, and the end, may be sent twice', async () => {
  const { file, place, token } = await aFile();
  const plain = posting(await newAdmin());
  const again = movedTo(
    place,
    await imported(file, async (path, body) => {
      const first = await plain(path, body);
      if (path !== '/admin/import') expect([path, await plain(path, body)]).toEqual([path, first]);
      return first;
    }),
  );
  const queueToken = token.replace(place.location.id, again.location.id);
  expect(await statusOf(again, { queueToken })).toMatchObject({
    status: 'waiting',
    customer: { firstName: 'Maya' },
  });
  expect(await stored(again, 'SELECT first_name FROM visit')).toEqual([{ first_name: 'Maya' }]);
});

test.each(['/admin/import/part', '/admin/import/finish'])(
  'an import that broke off at %s is over once the next one begins, which clears it and is whole',
  async (at) => {
    stopClock();
    const { file, place } = await aFile();
    const { plain, calls, locations } = await brokenOff(file, at);
    moveClock(1);
    const again = movedTo(place, await imported(file));
    expect(await stored(movedTo(place, { locations }), tables)).toEqual([]);
    for (const { path, body } of calls.slice(1)) {
      await expect(plain(path, body)).rejects.toThrow(over);
    }
    moveClock(60 * HOUR_MS);
    await runSweeps(env, Date.now());
    expect(await accounts()).toBe(1);
    expect(await historyRows()).toMatchObject([{ visit_id: 'of-before', location_id: again.location.id }]);
    expect((await viewOf({ ...again, owner: await loggedIn(place.owner) })).queue).toMatchObject([
      { firstName: 'Maya' },
    ]);
  },
);

test('one whose account was not made after its locations were filled is cleared like any account', async () => {
  stopClock();
  const { file, place } = await aFile();
  const notMade = brokenDatabase(
    'D1_ERROR: Network connection lost.',
    (sql) => sql.startsWith('update "businesses"') && sql.includes('iif('),
  );
  const cookie = await newAdmin();
  const complaints = expectComplaints();
  let filled: OwnedLocation | undefined;
  const cut: Post = async (path, body) => {
    const answer = await posting(cookie, path.endsWith('/finish') ? notMade : env)(path, body);
    if (path === '/admin/import') filled = movedTo(place, begunSchema.parse(answer));
    return answer;
  };
  await expect(imported(file, cut)).rejects.toThrow('Something went wrong on our side. Please try again.');
  expect(complaints()).toHaveLength(1);
  expect(await isThere()).toBe(false);
  expect((await objectOf(filled ?? place)().view()).ok).toBe(true);
  moveClock(1);
  const again = movedTo(place, await imported(file));
  expect(await objectOf(filled ?? place)().view()).toEqual({ ok: false, code: 'location_closed' });
  // The object that the first import filled also has a pending history row of this guest. This history row must not
  // overwrite the history row of the second import.
  await delivered(objectOf(filled ?? place));
  const owner = await loggedIn(place.owner);
  const [maya] = (await viewOf({ ...again, owner })).queue;
  const customer = { id: maya?.id ?? '' };
  await acted({ ...again, owner }, { customer }, 'admit');
  await acted({ ...again, owner }, { customer }, 'arrived');
  await delivered(objectOf(again));
  moveClock(60 * HOUR_MS);
  await alarmUntil(
    objectOf(filled ?? place),
    async () => (await stored(filled ?? place, tables)).length === 0,
  );
  await runSweeps(env, Date.now());
  expect(await accounts()).toBe(1);
  expect((await historyRows()).map((row) => [row['visit_id'], row['outcome'], row['location_id']])).toEqual([
    ['of-before', 'left', again.location.id],
    [maya?.id, 'arrived', again.location.id],
  ]);
});

test('an import that takes longer than six hours is over, and the sweep takes it away', async () => {
  stopClock();
  const { file, place } = await aFile();
  const { calls, locations } = await brokenOff(file, '/admin/import/finish');
  const end = calls.at(-1)?.body;
  moveClock(6 * HOUR_MS - 1);
  await runSweeps(env, Date.now());
  const kept = movedTo(place, { locations });
  expect(await stored(kept, tables)).toEqual([{ name: 'staged' }]);
  moveClock(1);
  await expect(posting(await newAdmin())('/admin/import/finish', end)).rejects.toThrow(over);
  await runSweeps(env, Date.now());
  expect(await stored(kept, tables)).toEqual([]);
  moveClock(49 * HOUR_MS);
  await runSweeps(env, Date.now());
  expect(await accounts()).toBe(0);
  expect(await historyRows()).toEqual([]);
});

test('rows that come after another import has cleared theirs are not kept', async () => {
  stopClock();
  const { file, place } = await aFile();
  const cookie = await newAdmin();
  let isFirst = true;
  let locations: Record<string, string> = {};
  const meeting = beforeCalls('stageCopy', async () => {
    if (!isFirst) return;
    isFirst = false;
    moveClock(1);
    await imported(file);
  });
  const met: Post = async (path, body) => {
    const answer = await posting(cookie, meeting)(path, body);
    if (path === '/admin/import') ({ locations } = begunSchema.parse(answer));
    return answer;
  };
  await expect(imported(file, met)).rejects.toThrow(over);
  expect(await stored(movedTo(place, { locations }), tables)).toEqual([]);
  expect(await isThere()).toBe(true);
});

test('an end that meets the beginning of another import makes no account', async () => {
  stopClock();
  const { importId, account } = await begun();
  let other: Awaited<ReturnType<typeof begun>> | undefined;
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'batch') return value.bind(target);
      return async (statements: D1PreparedStatement[]) => {
        other ??= await begun();
        return target.batch(statements);
      };
    },
  });
  const late = posting(await newAdmin(), { DB });
  await expect(late('/admin/import/finish', { importId, account })).rejects.toThrow(over);
  expect(await isThere('moved-door')).toBe(false);
  await other?.post('/admin/import/finish', { importId: other.importId, account });
  expect(await isThere('moved-door')).toBe(true);
  expect(await acts(await newAdmin(), '?kind=import_ended')).toMatchObject([
    { operator: 'admin', username: 'moved-door' },
  ]);
});

test('a name that somebody took while it was filled is refused at the end', async () => {
  const { file } = await aFile();
  const plain = posting(await newAdmin());
  let taken: TestOwner | undefined;
  const outrun: Post = async (path, body) => {
    if (path === '/admin/import/finish') taken = await newOwner({ username: 'Blue-Door' });
    return plain(path, body);
  };
  await expect(imported(file, outrun)).rejects.toThrow('That business username is already taken.');
  expect((await call('GET', '/auth/me', taken)).status).toBe(200);
});

test.each([
  ['username', { username: 'Blue-Door' }, 'That business username is already taken.'],
  ['address', { email: 'ADA@example.com' }, 'An account with that email already exists.'],
])('a business whose %s is taken is refused, and nothing of it is made', async (_, about, sentence) => {
  const { file } = await aFile();
  await newOwner(about);
  await expect(imported(file)).rejects.toThrow(sentence);
  expect(await accounts()).toBe(2);
});

test.each<[string, (file: string[]) => string[]]>([
  [
    'a column that is unknown',
    (file) => inTable(file, 'visit', (part) => part.replace('"first_name"', '"given_name"')),
  ],
  ['a column too few', (file) => inTable(file, 'event', (part) => part.replace(',"settings"]', ']'))],
  [
    'a state that there is not',
    (file) => inTable(file, 'visit', (part) => part.replace('"waiting"', '"flying"')),
  ],
  [
    'a setting that cannot be read',
    (file) => inTable(file, 'location', (part) => part.replace(/"\{\\"version\\":1/, '"{\\"version')),
  ],
  ['no location', (file) => inTable(file, 'location', () => null)],
  [
    'a schema that there is not yet',
    (file) => refiled(file, (part) => part.replace(/"step":\d+/, '"step":999')),
  ],
])('rows with %s are refused whole, and the right file goes through afterwards', async (_, change) => {
  const { file, place } = await aFile();
  await expect(imported(change(file))).rejects.toThrow(unreadable);
  expect(await isThere()).toBe(false);
  const again = movedTo(place, await imported(file));
  expect((await viewOf({ ...again, owner: await loggedIn(place.owner) })).queue).toHaveLength(1);
});

test('rows for a location of somebody else are refused, and change nothing there', async () => {
  const other = await anOwnersLocation();
  const { post, importId } = await begun();
  const rows = { kind: 'rows', step: 1, table: 'visit', columns: ['id'], rows: [['a']] };
  for (const location of [other.location.id, '0'.repeat(64)]) {
    const part = { ...rows, location };
    await expect(post('/admin/import/part', { importId, n: 3, part })).rejects.toThrow(
      'We could not find that.',
    );
  }
  const { columns } = rows;
  expect(await objectOf(other)().stageCopy({ n: 1, step: 1, table: 'visit', columns, rows: [] })).toEqual({
    ok: false,
    code: 'not_found',
  });
});

test.each(['rows', 'history'])(
  'a copy of a business that is there, under other names, is refused by the visits in its %s',
  async (kind) => {
    stopClock();
    const place = await anOwnersLocation({ username: 'blue-door', email: 'ada@example.com' });
    await acted(place, await join(place), 'remove');
    await delivered(objectOf(place));
    const copy = refiled(await exported('blue-door'), (part) =>
      /"kind":"(head|account)"/.test(part) || part.includes(`"kind":"${kind}"`)
        ? part.replaceAll('blue-door', 'green-door').replaceAll('ada@', 'eve@')
        : null,
    );
    await expect(imported(copy)).rejects.toThrow('Visits of this file already belong to another account.');
    expect((await historyRows()).map((row) => row['business_id'])).toEqual([place.owner.business.id]);
  },
);

const { user, business } = anImport().account;
test.each([
  [
    'a name that is ours',
    { business: { ...business, username: 'Payments' } },
    'That business username is not available',
  ],
  [
    'a name that is no part of an address',
    { business: { ...business, username: 'blue/door' } },
    'Use letters, digits, dots, dashes and underscores only',
  ],
  ['a hash that no password fits', { user: { ...user, passwordHash: 'plain' } }, unreadable],
  ['two locations in one slot', { locations: [aLocation, { ...aLocation, id: 'e'.repeat(64) }] }, unreadable],
  ['a property beside those that are known', { business: { ...business, admin: true } }, null],
  ['no time zone', { locations: [{ ...aLocation, timezone: 'Mars/Olympus' }] }, null],
  ['an id that is none', { locations: [{ ...aLocation, id: 'here' }] }, null],
])('an account with %s is refused', async (_, wrong, sentence) => {
  const body = { version: FILE_VERSION, account: { ...anImport().account, ...wrong } };
  const answer = await readText(await call('POST', '/admin/import', { cookie: await newAdmin(), body }));
  expect(answer.status).toBe(400);
  if (sentence !== null) expect(answer.text).toBe(sentence);
  expect(await accounts()).toBe(0);
});

test('a file of another version is refused', async () => {
  const body = { version: FILE_VERSION + 1, account: anImport().account };
  expect((await call('POST', '/admin/import', { cookie: await newAdmin(), body })).status).toBe(400);
});
