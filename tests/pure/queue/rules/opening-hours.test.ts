import { isTimeZone } from '../../../../src/shared/queue/settings.ts';
import { expect, test } from 'vitest';
import { weekdays, type OpeningHours } from '../../../../src/shared/time/opening-hours.ts';
import {
  dayStart,
  isOpenAt,
  reopensAt,
  turnsAfter,
} from '../../../../src/shared/queue/rules/opening-hours.ts';
import { alwaysOpen, everyDay, neverOpen } from '../../support/factories.ts';

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const on = (day: (typeof weekdays)[number], opens: string, closes: string): OpeningHours => ({
  ...neverOpen,
  [day]: [{ opens, closes }],
});

test.each(weekdays.map((day, index) => ({ day, date: `2026-06-0${index + 1}` })))(
  'an opening on $day holds on that day and no other',
  ({ day, date }) => {
    const hours = on(day, '09:00', '17:30');
    const openOn = weekdays.filter((_, index) =>
      isOpenAt(hours, 'Asia/Jakarta', Date.parse(`2026-06-0${index + 1}T05:00Z`)),
    );
    expect(openOn).toEqual([day]);
    expect(edgesOf(hours, 'Asia/Jakarta', '2026-06-01')).toEqual([`${date}T02:00Z`, `${date}T10:30Z`]);
  },
);

// Columns: name, time zone, opening hours, the first day, and the times at which the location opens and closes.
test.each<[string, string, OpeningHours, string, string, string]>([
  [
    'across midnight',
    'Asia/Jakarta',
    on('friday', '18:00', '02:00'),
    '2026-06-01',
    '2026-06-05T11:00Z',
    '2026-06-05T19:00Z',
  ],
  [
    'from Sunday into Monday',
    'Asia/Jakarta',
    on('sunday', '22:00', '01:15'),
    '2026-06-02',
    '2026-06-07T15:00Z',
    '2026-06-07T18:15Z',
  ],
  [
    'a whole day',
    'Asia/Jakarta',
    on('tuesday', '00:00', '00:00'),
    '2026-06-01',
    '2026-06-01T17:00Z',
    '2026-06-02T17:00Z',
  ],
  [
    'a day from noon to noon',
    'Asia/Jakarta',
    on('tuesday', '12:00', '12:00'),
    '2026-06-01',
    '2026-06-02T05:00Z',
    '2026-06-03T05:00Z',
  ],
  [
    'up to midnight',
    'Asia/Jakarta',
    on('tuesday', '20:00', '00:00'),
    '2026-06-01',
    '2026-06-02T13:00Z',
    '2026-06-02T17:00Z',
  ],
  [
    'a quarter of an hour',
    'Asia/Jakarta',
    on('tuesday', '00:00', '00:15'),
    '2026-06-01',
    '2026-06-01T17:00Z',
    '2026-06-01T17:15Z',
  ],
  [
    'east of the date line',
    'Pacific/Pago_Pago',
    on('monday', '09:00', '17:00'),
    '2026-06-01',
    '2026-06-01T20:00Z',
    '2026-06-02T04:00Z',
  ],
  [
    'west of the date line',
    'Pacific/Kiritimati',
    on('monday', '09:00', '17:00'),
    '2026-05-31',
    '2026-05-31T19:00Z',
    '2026-06-01T03:00Z',
  ],
  [
    'over the hour that Berlin skips',
    'Europe/Berlin',
    on('sunday', '01:00', '04:00'),
    '2026-03-24',
    '2026-03-29T00:00Z',
    '2026-03-29T02:00Z',
  ],
  [
    'from a time that Berlin skips',
    'Europe/Berlin',
    on('sunday', '02:30', '04:00'),
    '2026-03-24',
    '2026-03-29T01:00Z',
    '2026-03-29T02:00Z',
  ],
  [
    'to a time that Berlin skips',
    'Europe/Berlin',
    on('sunday', '01:00', '02:30'),
    '2026-03-24',
    '2026-03-29T00:00Z',
    '2026-03-29T01:00Z',
  ],
  [
    'to the end of what Berlin skips',
    'Europe/Berlin',
    on('sunday', '01:00', '03:00'),
    '2026-03-24',
    '2026-03-29T00:00Z',
    '2026-03-29T01:00Z',
  ],
  [
    'over the hour that Berlin repeats',
    'Europe/Berlin',
    on('sunday', '01:00', '04:00'),
    '2026-10-20',
    '2026-10-24T23:00Z',
    '2026-10-25T03:00Z',
  ],
  [
    'from a time that Berlin repeats',
    'Europe/Berlin',
    on('sunday', '02:30', '04:00'),
    '2026-10-20',
    '2026-10-25T00:30Z',
    '2026-10-25T03:00Z',
  ],
  [
    'to a time that Berlin repeats',
    'Europe/Berlin',
    on('sunday', '01:00', '02:30'),
    '2026-10-20',
    '2026-10-24T23:00Z',
    '2026-10-25T01:30Z',
  ],
  [
    'within the hour that Berlin repeats',
    'Europe/Berlin',
    on('sunday', '02:15', '02:45'),
    '2026-10-20',
    '2026-10-25T00:15Z',
    '2026-10-25T01:45Z',
  ],
  [
    'a night of eight hours in Berlin',
    'Europe/Berlin',
    on('saturday', '22:00', '06:00'),
    '2026-10-20',
    '2026-10-24T20:00Z',
    '2026-10-25T05:00Z',
  ],
  [
    'a day of 23 hours in New York',
    'America/New_York',
    on('sunday', '00:00', '00:00'),
    '2026-03-03',
    '2026-03-08T05:00Z',
    '2026-03-09T04:00Z',
  ],
  [
    'a day of 25 hours in New York',
    'America/New_York',
    on('sunday', '00:00', '00:00'),
    '2026-10-27',
    '2026-11-01T04:00Z',
    '2026-11-02T05:00Z',
  ],
  [
    'from a time that New York repeats',
    'America/New_York',
    on('sunday', '01:00', '03:00'),
    '2026-10-27',
    '2026-11-01T05:00Z',
    '2026-11-01T08:00Z',
  ],
  [
    'from half an hour that Lord Howe skips',
    'Australia/Lord_Howe',
    on('sunday', '02:15', '03:00'),
    '2026-09-29',
    '2026-10-03T15:30Z',
    '2026-10-03T16:00Z',
  ],
  [
    'to half an hour that Lord Howe repeats',
    'Australia/Lord_Howe',
    on('sunday', '01:00', '01:45'),
    '2026-03-31',
    '2026-04-04T14:00Z',
    '2026-04-04T15:15Z',
  ],
  [
    'from a midnight that Havana skips',
    'America/Havana',
    on('sunday', '00:00', '06:00'),
    '2026-03-03',
    '2026-03-08T05:00Z',
    '2026-03-08T10:00Z',
  ],
  [
    'to a midnight that Havana skips',
    'America/Havana',
    on('saturday', '18:00', '00:00'),
    '2026-03-03',
    '2026-03-07T23:00Z',
    '2026-03-08T05:00Z',
  ],
  [
    'from a midnight that Havana repeats',
    'America/Havana',
    on('sunday', '00:00', '06:00'),
    '2026-10-27',
    '2026-11-01T04:00Z',
    '2026-11-01T11:00Z',
  ],
  [
    'to a midnight that Havana repeats',
    'America/Havana',
    on('saturday', '18:00', '00:00'),
    '2026-10-27',
    '2026-10-31T22:00Z',
    '2026-11-01T05:00Z',
  ],
  [
    'from a midnight that Beirut skips',
    'Asia/Beirut',
    on('sunday', '00:00', '06:00'),
    '2026-03-24',
    '2026-03-28T22:00Z',
    '2026-03-29T03:00Z',
  ],
  [
    'to an evening hour that Beirut repeats',
    'Asia/Beirut',
    on('saturday', '18:00', '23:30'),
    '2026-10-20',
    '2026-10-24T15:00Z',
    '2026-10-24T21:30Z',
  ],
])('open %s', (_, timezone, hours, from, opens, closes) => {
  expect(edgesOf(hours, timezone, from)).toEqual([opens, closes]);
});

test('a day without openings is closed, and a week without any', () => {
  expect(edgesOf(neverOpen, 'Europe/Berlin', '2026-03-24')).toEqual([]);
});

test.each(['2026-03-24', '2026-10-20'])(
  'whoever is always open stays open when the clock changes, %s',
  (from) => {
    expect(edgesOf(alwaysOpen, 'Europe/Berlin', from)).toEqual([]);
    expect(isOpenAt(alwaysOpen, 'Europe/Berlin', Date.parse(from))).toBe(true);
  },
);

test('openings that touch or overlap are one', () => {
  const hours = everyDay(
    { opens: '09:00', closes: '12:00' },
    { opens: '12:00', closes: '15:00' },
    { opens: '14:00', closes: '18:00' },
  );
  expect(edgesOf(hours, 'Asia/Jakarta', '2026-06-01').slice(0, 2)).toEqual([
    '2026-06-01T02:00Z',
    '2026-06-01T11:00Z',
  ]);
});

/** All times (UTC) at which the location opens or closes in the seven days that begin seven hours before `from`. */
function edgesOf(hours: OpeningHours, timezone: string, from: string): string[] {
  const start = Date.parse(from) - 7 * HOUR_MS;
  const edges: string[] = [];
  let before = isOpenAt(hours, timezone, start - 1);
  for (let at = start; at < start + 7 * DAY_MS; at += QUARTER_MS) {
    const isOpen = isOpenAt(hours, timezone, at);
    if (isOpen !== before) {
      expect(isOpenAt(hours, timezone, at - 1)).toBe(before);
      edges.push(`${new Date(at).toISOString().slice(0, 16)}Z`);
    }
    before = isOpen;
  }
  return edges;
}

test('every time zone that is taken has a calendar; abbreviations that have none are no time zones', () => {
  const names = [
    ...Intl.supportedValuesOf('timeZone'),
    'UTC',
    'GMT',
    'Asia/Calcutta',
    'Etc/GMT-7',
    'us/eastern',
  ];
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  const at = Date.parse('2026-06-05T12:00Z');
  expect(names.filter((name) => !isOpenAt(alwaysOpen, name, at))).toEqual([]);
  const abbreviations = [
    'ACT',
    'AET',
    'BST',
    'IST',
    'JST',
    'PNT',
    'SST',
    'VST',
    'NST',
    'EST',
    '+07:00',
    'Mars/Base',
  ];
  expect(abbreviations.map((name) => isTimeZone(name))).toEqual(abbreviations.map(() => false));
});

test('the answer of one minute is not taken for that of another, of another place, or of other hours', () => {
  const nine = on('friday', '09:00', '10:00');
  const at = Date.parse('2026-06-05T09:00Z');
  const ask = (hours: OpeningHours, timezone: string, atMs: number) => isOpenAt(hours, timezone, atMs);
  expect([ask(nine, 'UTC', at), ask(nine, 'UTC', at + 59_999), ask(nine, 'UTC', at - 1)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([
    ask(nine, 'UTC', at),
    ask(nine, 'Asia/Jakarta', at),
    ask({ ...nine, friday: [] }, 'UTC', at),
  ]).toEqual([true, false, false]);
});

const day = (...openings: [string, string][]): OpeningHours =>
  everyDay(...openings.map(([opens, closes]) => ({ opens, closes })));

// Columns: name, opening hours, time zone, the time at which a guest comes, and the next opening time.
test.each<[string, OpeningHours, string, string, string | null]>([
  [
    'the next morning',
    day(['09:00', '17:00']),
    'Asia/Jakarta',
    '2026-06-05T16:59+07:00',
    '2026-06-06T09:00+07:00',
  ],
  [
    'for who came too early, after this day',
    day(['09:00', '17:00']),
    'Asia/Jakarta',
    '2026-06-05T08:50+07:00',
    '2026-06-06T09:00+07:00',
  ],
  [
    'for who came after closing, after the next day',
    day(['09:00', '17:00']),
    'Asia/Jakarta',
    '2026-06-05T17:00+07:00',
    '2026-06-07T09:00+07:00',
  ],
  [
    'a lunch break is no closing',
    day(['08:00', '12:00'], ['13:00', '18:00']),
    'Asia/Jakarta',
    '2026-06-05T11:50+07:00',
    '2026-06-06T08:00+07:00',
  ],
  [
    'lunch and dinner',
    day(['11:00', '14:00'], ['18:00', '22:00']),
    'Asia/Jakarta',
    '2026-06-05T13:50+07:00',
    '2026-06-05T18:00+07:00',
  ],
  [
    'across midnight',
    day(['18:00', '02:00']),
    'Europe/Madrid',
    '2026-06-06T01:59+02:00',
    '2026-06-06T18:00+02:00',
  ],
  [
    'after the clocks have changed',
    day(['09:00', '17:00']),
    'Europe/Madrid',
    '2026-03-28T12:00+01:00',
    '2026-03-29T09:00+02:00',
  ],
  ['never closed', alwaysOpen, 'Asia/Jakarta', '2026-06-05T12:00+07:00', null],
  ['never open', neverOpen, 'Asia/Jakarta', '2026-06-05T12:00+07:00', null],
  ['closed for the weekend', on('friday', '09:00', '17:00'), 'Asia/Jakarta', '2026-06-05T12:00+07:00', null],
])('opens again: %s', (_, hours, timezone, at, expected) => {
  const from = Date.parse(at);
  const reopens = expected === null ? null : Date.parse(expected);
  expect(reopensAt(hours, timezone, from)).toBe(reopens);
});

test('the kept answer of the time of opening again is right at any other instant', () => {
  const hours = day(['08:00', '09:00'], ['17:00', '18:00']);
  const times = Array.from(
    { length: 96 },
    (_, quarter) => Date.parse('2026-06-05T00:00Z') + quarter * QUARTER_MS,
  );
  const fresh = times.map((at) => reopensAt({ ...hours }, 'Europe/Madrid', at));
  expect(times.map((at) => reopensAt(hours, 'Europe/Madrid', at))).toEqual(fresh);
  expect(times.toReversed().map((at) => reopensAt(hours, 'Europe/Madrid', at))).toEqual(fresh.toReversed());
});

test.each<[string, OpeningHours, string, string, string[]]>([
  [
    'in and out of an opening, without the next day’s end',
    day(['09:00', '17:00']),
    'Asia/Jakarta',
    '2026-06-05T12:00+07:00',
    ['2026-06-05T17:00+07:00', '2026-06-06T09:00+07:00'],
  ],
  [
    'one opening after the other is no turn',
    day(['09:00', '12:00'], ['12:00', '17:00']),
    'Asia/Jakarta',
    '2026-06-05T08:00+07:00',
    ['2026-06-05T09:00+07:00', '2026-06-05T17:00+07:00'],
  ],
  [
    'an opening of yesterday ends after midnight',
    on('friday', '18:00', '02:00'),
    'Asia/Jakarta',
    '2026-06-06T01:00+07:00',
    ['2026-06-06T02:00+07:00'],
  ],
  [
    'at a turn only later ones count',
    day(['09:00', '17:00']),
    'Europe/Madrid',
    '2026-06-05T09:00+02:00',
    ['2026-06-05T17:00+02:00', '2026-06-06T09:00+02:00'],
  ],
  [
    'on a day with a clock change',
    day(['01:00', '04:00']),
    'Europe/Berlin',
    '2026-03-29T00:30+01:00',
    // The day of the clock change has 23 hours.
    ['2026-03-29T01:00+01:00', '2026-03-29T04:00+02:00', '2026-03-30T01:00+02:00'],
  ],
  ['never closed', alwaysOpen, 'Asia/Jakarta', '2026-06-05T12:00+07:00', []],
  ['never open', neverOpen, 'Asia/Jakarta', '2026-06-05T12:00+07:00', []],
])('turns of the next day: %s', (_, hours, timezone, at, expected) => {
  const turns = turnsAfter(hours, timezone, Date.parse(at), DAY_MS);
  expect(turns).toEqual(expected.map((turn) => Date.parse(turn)));
});

test('a local day starts at its own midnight', () => {
  expect(dayStart('Asia/Jakarta', Date.parse('2026-06-05T18:00Z'))).toBe(Date.parse('2026-06-05T17:00Z'));
  expect(dayStart('Europe/Berlin', Date.parse('2026-03-29T12:00Z'))).toBe(Date.parse('2026-03-28T23:00Z'));
});
