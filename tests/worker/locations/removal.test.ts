/**
 * Removal of a location. Open pages get a message, names are erased at once, and pending deliveries are sent. Finally
 * the storage is deleted.
 */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { act, changeSettings, close } from '../support/commands.ts';
import { call, party, read } from '../support/factories.ts';
import { delivered, pending } from '../support/deliveries.ts';
import {
  acted,
  anOwnersLocation,
  join,
  joinNamed,
  objectOf,
  refused,
  setUp,
  statusOf,
  tryToJoin,
  walkedIn,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import {
  alarmUntil,
  historyRows,
  holdMs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  textsSent,
  until,
  type Location,
} from '../support/queue-factories.ts';
import { guestPage, ownerPage, toldGuest, upgrade } from '../support/sockets.ts';

const DAY_MS = 24 * 3_600_000;

async function removeLocation({ owner, location }: OwnedLocation): Promise<void> {
  expect((await call('DELETE', `/auth/locations/${location.id}`, { cookie: owner.cookie })).status).toBe(200);
}

/** The tables of the object's database, and the time of its alarm. */
function storageOf(location: Location): Promise<{ tables: unknown[]; alarmAt: number | null }> {
  return runInDurableObject(location(), async (_, { storage }) => ({
    tables: storage.sql
      .exec(`SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`)
      .toArray(),
    alarmAt: await storage.getAlarm(),
  }));
}

const nothing = { tables: [], alarmAt: null };

test('every guest’s page is told, every owner’s page is sent away, and all credits that were reserved come back', async () => {
  const place = await anOwnersLocation();
  const guests = [
    await joinNamed(place, 'Ada'),
    await joinNamed(place, 'Budi'),
    await joinNamed(place, 'Cleo'),
  ];
  const pages = await Promise.all(guests.map((guest) => guestPage(place, guest)));
  const owner = await ownerPage(place);
  await evictDurableObject(objectOf(place)());
  await removeLocation(place);
  for (const page of pages) {
    expect(await toldGuest(page)).toMatchObject([
      {
        type: 'status',
        removed: true,
        status: 'removed',
        position: 0,
        ahead: 0,
        message: 'You have been removed from the queue by the business.',
      },
    ]);
  }
  await until(() => owner.closed.length === 1);
  expect(owner.closed).toEqual([4404]);
  expect(await env.DB.prepare('select customer_credits_left as n from locations').first('n')).toBe(300);
});

test('an admitted guest’s page is told that the location is gone, and stays open for as long as the spot is held', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await join(place);
  await acted(place, ada, 'admit');
  const page = await guestPage(place, ada);
  expect(await statusOf(place, ada)).not.toHaveProperty('locationClosed');
  await removeLocation(place);
  expect(await toldGuest(page)).toMatchObject([
    { type: 'status', status: 'admitted', removed: false, locationClosed: true, holdExpired: false },
  ]);
  expect(page.closed).toEqual([]);
  moveClock(holdMs);
  await alarmUntil(objectOf(place), async () => (await toldGuest(page)).length === 2);
  expect((await toldGuest(page)).at(-1)).toMatchObject({ holdExpired: true, locationClosed: true });
});

test('a guest whose removal could still be undone is told when the location goes', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await setUp(place, { undo: true });
  const ada = await join(place);
  const page = await guestPage(place, ada);
  await acted(place, ada, 'remove');
  await removeLocation(place);
  expect((await toldGuest(page)).at(-1)).toMatchObject({ type: 'status', removed: true, status: 'removed' });
  expect(await statusOf(place, ada)).toMatchObject({ removed: true });
});

test('the names and numbers of all visits are gone at once, of those in line and of those long over', async () => {
  const place = await anOwnersLocation();
  const about = { lastName: 'Lovelace', ...texted };
  const [admitted, left] = [await join(place, { ...about, firstName: 'Ada' }), await join(place, about)];
  await join(place, { ...about, firstName: 'Budi' });
  await walkedIn(place, { firstName: 'Cleo', lastName: 'Lovelace' }, 'walk-in-key-0123456789');
  await acted(place, admitted, 'admit');
  await acted(place, left, 'remove');
  await delivered(objectOf(place));
  await removeLocation(place);
  await delivered(objectOf(place));
  const kept = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    JSON.stringify(
      ['visit', 'delivery', 'event'].map((table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray()),
    ),
  );
  expect(kept).toContain(admitted.customer.id);
  expect(kept).not.toMatch(/Ada|Budi|Cleo|Lovelace|812 3456/);
  // The hashes that recognise a repeated join are also erased.
  const marks = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT DISTINCT request_hash, sender_hash FROM visit').toArray(),
  );
  expect(marks).toEqual([{ request_hash: '', sender_hash: null }]);
});

test('pending deliveries go out after the removal: the text of who was admitted, the history of everybody', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const [ada] = [await join(place, texted), await joinNamed(place, 'Budi')];
  await acted(place, ada, 'admit');
  await removeLocation(place);
  await delivered(objectOf(place));
  expect(await textsSent()).toMatchObject([{ recipient: texted.phoneNumber }]);
  expect((await historyRows()).map(({ outcome }) => outcome)).toEqual(['admitted', 'removed']);
  moveClock(holdMs);
  await alarmUntil(objectOf(place), async () => (await statusOf(place, ada)).holdExpired);
});

test('nothing is left a day after the removal, and not a millisecond earlier', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await join(place);
  const page = await guestPage(place, ada);
  await acted(place, ada, 'admit');
  moveClock(1_000);
  await removeLocation(place);
  await delivered(objectOf(place));
  moveClock(DAY_MS - 1);
  await alarmUntil(objectOf(place), async () => (await pending(objectOf(place))).length === 0);
  expect(await statusOf(place, ada)).toMatchObject({ customer: { firstName: '' } });
  moveClock(1);
  await alarmUntil(objectOf(place), async () => (await storageOf(objectOf(place))).tables.length === 0);
  expect(await storageOf(objectOf(place))).toEqual(nothing);
  await until(() => page.closed.length === 1);
  expect(page.closed).toEqual([4404]);
});

test('as long as history is pending nothing is erased', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await join(place);
  await env.DB.exec('ALTER TABLE visit_history RENAME TO visit_history_away');
  await removeLocation(place);
  moveClock(DAY_MS);
  for (let day = 0; day < 3; day += 1) {
    await runDurableObjectAlarm(objectOf(place)());
    moveClock(DAY_MS);
  }
  expect(await pending(objectOf(place))).toHaveLength(1);
  await env.DB.exec('ALTER TABLE visit_history_away RENAME TO visit_history');
  moveClock(DAY_MS);
  await alarmUntil(objectOf(place), async () => (await storageOf(objectOf(place))).tables.length === 0);
  expect((await historyRows()).map(({ outcome }) => outcome)).toEqual(['removed']);
  expect(await storageOf(objectOf(place))).toEqual(nothing);
});

test('after the erasure all calls answer not_found, and none creates storage again', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const { owner, location } = place;
  const ada = await join(place);
  await removeLocation(place);
  await delivered(objectOf(place));
  moveClock(DAY_MS);
  await alarmUntil(objectOf(place), async () => (await storageOf(objectOf(place))).tables.length === 0);
  const queue = `/auth/business/${owner.business.username}/queue`;
  const token = `${queue}/token/${ada.queueToken}`;
  const key = `${queue}/${encodeURIComponent(customerKey(ada.customer))}`;
  const headers = { Authorization: `Bearer ${ada.queueToken}` };
  const { cookie } = owner;
  const ask = async () => {
    const body = { address: location.address, locationId: location.id, ...party() };
    const answers = [
      await call('GET', `${token}/status`),
      await call('PATCH', token, { body: { waitingPreference: 'on_premises' } }),
      await call('GET', `${key}/status`, { headers }),
      await call('POST', `${key}/leave`, { headers }),
      await upgrade(`${token}/live`),
      await call('POST', queue, { body }),
      await call('POST', queue, { body, headers: { Cookie: `holdline_visit=${ada.queueToken}` } }),
      await call('POST', `${key}/admit`, { cookie }),
      await call('POST', `/auth/locations/${location.id}/visits`, { cookie, body: { firstName: 'Budi' } }),
      await call('POST', `/auth/locations/${location.id}/visits/${ada.customer.id}/admit`, { cookie }),
      await call('PATCH', `/auth/locations/${location.id}`, { cookie, body: { paused: true } }),
      await upgrade(`/auth/locations/${location.id}/live`, { Cookie: cookie }),
    ];
    for (const answer of answers) expect(await read(answer)).toEqual(refused('not_found'));
    const missing = { ok: false, code: 'not_found' };
    expect(await objectOf(place)().view()).toEqual(missing);
    expect(await objectOf(place)().accepting()).toEqual(missing);
    expect(await close(objectOf(place)())).toEqual(missing);
    expect(await changeSettings(objectOf(place)(), { paused: true })).toEqual(missing);
    await objectOf(place)().endSessions(['x']);
    expect(await storageOf(objectOf(place))).toEqual(nothing);
  };
  await ask();
  await evictDurableObject(objectOf(place)());
  await ask();
});

test('an object that was never opened stores nothing, for every call', async () => {
  const id = env.LOCATION_QUEUE.newUniqueId();
  const nobody = () => env.LOCATION_QUEUE.get(id);
  await nobody().view();
  await close(nobody());
  await nobody().status({ username: 'x', secret: 'x' });
  await act(nobody(), { id: 'x' }, { kind: 'admit' });
  await changeSettings(nobody(), { paused: true });
  expect(await storageOf(nobody)).toEqual(nothing);
});

test('a join that races a removal is in and removed, or refused; nobody is left in line', async () => {
  for (let round = 0; round < 12; round += 1) {
    const place = await anOwnersLocation();
    const early = await join(place);
    const some = () => Promise.all(Array.from({ length: 4 }, () => tryToJoin(place)));
    const [before, , after] = await Promise.all([some(), removeLocation(place), some()]);
    for (const { status, body } of [...before, ...after]) {
      if (status === 201) expect(await statusOf(place, tokenOf(body))).toMatchObject({ status: 'removed' });
      else expect({ status, body }).toEqual(refused('location_closed'));
    }
    expect(await statusOf(place, early)).toMatchObject({ status: 'removed' });
    const waiting = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
      storage.sql.exec(`SELECT COUNT(*) AS n FROM visit WHERE status = 'waiting'`).one(),
    );
    expect(waiting).toEqual({ n: 0 });
    expect(
      await env.DB.prepare('select customer_credits_left as n from locations where id = ?')
        .bind(place.location.id)
        .first('n'),
    ).toBe(300);
  }
});

function tokenOf(body: unknown): { queueToken: string } {
  return JSON.parse(JSON.stringify(body));
}

test('a location removed while nobody was there wakes once, a day later, and is gone', async () => {
  stopClock();
  const location = await openLocation();
  expect(await close(location())).toMatchObject({ ok: true });
  expect(await storageOf(location)).toMatchObject({ alarmAt: Date.now() + DAY_MS });
  moveClock(DAY_MS);
  await alarmUntil(location, async () => (await storageOf(location)).tables.length === 0);
  expect(await storageOf(location)).toEqual(nothing);
});
