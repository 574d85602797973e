import { expect, test } from 'vitest';
import { weekdays, type Opening, type OpeningHours } from '../../../src/shared/time/opening-hours.ts';
import {
  isAllDay,
  isSameWeek,
  isWeekComplete,
  openAllWeek,
  withAllDay,
  withAnotherOpening,
  withDayOnAllDays,
  withOpening,
  withoutOpening,
  withTimes,
} from '../../../src/client/features/locations/settings/week.ts';

const lunch = opening('11:00–14:00');
const nobody = weekOf({});

test('open all week is open all day on each day', () => {
  expect(weekdays.map((day) => isAllDay(openAllWeek[day]))).toEqual(weekdays.map(() => true));
});

test.each([
  { day: [], isAll: false },
  { day: ['00:00–00:00'], isAll: true },
  { day: ['00:00–23:59'], isAll: false },
  { day: ['09:00–09:00'], isAll: false },
  { day: ['00:00–00:00', '09:00–17:00'], isAll: false },
])('$day is open all day: $isAll', ({ day, isAll }) => {
  expect(isAllDay(day.map(opening))).toBe(isAll);
});

test('each change touches its own day and leaves the week it was given', () => {
  const before = weekOf({ friday: [lunch] });
  const given = structuredClone(before);
  const dinner = opening('18:00–02:00');
  expect(withOpening(before, 'friday', 0, dinner)).toEqual(weekOf({ friday: [dinner] }));
  expect(withoutOpening(before, 'friday', 0)).toEqual(nobody);
  expect(withTimes(before, 'friday')).toEqual(weekOf({ friday: [opening('09:00–17:00')] }));
  expect(withAllDay(before, 'monday')).toEqual(weekOf({ monday: [opening('00:00–00:00')], friday: [lunch] }));
  expect(before).toEqual(given);
});

test('a day is copied to every day', () => {
  const week = withDayOnAllDays(weekOf({ friday: [lunch] }), 'friday');
  expect(weekdays.map((day) => week[day])).toEqual(weekdays.map(() => [lunch]));
});

test.each([
  { day: [], added: '09:00–17:00' },
  { day: ['09:00–17:00'], added: '18:00–21:00' },
  { day: ['11:00–14:00', '15:00–18:00'], added: '19:00–22:00' },
  // The new opening comes after the latest opening, even if the openings are not listed in order.
  { day: ['15:00–18:00', '11:00–14:00'], added: '19:00–22:00' },
  // A new opening after the latest opening would end after midnight, so the new opening comes before the first opening.
  { day: ['11:00–20:00'], added: '07:00–10:00' },
  { day: ['11:00–19:59'], added: '20:59–23:59' },
  { day: ['18:00–02:00'], added: '14:00–17:00' },
  { day: ['04:00–23:00'], added: '00:00–03:00' },
  // There is no room before or after the other openings.
  { day: ['03:59–23:00'], added: '09:00–17:00' },
  { day: ['00:00–00:00'], added: '09:00–17:00' },
  // A time that is not complete is ignored.
  { day: ['–17:00'], added: '09:00–17:00' },
])('beside $day comes $added', ({ day, added }) => {
  const openings = day.map(opening);
  expect(withAnotherOpening(weekOf({ monday: openings }), 'monday')).toEqual(
    weekOf({ monday: [...openings, opening(added)] }),
  );
});

test('a week is complete when no time is missing', () => {
  expect(isWeekComplete(nobody)).toBe(true);
  expect(isWeekComplete(weekOf({ sunday: [lunch] }))).toBe(true);
  expect(isWeekComplete(weekOf({ sunday: [lunch, opening('18:00–')] }))).toBe(false);
  expect(isWeekComplete(weekOf({ sunday: [opening('–18:00')] }))).toBe(false);
});

test('two weeks are the same when they say the same openings in the same order', () => {
  const week = weekOf({ monday: [lunch], friday: [lunch, opening('18:00–02:00')] });
  expect(isSameWeek(week, structuredClone(week))).toBe(true);
  expect(isSameWeek(null, null)).toBe(true);
  expect(isSameWeek(week, null)).toBe(false);
  expect(isSameWeek(null, week)).toBe(false);
  expect(isSameWeek(week, { ...week, friday: week.friday.toReversed() })).toBe(false);
  expect(isSameWeek(week, { ...week, friday: [lunch] })).toBe(false);
  expect(isSameWeek(week, { ...week, monday: [opening('11:00–14:01')] })).toBe(false);
});

/** An opening from a text such as '09:00–17:00'. A missing time is empty. */
function opening(times: string): Opening {
  const [opens = '', closes = ''] = times.split('–');
  return { opens, closes };
}

/** The opening hours of a week. Days that are not given are closed. */
function weekOf(days: Partial<OpeningHours>): OpeningHours {
  const closed: OpeningHours = {
    monday: [],
    tuesday: [],
    wednesday: [],
    thursday: [],
    friday: [],
    saturday: [],
    sunday: [],
  };
  return { ...closed, ...days };
}
