/** Imports whose calls are repeated, or that break off: one business in the end, or none (decision 64). */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { importAnswer } from '../../src/shared/operator.ts';
import { runSweeps } from '../../src/worker/cron/cron.ts';
import { anImport, refiled } from '../business-files.ts';
import { newAdmin } from './admin-calls.ts';
import { allRows } from './api-calls.ts';
import { brokenDatabase, callWith, expectComplaints } from './broken.ts';
import { call, newOwner } from './factories.ts';
import { aFile, aLocation, anEnd, begun, inTable, isThere, noGrants, over } from './import-factories.ts';
import { objectOf } from './owner-calls.ts';
import { historyRows, moveClock, stopClock } from './queue-factories.ts';
import { imported, importRefusal, posting } from './transfer-calls.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
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
  await imported(file, async (path, body) => {
    const first = await plain(path, body);
    const second = await plain(path, body);
    expect([path, second]).toEqual([path, first]);
    return second;
  });
  const response = await call('GET', `/auth/business/blue-door/queue/token/${token}/status`);
  expect(await response.json()).toMatchObject({ status: 'waiting' });
});

test('an import that takes longer than six hours is over, and the sweep takes it away', async () => {
  stopClock();
  const { importId } = await begun();
  moveClock(6 * HOUR_MS - 1);
  await runSweeps(env, Date.now());
  const post = posting(await newAdmin());
  await post('/admin/import/line', { importId, n: 1, location: null, line: noGrants });
  moveClock(1);
  await expect(
    post('/admin/import/line', { importId, n: 1, location: null, line: noGrants }),
  ).rejects.toThrow(over);
  await expect(post('/admin/import/finish', anEnd(importId))).rejects.toThrow(over);
  await runSweeps(env, Date.now());
  moveClock(49 * HOUR_MS);
  await runSweeps(env, Date.now());
  expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(0);
});

test('what was finished is not given up, and nobody else’s account either', async () => {
  const { post, importId } = await begun();
  await post('/admin/import/finish', anEnd(importId));
  const owner = await newOwner();
  const before = await allRows();
  for (const id of [importId, owner.business.id, crypto.randomUUID()]) {
    await expect(post('/admin/import/abandon', { importId: id })).rejects.toThrow(over);
    await expect(
      post('/admin/import/line', { importId: id, n: 1, location: null, line: noGrants }),
    ).rejects.toThrow(over);
  }
  await expect(post('/admin/import/finish', anEnd(crypto.randomUUID()))).rejects.toThrow(over);
  expect(await allRows()).toEqual(before);
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
  await expect(imported(file, outrun)).rejects.toThrow('That business username is already taken.');
  expect(await objectOf(place)().view()).toEqual({ ok: false, code: 'not_found' });
  moveClock(60 * HOUR_MS);
  await runSweeps(env, Date.now());
  expect(await historyRows()).toEqual([]);
  expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(1);
});

/** The calls of a log-in until this path, at which the machine that imports is cut off for good. */
async function cutOffAt(path: string) {
  const plain = posting(await newAdmin());
  let isCutOff = false;
  return (to: string, body: unknown) => {
    isCutOff ||= to === path;
    return isCutOff ? Promise.reject(new TypeError('fetch failed')) : plain(to, body);
  };
}

test.each(['/admin/import/line', '/admin/import/finish'])(
  'after a try that was cut off at %s the next one finds the same ids, and loses nothing to it',
  async (path) => {
    stopClock();
    const { file, place, token } = await aFile();
    await expect(imported(file, await cutOffAt(path))).rejects.toThrow('fetch failed');
    moveClock(1);
    const { id } = place.location;
    expect((await imported(file)).locations).toEqual({ [id]: id });
    await runSweeps(env, Date.now());
    moveClock(60 * HOUR_MS);
    await runSweeps(env, Date.now());
    expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(1);
    expect(await historyRows()).toMatchObject([{ visit_id: 'of-before' }]);
    const response = await call('GET', `/auth/business/blue-door/queue/token/${token}/status`);
    expect(await response.json()).toMatchObject({ status: 'waiting', customer: { firstName: 'Maya' } });
  },
);

test('what a try had filled a location with goes as soon as the next one brings something else', async () => {
  stopClock();
  const { file, place } = await aFile();
  const cookie = await newAdmin();
  const plain = posting(cookie);
  const notMade = brokenDatabase('D1_ERROR: Network connection lost.', (sql) =>
    sql.startsWith('update "businesses"'),
  );
  const complaints = expectComplaints();
  const cut = async (path: string, body: unknown) => {
    if (path === '/admin/import/abandon') throw new TypeError('fetch failed');
    if (path !== '/admin/import/finish') return plain(path, body);
    const response = await callWith(notMade, 'POST', path, { cookie, body });
    throw new Error(`${response.status}`);
  };
  await expect(imported(file, cut)).rejects.toMatchObject({ message: '500', left: 'perhaps_all' });
  expect(complaints()).toHaveLength(1);
  moveClock(1);
  const without = refiled(file, (line) => (line.includes('"table":"consent"') ? null : line));
  const nobody = inTable(without, 'visit', () => null);
  await imported(nobody);
  const rows = await runInDurableObject(objectOf(place)(), (_, { storage }) => ({
    visits: storage.sql.exec('SELECT id FROM visit').toArray(),
    tables: storage.sql.exec(`SELECT name FROM sqlite_master WHERE name IN ('copy', 'staged')`).toArray(),
  }));
  expect(rows).toEqual({ visits: [], tables: [] });
});

test('a beginning that is sent again is the same one, and counts once', async () => {
  const importId = crypto.randomUUID();
  const post = posting(await newAdmin());
  const { head, account } = anImport();
  const gone = { ...aLocation, id: 'e'.repeat(64), slot: 2, removedAt: 5 };
  const body = { importId, head, account: { ...account, locations: [aLocation, gone] } };
  const [first, second] = await Promise.all([post('/admin/import', body), post('/admin/import', body)]);
  expect(second).toEqual(first);
  expect(await post('/admin/import', body)).toEqual(first);
  expect(Object.keys(importAnswer.parse(first).locations)).toEqual([aLocation.id, gone.id]);
  expect(await env.DB.prepare('select count(*) as n from locations').first('n')).toBe(2);
  const other = { ...aLocation, slot: 3 };
  await expect(
    post('/admin/import', { ...body, account: { ...account, locations: [other] } }),
  ).rejects.toThrow(over);
  await post('/admin/import/abandon', { importId });
  await post('/admin/import/abandon', { importId });
  await expect(post('/admin/import', body)).rejects.toThrow(over);
});

test.each(['not-an-id', crypto.randomUUID().slice(1), ''])(
  'an import cannot be called %j',
  async (importId) => {
    const body = { importId, ...anImport() };
    expect((await call('POST', '/admin/import', { cookie: await newAdmin(), body })).status).toBe(400);
  },
);

test.each([
  ['a second step', { secondStep: { secret: 'A'.repeat(32), createdAt: 1, confirmedAt: 1, lastStep: 0 } }],
  ['nothing of its own', {}],
])(
  'the end of an account with %s, sent again while it is under way, is answered the same',
  async (_, about) => {
    const { post, importId } = await begun(about);
    const ends = [1, 2].map(() => post('/admin/import/finish', anEnd(importId, about)));
    const ended = { payments: 'none', late: [], missing: [] };
    expect(await Promise.all(ends)).toEqual([ended, ended]);
  },
);

test('cut off by the database, an import is finished by sending its end again', async () => {
  const { importId } = await begun();
  const cookie = await newAdmin();
  const broken = brokenDatabase('D1_ERROR: Network connection lost.', (sql) =>
    sql.startsWith('update "businesses"'),
  );
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
  const body = anEnd(importId);
  expect((await callWith(broken, 'POST', '/admin/import/finish', { cookie, body })).status).toBe(500);
  complaints.mockClear();
  expect((await call('POST', '/admin/import/finish', { cookie, body })).status).toBe(200);
  expect((await call('POST', '/admin/import/finish', { cookie, body })).status).toBe(200);
});
