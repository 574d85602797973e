/** An object that slept since an older release, with guests in every state: it wakes, and its line works on. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/worker/location/store/migrations.ts';
import { hmacSha256, sha256 } from '../../../src/worker/platform/hashing.ts';
import { settingsView } from '../../../src/shared/queue/project.ts';
import { aLocation } from '../../pure/support/factories.ts';
import { act, addWalkIn, changeSettings, leave } from '../support/commands.ts';
import { delivered } from '../support/deliveries.ts';
import { lineToldByEvents } from '../support/event-line.ts';
import {
  alarmUntil,
  granted,
  historyRows,
  holdMs,
  joinAs,
  moveClock,
  stopClock,
  textsSent,
  username,
  type Location,
} from '../support/queue-factories.ts';

const MINUTE_MS = 60_000;
const number = '+62 812 3456 7890';

type Old = {
  id: string;
  status: 'waiting' | 'admitted' | 'arrived' | 'no_show' | 'left' | 'removed';
  /** Minutes ago. */
  joined: number;
  admitted?: number;
  ended?: number;
  holdExpired?: boolean;
};

/** In the order of their ranks. */
const oldVisits: Old[] = [
  { id: 'came', status: 'arrived', joined: 200, admitted: 190, ended: 185 },
  { id: 'stayed-away', status: 'no_show', joined: 199, admitted: 180, ended: 170 },
  { id: 'forgotten', status: 'admitted', joined: 198, admitted: 120, holdExpired: true },
  { id: 'late', status: 'admitted', joined: 60, admitted: 10, holdExpired: true },
  { id: 'expected', status: 'admitted', joined: 50, admitted: 2 },
  { id: 'gave-up', status: 'left', joined: 40, ended: 20 },
  { id: 'sent-away', status: 'removed', joined: 39, ended: 19 },
  { id: 'first', status: 'waiting', joined: 30 },
  { id: 'second', status: 'waiting', joined: 29 },
  { id: 'third', status: 'waiting', joined: 28 },
];

/** An object as the first release left it. */
async function anOldObject(now: number, closed = false): Promise<Location> {
  const id = env.LOCATION_QUEUE.newUniqueId();
  const location = () => env.LOCATION_QUEUE.get(id);
  const at = (minutesAgo: number | undefined) =>
    minutesAgo === undefined ? null : now - minutesAgo * MINUTE_MS;
  await runInDurableObject(location(), (_, { storage }) => {
    migrate(storage, migrations.slice(0, 1));
    const { sql } = storage;
    sql.exec(
      `INSERT INTO location (only_row, token_key, business_id, business_name, username, address, timezone, customer_credits,
         sms_credits, hold_ms, closed, last_joined_at, last_rank, version)
       VALUES (1, ?, 'business', 'Blue Door Café', ?, '14 Kemang Raya, Jakarta', 'Asia/Jakarta', 100, 50, ?, ?, ?, ?, 77)`,
      new Uint8Array(32).buffer,
      username,
      holdMs,
      Number(closed),
      now - 28 * MINUTE_MS,
      oldVisits.length,
    );
    oldVisits.forEach((visit, n) => {
      const admittedAt = at(visit.admitted);
      sql.exec(
        `INSERT INTO visit (id, token_hash, request_hash, first_name, last_name, phone_number, num_guests,
           waiting_preference, joined_at, rank, status, admitted_at, hold_ends_at, hold_expired, ended_at,
           promised_minutes, promised_low, promised_high, revision)
         VALUES (?, ?, '', ?, 'Old', ?, 2, 'wait_anywhere', ?, ?, ?, ?, ?, ?, ?, 5, 2, 10, ?)`,
        visit.id,
        sha256(visit.id, 'hex'),
        visit.id,
        number,
        at(visit.joined),
        n + 1,
        visit.status,
        admittedAt,
        admittedAt === null ? null : admittedAt + holdMs,
        Number(visit.holdExpired ?? false),
        at(visit.ended),
        Number(visit.status !== 'waiting') +
          Number(visit.admitted !== undefined && visit.ended !== undefined),
      );
    });
    sql.exec(`UPDATE visit SET text_status = 'queued' WHERE id = 'expected'`);
    sql.exec(
      `INSERT INTO outbox (id, kind, visit_id, payload, due_at, expires_at) VALUES ('old-text', 'turn_text', 'expected', ?, ?, ?)`,
      JSON.stringify({ to: number, holdMs }),
      now,
      now + 3 * MINUTE_MS,
    );
    sql.exec(
      `INSERT INTO outbox (id, kind, visit_id, payload, due_at) VALUES ('gave-up:1', 'history', 'gave-up', ?, ?)`,
      JSON.stringify({
        visitId: 'gave-up',
        revision: 1,
        businessId: 'business',
        locationId: id.toString(),
        outcome: 'left',
        numGuests: 2,
        waitingPreference: 'wait_anywhere',
        joinedAt: at(40),
        admittedAt: null,
        endedAt: at(20),
        promisedMinutes: 5,
      }),
      now,
    );
  });
  await evictDurableObject(location());
  return location;
}

async function viewOf(location: Location) {
  return granted(await location().view()).view;
}

const asGuest = (secret: string) => ({ username, secret });

test('the line, its states and its balances are as they were', async () => {
  const now = stopClock();
  const location = await anOldObject(now);
  const view = await viewOf(location);
  expect(view).toMatchObject({
    customerCredits: 100,
    smsCredits: 50,
    paused: false,
    settings: settingsView(aLocation({ settings: { holdMs } })).settings,
  });
  expect(view.queue.map(({ id, position }) => [id, position])).toEqual([
    ['first', 1],
    ['second', 2],
    ['third', 3],
  ]);
  expect(view.admittedCustomers.map(({ id, status }) => [id, status])).toEqual([
    ['expected', 'admitted'],
    ['late', 'admitted'],
    ['forgotten', 'admitted'],
    ['stayed-away', 'no_show'],
    ['came', 'arrived'],
  ]);
  expect(view.removedCustomers.map(({ id, status }) => [id, status])).toEqual([
    ['sent-away', 'removed'],
    ['gave-up', 'left'],
  ]);
  expect(granted(await location().status(asGuest('second'))).answer).toMatchObject({ position: 2, ahead: 1 });
});

test('a join and a walk-in that are repeated with their keys are those of the older release', async () => {
  const location = await anOldObject(stopClock());
  const key = 'key-of-one-wish-1';
  const party = { firstName: 'Maya', lastName: 'Putri', numGuests: 2 };
  const way = { phoneNumber: '', waitingPreference: 'on_premises' } as const;
  const { numGuests, ...names } = party;
  // The fields stood in another order for each.
  const asked = [
    ['first', key, { ...names, phoneNumber: '', numGuests, waitingPreference: 'on_premises' }],
    ['second', `walk-in ${key}`, { ...party, ...way }],
  ] as const;
  await runInDurableObject(location(), (_, { storage }) => {
    for (const [id, keyed, request] of asked) {
      const secret = hmacSha256(new Uint8Array(32), keyed, 'base64url');
      storage.sql.exec(
        'UPDATE visit SET token_hash = ?, request_hash = ? WHERE id = ?',
        sha256(secret, 'hex'),
        sha256(secret + JSON.stringify(request), 'hex'),
        id,
      );
    }
  });
  const { customer } = await joinAs(location, { ...party, ...way }, key);
  const walkedIn = await addWalkIn(location(), { request: { ...party, ...way }, idempotencyKey: key });
  expect([customer.id, granted(walkedIn).visit.id]).toEqual(['first', 'second']);
});

/** An object whose settings each had a column of its own. */
async function withColumns(values: string): Promise<Location> {
  const id = env.LOCATION_QUEUE.newUniqueId();
  const location = () => env.LOCATION_QUEUE.get(id);
  await runInDurableObject(location(), (_, { storage }) => {
    migrate(storage, migrations.slice(0, 14));
    storage.sql.exec(
      `INSERT INTO location (only_row, token_key, business_id, business_name, username, address, customer_credits, sms_credits,
         timezone, hold_ms, after_hold, undo_offered, paused, capacity, hours, turn_text, nearly_at, country, text_countries)
       VALUES (1, ?, 'business', 'Blue Door Café', ?, '14 Kemang Raya, Jakarta', 1, 1, ${values})`,
      new Uint8Array(32).buffer,
      username,
    );
  });
  await evictDurableObject(location());
  return location;
}

test('every setting that had a column of its own is as it was', async () => {
  const none = { monday: [], tuesday: [], wednesday: [], thursday: [], saturday: [], sunday: [] };
  const hours = { ...none, friday: [{ opens: '18:00', closes: '02:00' }] };
  const location = await withColumns(
    `'Europe/Berlin', 90000, 'no_show', 1, 1, 12, '${JSON.stringify(hours)}', 'It''s time: "{business}" ☕', 3, 'US', '["CA","MX"]'`,
  );
  expect(await viewOf(location)).toMatchObject({
    timezone: 'Europe/Berlin',
    paused: true,
    settings: {
      holdMs: 90_000,
      afterHold: 'no_show',
      undo: true,
      capacity: 12,
      hours,
      turnText: `It's time: "{business}" ☕`,
      nearlyAt: 3,
      country: 'US',
      textCountries: ['CA', 'MX'],
    },
  });
  granted(await changeSettings(location(), { paused: false }));
  await evictDurableObject(location());
  expect(await viewOf(location)).toMatchObject({
    paused: false,
    settings: { capacity: 12, hours, nearlyAt: 3 },
  });
});

test('settings that nobody had set are those of the time zone', async () => {
  const location = await withColumns(
    `'Asia/Jakarta', 300000, 'served', 0, 0, NULL, NULL, NULL, NULL, NULL, NULL`,
  );
  expect(await viewOf(location)).toMatchObject(settingsView(aLocation()));
});

test('what was owed is delivered: the text and the history', async () => {
  const location = await anOldObject(stopClock());
  await delivered(location);
  expect(await textsSent()).toMatchObject([{ recipient: number }]);
  expect((await historyRows()).map(({ visit_id, outcome }) => [visit_id, outcome])).toEqual([
    ['gave-up', 'left'],
  ]);
  expect((await viewOf(location)).admittedCustomers[0]).toMatchObject({
    id: 'expected',
    message: { status: 'sent' },
  });
});

test('a text still queued in the older release can be taken back', async () => {
  const location = await anOldObject(stopClock());
  granted(await act(location(), { id: 'expected' }, { kind: 'put-back' }));
  expect(await viewOf(location)).toMatchObject({
    smsCredits: 51,
    queue: [{ id: 'expected' }, { id: 'first' }, {}, {}],
  });
  await delivered(location);
  expect(await textsSent()).toEqual([]);
  // Its admission had spent the credit: leaving gives none back.
  granted(await leave(location(), asGuest('expected')));
  expect((await viewOf(location)).customerCredits).toBe(100);
});

test('a running hold ends at its time, and undecided parties are settled', async () => {
  const location = await anOldObject(stopClock());
  moveClock(3 * MINUTE_MS);
  await alarmUntil(
    location,
    async () => granted(await location().status(asGuest('expected'))).answer.holdExpired,
  );
  expect(await act(location(), { id: 'forgotten' }, { kind: 'arrived' })).toEqual({
    ok: false,
    code: 'already_settled',
  });
  granted(await act(location(), { id: 'late' }, { kind: 'arrived' }));
});

test('a setting made after the upgrade does not judge parties that were over long before', async () => {
  const location = await anOldObject(stopClock());
  granted(await changeSettings(location(), { afterHold: 'no_show' }));
  moveClock(2 * MINUTE_MS);
  await delivered(location);
  const { admittedCustomers } = await viewOf(location);
  expect(admittedCustomers.find(({ id }) => id === 'forgotten')).toMatchObject({ status: 'admitted' });
});

test('joins, moves, admits, undos and leaves go on, between the old ranks and behind them', async () => {
  stopClock();
  const location = await anOldObject(Date.now());
  granted(await changeSettings(location(), { undo: true }));
  const fourth = await joinAs(location, { firstName: 'Fourth' });
  expect(fourth.position).toBe(4);
  granted(await act(location(), { id: fourth.customer.id }, { kind: 'move', position: 2 }));
  granted(await act(location(), { id: 'third' }, { kind: 'move', position: 2 }));
  granted(await act(location(), { id: 'first' }, { kind: 'admit' }));
  granted(await act(location(), { id: 'first' }, { kind: 'undo' }));
  granted(await act(location(), { id: 'late' }, { kind: 'put-back' }));
  granted(await leave(location(), asGuest('second')));
  const line = ['late', 'first', 'third', fourth.customer.id];
  const view = await viewOf(location);
  expect(view.queue.map(({ id }) => id)).toEqual(line);
  // The join reserved one, the second had reserved one; the admit that was undone and the put-back cost nothing.
  expect(view.customerCredits).toBe(100);
  expect(await lineToldByEvents(location)).toEqual(line);
});

test('there is room between two old neighbours for twenty more', async () => {
  const location = await anOldObject(stopClock());
  for (let n = 0; n < 20; n += 1) {
    const { customer } = await joinAs(location);
    granted(await act(location(), { id: customer.id }, { kind: 'move', position: 2 }));
  }
  const ranks = await runInDurableObject(location(), (_, { storage }) =>
    storage.sql
      .exec<{ id: string; rank: number }>(`SELECT id, rank FROM visit WHERE status = 'waiting' ORDER BY rank`)
      .toArray(),
  );
  // Nobody else was given a new rank for it.
  const old = ranks.filter(({ id }) => ['first', 'second', 'third'].includes(id));
  expect(old.map(({ rank }) => rank)).toEqual([8, 9, 10].map((rank) => rank * 2 ** 24));
});

test('the log written for an older line tells that line', async () => {
  const location = await anOldObject(stopClock());
  expect(await lineToldByEvents(location)).toEqual(['first', 'second', 'third']);
});

test('a location that was closed in the older release stays closed and is erased in time', async () => {
  const now = stopClock();
  const location = await anOldObject(now, true);
  expect(await location().accepting()).toMatchObject({ ok: true, refusal: 'location_closed' });
  await delivered(location);
  expect(await historyRows()).toHaveLength(1);
  moveClock(25 * 3_600_000);
  await alarmUntil(location, async () => !(await location().accepting()).ok);
  const tables = await runInDurableObject(location(), (_, { storage }) =>
    storage.sql.exec(`SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'`).toArray(),
  );
  expect(tables).toEqual([]);
});
