/** What no import takes, be it said at once or at the end: nothing of it is found afterwards (decision 64). */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { anImport, refiled } from '../business-files.ts';
import { newAdmin, readText } from './admin-calls.ts';
import { call, newOwner } from './factories.ts';
import { aFile, aLocation, begun, inTable, isThere } from './import-factories.ts';
import { aPlace, join, objectOf, statusOf } from './owner-calls.ts';
import { openLocation } from './queue-factories.ts';
import { exported, imported, importRefusal } from './transfer-calls.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

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
    body: { importId: crypto.randomUUID(), ...anImport({ username }) },
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

test('a hash that no password fits is refused', async () => {
  await expect(
    begun({ business: { ...anImport().account.business, passwordHash: 'plain' } }),
  ).rejects.toThrow('This is no file of an export, or it was changed since.');
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
  const body = { importId: crypto.randomUUID(), ...anImport(), account: { ...anImport().account, ...wrong } };
  expect((await call('POST', '/admin/import', { cookie: await newAdmin(), body })).status).toBe(400);
  expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(0);
});
