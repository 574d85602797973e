/** Walk-ins: their cost, their limits, and their idempotency keys. */
import type { SettingsChange } from '../../../src/shared/queue/settings.ts';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/shared/limits.ts';
import { close } from '../../worker/support/commands.ts';
import { call, newOwner } from '../../worker/support/factories.ts';
import {
  acted,
  addWalkIn,
  anOwnersLocation,
  asStaffSees,
  invalid,
  join,
  leave,
  lineOf,
  objectOf,
  refused,
  setUp,
  tryToJoin,
  viewOf,
  walkedIn,
} from '../../worker/support/owner-calls.ts';
import { alarmUntil, moveClock, stopClock, texted, textsSent } from '../../worker/support/queue-factories.ts';
import { iso } from '../../../src/shared/time/iso.ts';

const key = 'walk-in-key-0123456789';

test('a walk-in needs a first name only, joins at the end and costs one credit', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const ada = await join(place);
  const added = {
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    firstName: 'Budi',
    lastName: '',
    numGuests: 1,
    waitingPreference: 'on_premises',
    joinedAt: iso(now + 1),
    address: place.location.address,
    position: 2,
    status: 'waiting',
    promised: { low: 2, high: 10, minutes: 5 },
  };
  expect(await addWalkIn(place, { firstName: '  Budi ' })).toEqual({
    status: 201,
    body: { success: true, customer: added },
  });
  expect(await viewOf(place)).toEqual({
    ...place.location,
    customerCredits: 298,
    queue: [asStaffSees(ada), added],
  });
});

test('a walk-in with a phone number is texted when admitted', async () => {
  const place = await anOwnersLocation();
  const budi = await walkedIn(place, { firstName: 'Budi', lastName: 'Santoso', numGuests: 4, ...texted });
  expect(budi).toMatchObject({ ...texted, lastName: 'Santoso', numGuests: 4 });
  await acted(place, { customer: budi }, 'admit');
  await alarmUntil(objectOf(place), async () => (await textsSent()).length === 1);
  expect(await viewOf(place)).toMatchObject({ customerCredits: 299, smsCredits: 299 });
});

const closedAllWeek = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};
const bounds: [SettingsChange, 'joining_paused' | 'outside_hours' | 'queue_full'][] = [
  [{ paused: true }, 'joining_paused'],
  [{ hours: closedAllWeek }, 'outside_hours'],
  [{ capacity: 1 }, 'queue_full'],
];

test.each(bounds)('%j keeps guests out, and lets the owner add a walk-in', async (change, code) => {
  const place = await anOwnersLocation();
  await join(place);
  await setUp(place, change);
  expect(await tryToJoin(place)).toEqual(refused(code));
  await walkedIn(place, { firstName: 'Budi' });
  expect(await lineOf(place)).toEqual(['Ada', 'Budi']);
});

test('a tenth of the plan’s month is taken beyond zero; a party that leaves pays for another', async () => {
  const poor = await anOwnersLocation({ baseCustomerCredits: 1 });
  const guest = await join(poor);
  expect(await viewOf(poor)).not.toHaveProperty('customerDebt');
  const taken = [];
  for (let n = 0; n < 30; n += 1) taken.push(await walkedIn(poor, { firstName: `Budi ${n}` }));
  expect(await viewOf(poor)).toMatchObject({ customerCredits: 0, customerDebt: 30 });
  expect(await addWalkIn(poor, { firstName: 'Cleo' })).toEqual(refused('no_credits'));
  expect(await tryToJoin(poor)).toEqual(refused('no_credits'));
  await leave(poor, guest);
  expect(await viewOf(poor)).toMatchObject({ customerCredits: 0, customerDebt: 29 });
  expect(await tryToJoin(poor)).toEqual(refused('no_credits'));
  await walkedIn(poor, { firstName: 'Cleo' });
  await acted(poor, { customer: taken[0] ?? guest.customer }, 'admit');
  expect(await viewOf(poor)).toMatchObject({ customerCredits: 0, customerDebt: 30 });
});

test('after the trial and at a removed location nobody is added', async () => {
  stopClock();
  const onTrial = await anOwnersLocation();
  moveClock(13 * DAY_MS);
  await walkedIn(onTrial, { firstName: 'Budi' });
  moveClock(DAY_MS);
  expect(await addWalkIn(onTrial, { firstName: 'Cleo' })).toEqual(refused('trial_expired'));
  expect(await lineOf(onTrial)).toEqual(['Budi']);

  const closed = await anOwnersLocation();
  // Closes the location's object, as if the owner had removed the location in another tab.
  await close(objectOf(closed)());
  expect(await addWalkIn(closed, { firstName: 'Cleo' })).toEqual(refused('location_closed'));
});

test('a repeated walk-in with one key is one visit, and the key is good for nothing else', async () => {
  const place = await anOwnersLocation();
  const first = await walkedIn(place, { firstName: 'Budi' }, key);
  expect(await walkedIn(place, { firstName: 'Budi' }, key)).toEqual(first);
  expect(await addWalkIn(place, { firstName: 'Cleo' }, key)).toEqual(refused('idempotency_key_reused'));
  await acted(place, { customer: first }, 'admit');
  expect(await walkedIn(place, { firstName: 'Budi' }, key)).toMatchObject({
    id: first.id,
    status: 'admitted',
  });
  expect(await viewOf(place)).toMatchObject({
    customerCredits: 299,
    queue: [],
    admittedCustomers: [{ id: first.id }],
  });
});

test('twenty walk-ins with one key at once are one visit; with none they are twenty', async () => {
  const place = await anOwnersLocation();
  const same = await Promise.all(
    Array.from({ length: 20 }, () => walkedIn(place, { firstName: 'Budi' }, key)),
  );
  expect(new Set(same.map(({ id }) => id)).size).toBe(1);
  const others = await Promise.all(Array.from({ length: 20 }, () => walkedIn(place, { firstName: 'Cleo' })));
  expect(others.map(({ position }) => position ?? 0).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 2),
  );
  expect((await viewOf(place)).customerCredits).toBe(279);
});

test('a guest’s key never meets an owner’s, nor one location’s another’s', async () => {
  const place = await anOwnersLocation();
  const { owner, location } = place;
  const body = {
    address: location.address,
    locationId: location.id,
    firstName: 'Budi',
    lastName: '',
    numGuests: 1,
    waitingPreference: 'on_premises',
    phoneNumber: '',
  };
  const guestJoins = (headers: Record<string, string>) =>
    call('POST', `/auth/business/${owner.business.username}/queue`, {
      body: { ...body, lastName: 'S' },
      headers,
    });
  const walkIn = await walkedIn(place, { firstName: 'Budi', lastName: 'S' }, key);
  const guest = await guestJoins({ 'Idempotency-Key': key });
  expect(guest.status).toBe(201);
  expect(await guest.json()).toMatchObject({ position: 2, customer: { firstName: 'Budi', lastName: 'S' } });
  // The key of a walk-in is stored with the prefix `walk-in`. A guest's key cannot have this prefix.
  expect((await guestJoins({ 'Idempotency-Key': `walk-in ${key}` })).status).toBe(400);
  expect(await walkedIn(place, { firstName: 'Budi', lastName: 'S' }, key)).toEqual(walkIn);
  const elsewhere = await anOwnersLocation();
  expect((await walkedIn(elsewhere, { firstName: 'Eve' }, key)).id).not.toBe(walkIn.id);
  expect((await viewOf(place)).queue).toHaveLength(2);
});

test('an idempotency key has to be one', async () => {
  const place = await anOwnersLocation();
  const sentence = 'Please check what you entered.';
  for (const wrong of ['short', 'x'.repeat(201), 'sixteen and more with spaces']) {
    expect(await addWalkIn(place, { firstName: 'Budi' }, wrong)).toEqual(
      invalid({ 'Idempotency-Key': [sentence] }),
    );
  }
  expect(await lineOf(place)).toEqual([]);
});

test('walk-ins are not counted among those of a network address', async () => {
  const place = await anOwnersLocation();
  const { cookie } = await newOwner();
  expect(cookie).not.toBe(place.owner.cookie);
  for (let n = 0; n < 51; n += 1) await walkedIn(place, { firstName: 'Budi' });
  expect((await tryToJoin(place)).status).toBe(201);
});
