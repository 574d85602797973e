/**
 * Staff undo an action within ten seconds. Staff can undo an admit only if the location's setting `undo` is on. With
 * this setting, the guest's text is sent ten seconds after the admit.
 */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { delivered, pending } from '../../worker/support/deliveries.ts';
import {
  act,
  acted,
  anOwnersLocation,
  asStaffSees,
  join,
  joinNamed,
  leave,
  lineOf,
  objectOf,
  refused,
  setUp,
  statusOf,
  tryToJoin,
  viewOf,
  walkedIn,
  aCarefulPlace,
} from '../../worker/support/owner-calls.ts';
import {
  alarmUntil,
  historyRows,
  moveClock,
  stopClock,
  texted,
  textsSent,
} from '../../worker/support/queue-factories.ts';

const UNDO_MS = 10_000;

test('where undo is not offered the text leaves at once and no admit can be taken back, but a remove can', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const [ada, budi] = [await join(place, texted), await joinNamed(place, 'Budi')];
  await acted(place, ada, 'admit');
  expect(await act(place, ada.customer.id, 'undo')).toEqual(refused('undo_over'));
  await delivered(objectOf(place));
  expect(await textsSent()).toHaveLength(1);
  await acted(place, budi, 'remove');
  expect(await statusOf(place, budi)).toMatchObject({ removed: false });
  expect(await acted(place, budi, 'undo')).toMatchObject({ status: 'waiting', position: 1 });
});

test('where undo is offered the text leaves when it no longer is, to the millisecond', async () => {
  const place = await aCarefulPlace();
  const location = objectOf(place);
  const ada = await join(place, texted);
  expect((await acted(place, ada, 'admit')).message).toEqual({ status: 'queued' });
  moveClock(UNDO_MS - 1);
  await runDurableObjectAlarm(location());
  await delivered(location);
  expect([await textsSent(), (await pending(location)).map(({ kind }) => kind)]).toEqual([[], ['turn_text']]);
  moveClock(1);
  await alarmUntil(location, async () => (await textsSent()).length === 1);
  expect(await textsSent()).toMatchObject([{ recipient: texted.phoneNumber }]);
  expect(await act(place, ada.customer.id, 'undo')).toEqual(refused('undo_over'));
});

test('an admit taken back in time: the old place, no text, all credits', async () => {
  const place = await aCarefulPlace();
  await joinNamed(place, 'Ada');
  const budi = await join(place, { firstName: 'Budi', ...texted });
  await joinNamed(place, 'Cleo');
  const before = await viewOf(place);
  await acted(place, budi, 'admit');
  expect(await viewOf(place)).toMatchObject({ customerCredits: 297, smsCredits: 299 });
  moveClock(UNDO_MS - 1);
  expect(await acted(place, budi, 'undo')).toEqual(asStaffSees(budi));
  expect(await viewOf(place)).toEqual(before);
  expect(await pending(objectOf(place))).not.toContainEqual(expect.objectContaining({ kind: 'turn_text' }));
  moveClock(60_000);
  await delivered(objectOf(place));
  expect(await textsSent()).toEqual([]);
  await leave(place, budi);
  expect(await viewOf(place)).toMatchObject({ customerCredits: 298, smsCredits: 300 });
});

test('a remove taken back in time: the old place, the credit reserved again', async () => {
  const place = await aCarefulPlace();
  await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  await joinNamed(place, 'Cleo');
  const before = await viewOf(place);
  await acted(place, budi, 'remove');
  expect((await viewOf(place)).customerCredits).toBe(298);
  moveClock(UNDO_MS - 1);
  expect(await acted(place, budi, 'undo')).toEqual(asStaffSees(budi));
  expect(await viewOf(place)).toEqual(before);
});

test('an undo is for ten seconds and works once', async () => {
  const place = await aCarefulPlace();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  await acted(place, ada, 'admit');
  moveClock(UNDO_MS);
  expect(await act(place, ada.customer.id, 'undo')).toEqual(refused('undo_over'));
  await acted(place, budi, 'remove');
  await acted(place, budi, 'undo');
  expect(await act(place, budi.customer.id, 'undo')).toEqual(refused('undo_over'));
  expect(await viewOf(place)).toMatchObject({
    queue: [{ firstName: 'Budi', status: 'waiting' }],
    admittedCustomers: [{ firstName: 'Ada', status: 'admitted' }],
  });
});

test('each action can be taken back on its own, in any order', async () => {
  const place = await aCarefulPlace();
  const names = ['Ada', 'Budi', 'Cleo', 'Dewi'];
  const guests: Awaited<ReturnType<typeof joinNamed>>[] = [];
  for (const name of names) guests.push(await joinNamed(place, name));
  const at = (n: number) => guests[n] ?? fail();
  const before = await viewOf(place);
  await acted(place, at(0), 'admit');
  for (const n of [1, 2, 3]) await acted(place, at(n), 'remove');
  const offers = (await viewOf(place)).removedCustomers.map(({ undoUntil }) => undoUntil);
  expect(new Set(offers)).toEqual(new Set([new Date(Date.now() + UNDO_MS).toISOString()]));
  await evictDurableObject(objectOf(place)());
  for (const n of [2, 0, 3, 1]) await acted(place, at(n), 'undo');
  expect(await viewOf(place)).toEqual(before);
});

function fail(): never {
  throw new Error('no such guest');
}

test('a party that is put back is no longer to be undone', async () => {
  const place = await aCarefulPlace();
  const ada = await join(place, texted);
  await acted(place, ada, 'admit');
  await acted(place, ada, 'put-back');
  expect(await act(place, ada.customer.id, 'undo')).toEqual(refused('undo_over'));
  expect((await viewOf(place)).smsCredits).toBe(300);
  moveClock(UNDO_MS);
  await delivered(objectOf(place));
  expect(await textsSent()).toEqual([]);
});

test.each(['arrived', 'no-show'] as const)(
  'marked %s by mistake, the party is held as before, and its text leaves after all, once',
  async (action) => {
    const place = await aCarefulPlace();
    const ada = await join(place, texted);
    const admitted = await acted(place, ada, 'admit');
    await acted(place, ada, action);
    expect((await viewOf(place)).smsCredits).toBe(300);
    const { undoUntil: _, undoPosition: __, ...held } = admitted;
    expect(await acted(place, ada, 'undo')).toEqual(held);
    expect((await viewOf(place)).smsCredits).toBe(299);
    moveClock(UNDO_MS);
    await delivered(objectOf(place));
    expect(await textsSent()).toHaveLength(1);
  },
);

test('an undo survives the object’s stop', async () => {
  const place = await aCarefulPlace();
  const ada = await join(place, texted);
  await acted(place, ada, 'admit');
  await evictDurableObject(objectOf(place)());
  expect(await acted(place, ada, 'undo')).toEqual(asStaffSees(ada));
});

test('between the same neighbours: who was moved or joined meanwhile does not change the place', async () => {
  const place = await aCarefulPlace();
  const [ada, budi, cleo] = [
    await joinNamed(place, 'Ada'),
    await joinNamed(place, 'Budi'),
    await joinNamed(place, 'Cleo'),
  ];
  await acted(place, budi, 'remove');
  await acted(place, cleo, 'move', { position: 1 });
  await joinNamed(place, 'Dewi');
  expect(await acted(place, budi, 'undo')).toMatchObject({ position: 3 });
  expect(await lineOf(place)).toEqual(['Cleo', 'Ada', 'Budi', 'Dewi']);
  await acted(place, ada, 'admit');
  await leave(place, cleo);
  expect(await acted(place, ada, 'undo')).toMatchObject({ position: 1 });
  expect(await lineOf(place)).toEqual(['Ada', 'Budi', 'Dewi']);
});

test('each visit has one history row: waiting after an undo, then what really became of it', async () => {
  const place = await aCarefulPlace();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  const outcomes = async () => {
    await delivered(objectOf(place));
    return (await historyRows()).map(({ visit_id, outcome, revision, admitted_at }) => ({
      ada: visit_id === ada.customer.id,
      outcome,
      revision,
      wasAdmitted: admitted_at !== null,
    }));
  };
  await acted(place, ada, 'admit');
  expect(await outcomes()).toEqual([{ ada: true, outcome: 'admitted', revision: 1, wasAdmitted: true }]);
  await acted(place, ada, 'undo');
  expect(await outcomes()).toEqual([{ ada: true, outcome: 'waiting', revision: 2, wasAdmitted: false }]);
  await acted(place, budi, 'remove');
  await acted(place, budi, 'undo');
  await leave(place, ada);
  await acted(place, budi, 'admit');
  expect(await outcomes()).toEqual([
    { ada: true, outcome: 'left', revision: 3, wasAdmitted: false },
    { ada: false, outcome: 'admitted', revision: 3, wasAdmitted: true },
  ]);
});

test('who leaves while the removal can be undone has left: no undo brings the visit back', async () => {
  const place = await aCarefulPlace();
  const ada = await joinNamed(place, 'Ada');
  await acted(place, ada, 'remove');
  expect(await leave(place, ada)).toEqual({ status: 200, body: { success: true } });
  expect(await act(place, ada.customer.id, 'undo')).toEqual(refused('undo_over'));
  expect(await statusOf(place, ada)).toMatchObject({ removed: true, position: 0 });
  expect(await viewOf(place)).toMatchObject({ customerCredits: 300, queue: [] });
});

test('a credit that went to somebody else meanwhile cannot be taken back', async () => {
  const place = await aCarefulPlace({ baseCustomerCredits: 1 });
  const ada = await joinNamed(place, 'Ada');
  await acted(place, ada, 'remove');
  // The first walk-in uses the only credit. The 30 further walk-ins make a debt of 30 credits, which is the largest
  // possible debt.
  for (let n = 0; n < 31; n += 1) await walkedIn(place, { firstName: 'Budi' });
  expect(await act(place, ada.customer.id, 'undo')).toEqual(refused('no_credits'));
  const { customerCredits, customerDebt, queue } = await viewOf(place);
  expect([customerCredits, customerDebt, queue.length]).toEqual([0, 30, 31]);
  expect(await tryToJoin(place)).toEqual(refused('no_credits'));
  moveClock(UNDO_MS);
  expect(await statusOf(place, ada)).toMatchObject({ removed: true });
});

test('of an undo and the end of its time at once, in any order, one thing happened', async () => {
  for (let round = 0; round < 5; round += 1) {
    const place = await aCarefulPlace();
    const phoneNumber = `+628123456780${round}`;
    const joined = await join(place, { ...texted, phoneNumber });
    const ada = { customer: asStaffSees(joined) };
    await acted(place, ada, 'admit');
    moveClock(UNDO_MS);
    const [, undone] = await Promise.all([
      runDurableObjectAlarm(objectOf(place)()),
      act(place, ada.customer.id, 'undo'),
    ]);
    expect(undone).toEqual(refused('undo_over'));
    await delivered(objectOf(place));
    expect(await textsSent()).toHaveLength(round + 1);
  }
});

test('undo switched off while an offer runs: the offer still stands', async () => {
  const place = await aCarefulPlace();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  await acted(place, ada, 'admit');
  await setUp(place, { undo: false });
  expect(await acted(place, ada, 'undo')).toEqual(asStaffSees(ada));
  await acted(place, budi, 'admit');
  expect(await act(place, budi.customer.id, 'undo')).toEqual(refused('undo_over'));
});
