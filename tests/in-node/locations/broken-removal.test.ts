/** The removal of a location is interrupted. The next read completes the removal. */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { brokenDatabase, brokenObject, callWith, expectComplaints } from '../../worker/support/broken.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { call, me, newLocation, read, type TestOwner } from '../../worker/support/factories.ts';
import {
  acted,
  anotherLocation,
  anOwnersLocation,
  join,
  objectOf,
  refused,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { alarmUntil, moveClock, stopClock } from '../../worker/support/queue-factories.ts';

const DAY_MS = 24 * 3_600_000;
const overloaded = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';
/** A database that fails when the removal marks a location's row as removed. */
const slotsStay = brokenDatabase(overloaded, (sql) => sql.startsWith('update "locations"'));

/** Removes a location: its object is closed, but the update of its row fails. */
async function breakOff({ owner, location }: OwnedLocation): Promise<void> {
  const complaints = expectComplaints();
  const path = `/auth/locations/${location.id}`;
  const response = await callWith(slotsStay, 'DELETE', path, { cookie: owner.cookie });
  expect(await read(response)).toEqual(refused('internal'));
  expect(complaints()).toEqual([expect.stringContaining('"event":"unexpected_error"')]);
  expect(await rowOf(location)).toEqual({ isOpen: 1, customers: null, texts: null });
}

function rowOf({ id }: { id: string }): Promise<unknown> {
  return env.DB.prepare(
    `select removed_at is null as isOpen, customer_credits_left as customers, sms_credits_left as texts
     from locations where id = ?`,
  )
    .bind(id)
    .first();
}

/** Makes a location and admits a guest, so that the location has one credit less than its plan gives. */
async function aUsedPlace(): Promise<OwnedLocation> {
  const place = await anOwnersLocation({ maxLocations: 1 });
  await acted(place, await join(place), 'admit');
  return place;
}

async function erased(place: OwnedLocation): Promise<void> {
  await delivered(objectOf(place));
  moveClock(DAY_MS);
  await alarmUntil(objectOf(place), async () => !(await objectOf(place)().accepting()).ok);
}

test('a removal that broke off is no "nothing was changed"; the next look frees the slot and passes the credits on', async () => {
  const place = await aUsedPlace();
  await breakOff(place);
  expect((await me(place.owner)).locations).toEqual([]);
  expect(await rowOf(place.location)).toEqual({ isOpen: 0, customers: 299, texts: 300 });
  expect(await newLocation(place.owner)).toMatchObject({ customerCredits: 299, smsCredits: 300 });
});

test('a look that cannot finish the removal leaves the location out all the same, and says so in the log', async () => {
  const place = await aUsedPlace();
  await breakOff(place);
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const answer = await callWith(slotsStay, 'GET', '/auth/me', { cookie: place.owner.cookie });
  expect(await read(answer)).toMatchObject({ status: 200, body: { locations: [] } });
  expect(log.mock.calls.flat().join('\n')).toContain('{"event":"removal_unfinished"');
  expect(await rowOf(place.location)).toMatchObject({ isOpen: 1 });
});

test('the owner may finish the removal by doing it again', async () => {
  const place = await aUsedPlace();
  await breakOff(place);
  const path = `/auth/locations/${place.location.id}`;
  const again = await call('DELETE', path, { cookie: place.owner.cookie });
  expect(await read(again)).toMatchObject({ status: 200, body: { locations: [] } });
  expect(await rowOf(place.location)).toEqual({ isOpen: 0, customers: 299, texts: 300 });
});

test('after the erasure the account still works, and no credits are made of it', async () => {
  stopClock();
  const place = await aUsedPlace();
  await breakOff(place);
  await erased(place);
  expect((await me(place.owner)).locations).toEqual([]);
  expect(await rowOf(place.location)).toEqual({ isOpen: 0, customers: 0, texts: 0 });
  expect(await newLocation(place.owner)).toMatchObject({ customerCredits: 0, smsCredits: 0 });
});

/** Removes all locations in one call, while the object of `away` does not answer. */
async function removeAll(owner: TestOwner, away: OwnedLocation): Promise<{ status: number; body: unknown }> {
  const error = Object.assign(new Error('Too many requests for this object'), { overloaded: true });
  const objects = brokenObject(away.location.id, 'close', error);
  const body = { locations: [] };
  return read(await callWith(objects, 'PUT', '/auth/me', { body, cookie: owner.cookie }));
}

test('where the first of two removals fails nothing was changed', async () => {
  const first = await anOwnersLocation({ maxLocations: 2 });
  const second = await anotherLocation(first);
  expect(await removeAll(first.owner, first)).toEqual(refused('try_again'));
  expect((await me(first.owner)).locations).toEqual([first.location, second.location]);
});

test('where the second of two removals fails the first was made, and nobody says that nothing was changed', async () => {
  const first = await anOwnersLocation({ maxLocations: 2 });
  const second = await anotherLocation(first);
  const complaints = expectComplaints();
  expect(await removeAll(first.owner, second)).toEqual(refused('internal'));
  expect(complaints()).toHaveLength(1);
  expect((await me(first.owner)).locations).toEqual([second.location]);
});
