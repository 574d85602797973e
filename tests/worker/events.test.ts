/** The log of a location: every change once, in order, and enough to tell the whole line again. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { customerKey } from '../../src/shared/queue-view.ts';
import { call } from './factories.ts';
import { lineToldByEvents } from './event-line.ts';
import {
  act,
  acted,
  aPlace,
  joinNamed,
  leave,
  lineOf,
  objectOf,
  setUp,
  viewOf,
  walkedIn,
  type Place,
} from './owner-calls.ts';
import { alarmUntil, holdMs, moveClock, stopClock, texted } from './queue-factories.ts';
import { guestPage, ownerPage, toldGuest, toldOwner } from './sockets.ts';

function eventsOf(place: Place) {
  return runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT visit_id, kind, at, position FROM event ORDER BY n').toArray(),
  );
}

test('every change is logged once with its time and the place after it', async () => {
  const now = stopClock();
  const place = await aPlace();
  await setUp(place, { undo: true });
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  const cleo = { customer: await walkedIn(place, { firstName: 'Cleo' }) };
  const path = `/auth/business/${place.owner.business.username}/queue/token/${budi.queueToken}`;
  expect((await call('PATCH', path, { body: texted })).status).toBe(200);
  await acted(place, cleo, 'move', { position: 1 });
  await acted(place, budi, 'admit');
  await acted(place, budi, 'undo');
  await acted(place, ada, 'remove');
  moveClock(1_000);
  await acted(place, cleo, 'admit');
  await acted(place, cleo, 'put-back');
  await acted(place, cleo, 'admit');
  moveClock(holdMs);
  await alarmUntil(objectOf(place), async () => (await viewOf(place)).admittedCustomers[0]?.holdExpired);
  await acted(place, cleo, 'arrived');
  await leave(place, budi);
  const at = now;
  expect(
    (await eventsOf(place)).map(({ visit_id, ...event }) => ({ who: nameOf(visit_id), ...event })),
  ).toEqual([
    { who: 'Ada', kind: 'joined', at, position: 1 },
    { who: 'Budi', kind: 'joined', at, position: 2 },
    { who: 'Cleo', kind: 'added', at, position: 3 },
    { who: 'Budi', kind: 'preference_changed', at, position: 2 },
    { who: 'Cleo', kind: 'moved', at, position: 1 },
    { who: 'Budi', kind: 'admitted', at, position: 0 },
    { who: 'Budi', kind: 'undone', at, position: 3 },
    { who: 'Ada', kind: 'removed', at, position: 0 },
    { who: 'Cleo', kind: 'admitted', at: at + 1_000, position: 0 },
    { who: 'Cleo', kind: 'put_back', at: at + 1_000, position: 1 },
    { who: 'Cleo', kind: 'admitted', at: at + 1_000, position: 0 },
    { who: 'Cleo', kind: 'hold_ended', at: at + 1_000 + holdMs, position: 0 },
    { who: 'Cleo', kind: 'arrived', at: at + 1_000 + holdMs, position: 0 },
    { who: 'Budi', kind: 'left', at: at + 1_000 + holdMs, position: 0 },
  ]);

  function nameOf(id: unknown): string {
    const visits = [ada, budi, cleo].map(({ customer }) => customer);
    return visits.find((visit) => visit.id === id)?.firstName ?? 'nobody';
  }
});

test('what is refused or changes nothing is not logged', async () => {
  const place = await aPlace();
  const ada = await joinNamed(place, 'Ada');
  await acted(place, ada, 'move', { position: 1 });
  await act(place, ada.customer.id, 'skip');
  await act(place, ada.customer.id, 'arrived');
  await setUp(place, { paused: true });
  await leave(place, ada);
  await leave(place, ada);
  expect((await eventsOf(place)).map(({ kind }) => kind)).toEqual(['joined', 'left']);
});

test('the log holds no name, number or key of anybody', async () => {
  const place = await aPlace();
  const ada = await joinNamed(place, 'Ada');
  await acted(place, ada, 'admit');
  const text = JSON.stringify(await eventsOf(place));
  expect(text).not.toMatch(/Ada|Lovelace/);
  expect(text).not.toContain(customerKey(ada.customer));
});

test('the log alone tells the line again, after moves until there is no room between two and all are spread', async () => {
  const place = await aPlace();
  const guests: Awaited<ReturnType<typeof joinNamed>>[] = [];
  for (const name of ['Ada', 'Budi', 'Cleo', 'Dewi']) guests.push(await joinNamed(place, name));
  const rankOf = async () =>
    runInDurableObject(objectOf(place)(), (_, { storage }) =>
      storage.sql
        .exec<{ rank: number }>(`SELECT MIN(rank) AS rank FROM visit WHERE status = 'waiting'`)
        .one(),
    );
  const before = await rankOf();
  // The third and the fourth change places between the first two: each time half of the room is left.
  for (let n = 0; n < 60; n += 1) {
    const guest = guests[2 + (n % 2)];
    if (guest === undefined) throw new Error('nobody joined');
    await acted(place, guest, 'move', { position: 2 });
    const { queue } = await viewOf(place);
    expect(queue[1]?.id).toBe(guest.customer.id);
    expect(queue.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  }
  expect((await rankOf()).rank).toBeGreaterThan(before.rank);
  await evictDurableObject(objectOf(place)());
  const line = (await viewOf(place)).queue.map(({ id }) => id);
  expect(await lineToldByEvents(objectOf(place))).toEqual(line);
  expect((await viewOf(place)).queue.map(({ firstName }) => firstName)).toEqual([
    'Ada',
    'Dewi',
    'Cleo',
    'Budi',
  ]);
});

test('an undo across a spread of the ranks brings the visit back between the same two', async () => {
  stopClock();
  const place = await aPlace();
  await setUp(place, { undo: true });
  const [ada, budi, cleo, dewi, eka] = [
    await joinNamed(place, 'Ada'),
    await joinNamed(place, 'Budi'),
    await joinNamed(place, 'Cleo'),
    await joinNamed(place, 'Dewi'),
    await joinNamed(place, 'Eka'),
  ];
  await acted(place, cleo, 'remove');
  for (let n = 0; n < 30; n += 1) await acted(place, n % 2 === 0 ? eka : dewi, 'move', { position: 2 });
  // In line now: Ada, Dewi, Eka, Budi. Cleo stood right behind Budi.
  expect(await acted(place, cleo, 'undo')).toMatchObject({ position: 5 });
  expect((await viewOf(place)).queue.map(({ id }) => id)).toEqual(
    [ada, dewi, eka, budi, cleo].map(({ customer }) => customer.id),
  );
});

test('a guest’s choice after a spread of all ranks keeps the place', async () => {
  const place = await aPlace();
  const [, budi, cleo, dewi] = [
    await joinNamed(place, 'Ada'),
    await joinNamed(place, 'Budi'),
    await joinNamed(place, 'Cleo'),
    await joinNamed(place, 'Dewi'),
  ];
  const rank = () =>
    runInDurableObject(objectOf(place)(), (_, { storage }) =>
      storage.sql.exec('SELECT rank FROM visit WHERE id = ?', dewi.customer.id).one(),
    );
  const before = await rank();
  for (let n = 0; n < 30; n += 1) await acted(place, n % 2 === 0 ? cleo : budi, 'move', { position: 2 });
  expect(await rank()).not.toEqual(before);
  const path = `/auth/business/${place.owner.business.username}/queue/token/${dewi.queueToken}`;
  const patched = await call('PATCH', path, { body: texted });
  expect([patched.status, await patched.json()]).toMatchObject([200, { status: 'waiting', position: 4 }]);
  expect(await lineOf(place)).toEqual(['Ada', 'Budi', 'Cleo', 'Dewi']);
});

test('the choice a guest has made already is granted again, without an event and without a word to anybody', async () => {
  const place = await aPlace();
  const ada = await joinNamed(place, 'Ada');
  const path = `/auth/business/${place.owner.business.username}/queue/token/${ada.queueToken}`;
  expect((await call('PATCH', path, { body: texted })).status).toBe(200);
  const [guest, owner] = [await guestPage(place, ada), await ownerPage(place)];
  const again = await call('PATCH', path, { body: texted });
  expect([again.status, await again.json()]).toMatchObject([200, { customer: texted, position: 1 }]);
  expect((await eventsOf(place)).map(({ kind }) => kind)).toEqual(['joined', 'preference_changed']);
  expect([await toldGuest(guest), await toldOwner(owner)]).toEqual([[], []]);
});
