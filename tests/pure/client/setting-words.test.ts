import { expect, test } from 'vitest';
import { calendarDay } from '../../../src/shared/time/day-figures.ts';
import { clockTime, longDate } from '../../../src/client/lib/format.ts';
import {
  numberFrom,
  openingInWords,
  settingFacts,
  timeZoneFrom,
} from '../../../src/client/features/locations/settings/setting-words.ts';
import { CAPACITY_MAX } from '../../../src/shared/limits.ts';
import { alwaysOpen } from '../support/factories.ts';
import { viewSettings } from '../support/view-factories.ts';

test('the closed panel shows what differs most from place to place', () => {
  expect(settingFacts(viewSettings({ holdMs: 300_000, hours: null, capacity: null }))).toEqual([
    'Held for 5 minutes',
    'Always open',
    'No limit',
  ]);
  expect(settingFacts(viewSettings({ holdMs: 90_000, hours: alwaysOpen, capacity: 1 }))).toEqual([
    'Held for 1 minute 30 seconds',
    'Opening hours set',
    '1 party at most',
  ]);
});

const parties = { min: 1, max: CAPACITY_MAX };
test.each([
  ['', null],
  ['   ', null],
  ['1', 1],
  [' 12 ', 12],
  ['10000', 10_000],
  ['010', 10],
  ['١٢', 12],
])('%j typed as the most parties is %j', (typed, capacity) => {
  expect(numberFrom(typed, parties)).toBe(capacity);
});

test.each(['0', '10001', '-1', '1.5', '1e3', '0x10', '1,000', 'ten', '9'.repeat(400), '∞'])(
  '%j is no number of parties',
  (typed) => {
    expect(numberFrom(typed, parties)).toBeUndefined();
  },
);

test('zero is a number if the limits allow it', () => {
  expect(['0', '5', '6'].map((typed) => numberFrom(typed, { min: 0, max: 5 }))).toEqual([0, 5, undefined]);
});

const known = [
  'UTC',
  'Asia/Jakarta',
  'America/New_York',
  'America/Argentina/Salta',
  'One/Twin',
  'Other/Twin',
];
test.each([
  ['Asia/Jakarta', 'Asia/Jakarta'],
  [' asia/jakarta ', 'Asia/Jakarta'],
  ['new york', 'America/New_York'],
  ['America/New  York', 'America/New_York'],
  ['SALTA', 'America/Argentina/Salta'],
  ['utc', 'UTC'],
  // This machine knows the zone, but the list `known` does not contain the zone.
  ['europe/paris', 'Europe/Paris'],
])('%j means the zone %s', (typed, zone) => {
  expect(timeZoneFrom(typed, known)).toBe(zone);
});

test.each(['', '  ', 'twin', 'Mars/Olympus', '+07:00', '7', "'; drop table --"])(
  '%j means no zone',
  (typed) => {
    expect(timeZoneFrom(typed, known)).toBeUndefined();
  },
);

test('an opening has a note for facts that its two times do not show', () => {
  expect(openingInWords({ opens: '09:00', closes: '17:00' })).toBeUndefined();
  expect(openingInWords({ opens: '18:00', closes: '02:00' })).toBe(`until ${at(2)} the next day`);
  expect(openingInWords({ opens: '09:00', closes: '09:00' })).toBe(`until ${at(9)} the next day`);
  expect(openingInWords({ opens: '00:00', closes: '00:00' })).toBe('Open all day');
  expect(openingInWords({ opens: '', closes: '02:00' })).toBeUndefined();
});

test('a time zone that is not known is read as UTC, by the date as by the figures of the day', () => {
  const noon = Date.UTC(2026, 10, 21, 12);
  const late = Date.UTC(2026, 10, 21, 23, 30);
  expect(clockTime(noon, 'Antarctica/New_Base', 'en-US')).toBe('12:00 PM');
  expect(longDate(late, 'Antarctica/New_Base', 'en-US')).toBe('Saturday, November 21, 2026');
  expect(calendarDay(late, 'Antarctica/New_Base')).toBe('2026-11-21');
  expect(clockTime(noon, 'Asia/Jakarta', 'en-US')).toBe('7:00 PM');
  expect(longDate(noon, 'Asia/Jakarta', 'en-US')).toBe('Saturday, November 21, 2026');
});

/** A full hour in the format of this machine's language. */
function at(hour: number): string {
  return clockTime(Date.UTC(1970, 0, 1, hour), 'UTC');
}
