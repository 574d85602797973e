/** Recall: staff restore a visit that ended today. */
import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { delivered } from '../../worker/support/deliveries.ts';
import {
  act,
  acted,
  anOwnersLocation,
  asStaffSees,
  joinNamed,
  join,
  leave,
  lineOf,
  objectOf,
  refused,
  statusOf,
  viewOf,
  walkedIn,
} from '../../worker/support/owner-calls.ts';
import {
  alarmUntil,
  historyRows,
  holdMs,
  moveClock,
  stopClock,
  texted,
  textsSent,
} from '../../worker/support/queue-factories.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

test('who left or was removed waits again at the old place, pays again, and is called by name', async () => {
  stopClock();
  const place = await anOwnersLocation({ baseCustomerCredits: 3 });
  const [ada, budi, cleo] = [
    await joinNamed(place, 'Ada'),
    await joinNamed(place, 'Budi'),
    await joinNamed(place, 'Cleo'),
  ];
  await leave(place, ada);
  await acted(place, budi, 'remove');
  moveClock(MINUTE_MS);
  await evictDurableObject(objectOf(place)());
  expect(await acted(place, budi, 'recall')).toEqual({
    ...asStaffSees(budi),
    position: 1,
    pageGone: true,
  });
  expect(await acted(place, ada, 'recall')).toMatchObject({ position: 1, pageGone: true });
  expect(await lineOf(place)).toEqual(['Ada', 'Budi', 'Cleo']);
  expect((await viewOf(place)).customerCredits).toBe(0);
  await acted(place, cleo, 'remove');
  await walkedIn(place, { firstName: 'Dewi' });
  // No credit is left, so the recall makes a debt of one credit.
  expect(await acted(place, cleo, 'recall')).toMatchObject({ position: 3 });
  expect(await viewOf(place)).toMatchObject({ customerCredits: 0, customerDebt: 1 });
});

test('a recalled guest who opens the page again follows, and the mark goes', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  await leave(place, ada);
  await acted(place, ada, 'recall');
  expect(await statusOf(place, ada)).toMatchObject({ status: 'waiting', position: 1, removed: false });
  expect((await viewOf(place)).queue).toEqual([asStaffSees(ada)]);
});

test('a no-show who comes after all is held anew, can be called again, and no text leaves by itself', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const ada = await join(place, texted);
  await acted(place, ada, 'admit');
  await delivered(objectOf(place));
  moveClock(holdMs);
  await acted(place, ada, 'no-show');
  moveClock(MINUTE_MS);
  const until = new Date(now + holdMs + MINUTE_MS + holdMs).toISOString();
  expect(await acted(place, ada, 'recall')).toMatchObject({
    status: 'admitted',
    admittedAt: new Date(now).toISOString(),
    holdEndsAt: until,
    holdExpired: false,
    pageGone: true,
  });
  expect(await statusOf(place, ada)).toMatchObject({ status: 'admitted', holdMs, holdEndsAt: until });
  await delivered(objectOf(place));
  expect(await textsSent()).toHaveLength(1);
  await acted(place, ada, 'call-again');
  await delivered(objectOf(place));
  expect(await textsSent()).toHaveLength(2);
  moveClock(holdMs);
  await alarmUntil(objectOf(place), async () => (await viewOf(place)).admittedCustomers[0]?.holdExpired);
  expect((await viewOf(place)).customerCredits).toBe(299);
});

test('a party that nobody resolved is in Arriving again', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  await acted(place, ada, 'admit');
  moveClock(holdMs + 30 * MINUTE_MS);
  await alarmUntil(objectOf(place), async () => {
    const { body } = await act(place, ada.customer.id, 'put-back');
    return JSON.stringify(body).includes('already_settled');
  });
  expect(await acted(place, ada, 'recall')).toMatchObject({ status: 'admitted', holdExpired: false });
  expect(await acted(place, ada, 'arrived')).toMatchObject({ status: 'arrived' });
});

test('on the next day nobody is recalled', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  await leave(place, ada);
  moveClock(DAY_MS);
  expect(await act(place, ada.customer.id, 'recall')).toEqual(refused('recall_over'));
});

test.each([
  ['one after the other', true],
  ['all at once, so that the first row had not arrived', false],
])('the history has the last outcome of a recalled visit: %s', async (_, isDelivered) => {
  stopClock();
  const place = await anOwnersLocation();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  const outcomes = async () => {
    await delivered(objectOf(place));
    return (await historyRows()).map(({ outcome, revision }) => [outcome, revision]);
  };
  await acted(place, ada, 'admit');
  await acted(place, ada, 'no-show');
  await leave(place, budi);
  if (isDelivered)
    expect(await outcomes()).toEqual([
      ['no_show', 2],
      ['left', 1],
    ]);
  await acted(place, ada, 'recall');
  await acted(place, budi, 'recall');
  if (isDelivered)
    expect(await outcomes()).toEqual([
      ['admitted', 3],
      ['waiting', 2],
    ]);
  await acted(place, ada, 'arrived');
  await acted(place, budi, 'admit');
  expect(await outcomes()).toEqual([
    ['arrived', 4],
    ['admitted', 3],
  ]);
  const { results } = await env.DB.prepare(
    'SELECT sum(joined) AS joined, sum(served) AS served, sum(no_shows) AS noShows FROM visit_hours',
  ).all();
  expect(results).toEqual([{ joined: 2, served: 2, noShows: 0 }]);
});
