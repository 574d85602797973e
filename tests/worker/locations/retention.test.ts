/** Names and numbers of ended visits are erased after 30 days, by the object itself or by the sweep. */
import { createScheduledController, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import worker from '../../../src/worker/development/index.ts';
import { isMigrated } from '../../../src/worker/location/store/migrate.ts';
import * as commands from '../support/commands.ts';
import { brokenDatabase } from '../support/broken.ts';
import { delivered } from '../support/deliveries.ts';
import { eventsIn } from '../support/log-lines.ts';
import { useMetrics } from '../support/metrics.ts';
import {
  acted,
  anotherLocation,
  anOwnersLocation,
  join,
  leave,
  objectOf,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import {
  aJoin,
  alarmUntil,
  claimOf,
  granted,
  historyRows,
  moveClock,
  openLocation,
  stopClock,
  texted,
  textsSent,
  username,
} from '../support/queue-factories.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const person = { firstName: 'Maya', lastName: 'Putri', ...texted, phoneNumber: '+62 812 3456 7890' };

async function sweep(bindings: Partial<Pick<Env, 'DB'>> & { MAINTENANCE?: string } = {}): Promise<void> {
  const controller = createScheduledController({ cron: '17 * * * *', scheduledTime: new Date() });
  await worker.scheduled(controller, { ...env, ...bindings });
}

/** The first names of all visits in the object, by the time of the join. */
function names(place: OwnedLocation): Promise<string[]> {
  return runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql
      .exec<{ first_name: string }>('SELECT first_name FROM visit ORDER BY joined_at')
      .toArray()
      .map(({ first_name }) => first_name),
  );
}

/** Everything that the object stores, as text. */
function everything(place: OwnedLocation): Promise<string> {
  return runInDurableObject(objectOf(place)(), (_, { storage }) =>
    JSON.stringify(
      ['visit', 'event', 'delivery', 'location', 'text'].map((table) =>
        storage.sql.exec(`SELECT * FROM ${table}`).toArray(),
      ),
    ),
  );
}

/** Deletes the object's alarm, as if the platform had lost it. */
async function withoutAlarm(place: OwnedLocation): Promise<void> {
  await runInDurableObject(objectOf(place)(), (_, { storage }) => storage.deleteAlarm());
}

const alarmOf = (place: OwnedLocation) =>
  runInDurableObject(objectOf(place)(), (_, { storage }) => storage.getAlarm());

test('after 30 days the object erases names and numbers, and keeps the visit', async () => {
  const place = await anOwnersLocation();
  const now = stopClock();
  const left = await join(place, person);
  const came = await join(place, person);
  const absent = await join(place, person);
  const undecided = await join(place, person);
  await join(place, { ...person, firstName: 'Never called' });
  await leave(place, left);
  for (const guest of [came, absent, undecided]) await acted(place, guest, 'admit');
  await acted(place, came, 'arrived');
  await acted(place, absent, 'no-show');
  await delivered(objectOf(place));
  expect(await everything(place)).toContain('+62 812 3456 7890');
  // The erasure must also delete the provider's id of a text, because this id leads to the provider's record with the
  // number and the text.
  expect(await everything(place)).toMatch(/"provider_id":"/);

  moveClock(2 * HOUR_MS);
  // The last guest joined four milliseconds after the first guest.
  const waitsUntil = now + 4 + DAY_MS;
  await alarmUntil(objectOf(place), async () => (await alarmOf(place)) === waitsUntil);
  vi.setSystemTime(waitsUntil);
  await alarmUntil(objectOf(place), async () => (await alarmOf(place)) === now + 30 * DAY_MS);
  vi.setSystemTime(now + 30 * DAY_MS - 1);
  await sweep();
  expect(await names(place)).toEqual(['Maya', 'Maya', 'Maya', 'Maya', 'Never called']);
  moveClock(1);
  await alarmUntil(objectOf(place), async () => (await names(place))[3] === '');
  expect(await names(place)).toEqual(['', '', '', '', 'Never called']);
  const kept = await everything(place);
  expect(kept).not.toMatch(/"provider_id":"/);
  expect(kept.split('Putri')).toHaveLength(2);
  // Only the number of the guest who was never called is still stored: once as it was typed, and once in international
  // form.
  expect(kept.split('+62 812 3456 7890')).toHaveLength(2);
  expect(kept.split('+6281234567890')).toHaveLength(2);
  expect(await historyRows()).toHaveLength(5);
  // 30 days after the end of the last visit, the name of the guest who was never called is also erased.
  vi.setSystemTime(waitsUntil + 30 * DAY_MS);
  await alarmUntil(objectOf(place), async () => (await names(place))[4] === '');
  expect(await alarmOf(place)).toBeNull();
});

test('visits that are due within the hour are erased together; later ones are kept', async () => {
  const place = await anOwnersLocation();
  const now = stopClock();
  for (const minutes of [0, 59, 2]) {
    moveClock(minutes * 60_000);
    await leave(place, await join(place, { ...person, firstName: `After ${minutes}` }));
  }
  await delivered(objectOf(place));
  vi.setSystemTime(now + 30 * DAY_MS);
  await alarmUntil(objectOf(place), async () => (await names(place))[0] === '');
  expect(await names(place)).toEqual(['', '', 'After 2']);
  expect(await alarmOf(place)).toBe(now + 61 * 60_000 + 30 * DAY_MS);
});

test('a join repeated after its guest was erased, or its location closed, joins nobody', async () => {
  const location = await openLocation();
  stopClock();
  const call = {
    username,
    request: aJoin(),
    idempotencyKey: 'join-of-a-month-ago',
    sender: null,
    heldSecret: null,
    language: 'en',
  } as const;
  const { answer } = granted(await commands.join(location(), call));
  expect(granted(await commands.join(location(), call)).answer).toEqual(answer);
  await commands.leave(location(), claimOf(answer));
  moveClock(31 * DAY_MS);
  await location().eraseExpiredPeople();
  expect(await commands.join(location(), call)).toEqual({ ok: false, code: 'idempotency_key_reused' });
  await commands.close(location());
  expect(await commands.join(location(), call)).toEqual({ ok: false, code: 'location_closed' });
});

test('a visit that came back to the line is not over', async () => {
  const place = await anOwnersLocation();
  stopClock();
  const guest = await join(place, person);
  await acted(place, guest, 'admit');
  await acted(place, guest, 'put-back');
  await delivered(objectOf(place));
  moveClock(31 * DAY_MS);
  await sweep();
  expect(await names(place)).toEqual(['Maya']);
});

test('the sweep reaches an object whose alarm was lost, once a day, also when it runs twice', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const elsewhere = await anotherLocation(place);
  stopClock();
  for (const one of [place, elsewhere]) {
    await leave(one, await join(one, person));
    await delivered(objectOf(one));
    await withoutAlarm(one);
  }
  moveClock(31 * DAY_MS);
  await Promise.all([sweep(), sweep()]);
  expect([await names(place), await names(elsewhere)]).toEqual([[''], ['']]);

  const asked = vi.spyOn(env.LOCATION_QUEUE, 'get');
  moveClock(DAY_MS);
  await sweep();
  expect(asked).toHaveBeenCalledTimes(0);
  moveClock(1);
  await sweep();
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a sweep that is cut off is finished by the next one', async () => {
  const place = await anOwnersLocation();
  stopClock();
  await leave(place, await join(place, person));
  await delivered(objectOf(place));
  await withoutAlarm(place);
  moveClock(31 * DAY_MS);
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
  await sweep(
    brokenDatabase('D1_ERROR: Network connection lost.', (sql) => sql.includes('people_swept_at" <')),
  );
  expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
    { event: 'sweep_failed', sweep: 'people' },
  ]);
  expect(await names(place)).toEqual(['Maya']);
  await sweep();
  expect(await names(place)).toEqual(['']);
});

test('in maintenance nothing is swept, as the database may be on its way back in time, and one line says so', async () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  const points = useMetrics();
  const touched = vi.spyOn(env.DB, 'prepare');
  const batched = vi.spyOn(env.DB, 'batch');
  await sweep({ MAINTENANCE: 'on' });
  expect(eventsIn(lines.mock.calls.map(([line]) => String(line)))).toEqual([{ event: 'sweeps_skipped' }]);
  expect([touched.mock.calls, batched.mock.calls, points()]).toEqual([[], [], []]);
  lines.mockClear();
  await sweep({ MAINTENANCE: 'off' });
  expect(lines.mock.calls).toEqual([]);
  expect(touched).toHaveBeenCalled();
  expect(points().map(([event]) => event)).toContain('swept');
});

test('the sweep deletes what the development outbox kept for 30 days', async () => {
  const place = await anOwnersLocation();
  stopClock();
  await acted(place, await join(place, person), 'admit');
  await delivered(objectOf(place));
  expect(await textsSent()).toHaveLength(1);
  moveClock(30 * DAY_MS);
  await sweep();
  expect(await textsSent()).toHaveLength(1);
  moveClock(1);
  await sweep();
  expect(await textsSent()).toEqual([]);
});

test('asking an object that was never opened writes nothing', async () => {
  const object = env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.newUniqueId());
  await object.eraseExpiredPeople();
  expect(await object.peopleOf(['visit'])).toEqual([]);
  expect(await runInDurableObject(object, (_, { storage }) => isMigrated(storage))).toBe(false);
});
