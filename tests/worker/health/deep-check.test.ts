/** `GET /healthz?deep=1`: the health of the database and of an object. The check must need little work. */
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { version } from '../../../package.json';
import { migrations } from '../../../src/worker/location/store/migrations.ts';
import { brokenDatabase, brokenObject, callWith } from '../support/broken.ts';
import { call, read } from '../support/factories.ts';
import { eventsIn } from '../support/log-lines.ts';
import { moveClock, stopClock } from '../support/queue-factories.ts';

const HOUR_MS = 3_600_000;
const path = '/healthz?deep=1';
const id = env.LOCATION_QUEUE.idFromName('no location');

let hours = 0;

beforeEach(() => {
  stopClock();
  // Each test runs at least one hour after the test before it, because the result of the check is cached for some
  // seconds.
  hours += 1;
  moveClock(hours * HOUR_MS);
});

const database = { ok: true, ms: 0, schema: expect.stringMatching(/^\d{4}_\w+\.sql$/) };
const object = { ok: true, ms: 0, version, schema: migrations.length };
const providers = { texts: 'outbox', mails: 'outbox', payments: 'local', reminders: 'web-push' };

function logged() {
  const spy = vi.spyOn(console, 'log').mockImplementation(() => {});
  return () => eventsIn(spy.mock.calls.map(([line]) => String(line)));
}

test('database and object are reached, and what runs is told', async () => {
  const newest = env.TEST_MIGRATIONS.at(-1)?.name;
  expect(await read(await call('GET', path))).toEqual({
    status: 200,
    body: { ok: true, version, database: { ...database, schema: newest }, object, providers },
  });
});

test('the answer has no secrets: no address, number, account or key of a provider', async () => {
  const words = await (await call('GET', path)).text();
  const secrets = Object.entries(env)
    .filter(([name]) => /KEY|TOKEN|SECRET|PASSWORD|SID|USERNAME|FROM/.test(name))
    .map(([, value]) => String(value))
    .filter((value) => value !== '');
  expect(secrets.length).toBeGreaterThan(4);
  for (const secret of secrets) expect(words).not.toContain(secret);
});

test('where a token is set, the deep check needs it', async () => {
  const HEALTH_TOKEN = '0123456789abcdef'.repeat(2);
  const check = async (authorization: string) =>
    read(await callWith({ HEALTH_TOKEN }, 'GET', path, { headers: { Authorization: authorization } }));
  const refused = { status: 401, body: { error: 'Please sign in to continue.', code: 'not_logged_in' } };
  expect(await read(await callWith({ HEALTH_TOKEN }, 'GET', path))).toEqual(refused);
  expect(await check(`Bearer ${HEALTH_TOKEN}x`)).toEqual(refused);
  expect(await check(HEALTH_TOKEN)).toEqual(refused);
  expect(await check(`Bearer ${HEALTH_TOKEN}`)).toMatchObject({ status: 200, body: { ok: true } });
});

test('a database that is away is a 503 that names it; the rest is looked at all the same', async () => {
  const lines = logged();
  const response = await callWith(brokenDatabase('D1_ERROR: Network connection lost.'), 'GET', path);
  expect(response.headers.get('Retry-After')).toBe('2');
  expect(await read(response)).toEqual({
    status: 503,
    body: { ok: false, version, database: { ok: false, ms: 0, reason: 'away' }, object, providers },
  });
  expect(lines()).toEqual([
    { event: 'part_unavailable', part: 'database', reason: expect.stringMatching(/^Error at /) },
  ]);
});

test('objects that are away are a 503 that names them', async () => {
  const lines = logged();
  const away = brokenObject(id.toString(), 'running', new Error('The object is being moved'));
  expect(await read(await callWith(away, 'GET', path))).toEqual({
    status: 503,
    body: { ok: false, version, database, object: { ok: false, ms: 0, reason: 'away' }, providers },
  });
  expect(lines()).toMatchObject([{ event: 'part_unavailable', part: 'object' }]);
});

test('an object that never answers is given up after a timeout', async () => {
  const lines = logged();
  const setTimer = setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms, ...rest) =>
    setTimer(run, ms === 3_000 ? 0 : ms, ...rest),
  );
  const away = brokenObject(id.toString(), 'running', new Promise<never>(() => {}));
  expect(await read(await callWith(away, 'GET', path))).toMatchObject({
    status: 503,
    body: { ok: false, object: { ok: false, reason: 'late' } },
  });
  expect(lines()).toMatchObject([{ event: 'part_unavailable', part: 'object', reason: /^Late/ }]);
});

test('while a part is away the server still says that it runs', async () => {
  const away = brokenDatabase('D1_ERROR: Network connection lost.');
  expect(await read(await callWith(away, 'GET', '/healthz'))).toEqual({
    status: 200,
    body: { ok: true, version },
  });
});

test('for five seconds an answer is given again, and nothing is asked', async () => {
  const first = await read(await call('GET', path));
  const away = brokenDatabase('D1_ERROR: Network connection lost.');
  moveClock(4_999);
  expect(await read(await callWith(away, 'GET', path))).toEqual(first);
  logged();
  moveClock(1);
  expect((await callWith(away, 'GET', path)).status).toBe(503);
});

test('more checks than the rate limit allows are refused for a minute, for all senders', async () => {
  const asked: unknown[] = [];
  const JOIN_SHIELD: RateLimit = {
    limit: async (about) => {
      asked.push(about);
      return { success: false };
    },
  };
  const response = await callWith({ JOIN_SHIELD }, 'GET', path, {
    headers: { 'CF-Connecting-IP': '203.0.113.7' },
  });
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60']);
  expect(asked).toEqual([{ key: 'deep check' }]);
});

test('the object that is asked stores nothing, is no location, and is always the same', async () => {
  const before = (await listDurableObjectIds(env.LOCATION_QUEUE)).length;
  await call('GET', path);
  moveClock(HOUR_MS);
  await call('GET', path);
  const ids = await listDurableObjectIds(env.LOCATION_QUEUE);
  expect(ids.length).toBeLessThanOrEqual(before + 1);
  const stored = await runInDurableObject(env.LOCATION_QUEUE.get(id), (_, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray(),
  );
  expect(stored).toEqual([]);
  expect(await env.LOCATION_QUEUE.get(id).view()).toEqual({ ok: false, code: 'not_found' });
});
