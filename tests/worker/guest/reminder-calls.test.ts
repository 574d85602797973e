/**
 * Calls that set or cancel a reminder: who may call, which push services are allowed, and when the reminder is erased.
 */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { UNDO_MS } from '../../../src/shared/limits.ts';
import { createApp } from '../../../src/worker/app.ts';
import { newReceiver } from '../../support/push-receiver.ts';
import { close, leave } from '../support/commands.ts';
import { call, origin, read } from '../support/factories.ts';
import { anOwnersLocation, join as joinHere } from '../support/owner-calls.ts';
import { act, endpoint, kept, pushService, reminded } from '../support/providers/push-service.ts';
import {
  alarmUntil,
  granted,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
} from '../support/queue-factories.ts';

/** Adds a guest to the line. Returns the path of the guest's reminder, and the token. */
async function aReminder(): Promise<{ path: string; queueToken: string }> {
  const place = await anOwnersLocation();
  const { queueToken } = await joinHere(place);
  const path = `/auth/business/${place.owner.business.username}/queue/token/${queueToken}/reminder`;
  return { path, queueToken };
}

test('by its call a reminder is set and taken back, by nobody but its guest', async () => {
  const { path, queueToken } = await aReminder();
  const { subscription } = newReceiver(endpoint);
  const set = await read(await call('PUT', path, { body: subscription }));
  const dropped = await read(await call('DELETE', path, { body: { endpoint } }));
  expect([set, dropped]).toEqual([
    { status: 200, body: { success: true } },
    { status: 200, body: { success: true } },
  ]);
  const stranger = path.replace(queueToken, `${queueToken.slice(0, -4)}AAAA`);
  expect((await call('PUT', stranger, { body: subscription })).status).toBe(404);
  expect((await call('DELETE', stranger, { body: { endpoint } })).status).toBe(404);
});

const { keys } = newReceiver(endpoint).subscription;
const good = { endpoint, keys };
const elsewhere = [
  'http://fcm.googleapis.com/fcm/send/one',
  'https://fcm.googleapis.com:8443/fcm/send/one',
  'https://user@fcm.googleapis.com/fcm/send/one',
  'https://fcm.googleapis.com.evil.example/one',
  'https://evil.example/fcm.googleapis.com',
  'https://evilfcm.googleapis.com/one',
  'https://push.services.mozilla.com/one',
  'https://evilupdates.push.services.mozilla.com/one',
  'https://push.apple.com/one',
  'https://evil-push.apple.com/one',
  'https://notify.windows.com/one',
  'https://localhost/one',
  'https://127.0.0.1/one',
  'https://[::1]/one',
  'https://169.254.169.254/latest/meta-data',
  'https://metadata.google.internal/one',
  'file:///etc/passwd',
  'fcm.googleapis.com',
  `https://fcm.googleapis.com/${'x'.repeat(2_048)}`,
];

test.for([
  ...elsewhere.map((address) => ({ ...good, endpoint: address })),
  { endpoint },
  { keys },
  { endpoint, keys: { ...keys, auth: `${keys.auth}==` } },
  { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
  // This key begins like a compressed point of the curve.
  { endpoint, keys: { ...keys, p256dh: `A${keys.p256dh.slice(1)}` } },
])('no server is called for a subscription that is none: %j', async (body) => {
  const { posts } = pushService();
  const { path } = await aReminder();
  const answer = await call('PUT', path, { body });
  expect([answer.status, await answer.json(), posts]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid_input' }),
    [],
  ]);
});

test.for([
  endpoint,
  'https://updates.push.services.mozilla.com/wpush/v2/one',
  'https://eu.updates.push.services.mozilla.com/wpush/v2/one',
  'https://web.push.apple.com/one',
  'https://wns2-by3p.notify.windows.com/w/?token=one',
])('the browsers’ own services are taken: %s', async (address) => {
  const { path } = await aReminder();
  expect((await call('PUT', path, { body: { ...good, endpoint: address } })).status).toBe(200);
});

test('without keys reminders are not offered, and nothing else changes', async () => {
  const { path } = await aReminder();
  const request = new Request(origin + path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(good),
  });
  const vars = { VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' };
  const response = await createApp().fetch(request, { ...env, ...vars }, createExecutionContext());
  expect(response.status).toBe(404);
});

test('a guest who leaves is erased with the reminder; one who comes or is removed when no undo is possible', async () => {
  stopClock();
  const location = await openLocation();
  const left = await reminded(location);
  const removed = await reminded(location);
  const came = await reminded(location);
  pushService();
  granted(await leave(location(), left.claim));
  await act(location, removed.id, 'remove');
  await act(location, came.id, 'admit');
  await act(location, came.id, 'arrived');
  expect(await kept(location)).toHaveLength(2);
  moveClock(UNDO_MS);
  await alarmUntil(location, async () => (await kept(location)).length === 0);
});

test('a removal that can be undone keeps the reminder as long', async () => {
  stopClock();
  const { posts } = pushService();
  const location = await openLocation();
  const back = await reminded(location);
  await act(location, back.id, 'remove');
  await act(location, back.id, 'undo');
  expect(await kept(location)).toEqual([expect.objectContaining({ endpoint, due_at: null })]);
  await act(location, back.id, 'remove');
  moveClock(UNDO_MS);
  await alarmUntil(location, async () => (await kept(location)).length === 0);
  expect(posts).toHaveLength(0);
});

test('a location that closes erases whom it would have reminded', async () => {
  stopClock();
  pushService();
  const location = await openLocation();
  const admitted = await reminded(location);
  await reminded(location);
  await act(location, admitted.id, 'admit');
  granted(await close(location()));
  expect(await kept(location)).toEqual([]);
});

test('a visit keeps its last five browsers, and one that subscribes again by its newer keys', async () => {
  const location = await openLocation();
  const { claim } = await joinAs(location);
  for (const n of [1, 2, 3, 4, 5, 6, 6]) {
    granted(await location().subscribeToReminder(claim, newReceiver(`${endpoint}-${n}`).subscription));
  }
  expect((await kept(location)).map((row) => row['endpoint'])).toEqual(
    [2, 3, 4, 5, 6].map((n) => `${endpoint}-${n}`),
  );
});
