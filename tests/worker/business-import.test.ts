/** Imports that are refused or break off: nothing of them is found afterwards, and the next try goes through (decision 64). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { copiedTables, type AccountLine } from '../../src/shared/business-file.ts';
import { runSweeps } from '../../src/worker/cron/cron.ts';
import { newAdmin, readText } from './admin-calls.ts';
import { allRows } from './api-calls.ts';
import { brokenDatabase, callWith } from './broken.ts';
import { aPlace, join, objectOf, statusOf, type Place } from './owner-calls.ts';
import { call, goodPassword, newOwner } from './factories.ts';
import { historyRows, moveClock, openLocation, stopClock } from './queue-factories.ts';
import { Refused } from '../../scripts/operator/transfer.ts';
import { anImport, refiled } from '../business-files.ts';
import { exported, imported, importRefusal, posting } from './transfer-calls.ts';
import { runInDurableObject } from 'cloudflare:test';
import { newReceiver } from '../push-receiver.ts';
import { endpoint } from './push-service.ts';
import { customerOfStripe, stripeBindings } from './stripe-played.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** A file of a business that is gone, with one guest in line and one visit of before. */
async function aFile(): Promise<{ place: Place; file: string[]; token: string }> {
  const place = await aPlace({ username: 'blue-door', email: 'ada@example.com' });
  const { queueToken } = await join(place, { firstName: 'Maya' });
  await env.DB.prepare(
    `insert into visit_history (visit_id, revision, business_id, location_id, outcome, num_guests, waiting_preference, joined_at,
       ended_at, promised_minutes, timezone) values ('of-before', 1, ?, ?, 'left', 1, 'on_premises', 1, 2, 5, 'Asia/Jakarta')`,
  )
    .bind(place.owner.business.id, place.location.id)
    .run();
  const file = await exported('blue-door');
  const body = { password: goodPassword };
  expect((await call('POST', '/auth/delete-account', { ...place.owner, body })).status).toBe(200);
  return { place, file, token: queueToken };
}

function isThere(): Promise<boolean> {
  return call('GET', '/auth/exists?username=blue-door').then(
    async (response) => (await response.json<{ exists: boolean }>()).exists,
  );
}

const isTaken = 'That business username is already taken.';
test.each([
  ['username', { username: 'Blue-Door' }, isTaken],
  ['address', { email: 'ADA@example.com' }, 'An account with that email already exists.'],
])('a business whose %s is taken is refused', async (_, about, sentence) => {
  const { file } = await aFile();
  await newOwner(about);
  expect(await importRefusal(file)).toBe(sentence);
  expect(await env.DB.prepare('select count(*) as n from businesses where id <> ?').bind('').first('n')).toBe(
    2,
  );
});

test('of two imports of one file at the same time one is made, and the other leaves nothing', async () => {
  const { place, file } = await aFile();
  const results = await Promise.allSettled([imported(file), imported(file)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [failed] = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  expect(failed).toBeInstanceOf(Refused);
  const { results: open } = await env.DB.prepare(
    `select l.id from locations l join businesses b on b.id = l.business_id where b.deletion_begun_at is null`,
  ).all();
  expect(open).toHaveLength(1);
  expect(await isThere()).toBe(true);
  expect(place.owner.business.username).toBe('blue-door');
});

/** A line of this table with something changed in it. */
function inTable(file: string[], table: string, change: (line: string) => string): string[] {
  return refiled(file, (line) => (line.includes(`"table":"${table}"`) ? change(line) : line));
}

/** The line of a table, with other cells in each of its rows. */
function withCells(line: string, cells: Record<string, string | number | null>): string {
  const table = tableOf.parse(JSON.parse(line));
  const rows = table.rows.map((row) => row.map((cell, n) => cells[table.columns[n] ?? ''] ?? cell));
  return JSON.stringify({ ...table, rows });
}

const tableOf = z.looseObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });

test.each([
  [
    'a column that is unknown',
    (file: string[]) => inTable(file, 'visit', (line) => line.replace('"first_name"', '"given_name"')),
  ],
  [
    'a column too few',
    (file: string[]) => inTable(file, 'event', (line) => line.replace(',"position"]', ']')),
  ],
  [
    'a state that there is not',
    (file: string[]) => inTable(file, 'visit', (line) => line.replace('"waiting"', '"flying"')),
  ],
  [
    'a setting that cannot be read',
    (file: string[]) =>
      inTable(file, 'location', (line) => line.replace(/"\{\\"version\\":1/, '"{\\"version')),
  ],
  [
    'a visit in no time zone',
    (file: string[]) =>
      refiled(file, (line) => line.replace('"timezone":"Asia/Jakarta"}', '"timezone":"Mars/Olympus"}')),
  ],
  [
    'no location',
    (file: string[]) => refiled(file, (line) => (line.includes('"table":"location"') ? null : line)),
  ],
  [
    'a schema that there is not yet',
    (file: string[]) => refiled(file, (line) => line.replace(/"step":\d+/, '"step":999')),
  ],
])('rows with %s are refused whole, and the right file goes through afterwards', async (_, change) => {
  const { file, token } = await aFile();
  expect(await importRefusal(change(file))).toBe('This is no file of an export, or it was changed since.');
  expect(await isThere()).toBe(false);
  await imported(file);
  const response = await call('GET', `/auth/business/blue-door/queue/token/${token}/status`);
  expect(await response.json()).toMatchObject({ status: 'waiting', customer: { firstName: 'Maya' } });
});

test('an import that misses a piece is refused and taken away', async () => {
  const { file } = await aFile();
  const plain = posting(await newAdmin());
  let lines = 0;
  const losing = (path: string, body: unknown) => {
    lines += path.endsWith('/line') ? 1 : 0;
    return path.endsWith('/line') && lines === 2 ? Promise.resolve({}) : plain(path, body);
  };
  expect(await importRefusal(file, losing)).toBe(
    'Not all of the file has arrived. Please begin the import again.',
  );
  expect(await isThere()).toBe(false);
  await imported(file);
  expect(await isThere()).toBe(true);
});

test('every call may be sent twice', async () => {
  const { file, token } = await aFile();
  const plain = posting(await newAdmin());
  const ids = new Set<string>();
  await imported(file, async (path, body) => {
    const first = await plain(path, body);
    if (path === '/admin/import') {
      ids.add(JSON.stringify(first));
      return first;
    }
    return plain(path, body);
  });
  const response = await call('GET', `/auth/business/blue-door/queue/token/${token}/status`);
  expect(await response.json()).toMatchObject({ status: 'waiting' });
});

async function begun(
  account: Partial<AccountLine> = {},
): Promise<{ post: ReturnType<typeof posting>; importId: string }> {
  const post = posting(await newAdmin());
  const whole = anImport();
  const answer = await post('/admin/import', { ...whole, account: { ...whole.account, ...account } });
  if (typeof answer !== 'object' || answer === null || !('importId' in answer)) throw new Error('not begun');
  return { post, importId: String(answer.importId) };
}

const aLocation = {
  id: 'f'.repeat(64),
  slot: 1,
  generation: 1,
  address: 'Somewhere',
  timezone: 'UTC',
  createdAt: 1,
  removedAt: null,
  customerCreditsLeft: null,
  smsCreditsLeft: null,
};

const over = 'This import is over or was given up. Please begin it again.';
const grants = { kind: 'grants', rows: [] };

test('an import that takes longer than six hours is over, and the sweep takes it away', async () => {
  stopClock();
  const { importId } = await begun();
  moveClock(6 * HOUR_MS - 1);
  await runSweeps(env, Date.now());
  const post = posting(await newAdmin());
  await post('/admin/import/line', { importId, n: 1, location: null, line: grants });
  moveClock(1);
  await expect(post('/admin/import/line', { importId, n: 1, location: null, line: grants })).rejects.toThrow(
    over,
  );
  await expect(
    post('/admin/import/finish', { importId, ...anImport(), lines: {}, visits: {} }),
  ).rejects.toThrow(over);
  await runSweeps(env, Date.now());
  moveClock(49 * HOUR_MS);
  await runSweeps(env, Date.now());
  expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(0);
});

test('nobody finds an import before it is finished: no name, no log-in', async () => {
  const { post, importId } = await begun();
  expect(await env.DB.prepare('select name, email, password_hash from businesses').all()).toMatchObject({
    results: [{ name: '', email: '', password_hash: '' }],
  });
  expect((await call('GET', '/auth/business/moved-door/addresses')).status).toBe(404);
  expect(
    (await call('POST', '/auth/login', { body: { emailOrUsername: 'moved-door', password: 'x' } })).status,
  ).toBe(401);
  await post('/admin/import/finish', { importId, ...anImport(), lines: {}, visits: {} });
  expect((await call('GET', '/auth/business/moved-door/addresses')).status).toBe(200);
});

test('what was finished is not given up, and nobody else’s account either', async () => {
  const { post, importId } = await begun();
  await post('/admin/import/finish', { importId, ...anImport(), lines: {}, visits: {} });
  const owner = await newOwner();
  const before = await allRows();
  for (const id of [importId, owner.business.id, crypto.randomUUID()]) {
    await expect(post('/admin/import/abandon', { importId: id })).rejects.toThrow(over);
    await expect(
      post('/admin/import/line', { importId: id, n: 1, location: null, line: grants }),
    ).rejects.toThrow(over);
  }
  await expect(
    post('/admin/import/finish', { importId: crypto.randomUUID(), ...anImport(), lines: {}, visits: {} }),
  ).rejects.toThrow(over);
  expect(await allRows()).toEqual(before);
});

test('rows for a location of somebody else are refused, and change nothing there', async () => {
  const other = await aPlace();
  const { post, importId } = await begun();
  const line = { kind: 'rows', location: 'x', step: 1, table: 'visit', columns: ['id'], rows: [['a']] };
  for (const location of [other.location.id, '0'.repeat(64), null]) {
    await expect(post('/admin/import/line', { importId, n: 1, location, line })).rejects.toThrow(
      'We could not find that.',
    );
  }
  const tables = await runInDurableObject(objectOf(other)(), (_, { storage }) =>
    storage.sql.exec(`SELECT name FROM sqlite_master WHERE name = 'staged'`).toArray(),
  );
  expect(tables).toEqual([]);
});

test('a location that is open is never taken over', async () => {
  const open = await openLocation();
  const id = await runInDurableObject(open(), (_, ctx) => ctx.id.toString());
  const place = { ...aLocation, id };
  const { post, importId } = await begun({ locations: [place] });
  const { results } = await env.DB.prepare('select id from locations where business_id = ?')
    .bind(importId)
    .all();
  expect(results).toHaveLength(1);
  expect(results).not.toContainEqual({ id });
  await post('/admin/import/abandon', { importId });
  await expect(begun({ locations: [place, place] })).rejects.toThrow(
    'This is no file of an export, or it was changed since.',
  );
});

test('what was in the way of the old place, of its texts and of its database, is not in the way here', async () => {
  const { file, place } = await aFile();
  const troubled = inTable(file, 'location', (line) =>
    withCells(line, { texts_held: '{}', database_away_since: 1 }),
  );
  expect(troubled).not.toEqual(file);
  await imported(troubled);
  const row = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT texts_held, database_away_since FROM location').one(),
  );
  expect(row).toEqual({ texts_held: null, database_away_since: null });
});

test('a location has the name and username of its account, whatever its rows say', async () => {
  const { file, place } = await aFile();
  await imported(
    inTable(file, 'location', (line) =>
      withCells(line, { username: 'green-door', business_name: 'Another' }),
    ),
  );
  const { username, name } = place.owner.business;
  const row = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT username, business_name FROM location').one(),
  );
  expect(row).toEqual({ username, business_name: name });
});

test('of the reminders of a file only those of services of push are kept', async () => {
  const place = await aPlace({ username: 'blue-door' });
  const { queueToken } = await join(place);
  const other = `${endpoint}-2`;
  for (const each of [endpoint, other]) {
    const path = `/auth/business/blue-door/queue/token/${queueToken}/reminder`;
    const body = { endpoint: each, keys: newReceiver(each).subscription.keys };
    expect((await call('PUT', path, { body })).status).toBe(200);
  }
  const file = await exported('blue-door');
  await call('POST', '/auth/delete-account', { ...place.owner, body: { password: goodPassword } });
  await imported(inTable(file, 'reminder', (line) => line.replace(other, 'https://169.254.169.254/')));
  const rows = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT endpoint FROM reminder').toArray(),
  );
  expect(rows).toEqual([{ endpoint }]);
});

const isReserved = 'That business username is not available';
const isMisspelt = 'Use letters, digits, dots, dashes and underscores only';
test.each([
  ['admin', isReserved],
  ['Payments', isReserved],
  ['robots.txt', isReserved],
  ['...', isMisspelt],
  ['blue/door', isMisspelt],
  ['ab', 'Username must be at least 3 characters'],
])('an account that is called %j is not imported, as nobody could sign up so', async (username, text) => {
  const response = await call('POST', '/admin/import', {
    cookie: await newAdmin(),
    body: anImport({ username }),
  });
  expect(await readText(response)).toEqual({ status: 400, text });
  expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(0);
});

test('a copy of a business that is there, under other names, is refused', async () => {
  const place = await aPlace({ username: 'blue-door', email: 'ada@example.com' });
  const file = refiled(await exported('blue-door'), (line) =>
    line.replaceAll('blue-door', 'green-door').replaceAll('ada@', 'eve@'),
  );
  expect(await importRefusal(file)).toBe('The locations of this file are here already, at another account.');
  expect(await statusOf(place, await join(place))).toMatchObject({ status: 'waiting' });
});

test('an import that failed at its very end leaves no word about its visits, and no location', async () => {
  stopClock();
  const { file, place } = await aFile();
  const plain = posting(await newAdmin());
  const outrun = async (path: string, body: unknown) => {
    if (path === '/admin/import/finish') await newOwner({ username: 'Blue-Door' });
    return plain(path, body);
  };
  // The locations were loaded by then.
  await expect(imported(file, outrun)).rejects.toThrow(isTaken);
  expect(await objectOf(place)().view()).toEqual({ ok: false, code: 'not_found' });
  moveClock(60 * HOUR_MS);
  await runSweeps(env, Date.now());
  expect(await historyRows()).toEqual([]);
  expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(1);
});

test('a try that was cut off takes no visit from the next one', async () => {
  stopClock();
  const { file } = await aFile();
  const plain = posting(await newAdmin());
  const cut = (path: string, body: unknown) =>
    path === '/admin/import/finish' ? Promise.reject(new TypeError('fetch failed')) : plain(path, body);
  await expect(imported(file, cut)).rejects.toThrow('fetch failed');
  moveClock(1);
  await imported(file);
  moveClock(60 * HOUR_MS);
  await runSweeps(env, Date.now());
  expect(await historyRows()).toMatchObject([{ visit_id: 'of-before' }]);
  expect(await isThere()).toBe(true);
});

test('an import takes no visit from an account that is there', async () => {
  stopClock();
  const { file } = await aFile();
  const plain = posting(await newAdmin());
  let isFirst = true;
  const late = async (path: string, body: unknown) => {
    if (path === '/admin/import/line' && isFirst) {
      isFirst = false;
      moveClock(1);
      await imported(file);
    }
    return plain(path, body);
  };
  expect(await importRefusal(file, late)).toBe(
    'The locations of this file are here already, at another account.',
  );
  expect(await historyRows()).toMatchObject([{ visit_id: 'of-before' }]);
});

test('of two imports in the very same millisecond the one whose visits were taken is refused', async () => {
  stopClock();
  const { file } = await aFile();
  const plain = posting(await newAdmin());
  const sentences: string[] = [];
  const twice = async (path: string, body: unknown) => {
    if (path === '/admin/import/finish') sentences.push(await importRefusal(file));
    return plain(path, body);
  };
  await imported(file, twice);
  expect(sentences).toEqual(['Not all of the file has arrived. Please begin the import again.']);
  expect(await historyRows()).toMatchObject([{ visit_id: 'of-before' }]);
});

test('a hash that no password fits is refused', async () => {
  await expect(
    begun({ business: { ...anImport().account.business, passwordHash: 'plain' } }),
  ).rejects.toThrow('This is no file of an export, or it was changed since.');
});

test('cut off by the database, an import is finished by sending its end again', async () => {
  const { importId } = await begun();
  const cookie = await newAdmin();
  const broken = brokenDatabase('D1_ERROR: Network connection lost.', (sql) =>
    sql.startsWith('update "businesses"'),
  );
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  const body = { importId, ...anImport(), lines: {}, visits: {} };
  expect((await callWith(broken, 'POST', '/admin/import/finish', { cookie, body })).status).toBe(500);
  complaints.mockClear();
  expect((await call('POST', '/admin/import/finish', { cookie, body })).status).toBe(200);
  expect((await call('POST', '/admin/import/finish', { cookie, body })).status).toBe(200);
});

test('what an account pays comes along to where the same account of the provider is used', async () => {
  stopClock();
  const { owner, customer } = await customerOfStripe({ username: 'blue-door' });
  const cookie = await newAdmin();
  const withStripe = async (path: string, body: unknown) => {
    const response = await callWith({ ...env, ...stripeBindings }, 'POST', path, { body, cookie });
    if (!response.ok) throw new Refused(await response.text());
    return response.json();
  };
  await env.DB.prepare(
    `insert into credit_grants (subscription_id, period_start, slot, business_id, revision, customer_credits, sms_credits, granted_at,
       fetch, plan) values ('sub_1', 5, 1, ?, 9, 300, 300, 6, 1, 'Starter')`,
  )
    .bind(owner.business.id)
    .run();
  const file = await exported('blue-door', withStripe);
  // As if it were another installation.
  await env.DB.exec('delete from credit_grants');
  await env.DB.exec('delete from billing_customers');
  await call('POST', '/auth/delete-account', { ...owner, body: { password: goodPassword } });
  expect(await imported(file, withStripe)).toMatchObject({ payments: 'along' });
  const { results } = await env.DB.prepare('select customer_id, refresh_due_at from billing_customers').all();
  expect(results).toEqual([{ customer_id: customer, refresh_due_at: Date.now() }]);
  expect(await env.DB.prepare('select slot, revision from credit_grants').all()).toMatchObject({
    results: [{ slot: 1, revision: 0 }],
  });
});

test.each([
  [
    'a username that is no part of an address',
    { business: { ...anImport().account.business, username: 'a/b' } },
  ],
  ['a name beside those that are known', { business: { ...anImport().account.business, admin: true } }],
  ['no time zone', { locations: [{ ...aLocation, timezone: 'Mars/Olympus' }] }],
  ['an id that is none', { locations: [{ ...aLocation, id: 'here' }] }],
])('an account with %s is refused', async (_, wrong) => {
  const body = { ...anImport(), account: { ...anImport().account, ...wrong } };
  expect((await call('POST', '/admin/import', { cookie: await newAdmin(), body })).status).toBe(400);
  expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(0);
});

test('a name that nobody has cannot be exported', async () => {
  await expect(exported('nobody')).rejects.toThrow('That business username does not exist');
});

test('an export goes on at no location of somebody else', async () => {
  const [place, other] = [await aPlace({ username: 'blue-door' }), await aPlace()];
  const cookie = await newAdmin();
  const cursor = { locations: [other.location.id], part: 'visit', after: -1, events: 0, consents: 0 };
  const post = (body: unknown) => call('POST', '/admin/export', { cookie, body });
  expect(await readText(await post({ username: 'blue-door', cursor }))).toEqual({
    status: 404,
    text: 'We could not find that.',
  });
  for (const wrong of [{ part: 'all' }, { locations: ['x'] }, { after: null }, { extra: 1 }]) {
    expect((await post({ username: 'blue-door', cursor: { ...cursor, ...wrong } })).status).toBe(400);
  }
  expect(place.location.id).not.toBe(other.location.id);
});

test('every table and column of an account is in the file, or is left out for a reason', async () => {
  const columnsOf = async (table: string) => {
    const { results } = await env.DB.prepare(`select name from pragma_table_info(?)`)
      .bind(table)
      .all<{ name: string }>();
    return results.map(({ name }) => name);
  };
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%' and name not like 'd1_%'`,
  ).all<{ name: string }>();
  // Of the installation; short-lived; told again by others; or of people who are no owners.
  const notOfABusiness = [
    'admin_changes', 'admin_sessions', 'billing_events', 'billing_mails', 'development_checkouts', 'development_messages',
    'development_subscriptions', 'email_verifications', 'feedback_messages', 'form_mails', 'limit_windows', 'password_resets',
    'sales_inquiries', 'sessions', 'text_opt_outs', 'texts', 'trial_marks', 'visit_hours',
  ]; // prettier-ignore
  const inTheFile: Record<string, string[]> = {
    businesses: ['id', 'username_key', 'email_key', 'deletion_begun_at', 'deletion_tried_at', 'erased_at'],
    second_steps: ['business_id'],
    recovery_codes: ['business_id'],
    trial_reminders: ['business_id'],
    locations: ['business_id', 'people_swept_at'],
    billing_customers: ['business_id', 'refresh_due_at'],
    subscriptions: ['business_id'],
    credit_grants: ['business_id', 'revision', 'ceiling_revision'],
    visit_history: ['business_id', 'location_id'],
  };
  expect(results.map(({ name }) => name).toSorted()).toEqual(
    [...notOfABusiness, ...Object.keys(inTheFile)].toSorted(),
  );
  await aStuffedAccount();
  const text = (await exported('blue-door')).join('\n');
  for (const [table, leftOut] of Object.entries(inTheFile)) {
    for (const column of (await columnsOf(table)).filter((name) => !leftOut.includes(name))) {
      const camel = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const isThereToo =
        text.includes(`"${camel}":`) || (table === 'recovery_codes' && column === 'code_hash');
      expect([table, column, isThereToo]).toEqual([table, column, true]);
    }
  }
});

/** An account with a row in each of its tables. */
async function aStuffedAccount(): Promise<void> {
  const place = await aPlace({ username: 'blue-door' });
  const id = place.owner.business.id;
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  await run(
    `insert into second_steps (business_id, secret, created_at, last_step) values (?, 'A', 1, 0)`,
    id,
  );
  await run(`insert into recovery_codes (business_id, code_hash) values (?, 'h')`, id);
  await run(
    `insert into trial_reminders (business_id, kind, first_tried_at, tried_at) values (?, 'on_the_day', 1, 1)`,
    id,
  );
  await run(`insert into billing_customers (business_id, customer_id) values (?, 'cus_1')`, id);
  await run(
    `insert into subscriptions (id, business_id, plan, interval, status, period_start, period_end, cancel_at_period_end)
     values ('sub_1', ?, 'Starter', 'Monthly', 'active', 1, 2, 0)`,
    id,
  );
  await run(
    `insert into credit_grants (subscription_id, period_start, slot, business_id, revision, customer_credits, sms_credits, granted_at,
       fetch, plan) values ('sub_1', 5, 1, ?, 9, 300, 300, 6, 1, 'Starter')`,
    id,
  );
  await run(
    `insert into visit_history (visit_id, revision, business_id, location_id, outcome, num_guests, waiting_preference, joined_at,
       ended_at, promised_minutes) values ('v', 1, ?, ?, 'left', 1, 'on_premises', 1, 2, 5)`,
    id,
    place.location.id,
  );
}

test('every table of a location’s object is in the file', async () => {
  const place = await aPlace();
  const names = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'`,
      )
      .toArray()
      .map(({ name }) => name),
  );
  expect(names.toSorted()).toEqual([...copiedTables, 'schema_step'].toSorted());
});
