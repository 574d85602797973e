/** Metrics for dashboards and alerts, written by calls and alarms. */
import { createExecutionContext, createScheduledController } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import worker from '../../../src/worker/development/index.ts';
import * as commands from '../../worker/support/commands.ts';
import { brokenDatabase, expectComplaints, noFiles } from '../../worker/support/broken.ts';
import { delivered, interceptBatches } from '../../worker/support/deliveries.ts';
import { call, origin } from '../../worker/support/factories.ts';
import { bind, useMetrics, type Point } from '../../worker/support/metrics.ts';
import {
  acted,
  anOwnersLocation,
  join,
  leave,
  objectOf,
  tryToJoin,
  walkedIn,
} from '../../worker/support/owner-calls.ts';
import {
  alarmUntil,
  granted,
  holdMs,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
} from '../../worker/support/queue-factories.ts';
import { postReceipt, useTwilio } from '../../worker/support/providers/twilio.ts';

/**
 * Returns the data points without those of alarms and deliveries. Alarms and deliveries can run at any time, so a test
 * cannot predict their data points.
 */
const actions = (points: Point[]) => points.filter(([event]) => event !== 'alarm' && event !== 'drained');

test('guests who join, are admitted, leave and are removed, and walk-ins', async () => {
  const place = await anOwnersLocation();
  const id = objectOf(place)().id.toString();
  const points = useMetrics();
  const [maya, budi, siti] = [await join(place), await join(place), await join(place)];
  await walkedIn(place, { firstName: 'Ana', lastName: '', numGuests: 1, waitingPreference: 'on_premises' });
  await acted(place, maya, 'admit');
  await leave(place, budi);
  await acted(place, siti, 'remove');
  const all = [
    ['joined', 'guest', id, 1, 0],
    ['joined', 'guest', id, 1, 0],
    ['joined', 'guest', id, 1, 0],
    ['joined', 'owner', id, 1, 0],
    ['admitted', '', id, 1, 0],
    ['left', '', id, 1, 0],
    ['removed', '', id, 1, 0],
  ];
  // A delivery writes its data points when it ends.
  const counted: Point[] = [];
  await vi.waitFor(
    () => {
      counted.push(...actions(points()));
      expect(counted).toEqual(all);
    },
    { timeout: 10_000 },
  );
});

test('everybody whom a closing location removes is one point', async () => {
  const location = await openLocation();
  for (const firstName of ['Maya', 'Budi', 'Siti']) await joinAs(location, { firstName });
  const points = useMetrics();
  granted(await commands.close(location()));
  expect(actions(points())).toEqual([['removed', '', location().id.toString(), 3, 0]]);
});

test('a join that is repeated is not counted twice', async () => {
  const location = await openLocation();
  const points = useMetrics();
  for (let n = 0; n < 3; n += 1) await joinAs(location, {}, 'the-same-key-each-time');
  expect(actions(points())).toEqual([['joined', 'guest', location().id.toString(), 1, 0]]);
});

test('refusals, by their code', async () => {
  const place = await anOwnersLocation();
  const points = useMetrics();
  await tryToJoin(place, { numGuests: 0 });
  await call('GET', '/auth/me');
  await call('POST', '/auth/login', { body: '{' });
  expect(points()).toEqual([
    ['refused', 'invalid_input', '', 1, 0],
    ['refused', 'not_logged_in', '', 1, 0],
    ['refused', 'invalid_json', '', 1, 0],
  ]);
});

test('pages that fail are refusals, too, by what their visitors are told', async () => {
  const complaints = expectComplaints();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const points = useMetrics();
  const pageWith = (bindings: Partial<Pick<Env, 'ASSETS' | 'DB'>>, path: string, init: RequestInit = {}) =>
    createApp().fetch(new Request(origin + path, init), { ...env, ...bindings }, createExecutionContext());
  const form = {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
    body: 'form=details',
  };
  const away = brokenDatabase('D1_ERROR: Network connection lost.');
  expect((await pageWith({ ASSETS: noFiles }, '/queue')).status).toBe(500);
  expect((await pageWith(away, '/queue/blue-door', form)).status).toBe(503);
  expect(points()).toEqual([
    ['refused', 'internal', '', 1, 0],
    ['refused', 'try_again', '', 1, 0],
  ]);
  expect(complaints()).toHaveLength(1);
});

test('holds that end, and by how much they were late, in one point however many they are', async () => {
  stopClock();
  const location = await openLocation();
  for (let n = 0; n < 30; n += 1) {
    const { customer } = await joinAs(location);
    granted(await commands.act(location(), { id: customer.id }, { kind: 'admit' }));
    moveClock(1_000);
  }
  await delivered(location);
  moveClock(holdMs);
  const points = useMetrics();
  const ended = (all: Point[]) => all.filter(([event]) => event === 'hold_ended');
  const seen: Point[] = [];
  await alarmUntil(location, async () => seen.push(...points()) > 0 && ended(seen).length > 0);
  // The first hold had ended half a minute before the alarm.
  expect(ended(seen)).toEqual([['hold_ended', '', location().id.toString(), 30, 30_000]]);
  expect(seen.filter(([event]) => event === 'alarm')).toContainEqual([
    'alarm', '', location().id.toString(), 1, 30_000,
  ]); // oxfmt-ignore
});

test('texts: queued, taken by the provider, delivered', async () => {
  stopClock();
  const twilio = useTwilio();
  const points = useMetrics();
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  granted(await commands.act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  const [message] = twilio.takenFor(texted.phoneNumber);
  if (message === undefined) throw new Error('no text was taken');
  for (let n = 0; n < 2; n += 1) await postReceipt(exports.default, twilio.receipt(message, 'delivered'));
  const texts = points().filter(([event]) => event === 'text');
  expect(texts.map(([, state, , number]) => [state, number])).toEqual([
    ['queued', 1],
    ['sent', 1],
    ['delivered', 1],
  ]);
});

test.each([
  ['refused', [400, 21211]],
  ['unknown', [500, 0]],
] as const)('a text that comes to %s', async (state, fault) => {
  stopClock();
  const twilio = useTwilio();
  const points = useMetrics();
  const location = await openLocation();
  twilio.plan(texted.phoneNumber, [], [...fault]);
  const { customer } = await joinAs(location, texted);
  granted(await commands.act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  const texts = points().filter(([event]) => event === 'text');
  expect(texts.map(([, each, , number]) => [each, number])).toEqual([
    ['queued', 1],
    [state, 1],
  ]);
});

test('forty texts of one drain are a few points: an invocation may write 25', async () => {
  stopClock();
  useTwilio();
  const location = await openLocation();
  for (let n = 0; n < 40; n += 1) {
    const phoneNumber = `+62 812 0000 ${String(n).padStart(4, '0')}`;
    const { customer } = await joinAs(location, { ...texted, phoneNumber });
    granted(await commands.act(location(), { id: customer.id }, { kind: 'admit' }));
  }
  const points = useMetrics();
  await delivered(location);
  const texts = points().filter(([event]) => event === 'text');
  expect(texts.length).toBeLessThan(10);
  expect(texts.reduce((sum, [, , , number]) => sum + number, 0)).toBe(40);
});

test('how long the oldest delivery was pending when deliveries are taken up', async () => {
  stopClock();
  const location = await openLocation();
  const lost = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'));
  const database = await interceptBatches(location, 'visit_history', lost);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const { claim } = await joinAs(location);
  granted(await commands.leave(location(), claim));
  const points = useMetrics();
  const drained = () => points().filter(([event]) => event === 'drained');
  await delivered(location);
  moveClock(60_000);
  database.restore();
  await delivered(location);
  const id = location().id.toString();
  expect(drained()).toEqual([
    ['drained', 'history', id, 1, 0],
    ['drained', 'history', id, 1, 60_000],
  ]);
});

test('how long each sweep took', async () => {
  const points = useMetrics();
  await worker.scheduled(createScheduledController(), env);
  const swept = points();
  expect(new Set(swept.map(([event]) => event))).toEqual(new Set(['swept']));
  const names = swept.map(([, sweep]) => sweep);
  expect(names).toEqual([...new Set(names)]);
  expect(names).toEqual(expect.arrayContaining(['deletions', 'people', 'billing', 'trial_reminders']));
  for (const [, , , number, ms] of swept) expect([number, ms >= 0]).toEqual([1, true]);
});

test('no point holds a name, a number or a token', async () => {
  const place = await anOwnersLocation();
  const written: unknown[] = [];
  bind((point) => void written.push(point));
  const guest = await join(place, { ...texted, firstName: 'Maya', lastName: 'Putri' });
  await acted(place, guest, 'admit');
  await delivered(objectOf(place));
  expect(written.length).toBeGreaterThan(3);
  expect(JSON.stringify(written)).not.toMatch(/Maya|Putri|6281234567890/);
  expect(JSON.stringify(written)).not.toContain(guest.queueToken.split('.')[1]);
});

test('points that cannot be written break nothing, and one line says so', async () => {
  expectComplaints();
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  bind(() => {
    throw new TypeError('Too many data points');
  });
  const place = await anOwnersLocation();
  await acted(place, await join(place), 'admit');
  expect((await call('GET', '/auth/me')).status).toBe(401);
  await delivered(objectOf(place));
  const said = lines.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('metrics'));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^\{"event":"metrics_failed","reason":"TypeError at /);
});
