/** What the pages of guest and owner hear of a hold that ended, and of a party about which nobody decided. */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { delivered } from '../support/deliveries.ts';
import { acted, anOwnersLocation, join, objectOf, setUp, statusOf, viewOf } from '../support/owner-calls.ts';
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
    { ...admitted, status: 'no_show', holdExpired: true },
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
