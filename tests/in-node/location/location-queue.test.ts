import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { act, changePreference, close, eraseGuest, join, leave } from '../../worker/support/commands.ts';
import { interceptBatches } from '../../worker/support/deliveries.ts';
import {
  aJoin,
  alarmUntil,
  granted,
  historyRows,
  holdMs,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  textsSent,
  username,
} from '../../worker/support/queue-factories.ts';
import { iso } from '../../../src/shared/time/iso.ts';

test('a join answers the place, the estimate and a token that opens the visit', async () => {
  const now = stopClock();
  const location = await openLocation();
  await joinAs(location);
  const second = await joinAs(location, { firstName: 'Budi', lastName: 'Santoso' });
  expect(second).toMatchObject({
    success: true,
    position: 2,
    estimatedWaitMinutes: 5,
    estimate: { low: 2, high: 10, method: 'fixed' },
    customer: {
      firstName: 'Budi',
      lastName: 'Santoso',
      numGuests: 2,
      joinedAt: iso(now + 1),
      status: 'waiting',
      position: 2,
    },
  });
  expect(second.queueToken).toMatch(/^[0-9a-f]{64}\.[\w-]{43}$/);
  expect(granted(await location().status(second.claim)).answer).toMatchObject({
    position: 2,
    ahead: 1,
    estimatedWaitMinutes: 5,
    message: 'You are #2 in line',
    removed: false,
    admitted: false,
    serverNow: iso(now),
  });
});

test('the object keeps no token, only its hash', async () => {
  const location = await openLocation();
  const { claim } = await joinAs(location, {}, 'a-key-that-only-the-page-knows');
  await runInDurableObject(location(), (_, state) => {
    const kept = JSON.stringify(state.storage.sql.exec('SELECT * FROM visit').toArray());
    expect(kept).not.toContain(claim.secret);
    expect(kept).not.toContain('a-key-that-only-the-page-knows');
  });
});

test('a retried join whose key was used for another party is refused and changes nothing', async () => {
  const location = await openLocation();
  await joinAs(location, {}, 'key-0123456789abcdef');
  const reply = await join(location(), {
    username,
    request: aJoin({ firstName: 'Eve' }),
    idempotencyKey: 'key-0123456789abcdef',
    sender: null,
    heldSecret: null,
    language: 'en',
  });
  expect(reply).toEqual({ ok: false, code: 'idempotency_key_reused' });
  expect(granted(await location().view()).view.queue).toHaveLength(1);
});

test('200 joins at once get the places 1 to 200 and 200 different join times', async () => {
  const location = await openLocation();
  const answers = await Promise.all(Array.from({ length: 200 }, () => joinAs(location)));
  expect(answers.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 200 }, (_, n) => n + 1),
  );
  expect(new Set(answers.map(({ customer }) => customer.joinedAt)).size).toBe(200);
});

test('the last credit is given to one of two joins', async () => {
  const location = await openLocation({ customerCredits: 1 });
  const replies = await Promise.all(
    [1, 2].map(() =>
      join(location(), {
        username,
        request: aJoin(),
        idempotencyKey: null,
        sender: null,
        heldSecret: null,
        language: 'en',
      }),
    ),
  );
  expect(replies.map((reply) => (reply.ok ? 'in' : reply.code)).toSorted()).toEqual(['in', 'no_credits']);
});

test('of two admits at once one wins, and the guest gets one text', async () => {
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  const replies = await Promise.all(
    [1, 2].map(() => act(location(), { id: customer.id }, { kind: 'admit' })),
  );
  expect(replies.map((reply) => (reply.ok ? 'admitted' : reply.code)).toSorted()).toEqual([
    'admitted',
    'already_admitted',
  ]);
  await alarmUntil(location, async () => (await textsSent()).length > 0);
  expect(await textsSent()).toEqual([
    {
      recipient: '+6281234567890',
      body: expect.stringMatching(
        /^Blue Door Café via Holdline: it's your turn\. Come within 5 min\. http:\/\/localhost:8787\/queue\/blue-door\?v=[\w-]{30} STOP to opt out$/,
      ),
    },
  ]);
  expect(granted(await location().view()).view).toMatchObject({
    customerCredits: 299,
    smsCredits: 299,
    admittedCustomers: [{ message: { status: 'sent' } }],
  });
});

test('a guest whose number no text can reach is told at once, and so is the owner', async () => {
  const location = await openLocation();
  const message = { status: 'not_sent', error: 'number_unreachable' };
  const { claim, customer } = await joinAs(location, { ...texted, phoneNumber: 'ask for me' });
  expect(customer.message).toEqual(message);
  expect(granted(await location().view()).view.queue).toMatchObject([{ message }]);
  const changed = granted(await changePreference(location(), claim, texted, 'en'));
  expect(changed.answer.customer).not.toHaveProperty('message');
});

test('an admit moves everybody behind up by one', async () => {
  const location = await openLocation();
  const [first, second, third] = [await joinAs(location), await joinAs(location), await joinAs(location)];
  granted(await act(location(), { id: second.customer.id }, { kind: 'admit' }));
  const positions = await Promise.all(
    [first, second, third].map(async ({ claim }) => granted(await location().status(claim)).answer.position),
  );
  expect(positions).toEqual([1, 0, 2]);
});

test('the spot is held for exactly 300,000 ms by the object itself', async () => {
  const now = stopClock();
  const location = await openLocation();
  const { customer, claim } = await joinAs(location);
  const { visit } = granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  expect(visit).toMatchObject({
    status: 'admitted',
    admittedAt: iso(now),
    holdEndsAt: iso(now + holdMs),
    holdExpired: false,
  });
  await runDurableObjectAlarm(location());

  moveClock(holdMs - 1);
  await runDurableObjectAlarm(location());
  expect(granted(await location().status(claim)).answer).toMatchObject({
    admitted: true,
    holdExpired: false,
  });

  moveClock(1);
  expect(await runDurableObjectAlarm(location())).toBe(true);
  expect(granted(await location().status(claim)).answer).toMatchObject({
    admitted: true,
    holdExpired: true,
    message: 'Timer expired — your spot will be released.',
  });
  expect(granted(await location().view()).view.admittedCustomers).toMatchObject([{ holdExpired: true }]);
});

test('the end of a hold is seen at its very millisecond, even before the alarm has told it', async () => {
  stopClock();
  const location = await openLocation();
  const { customer, claim } = await joinAs(location);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  moveClock(holdMs - 1);
  expect(granted(await location().status(claim)).answer.holdExpired).toBe(false);
  moveClock(1);
  expect(granted(await location().status(claim)).answer).toMatchObject({
    holdExpired: true,
    message: 'Timer expired — your spot will be released.',
  });
  expect(granted(await location().view()).view.admittedCustomers).toMatchObject([{ holdExpired: true }]);
});

test('history that the database does not take holds back neither the end of a hold nor a text', async () => {
  stopClock();
  const location = await openLocation();
  const [first, second] = [await joinAs(location), await joinAs(location, texted)];
  const stuck = Promise.withResolvers<void>();
  const writing = await interceptBatches(location, 'visit_history', () => stuck.promise);
  granted(await act(location(), { id: first.customer.id }, { kind: 'admit' }));
  await alarmUntil(location, async () => writing.asked() === 1);

  moveClock(holdMs);
  await alarmUntil(
    location,
    async () => granted(await location().view()).view.admittedCustomers[0]?.holdExpired,
  );
  await runInDurableObject(location(), (_, state) => {
    const told = state.storage.sql.exec('SELECT hold_expired FROM visit WHERE id = ?', first.customer.id);
    expect(told.one()).toEqual({ hold_expired: 1 });
  });
  granted(await act(location(), { id: second.customer.id }, { kind: 'admit' }));
  await alarmUntil(location, async () => (await textsSent()).length === 1);
  writing.restore();
  stuck.reject(new Error('gone'));
});

const from = (location: Awaited<ReturnType<typeof openLocation>>, sender: string | null) =>
  join(location(), {
    username,
    request: aJoin(),
    idempotencyKey: null,
    sender,
    heldSecret: null,
    language: 'en',
  });

test('twelve joins of one network within two minutes are a group for staff, also after a restart of the object', async () => {
  stopClock();
  const location = await openLocation();
  const groups = async () =>
    granted(await location().view()).view.queue.map(({ senderGroup }) => senderGroup);
  await joinAs(location);
  for (let n = 0; n < 11; n += 1) await from(location, `2001:db8:7:${n + 1}::/64`);
  expect(await groups()).toEqual(Array(12).fill(undefined));
  await from(location, '2001:db8:7:ff::/64');
  const group = (await groups())[1];
  expect(group).toMatch(/^[\da-f-]{36}$/);
  expect(await groups()).toEqual([undefined, ...Array(12).fill(group)]);
  await evictDurableObject(location());
  expect(await groups()).toEqual([undefined, ...Array(12).fill(group)]);
});

test('a join still counts for its sender once the guest has erased the own data, also after a restart', async () => {
  stopClock();
  const location = await openLocation();
  for (let n = 0; n < 5; n += 1) {
    const { claim } = await joinAs(location, {}, null, '203.0.113.7');
    granted(await eraseGuest(location(), claim));
  }
  const later = { ok: false, code: 'rejoin_later' };
  expect(await from(location, '203.0.113.7')).toMatchObject(later);
  await evictDurableObject(location());
  expect(await from(location, '203.0.113.7')).toMatchObject(later);
});

test('discarded parties give their credits back and come into no history; an undo brings them back', async () => {
  stopClock();
  const location = await openLocation();
  const before = granted(await location().view()).view.customerCredits;
  const fake = await joinAs(location, {}, null, '203.0.113.7');
  const other = await joinAs(location, {}, null, '203.0.113.7');
  for (const { customer } of [fake, other])
    granted(await act(location(), { id: customer.id }, { kind: 'discard' }));
  granted(await act(location(), { id: other.customer.id }, { kind: 'undo' }));
  const { view } = granted(await location().view());
  expect(view.customerCredits).toBe(before - 1);
  expect(view.queue.map(({ id, discarded }) => [id, discarded])).toEqual([[other.customer.id, undefined]]);
  expect(view.removedCustomers).toMatchObject([{ id: fake.customer.id, status: 'removed', discarded: true }]);
  moveClock(11_000);
  granted(await act(location(), { id: other.customer.id }, { kind: 'discard' }));
  await runInDurableObject(location(), (_, state) => {
    const rows = state.storage.sql.exec(`SELECT id FROM delivery WHERE kind = 'history'`).toArray();
    expect(rows).toEqual([]);
  });
});

test("the hashes of a sender's networks are erased within a day, also if nobody else comes", async () => {
  stopClock();
  const location = await openLocation();
  await from(location, '2001:db8:7:1::/64');
  const known = () =>
    runInDurableObject(location(), (_, state) =>
      state.storage.sql
        .exec(
          `SELECT count(sender_hash) AS host, count(sender_56) AS wider, count(sender_48) AS widest FROM visit`,
        )
        .one(),
    );
  expect(await known()).toEqual({ host: 1, wider: 1, widest: 1 });
  moveClock(24 * 3_600_000);
  await runDurableObjectAlarm(location());
  expect(await known()).toEqual({ host: 0, wider: 0, widest: 0 });
});

test('a join brings the erasure of its sender forward, where the next alarm would be later', async () => {
  const now = stopClock();
  const location = await openLocation();
  const { claim } = await joinAs(location);
  granted(await leave(location(), claim));
  await alarmUntil(location, async () => (await historyRows()).length === 1);
  const alarmAt = () => runInDurableObject(location(), (_, state) => state.storage.getAlarm());
  expect(await alarmAt()).toBeGreaterThan(now + 7 * 24 * 3_600_000);
  await joinAs(location);
  // The guest's wait ends after 24 hours.
  expect(await alarmAt()).toBe(now + 1 + 24 * 3_600_000);
  await from(location, '2001:db8:7:1::/64');
  expect(await alarmAt()).toBeLessThan(now + 24 * 3_600_000);
});

test('each ended visit has exactly one history row, without a name or a number', async () => {
  const now = stopClock();
  const location = await openLocation();
  const admitted = await joinAs(location, texted);
  const removed = await joinAs(location, { firstName: 'Budi' });
  const left = await joinAs(location, { firstName: 'Siti' });
  await joinAs(location, { firstName: 'Still', lastName: 'Waiting' });
  moveClock(60_000);
  granted(await act(location(), { id: admitted.customer.id }, { kind: 'admit' }));
  granted(await act(location(), { id: removed.customer.id }, { kind: 'remove' }));
  granted(await leave(location(), left.claim));
  await alarmUntil(location, async () => (await historyRows()).length === 3);
  const common = { business_id: 'business', num_guests: 2, revision: 1, ended_at: now + 60_000 };
  expect(await historyRows()).toMatchObject([
    { ...common, outcome: 'admitted', joined_at: now, admitted_at: now + 60_000, promised_minutes: 0 },
    { ...common, outcome: 'removed', joined_at: now + 1, admitted_at: null, promised_minutes: 5 },
    { ...common, outcome: 'left', joined_at: now + 2, admitted_at: null, promised_minutes: 10 },
  ]);
  expect(JSON.stringify(await historyRows())).not.toMatch(/Maya|Putri|Budi|Siti|812 3456 7890/);
});

test('a history row delivered twice or late stays one row, the last revision', async () => {
  const location = await openLocation();
  const { customer } = await joinAs(location);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await alarmUntil(location, async () => (await historyRows()).length === 1);
  const entry = JSON.stringify({
    visitId: customer.id,
    revision: 1,
    businessId: 'business',
    locationId: 'x',
    outcome: 'admitted',
    numGuests: 2,
    waitingPreference: 'on_premises',
    joinedAt: 1,
    admittedAt: 2,
    endedAt: 2,
    promisedMinutes: 0,
    promisedLow: 0,
    promisedHigh: 0,
    moved: false,
    timezone: 'Asia/Jakarta',
  });
  const later = entry.replace('"revision":1', '"revision":2').replace('"admitted"', '"no_show"');
  await runInDurableObject(location(), async (queue, state) => {
    [later, entry, entry].forEach((payload, n) =>
      state.storage.sql.exec(
        `INSERT INTO delivery (id, kind, visit_id, call, payload, due_at, queued_at) VALUES (?, 'history', ?, 0, ?, 0, 0)`,
        `again-${n}`,
        customer.id,
        payload,
      ),
    );
    await queue.alarm();
  });
  await alarmUntil(location, async () => {
    const left = await runInDurableObject(location(), (_, state) =>
      state.storage.sql.exec('SELECT COUNT(*) AS n FROM delivery').one(),
    );
    return left['n'] === 0;
  });
  expect(await historyRows()).toMatchObject([{ revision: 2, outcome: 'no_show' }]);
});

test('a database that is away delays the history and stops nothing else', async () => {
  stopClock();
  const location = await openLocation();
  const { customer, claim } = await joinAs(location);
  await env.DB.exec('ALTER TABLE visit_history RENAME TO visit_history_away');
  const log = vi.spyOn(console, 'log');
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await alarmUntil(location, async () =>
    log.mock.calls.some(([line]) => String(line).includes('delivery_failed')),
  );
  moveClock(holdMs);
  await alarmUntil(location, async () => granted(await location().status(claim)).answer.holdExpired);
  await env.DB.exec('ALTER TABLE visit_history_away RENAME TO visit_history');
  moveClock(holdMs);
  await alarmUntil(location, async () => (await historyRows()).length === 1);
});

test('a text is recorded as being sent before the provider is called', async () => {
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  const recorded = await runInDurableObject(location(), (queue, { storage }) => {
    const db = queue['env'].DB;
    const prepare = db.prepare.bind(db);
    const before: unknown[] = [];
    vi.spyOn(db, 'prepare').mockImplementation((query) => {
      if (query.startsWith('insert into "development_messages"')) {
        before.push(storage.sql.exec(`SELECT state FROM delivery WHERE kind = 'turn_text'`).one());
        before.push(storage.sql.exec('SELECT text_status FROM visit').one());
      }
      return prepare(query);
    });
    return before;
  });
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await alarmUntil(location, async () => (await textsSent()).length === 1);
  expect(recorded).toEqual([{ state: 'sending' }, { text_status: 'sending' }]);
});

test('a text whose call was cut off is shown as unknown and never repeated', async () => {
  stopClock();
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  await runInDurableObject(location(), async (queue, state) => {
    const admitted = act(queue, { id: customer.id }, { kind: 'admit' });
    state.storage.sql.exec(`UPDATE delivery SET state = 'sending' WHERE kind = 'turn_text'`);
    await admitted;
  });
  await alarmUntil(
    location,
    async () => granted(await location().view()).view.admittedCustomers[0]?.message?.status === 'unknown',
  );
  expect(await textsSent()).toEqual([]);
});

test('a text that could not go out before the hold ended gives its credit back', async () => {
  stopClock();
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  await runInDurableObject(location(), async (queue, state) => {
    const admitted = act(queue, { id: customer.id }, { kind: 'admit' });
    state.storage.sql.exec(`UPDATE delivery SET due_at = expires_at WHERE kind = 'turn_text'`);
    await admitted;
  });
  expect(granted(await location().view()).view.smsCredits).toBe(299);
  moveClock(holdMs);
  await alarmUntil(location, async () => granted(await location().view()).view.smsCredits === 300);
  expect(granted(await location().view()).view.admittedCustomers).toMatchObject([
    { message: { status: 'failed', error: 'expired' } },
  ]);
  expect(await textsSent()).toEqual([]);
});

test('a removed location tells its guests, gives back what they reserved, erases them and lets nobody in', async () => {
  const location = await openLocation();
  const { claim } = await joinAs(location, texted);
  const left = { customerCredits: 300, smsCredits: 300 };
  expect(await close(location())).toEqual({
    ok: true,
    to: 'account',
    before: { ...left, customerCredits: 299 },
    after: left,
    revision: 0,
    guestsLeft: null,
    customerDebt: 0,
  });
  expect(granted(await location().status(claim)).answer).toMatchObject({
    removed: true,
    status: 'removed',
    message: 'You have been removed from the queue by the business.',
    customer: { firstName: '', lastName: '' },
  });
  expect(
    await join(location(), {
      username,
      request: aJoin(),
      idempotencyKey: null,
      sender: null,
      heldSecret: null,
      language: 'en',
    }),
  ).toEqual({
    ok: false,
    code: 'location_closed',
  });
  expect(await close(location())).toEqual({
    ok: true,
    to: 'account',
    before: left,
    after: left,
    revision: 0,
    guestsLeft: null,
    customerDebt: 0,
  });
  await alarmUntil(location, async () => (await historyRows()).length === 1);
  await runInDurableObject(location(), (_, state) => {
    expect(JSON.stringify(state.storage.sql.exec('SELECT * FROM visit').toArray())).not.toMatch(
      /Maya|Putri|812 3456 7890/,
    );
  });
});

test('an owner names a visit by its whole key: the right time with another name is nobody', async () => {
  const location = await openLocation();
  const { customer } = await joinAs(location);
  const at = customer.joinedAt;
  expect(await act(location(), { customerKey: `EvePutri${at}` }, { kind: 'admit' })).toEqual({
    ok: false,
    code: 'not_found',
  });
  expect(await act(location(), { customerKey: 'no time at all' }, { kind: 'remove' })).toEqual({
    ok: false,
    code: 'not_found',
  });
  expect(await act(location(), { customerKey: `MayaPutri${at}` }, { kind: 'admit' })).toMatchObject({
    ok: true,
  });
});

test('a guest’s address may spell the business in any case', async () => {
  const location = await openLocation();
  const { claim } = await joinAs(location);
  expect(await location().status({ ...claim, username: 'BLUE-Door' })).toMatchObject({ ok: true });
  expect(await location().status({ ...claim, username: 'blue-doo' })).toEqual({
    ok: false,
    code: 'not_found',
  });
});

test('who left and who was removed are told apart, each with its time', async () => {
  const now = stopClock();
  const location = await openLocation();
  const leaver = await joinAs(location, { ...texted, phoneNumber: 'no number' });
  const removed = await joinAs(location);
  granted(await leave(location(), leaver.claim));
  granted(await act(location(), { id: removed.customer.id }, { kind: 'remove' }));
  const { removedCustomers } = granted(await location().view()).view;
  const byStatus = Object.fromEntries(removedCustomers.map((visit) => [visit.status, visit]));
  expect(byStatus['left']).toMatchObject({ leftAt: iso(now) });
  expect(byStatus['left']).not.toHaveProperty('removedAt');
  expect(byStatus['left']).not.toHaveProperty('message');
  expect(byStatus['removed']).toMatchObject({ removedAt: iso(now) });
  expect(byStatus['removed']).not.toHaveProperty('leftAt');
});

test('an alarm that fails is loud and comes again a minute later', async () => {
  stopClock();
  const location = await openLocation();
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await runInDurableObject(location(), async (queue, state) => {
    state.storage.sql.exec('ALTER TABLE visit RENAME TO visit_away');
    await queue.alarm();
    state.storage.sql.exec('ALTER TABLE visit_away RENAME TO visit');
  });
  expect(complaints.mock.calls.flat().join()).toContain('"event":"alarm_failed"');
  complaints.mockClear();
  const alarmAt = await runInDurableObject(location(), (_, state) => state.storage.getAlarm());
  expect(alarmAt).toBe(Date.now() + 60_000);
});

test('an object that was never opened answers not_found to everything', async () => {
  const nobody = env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.newUniqueId());
  const claim = { username, secret: 'x' };
  const missing = { ok: false, code: 'not_found' };
  expect(await nobody.view()).toEqual(missing);
  expect(await nobody.accepting()).toEqual(missing);
  expect(await close(nobody)).toEqual(missing);
  expect(
    await join(nobody, {
      username,
      request: aJoin(),
      idempotencyKey: null,
      sender: null,
      heldSecret: null,
      language: 'en',
    }),
  ).toEqual(missing);
  expect(await nobody.status(claim)).toEqual(missing);
  expect(await leave(nobody, claim)).toEqual(missing);
  expect(await act(nobody, { id: 'x' }, { kind: 'admit' })).toEqual(missing);
  expect(await act(nobody, { customerKey: 'x' }, { kind: 'remove' })).toEqual(missing);
});

test('a repeated open keeps what the location is and has', async () => {
  const location = await openLocation({ customerCredits: 5 });
  await joinAs(location);
  await location().open({
    businessId: 'b',
    businessName: 'Other',
    username: 'other',
    address: 'x',
    timezone: 'UTC',
    country: null,
    customerCredits: 999,
    smsCredits: 999,
    creditsEndAt: null,
    creditsRevision: 0,
    billingRevision: 0,
  });
  expect(granted(await location().view()).view).toMatchObject({
    businessName: 'Blue Door Café',
    customerCredits: 4,
  });
});

test('the ended lists reach back 48 hours', async () => {
  stopClock();
  const location = await openLocation();
  const admitted = await joinAs(location);
  const left = await joinAs(location);
  granted(await act(location(), { id: admitted.customer.id }, { kind: 'admit' }));
  granted(await leave(location(), left.claim));
  moveClock(48 * 3_600_000);
  const { view } = granted(await location().view());
  expect([view.admittedCustomers.length, view.removedCustomers.length]).toEqual([1, 1]);
  moveClock(1);
  const later = granted(await location().view()).view;
  expect([later.admittedCustomers.length, later.removedCustomers.length]).toEqual([0, 0]);
});
