/** The charts of a location, computed from its guests' visits, and the export of the history. */
import { analyticsCopy as spanish } from '../../../src/shared/copy/es/owner/analytics.ts';
import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { expect, test, vi } from 'vitest';
import type { Analytics } from '../../../src/shared/contracts/analytics.ts';
import { visitHistory } from '../../../src/worker/db/schema/locations.ts';
import { brokenDatabase, callWith } from '../../worker/support/broken.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { call, newOwner, read } from '../../worker/support/factories.ts';
import {
  act,
  acted,
  anotherLocation,
  anOwnersLocation,
  invalid,
  join,
  leave,
  objectOf,
  refused,
  setUp,
  type Answer,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { moveClock, stopClock } from '../../worker/support/queue-factories.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function chartsOf({ owner, location }: OwnedLocation): Promise<Answer> {
  return read(await call('GET', `/auth/locations/${location.id}/analytics`, { cookie: owner.cookie }));
}

function fileOf({ owner, location }: OwnedLocation, query = ''): Promise<Response> {
  return call('GET', `/auth/locations/${location.id}/history.csv${query}`, { cookie: owner.cookie });
}

/** The lines of the file without the header line. */
async function linesOf(place: OwnedLocation, query = ''): Promise<string[]> {
  const response = await fileOf(place, query);
  expect(response.status).toBe(200);
  return (await response.text()).split('\r\n').slice(1, -1);
}

/** Sets the clock to Saturday, 21 November 2026, 10:00 in Jakarta, the time zone of all locations in these tests. */
function saturdayMorning(): void {
  stopClock();
  vi.setSystemTime(Date.parse('2026-11-21T03:00:00.000Z'));
}

const nobody: Omit<Analytics['daily'][number], 'day'> = { served: 0, averageWaitMinutes: null, noShows: 0 };
const noWaits = [
  { fromMinutes: 0, toMinutes: 5, served: 0 },
  { fromMinutes: 5, toMinutes: 10, served: 0 },
  { fromMinutes: 10, toMinutes: 15, served: 0 },
  { fromMinutes: 15, toMinutes: 30, served: 0 },
  { fromMinutes: 30, toMinutes: null, served: 0 },
];
const emptyDays = ['15', '16', '17', '18', '19', '20', '21'].map((day) => ({
  day: `2026-11-${day}`,
  ...nobody,
}));
const emptyWeeks = ['2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08', '2026-11-15'].map((weekOf) => ({
  weekOf,
  ...nobody,
}));
const noCharts = {
  daily: emptyDays,
  weekly: emptyWeeks,
  peakHours: [],
  waitTimes: noWaits,
  promise: { mae: null, coverage: null, n: 0 },
};

test('a location that nobody visited has empty charts', async () => {
  const place = await anOwnersLocation();
  saturdayMorning();
  expect(await chartsOf(place)).toEqual({ status: 200, body: noCharts });
});

test('the charts count who was served, who left and who did not come, and what they were promised', async () => {
  const place = await anOwnersLocation();
  const elsewhere = await anotherLocation(await anOwnersLocation({ maxLocations: 2 }));
  saturdayMorning();
  const served = await join(place);
  const absent = await join(place, { firstName: 'Budi' });
  const gone = await join(place, { firstName: 'Siti' });
  moveClock(7 * MINUTE_MS);
  await acted(place, served, 'admit');
  await acted(place, absent, 'admit');
  await acted(place, absent, 'no-show');
  await leave(place, gone);
  await delivered(objectOf(place));
  expect(await chartsOf(place)).toEqual({
    status: 200,
    body: {
      daily: emptyDays.with(6, { day: '2026-11-21', served: 1, averageWaitMinutes: 7, noShows: 2 }),
      weekly: emptyWeeks.with(4, { weekOf: '2026-11-15', served: 1, averageWaitMinutes: 7, noShows: 2 }),
      peakHours: [{ hour: 10, joined: 3 }],
      waitTimes: noWaits.with(1, { fromMinutes: 5, toMinutes: 10, served: 1 }),
      // The two guests were promised 0 minutes (range 0 to 0) and 5 minutes (range 2 to 10). Both guests waited 7
      // minutes.
      promise: { mae: 4.5, coverage: 0.5, n: 2 },
    },
  });
  expect(await chartsOf(elsewhere)).toEqual({ status: 200, body: noCharts });
});

test('moved or put back visits count as served, but not in the accuracy of promises', async () => {
  const place = await anOwnersLocation();
  saturdayMorning();
  const [ada, budi, cleo] = [await join(place), await join(place), await join(place)];
  await act(place, cleo.customer.id, 'move', { position: 1 });
  moveClock(12 * MINUTE_MS);
  await acted(place, cleo, 'admit');
  await acted(place, ada, 'admit');
  await acted(place, ada, 'put-back');
  await acted(place, ada, 'admit');
  await acted(place, budi, 'admit');
  await delivered(objectOf(place));
  const { body } = await chartsOf(place);
  expect(body).toMatchObject({ daily: [{}, {}, {}, {}, {}, {}, { served: 3 }], promise: { mae: 7, n: 1 } });
});

test('an admission that is undone by putting back is no longer counted, and a new zone moves only later visits', async () => {
  const place = await anOwnersLocation();
  saturdayMorning();
  const first = await join(place);
  await acted(place, first, 'admit');
  await acted(place, first, 'put-back');
  await delivered(objectOf(place));
  expect((await chartsOf(place)).body).toEqual({ ...noCharts, peakHours: [{ hour: 10, joined: 1 }] });
  await acted(place, first, 'admit');
  await delivered(objectOf(place));
  await setUp(place, { timezone: 'Pacific/Kiritimati' });
  const second = await join(place, { firstName: 'Budi' });
  await acted(place, second, 'admit');
  await delivered(objectOf(place));
  // In the location's new time zone, the present time is 17:00. The charts still count the visit that was made at 10:00
  // in Jakarta at 10 o'clock.
  expect((await chartsOf(place)).body).toMatchObject({
    daily: emptyDays.with(6, { day: '2026-11-21', served: 2, averageWaitMinutes: 0, noShows: 0 }),
    peakHours: [
      { hour: 10, joined: 1 },
      { hour: 17, joined: 1 },
    ],
  });
});

test('yesterday begins with the new day of the location, and after five weeks nothing is shown any more', async () => {
  const place = await anOwnersLocation();
  saturdayMorning();
  await acted(place, await join(place), 'admit');
  await delivered(objectOf(place));
  const dailyAt = async (instant: string) => {
    vi.setSystemTime(Date.parse(instant));
    const { body } = await chartsOf(place);
    return JSON.stringify(body);
  };
  // Each of these times is less than 14 days after the time before it, because a log-in ends after 14 days without use.
  expect(await dailyAt('2026-11-21T16:59:59.999Z')).toContain('{"day":"2026-11-21","served":1');
  expect(await dailyAt('2026-11-21T17:00:00.000Z')).toContain('{"day":"2026-11-22","served":0');
  expect(await dailyAt('2026-12-01T03:00:00.000Z')).toContain('{"weekOf":"2026-11-15","served":1');
  expect(await dailyAt('2026-12-12T03:00:00.000Z')).toContain('{"weekOf":"2026-11-15","served":1');
  expect(await dailyAt('2026-12-19T16:59:59.000Z')).toContain('{"hour":10,"joined":1}');
  expect(await dailyAt('2026-12-19T17:00:00.000Z')).toContain('"peakHours":[]');
});

test('charts and file need a log-in, and only show own locations', async () => {
  const place = await anOwnersLocation();
  const stranger = await newOwner();
  for (const what of ['analytics', 'history.csv']) {
    const path = `/auth/locations/${place.location.id}/${what}`;
    expect(await read(await call('GET', path))).toEqual(refused('not_logged_in'));
    expect(await read(await call('GET', path, { cookie: stranger.cookie }))).toEqual(refused('not_found'));
    expect(await read(await call('POST', path, { cookie: stranger.cookie }))).toEqual(
      refused('method_not_allowed'),
    );
    const nowhere = `/auth/locations/${'0'.repeat(64)}/${what}`;
    expect(await read(await call('GET', nowhere, { cookie: place.owner.cookie }))).toEqual(
      refused('not_found'),
    );
  }
});

test('the file is in the language of the person', async () => {
  const place = await anOwnersLocation();
  saturdayMorning();
  await acted(place, await join(place, { firstName: 'Budi' }), 'remove');
  await delivered(objectOf(place));
  await call('PATCH', '/auth/language', { cookie: place.owner.cookie, body: { language: 'es' } });
  const response = await fileOf(place);
  expect(response.headers.get('Content-Disposition')).toContain('historial');
  const [head, line] = (await response.text()).split('\r\n');
  expect(head).toContain('"Zona horaria"');
  expect(line).toContain(spanish.export.outcomes.removed);
});

test('the file is a private attachment with one line for each visit that was admitted or is over', async () => {
  const place = await anOwnersLocation();
  saturdayMorning();
  const guest = await join(place, { firstName: 'Łukasz', lastName: '=1+1', numGuests: 3 });
  await join(place, { firstName: 'Waiting' });
  moveClock(90_000);
  await acted(place, guest, 'admit');
  await delivered(objectOf(place));
  const response = await fileOf(place);
  const fileName = `${place.owner.business.username}-history-14-Kemang-Raya-Jakarta-to-2026-11-21.csv`;
  expect({
    status: response.status,
    type: response.headers.get('Content-Type'),
    disposition: response.headers.get('Content-Disposition'),
    cache: response.headers.get('Cache-Control'),
    body: await response.text(),
  }).toEqual({
    status: 200,
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`,
    cache: 'no-store',
    body: [
      '"Joined","Time Zone","Joined (UTC)","Location","First Name","Last Name","Phone Number","Guests","Preference","Outcome","Admitted","Ended","Wait (minutes)","Promised (minutes)","Promised From","Promised To"',
      `"2026-11-21 10:00:00","Asia/Jakarta","2026-11-21T03:00:00.000Z","14 Kemang Raya, Jakarta","Łukasz","'=1+1","",3,"Stay on Premises","Served","2026-11-21 10:01:30",,1.5,0,0,0`,
      '',
    ].join('\r\n'),
  });
});

test('30 days after a visit the file no longer names its guest, whether or not the object has erased it', async () => {
  const place = await anOwnersLocation();
  saturdayMorning();
  const guest = await join(place, { firstName: 'Maya', lastName: 'Putri', phoneNumber: '+62 812 3456 7890' });
  await acted(place, guest, 'admit');
  await acted(place, guest, 'arrived');
  await delivered(objectOf(place));
  // Each step is shorter than 14 days, because a log-in ends after 14 days without use.
  for (const days of [0, 13, 13]) {
    moveClock(days * DAY_MS);
    expect((await linesOf(place))[0]).toContain(`"Maya","Putri","'+62 812 3456 7890"`);
  }
  moveClock(4 * DAY_MS);
  expect((await linesOf(place))[0]).toContain('"","",""');
});

test('a file of more pages than one has every visit once, in order, between its first and its last day', async () => {
  const place = await anOwnersLocation();
  saturdayMorning();
  const now = Date.now();
  const rows = Array.from({ length: 1_203 }, (_, n) => ({
    visitId: `visit-${n}`,
    revision: 1,
    businessId: place.owner.business.id,
    locationId: place.location.id,
    outcome: 'left' as const,
    numGuests: n + 1,
    waitingPreference: 'on_premises' as const,
    joinedAt: now - n * 60 * MINUTE_MS,
    admittedAt: null,
    endedAt: now - n * 60 * MINUTE_MS + 1,
    promisedMinutes: 0,
    promisedLow: 0,
    promisedHigh: 0,
    moved: false,
    timezone: 'Asia/Jakarta',
  }));
  for (let n = 0; n < rows.length; n += 6)
    await drizzle(env.DB)
      .insert(visitHistory)
      .values(rows.slice(n, n + 6));
  const joins = async (query: string) => (await linesOf(place, query)).map((line) => line.slice(1, 20));
  const all = await joins('');
  expect(all).toHaveLength(1_203);
  expect(new Set(all).size).toBe(1_203);
  expect(all).toEqual(all.toSorted());
  const twoDays = await joins('?from=2026-11-19&to=2026-11-20');
  expect([twoDays.length, twoDays[0], twoDays.at(-1)]).toEqual([
    48,
    '2026-11-19 00:00:00',
    '2026-11-20 23:00:00',
  ]);
  expect(await joins('?from=&to=2026-11-20')).toHaveLength(1_192);
  expect(await joins('?from=2026-11-21')).toHaveLength(11);
  expect(await joins('?from=2026-11-22')).toEqual([]);
});

test.each([
  ['0001-01-01', { to: 0, from: 1 }],
  ['2026-11-21', { to: 1, from: 1 }],
  ['2026-11-22', { to: 1, from: 0 }],
  ['9999-12-31', { to: 1, from: 0 }],
])('a file to %s, or from there, has as many lines as %j', async (day, lines) => {
  const place = await anOwnersLocation();
  saturdayMorning();
  await acted(place, await join(place), 'admit');
  await delivered(objectOf(place));
  expect(await linesOf(place, `?to=${day}`)).toHaveLength(lines.to);
  expect(await linesOf(place, `?from=${day}`)).toHaveLength(lines.from);
});

test('an invalid range is refused by field', async () => {
  const place = await anOwnersLocation();
  const sentence = 'Please check what you entered.';
  const answerTo = async (query: string) => read(await fileOf(place, query));
  expect(await answerTo('?from=yesterday')).toEqual(invalid({ from: [sentence] }));
  expect(await answerTo('?to=2026-02-30')).toEqual(invalid({ to: [sentence] }));
  expect(await answerTo('?from=2026-11-21&to=2026-11-20')).toEqual(invalid({ to: [sentence] }));
});

test.each(['analytics', 'history.csv'])(
  'while the history is away, %s says that trying again helps',
  async (what) => {
    const { owner, location } = await anOwnersLocation();
    const away = brokenDatabase('D1_ERROR: Network connection lost.', (sql) => sql.includes('visit_h'));
    const response = await callWith(away, 'GET', `/auth/locations/${location.id}/${what}`, owner);
    expect(await read(response)).toEqual(refused('try_again'));
  },
);
