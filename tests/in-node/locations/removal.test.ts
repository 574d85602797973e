/** A location is removed: everybody is told, names go at once, pending deliveries go out, then nothing is left. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { act, changeSettings, close } from '../../worker/support/commands.ts';
import { call } from '../../worker/support/factories.ts';
import { delivered, pending } from '../../worker/support/deliveries.ts';
import {
  acted,
  anOwnersLocation,
  join,
  joinNamed,
  objectOf,
  statusOf,
  walkedIn,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import {
  alarmUntil,
  historyRows,
  holdMs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  textsSent,
  type Location,
} from '../../worker/support/queue-factories.ts';

const DAY_MS = 24 * 3_600_000;

async function removeLocation({ owner, location }: OwnedLocation): Promise<void> {
  expect((await call('DELETE', `/auth/locations/${location.id}`, { cookie: owner.cookie })).status).toBe(200);
}

/** The names of all tables in the object's database, and its alarm. */
function storageOf(location: Location): Promise<{ tables: unknown[]; alarmAt: number | null }> {
  return runInDurableObject(location(), async (_, { storage }) => ({
    tables: storage.sql
      .exec(`SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`)
      .toArray(),
    alarmAt: await storage.getAlarm(),
  }));
}

const nothing = { tables: [], alarmAt: null };

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
  // What only told joins apart is of no use any more either.
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

test('an object that was never opened keeps nothing, whatever it is asked', async () => {
  const id = env.LOCATION_QUEUE.newUniqueId();
  const nobody = () => env.LOCATION_QUEUE.get(id);
  await nobody().view();
  await close(nobody());
  await nobody().status({ username: 'x', secret: 'x' });
  await act(nobody(), { id: 'x' }, { kind: 'admit' });
  await changeSettings(nobody(), { paused: true });
  expect(await storageOf(nobody)).toEqual(nothing);
});

test('a location removed while nobody was there wakes once, a day later, and is gone', async () => {
  stopClock();
  const location = await openLocation();
  expect(await close(location())).toMatchObject({ ok: true });
  expect(await storageOf(location)).toMatchObject({ alarmAt: Date.now() + DAY_MS });
  moveClock(DAY_MS);
  await alarmUntil(location, async () => (await storageOf(location)).tables.length === 0);
  expect(await storageOf(location)).toEqual(nothing);
});
