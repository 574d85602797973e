/** Reminders by web push: what they contain, when they are sent, and how their result is handled. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { REMINDERS_PER_VISIT_MAX, UNDO_MS } from '../../../src/shared/limits.ts';
import type { GuestClaim } from '../../../src/shared/queue/commands.ts';
import { webPush } from '../../../src/worker/deliveries/push/providers/web-push.ts';
import { newReceiver } from '../../support/push-receiver.ts';
import * as commands from '../../worker/support/commands.ts';
import {
  act,
  endpoint,
  kept,
  opened,
  pushService,
  reminded,
  sent,
} from '../../worker/support/providers/push-service.ts';
import {
  aJoin,
  alarmUntil,
  claimOf,
  granted,
  holdMs,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  username,
  type Location,
} from '../../worker/support/queue-factories.ts';
import { forgetChecks } from '../../../src/worker/platform/checked-config.ts';

/** Opens a location with undo, with a stopped clock. Returns the location and the requests to the push service. */
async function aCarefulLocation() {
  stopClock();
  const { posts } = pushService();
  const location = await openLocation();
  granted(await commands.changeSettings(location(), { undo: true }));
  return { posts, location };
}

test('a reminder speaks the language of its visit', async () => {
  stopClock();
  const { posts } = pushService();
  const location = await openLocation();
  const { answer } = granted(
    await commands.join(location(), {
      username,
      request: aJoin(),
      idempotencyKey: null,
      sender: null,
      heldSecret: null,
      language: 'ar',
    }),
  );
  const receiver = newReceiver(endpoint);
  granted(await location().subscribeToReminder(claimOf(answer), receiver.subscription));
  await act(location, answer.customer.id, 'admit');
  await sent(location);
  expect(opened(receiver, posts[0])).toMatchObject({
    title: expect.stringMatching(/^[\u0600-\u06ff].* · Blue Door Café$/),
    language: 'ar',
    direction: 'rtl',
  });
});

test('a reminder costs no credit and is sent to whoever waits on the premises', async () => {
  stopClock();
  const { posts } = pushService();
  const location = await openLocation();
  const { id } = await reminded(location);
  await act(location, id, 'admit');
  await sent(location);
  const { view } = granted(await location().view());
  expect([posts.length, view.smsCredits]).toEqual([1, 300]);
});

test('who is called again is reminded again, with the seconds that are left', async () => {
  stopClock();
  const { posts } = pushService();
  const location = await openLocation();
  const joined = await joinAs(location, texted);
  const receiver = newReceiver(endpoint);
  granted(await location().subscribeToReminder(joined.claim, receiver.subscription));
  await act(location, joined.customer.id, 'admit');
  await sent(location);
  await alarmUntil(location, async () => {
    const { view } = granted(await location().view());
    return view.admittedCustomers[0]?.message?.status === 'sent';
  });
  moveClock(holdMs - 20_000);
  granted(await commands.act(location(), { id: joined.customer.id }, { kind: 'call-again' }));
  await sent(location);
  expect(posts.map((post) => post.headers.get('ttl'))).toEqual(['300', '20']);
  expect(opened(receiver, posts[1])).toMatchObject({ body: '20 seconds left' });
});

test.for([404, 410])('a subscription that is answered with %i is erased', async (status) => {
  stopClock();
  const { posts } = pushService(new Response(null, { status }));
  const location = await openLocation();
  const { id } = await reminded(location);
  await act(location, id, 'admit');
  await sent(location);
  expect([posts.length, await kept(location)]).toEqual([1, []]);
});

test.for([
  ['429', () => new Response(null, { status: 429 })],
  ['503', () => new Response(null, { status: 503 })],
  ['no answer', () => new TypeError('connection lost')],
] as const)('after %s it is tried again', async ([, failure]) => {
  stopClock();
  const { posts } = pushService(failure(), failure());
  const location = await openLocation();
  const { id } = await reminded(location);
  await act(location, id, 'admit');
  await sent(location);
  expect(await kept(location)).toEqual([expect.objectContaining({ attempts: 1 })]);
  moveClock(2_000);
  await sent(location);
  moveClock(4_000);
  await sent(location);
  expect([posts.length, await kept(location)]).toEqual([
    3,
    [{ endpoint, call: null, due_at: null, attempts: null }],
  ]);
});

test('a service that asks for patience gets it', async () => {
  const now = stopClock();
  const { posts } = pushService(new Response(null, { status: 429, headers: { 'Retry-After': '60' } }));
  const location = await openLocation();
  const { id } = await reminded(location);
  await act(location, id, 'admit');
  await sent(location);
  expect(await kept(location)).toEqual([{ endpoint, call: 1, due_at: now + 60_000, attempts: 1 }]);
  moveClock(59_999);
  await sent(location);
  expect(posts).toHaveLength(1);
  moveClock(1);
  await sent(location);
  expect(posts).toHaveLength(2);
});

test('nothing is tried again that could only come after the hold', async () => {
  stopClock();
  const { posts } = pushService(new Response(null, { status: 503, headers: { 'Retry-After': '300' } }));
  const location = await openLocation();
  const { id } = await reminded(location);
  await act(location, id, 'admit');
  await sent(location);
  moveClock(holdMs);
  await sent(location);
  expect([posts.length, await kept(location)]).toEqual([1, [expect.objectContaining({ due_at: null })]]);
});

test('a reminder that was never sent is not sent after the hold', async () => {
  const { posts, location } = await aCarefulLocation();
  const { id } = await reminded(location);
  await act(location, id, 'admit');
  // The hold ends before the alarm sends the reminder.
  moveClock(holdMs);
  await sent(location);
  expect([posts.length, await kept(location)]).toEqual([0, [expect.objectContaining({ due_at: null })]]);
});

test.for([400, 401, 403, 413, 302])('what is refused with %i is not tried again', async (status) => {
  stopClock();
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { posts } = pushService(new Response(null, { status }));
  const location = await openLocation();
  const { id } = await reminded(location);
  await act(location, id, 'admit');
  await sent(location);
  expect([posts.length, await kept(location)]).toEqual([1, [expect.objectContaining({ due_at: null })]]);
  const told = lines.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('reminder'));
  expect(told).toEqual([expect.stringContaining(`"kind":"reminder","attempts":0,"reason":"http_${status}"`)]);
  expect(told[0]).not.toContain('fcm');
});

test('what is no key of the curve reaches nobody and is erased', async () => {
  stopClock();
  const { posts } = pushService();
  const location = await openLocation();
  const { subscription } = newReceiver(endpoint);
  const p256dh = `B${'A'.repeat(86)}`;
  const joined = await joinAs(location);
  granted(
    await location().subscribeToReminder(joined.claim, {
      ...subscription,
      keys: { ...subscription.keys, p256dh },
    }),
  );
  await act(location, joined.customer.id, 'admit');
  await sent(location);
  expect([posts.length, await kept(location)]).toEqual([0, []]);
});

test('where undo is offered the reminder waits for its end, and an admission that was undone sends none', async () => {
  const { posts, location } = await aCarefulLocation();
  const { id } = await reminded(location);
  await act(location, id, 'admit');
  await act(location, id, 'undo');
  moveClock(UNDO_MS);
  await sent(location);
  expect(posts).toHaveLength(0);
  await act(location, id, 'admit');
  moveClock(UNDO_MS - 1);
  await sent(location);
  expect(posts).toHaveLength(0);
  moveClock(1);
  await sent(location);
  expect(posts.map((post) => post.headers.get('ttl'))).toEqual([String((holdMs - UNDO_MS) / 1_000)]);
});

test('who came or was put back before it left is not reminded of that call', async () => {
  const { posts, location } = await aCarefulLocation();
  const back = await reminded(location);
  const here = await reminded(location, newReceiver('https://web.push.apple.com/second'));
  await act(location, back.id, 'admit');
  await act(location, back.id, 'put-back');
  await act(location, here.id, 'admit');
  await act(location, here.id, 'arrived');
  moveClock(UNDO_MS);
  await sent(location);
  expect([posts.length, await kept(location)]).toEqual([
    0,
    [{ endpoint, call: null, due_at: null, attempts: null }],
  ]);
  await act(location, back.id, 'admit');
  moveClock(UNDO_MS);
  await sent(location);
  expect(posts).toHaveLength(1);
});

test('a reminder whose keys are gone is given up', async () => {
  stopClock();
  const { posts } = pushService();
  const location = await openLocation();
  const { id } = await reminded(location);
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = env;
  const configure = (keys: Partial<Env>) =>
    runInDurableObject(location(), (queue) => {
      Object.assign(queue['env'], keys);
      forgetChecks();
    });
  await configure({ VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' });
  onTestFinished(() => configure({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }));
  await act(location, id, 'admit');
  await sent(location);
  expect([posts, await kept(location)]).toEqual([[], [expect.objectContaining({ due_at: null })]]);
});

test('where a stand-in takes the reminders no push service is called', async () => {
  const { posts } = pushService();
  const { publicKey, privateKey } = { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY };
  const receiver = newReceiver(endpoint);
  const reply = await webPush({ publicKey, privateKey, standIn: 'http://127.0.0.1:4011' }).send({
    subscription: receiver.subscription,
    payload: { title: 'It is now', body: '', path: '/queue/blue-door', language: 'en', direction: 'ltr' },
    topic: 'visit',
    leftMs: 1_500,
  });
  expect([reply, posts.map(({ url }) => url)]).toEqual([
    { outcome: 'sent' },
    ['http://127.0.0.1:4011/fcm.googleapis.com/fcm/send/one'],
  ]);
  expect(opened(receiver, posts[0])).toMatchObject({ title: 'It is now' });
});

test('a visit that is over takes no reminder', async () => {
  const location = await openLocation();
  const { claim } = await joinAs(location);
  granted(await commands.leave(location(), claim));
  expect(await location().subscribeToReminder(claim, newReceiver(endpoint).subscription)).toEqual({
    ok: false,
    code: 'not_waiting',
  });
});

const endpointOfB = 'https://web.push.apple.com/b';

/** Guest A deletes the subscription, and guest B subscribes. SQLite gives B's row the same id that A's row had. */
async function aGivesUpItsNumberToB(location: Location, a: GuestClaim) {
  granted(await location().unsubscribeFromReminder(a, endpoint));
  return reminded(location, newReceiver(endpointOfB));
}

test('a guest who switches the reminder off while it waits has none sent to the next subscriber', async () => {
  const { posts, location } = await aCarefulLocation();
  const a = await reminded(location);
  await act(location, a.id, 'admit');
  await aGivesUpItsNumberToB(location, a.claim);
  moveClock(UNDO_MS);
  await sent(location);
  expect([posts, await kept(location)]).toEqual([
    [],
    [{ endpoint: endpointOfB, call: null, due_at: null, attempts: null }],
  ]);
});

test('a guest who is removed and switches the reminder off takes no other subscription away', async () => {
  const { location } = await aCarefulLocation();
  const a = await reminded(location);
  await act(location, a.id, 'remove');
  await aGivesUpItsNumberToB(location, a.claim);
  moveClock(UNDO_MS);
  await sent(location);
  expect(await kept(location)).toEqual([{ endpoint: endpointOfB, call: null, due_at: null, attempts: null }]);
});

test('a reminder whose subscription made room for others goes to no later subscriber', async () => {
  const { posts, location } = await aCarefulLocation();
  const a = await reminded(location);
  await act(location, a.id, 'admit');
  const others = Array.from({ length: REMINDERS_PER_VISIT_MAX }, (_, n) => `${endpoint}/other-${n}`);
  for (const other of others)
    granted(await location().subscribeToReminder(a.claim, newReceiver(other).subscription));
  for (const other of others) granted(await location().unsubscribeFromReminder(a.claim, other));
  await aGivesUpItsNumberToB(location, a.claim);
  moveClock(UNDO_MS);
  await sent(location);
  expect([posts, await kept(location)]).toEqual([
    [],
    [{ endpoint: endpointOfB, call: null, due_at: null, attempts: null }],
  ]);
});
