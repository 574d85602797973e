/** The event log: each change of a line is stored once and in order. The line can be rebuilt from its events. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { UNRESOLVED_AFTER_HOLD_MS } from '../../../src/shared/limits.ts';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { call } from '../../worker/support/factories.ts';
import { lineToldByEvents } from '../support/event-line.ts';
import {
  act,
  acted,
  anOwnersLocation,
  join,
  joinNamed,
  leave,
  lineOf,
  objectOf,
  setUp,
  viewOf,
  walkedIn,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { alarmUntil, holdMs, moveClock, stopClock, texted } from '../../worker/support/queue-factories.ts';

const ownerOf = ({ owner }: OwnedLocation) => `member:${owner.user.id}`;

function eventsOf(place: OwnedLocation) {
  return runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql
      .exec(`SELECT visit_id, kind, at, position, actor, reason FROM event WHERE visit_id <> '' ORDER BY n`)
      .toArray(),
  );
}

test('every change is logged once with its time, the place after it, and who made it', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
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
  const byGuest = { actor: 'guest', reason: null };
  const byOwner = { actor: ownerOf(place), reason: null };
  const over = { actor: 'system', reason: 'hold_over' };
  expect(
    (await eventsOf(place)).map(({ visit_id, ...event }) => ({ who: nameOf(visit_id), ...event })),
  ).toEqual([
    { who: 'Ada', kind: 'joined', at, position: 1, ...byGuest },
    { who: 'Budi', kind: 'joined', at, position: 2, ...byGuest },
    { who: 'Cleo', kind: 'added', at, position: 3, ...byOwner },
    { who: 'Budi', kind: 'preference_changed', at, position: 2, ...byGuest },
    { who: 'Cleo', kind: 'moved', at, position: 1, ...byOwner },
    { who: 'Budi', kind: 'admitted', at, position: 0, ...byOwner },
    { who: 'Budi', kind: 'undone', at, position: 3, ...byOwner },
    { who: 'Ada', kind: 'removed', at, position: 0, ...byOwner },
    { who: 'Cleo', kind: 'admitted', at: at + 1_000, position: 0, ...byOwner },
    { who: 'Cleo', kind: 'put_back', at: at + 1_000, position: 1, ...byOwner },
    { who: 'Cleo', kind: 'admitted', at: at + 1_000, position: 0, ...byOwner },
    { who: 'Cleo', kind: 'hold_ended', at: at + 1_000 + holdMs, position: 0, ...over },
    { who: 'Cleo', kind: 'arrived', at: at + 1_000 + holdMs, position: 0, ...byOwner },
    { who: 'Budi', kind: 'left', at: at + 1_000 + holdMs, position: 0, ...byGuest },
  ]);

  function nameOf(id: unknown): string {
    const visits = [ada, budi, cleo].map(({ customer }) => customer);
    return visits.find((visit) => visit.id === id)?.firstName ?? 'nobody';
  }
});

/** The kind, actor and reason of each event of a visit. */
async function logOf(place: OwnedLocation, { customer }: { customer: { id: string } }) {
  const events = (await eventsOf(place)).filter(({ visit_id }) => visit_id === customer.id);
  return events.map(({ kind, actor, reason }) => [kind, actor, reason]);
}

test('automatic changes are logged with the reason: turn near, hold over, unresolved', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await setUp(place, { nearlyAt: 1 });
  const [ada, budi] = [await joinNamed(place, 'Ada'), await join(place, texted)];
  await acted(place, ada, 'admit');
  await alarmUntil(objectOf(place), async () => (await logOf(place, budi)).length === 2);
  expect(await logOf(place, budi)).toEqual([
    ['joined', 'guest', null],
    ['almost_there_told', 'system', 'near'],
  ]);
  moveClock(holdMs + UNRESOLVED_AFTER_HOLD_MS);
  await alarmUntil(objectOf(place), async () => (await logOf(place, ada)).length === 4);
  expect(await logOf(place, ada)).toEqual([
    ['joined', 'guest', null],
    ['admitted', ownerOf(place), null],
    ['hold_ended', 'system', 'hold_over'],
    ['auto_resolved', 'system', 'unresolved'],
  ]);
});

test('what a guest answers to a text is logged as such', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place, texted);
  const visit = { id: guest.customer.id };
  for (const said of ['on_my_way', 'leave'] as const) {
    const asked = {
      kind: 'answer-by-text',
      actor: { kind: 'guest' },
      visit,
      from: texted.phoneNumber,
      said,
    } as const;
    expect(await objectOf(place)().execute(asked)).toMatchObject({ ok: true, to: 'sender' });
  }
  expect(await logOf(place, guest)).toEqual([
    ['joined', 'guest', null],
    ['on_my_way', 'guest', 'by_text'],
    ['left', 'guest', 'by_text'],
  ]);
});

test('a person who is erased goes by the operator, and is not named', async () => {
  const place = await anOwnersLocation();
  const [held, waits] = [await join(place, texted), await join(place, texted)];
  await acted(place, held, 'admit');
  expect(await objectOf(place)().erasePerson(texted.phoneNumber)).toMatchObject({
    ok: true,
    visits: 2,
    left: 2,
  });
  expect((await logOf(place, held)).at(-1)).toEqual(['no_show', 'operator', 'person_erased']);
  expect((await logOf(place, waits)).at(-1)).toEqual(['left', 'operator', 'person_erased']);
  expect(await eventsOf(place)).toHaveLength(5);
});

test('a receipt of a text is no event', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const guest = await join(place, texted);
  await acted(place, guest, 'admit');
  await delivered(objectOf(place));
  const before = await eventsOf(place);
  const textId = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec<{ id: string }>('SELECT id FROM text').one(),
  );
  await objectOf(place)().receiveText({ textId: textId.id, outcome: 'delivered', providerId: 'SM1' });
  expect((await viewOf(place)).admittedCustomers[0]?.message).toEqual({ status: 'delivered' });
  expect(await eventsOf(place)).toEqual(before);
});

test('guests who wait when the location closes are removed for that reason', async () => {
  const place = await anOwnersLocation();
  const guest = await joinNamed(place, 'Ada');
  expect((await call('DELETE', `/auth/locations/${place.location.id}`, place.owner)).status).toBe(200);
  expect(await logOf(place, guest)).toEqual([
    ['joined', 'guest', null],
    ['removed', 'owner', 'location_closed'],
  ]);
});

test('what is refused or changes nothing is not logged', async () => {
  const place = await anOwnersLocation();
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
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  await acted(place, ada, 'admit');
  const text = JSON.stringify(await eventsOf(place));
  expect(text).not.toMatch(/Ada|Lovelace/);
  expect(text).not.toContain(customerKey(ada.customer));
});

test('the log alone tells the line again, after moves until there is no room between two and all are spread', async () => {
  const place = await anOwnersLocation();
  const guests: Awaited<ReturnType<typeof joinNamed>>[] = [];
  for (const name of ['Ada', 'Budi', 'Cleo', 'Dewi']) guests.push(await joinNamed(place, name));
  const rankOf = async () =>
    runInDurableObject(objectOf(place)(), (_, { storage }) =>
      storage.sql
        .exec<{ rank: number }>(`SELECT MIN(rank) AS rank FROM visit WHERE status = 'waiting'`)
        .one(),
    );
  const before = await rankOf();
  // The third and the fourth visit take turns in moving to the second place, and each move halves the gap between two
  // ranks.
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
  const place = await anOwnersLocation();
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
  expect(await acted(place, cleo, 'undo')).toMatchObject({ position: 5 });
  expect((await viewOf(place)).queue.map(({ id }) => id)).toEqual(
    [ada, dewi, eka, budi, cleo].map(({ customer }) => customer.id),
  );
});

test('a guest’s choice after a spread of all ranks keeps the place', async () => {
  const place = await anOwnersLocation();
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
