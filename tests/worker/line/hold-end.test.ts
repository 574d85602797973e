/** The hold of an admitted party ends, and neither the guest nor staff do anything. */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { delivered } from '../support/deliveries.ts';
import {
  act,
  acted,
  anOwnersLocation,
  asStaffSees,
  join,
  joinNamed,
  objectOf,
  refused,
  setUp,
  statusOf,
  viewOf,
} from '../support/owner-calls.ts';
import { alarmUntil, historyRows, holdMs, moveClock, stopClock } from '../support/queue-factories.ts';
import { guestPage, ownerPage, toldGuest, toldOwner } from '../support/sockets.ts';
import { iso } from '../../../src/shared/time/iso.ts';

const UNRESOLVED_MS = 30 * 60_000;

async function outcomes(): Promise<unknown[]> {
  return (await historyRows()).map(({ outcome, revision }) => ({ outcome, revision }));
}

test('at its end the hold is marked, told to guest and owner, and the party can still be decided about', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await join(place);
  await acted(place, ada, 'admit');
  const [guest, owner] = [await guestPage(place, ada), await ownerPage(place)];
  moveClock(holdMs);
  await alarmUntil(objectOf(place), async () => (await toldGuest(guest)).length > 0);
  expect(await toldGuest(guest)).toMatchObject([
    {
      type: 'status',
      admitted: true,
      holdExpired: true,
      message: 'Timer expired — your spot will be released.',
    },
  ]);
  expect(await toldOwner(owner)).toMatchObject([
    { type: 'change', updated: [{ id: ada.customer.id, status: 'admitted', holdExpired: true }] },
  ]);
  moveClock(UNRESOLVED_MS - 1);
  await runDurableObjectAlarm(objectOf(place)());
  expect(await acted(place, ada, 'arrived')).toMatchObject({ status: 'arrived' });
  await delivered(objectOf(place));
  expect(await outcomes()).toEqual([{ outcome: 'arrived', revision: 2 }]);
});

test('thirty minutes later an undecided party stays served', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const ada = await join(place);
  const admitted = await acted(place, ada, 'admit');
  await delivered(objectOf(place));
  moveClock(holdMs + UNRESOLVED_MS);
  await alarmUntil(
    objectOf(place),
    async () => (await act(place, ada.customer.id, 'no-show')).status === 409,
  );
  expect(await act(place, ada.customer.id, 'no-show')).toEqual(refused('already_settled'));
  expect((await viewOf(place)).admittedCustomers).toEqual([{ ...admitted, holdExpired: true }]);
  await delivered(objectOf(place));
  expect(await historyRows()).toMatchObject([
    { outcome: 'admitted', revision: 1, admitted_at: now, ended_at: now },
  ]);
});

test('thirty minutes later an undecided party is a no-show where that is set, and history says so', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  await setUp(place, { afterHold: 'no_show' });
  const ada = await join(place);
  const admitted = await acted(place, ada, 'admit');
  await delivered(objectOf(place));
  expect(await outcomes()).toEqual([{ outcome: 'admitted', revision: 1 }]);
  const [guest, owner] = [await guestPage(place, ada), await ownerPage(place)];
  const end = now + holdMs + UNRESOLVED_MS;
  moveClock(holdMs + UNRESOLVED_MS - 1);
  await runDurableObjectAlarm(objectOf(place)());
  expect((await viewOf(place)).admittedCustomers).toEqual([{ ...admitted, holdExpired: true }]);
  moveClock(1);
  await alarmUntil(
    objectOf(place),
    async () => (await outcomes()).length === 1 && (await noShows(place)) === 1,
  );
  expect((await viewOf(place)).admittedCustomers).toEqual([
    { ...admitted, status: 'no_show', holdExpired: true, noShowAt: iso(end) },
  ]);
  expect((await toldGuest(guest)).at(-1)).toMatchObject({ type: 'status', status: 'no_show' });
  expect((await toldOwner(owner)).at(-1)).toMatchObject({ updated: [{ status: 'no_show' }] });
  await delivered(objectOf(place));
  expect(await historyRows()).toMatchObject([
    { outcome: 'no_show', revision: 2, admitted_at: now, ended_at: end },
  ]);
  expect((await viewOf(place)).customerCredits).toBe(299);
  expect(await statusOf(place, ada)).toMatchObject({
    status: 'no_show',
    admitted: true,
    serverNow: iso(end),
  });
});

async function noShows(place: Parameters<typeof viewOf>[0]): Promise<number> {
  return (await viewOf(place)).admittedCustomers.filter(({ status }) => status === 'no_show').length;
}

test('what counts is the setting at the time of settling, for each party', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  await acted(place, ada, 'admit');
  moveClock(60_000);
  await acted(place, budi, 'admit');
  moveClock(holdMs + UNRESOLVED_MS - 60_000);
  await alarmUntil(
    objectOf(place),
    async () => (await act(place, ada.customer.id, 'call-again')).status === 409,
  );
  await setUp(place, { afterHold: 'no_show' });
  moveClock(60_000);
  await alarmUntil(objectOf(place), async () => (await noShows(place)) === 1);
  expect((await viewOf(place)).admittedCustomers).toMatchObject([
    { firstName: 'Budi', status: 'no_show' },
    { firstName: 'Ada', status: 'admitted' },
  ]);
  await delivered(objectOf(place));
  expect(await outcomes()).toEqual([
    { outcome: 'admitted', revision: 1 },
    { outcome: 'no_show', revision: 2 },
  ]);
});

test('an object that missed both times catches up at its next alarm', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await setUp(place, { afterHold: 'no_show' });
  for (const name of ['Ada', 'Budi', 'Cleo']) await acted(place, await joinNamed(place, name), 'admit');
  await evictDurableObject(objectOf(place)());
  moveClock(holdMs + UNRESOLVED_MS);
  await alarmUntil(objectOf(place), async () => (await noShows(place)) === 3);
  await delivered(objectOf(place));
  expect(await outcomes()).toEqual(Array.from({ length: 3 }, () => ({ outcome: 'no_show', revision: 2 })));
});

test('a party put back after its hold waits again, and its next admission has a hold of its own', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const ada = await join(place);
  await acted(place, ada, 'admit');
  moveClock(holdMs);
  await runDurableObjectAlarm(objectOf(place)());
  expect(await acted(place, ada, 'put-back')).toEqual(asStaffSees(ada));
  moveClock(UNRESOLVED_MS);
  await runDurableObjectAlarm(objectOf(place)());
  expect((await viewOf(place)).queue).toEqual([asStaffSees(ada)]);
  expect(await acted(place, ada, 'admit')).toMatchObject({
    holdEndsAt: iso(now + 2 * holdMs + UNRESOLVED_MS),
    holdExpired: false,
  });
  expect((await viewOf(place)).customerCredits).toBe(299);
});

test('holds that end at one moment end for all, whatever the owner does at that moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    stopClock();
    const place = await anOwnersLocation();
    const guests: Awaited<ReturnType<typeof join>>[] = [];
    for (let n = 0; n < 12; n += 1) guests.push(await join(place));
    for (const guest of guests) await acted(place, guest, 'admit');
    moveClock(holdMs);
    const came = guests.filter((_, n) => n % 2 === 0);
    await Promise.all([
      ...came.map((guest) => acted(place, guest, 'arrived')),
      runDurableObjectAlarm(objectOf(place)()),
    ]);
    const statuses = (await viewOf(place)).admittedCustomers.map(({ id, status, holdExpired }) => ({
      status,
      holdExpired,
      came: came.some(({ customer }) => customer.id === id),
    }));
    expect(statuses.filter((one) => one.came)).toEqual(
      Array.from({ length: 6 }, () => ({ status: 'arrived', holdExpired: true, came: true })),
    );
    expect(statuses.filter((one) => !one.came)).toEqual(
      Array.from({ length: 6 }, () => ({ status: 'admitted', holdExpired: true, came: false })),
    );
  }
});
