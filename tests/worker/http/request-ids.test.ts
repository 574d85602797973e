/** Each log line has the id of its request or job, and each error answer has its request id. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { waitForGlobalWaitUntil } from 'cloudflare:test-internal';
import { env, exports } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import worker from '../../../src/worker/development/index.ts';
import { act } from '../support/commands.ts';
import { brokenDatabase, callWith, expectComplaints } from '../support/broken.ts';
import { assets } from '../support/built-pages.ts';
import { call, newOwner, origin } from '../support/factories.ts';
import {
  alarmUntil,
  granted,
  holdMs,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
} from '../support/queue-factories.ts';

const aLine = z.record(z.string(), z.unknown());
const made = /^[\da-f]{16}$/;

function logged() {
  const spy = vi.spyOn(console, 'log').mockImplementation(() => {});
  return () => spy.mock.calls.map(([line]) => aLine.parse(JSON.parse(String(line))));
}

test("a call's lines and its answer name the same request, and the next call's another", async () => {
  const lines = logged();
  const wrong = { body: { emailOrUsername: 'nobody', password: 'a wrong password' } };
  const answers = [await call('POST', '/auth/login', wrong), await call('POST', '/auth/login', wrong)];
  const ids = answers.map(({ headers }) => headers.get('X-Request-Id') ?? '');
  expect(lines().map(({ requestId }) => requestId)).toEqual(ids);
  for (const id of ids) expect(id).toMatch(made);
  expect(new Set(ids).size).toBe(2);
});

test('concurrent calls keep their own ids', async () => {
  const lines = logged();
  const wrong = { body: { emailOrUsername: 'nobody', password: 'a wrong password' } };
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/auth/login', wrong)));
  const ids = answers.map(({ headers }) => headers.get('X-Request-Id'));
  expect(new Set(lines().map(({ requestId }) => requestId))).toEqual(new Set(ids));
  expect(new Set(ids).size).toBe(3);
});

test('work after the answer still belongs to the request', async () => {
  const complaints = expectComplaints();
  await newOwner({ email: 'ada@example.com' });
  await env.DB.prepare('drop table password_resets').run();
  const { headers } = await call('POST', '/auth/forgot-password', { body: { email: 'ada@example.com' } });
  await waitForGlobalWaitUntil();
  expect(JSON.parse(complaints()[0] ?? '')).toMatchObject({ requestId: headers.get('X-Request-Id') });
});

test.each([
  ['8f3c2a1b9d0e4f55-SIN', '8f3c2a1b9d0e4f55-SIN'],
  ['8f3c2a1b9d0e4f55', '8f3c2a1b9d0e4f55'],
  ['<script>', made],
  ['8f3c2a1b9d0e4f55-SIN, ada@example.com', made],
])("the platform's own name for a request is kept where it is one: %s", async (ray, id) => {
  const { headers } = await call('GET', '/auth/me', { headers: { 'CF-Ray': ray } });
  expect(headers.get('X-Request-Id')).toEqual(typeof id === 'string' ? id : expect.stringMatching(id));
});

test.each([
  ['D1_ERROR: database is locked: SQLITE_BUSY', 503, 'dependency_unavailable'],
  ['no such table: businesses', 500, 'unexpected_error'],
])('a page that could not be made for %j names its request', async (message, status, event) => {
  const complaints = expectComplaints();
  const lines = logged();
  const request = new Request(`${origin}/queue/blue-door`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
    body: 'form=details',
  });
  const context = createExecutionContext();
  const response = await worker.fetch(
    request,
    { ...env, ASSETS: assets, ...brokenDatabase(message) },
    context,
  );
  const id = response.headers.get('X-Request-Id') ?? '';
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(`<p class="reference">Reference: <bdi>${id}</bdi></p>`);
  const said = [...lines(), ...complaints().map((line) => JSON.parse(line) as unknown)];
  expect(said).toMatchObject([{ event, requestId: id }]);
});

test('a successful page shows no reference', async () => {
  const response = await exports.default.fetch(`${origin}/queue/blue-door`);
  expect(response.headers.get('X-Request-Id')).toBeNull();
});

test("an alarm's lines name the alarm, and a sweep's the run of the sweeps", async () => {
  stopClock();
  const lines = logged();
  const location = await openLocation();
  const { customer } = await joinAs(location);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  moveClock(holdMs);
  await alarmUntil(location, async () => lines().length > 0);
  const context = createExecutionContext();
  const lost = brokenDatabase('D1_ERROR: Network connection lost.');
  await worker.scheduled(createScheduledController(), { ...env, ...lost });
  await waitOnExecutionContext(context);
  const [alarm, ...sweeps] = lines();
  expect(alarm).toEqual({
    event: 'hold_expired',
    locationId: location().id.toString(),
    visitId: customer.id,
    alarmId: expect.stringMatching(made),
  });
  expect(sweeps.length).toBeGreaterThan(2);
  expect(new Set(sweeps.map(({ cronId }) => cronId)).size).toBe(1);
  expect(sweeps[0]).toMatchObject({ event: 'sweep_failed', cronId: expect.stringMatching(made) });
});

test('a failed call of a location is logged with the id of its request', async () => {
  const lines = logged();
  const owner = await newOwner();
  const away = brokenDatabase('D1_ERROR: database is locked: SQLITE_BUSY');
  const response = await callWith(away, 'GET', '/auth/me', { cookie: owner.cookie });
  expect(lines().at(-1)).toMatchObject({
    event: 'dependency_unavailable',
    requestId: response.headers.get('X-Request-Id'),
  });
});
