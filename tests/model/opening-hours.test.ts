/** Compares opening hours with a second implementation, which looks up the local time of each quarter of an hour. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdays, type Opening, type OpeningHours } from '../../src/shared/time/opening-hours.ts';
import { isOpenAt } from '../../src/shared/queue/rules/opening-hours.ts';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

const weeks = [
  ['Asia/Jakarta', '2026-06-01'],
  ['Europe/Berlin', '2026-03-24'],
  ['Europe/Berlin', '2026-10-20'],
  ['America/New_York', '2026-03-03'],
  ['America/New_York', '2026-10-27'],
  ['Australia/Lord_Howe', '2026-09-29'],
  ['Australia/Lord_Howe', '2026-03-31'],
  ['America/Havana', '2026-03-03'],
  ['America/Havana', '2026-10-27'],
  ['Asia/Beirut', '2026-03-24'],
  ['Asia/Beirut', '2026-10-20'],
  ['Pacific/Kiritimati', '2026-06-01'],
  ['Pacific/Pago_Pago', '2026-06-01'],
] as const;

const time = fc.nat(95).map((quarter) => new Date(quarter * QUARTER_MS).toISOString().slice(11, 16));
const openings = fc.array(fc.record({ opens: time, closes: time }), { maxLength: 2 });
const anyHours = fc.record({
  monday: openings,
  tuesday: openings,
  wednesday: openings,
  thursday: openings,
  friday: openings,
  saturday: openings,
  sunday: openings,
});

test.each(weeks)('%s in the week of %s: open exactly between the edges of an opening', (timezone, from) => {
  const start = Date.parse(from);
  const wall = wallOf(timezone, start - 3 * DAY_MS, 13);
  const quarter = fc.integer({ min: 0, max: (7 * DAY_MS) / QUARTER_MS });
  fc.assert(
    fc.property(anyHours, fc.array(quarter, { minLength: 6, maxLength: 6 }), (hours, quarters) => {
      const stretches = stretchesOn(wall, hours);
      const inQuestion = [
        ...stretches.flatMap(({ opensAt, closesAt }) => [opensAt - 1, opensAt, closesAt - 1, closesAt]),
        ...quarters.map((n) => start + n * QUARTER_MS + 1),
      ];
      for (const at of inQuestion.filter((at) => at >= start && at < start + 7 * DAY_MS)) {
        const expected = stretches.some(({ opensAt, closesAt }) => opensAt <= at && at < closesAt);
        expect([at, isOpenAt(hours, timezone, at)]).toEqual([at, expected]);
      }
    }),
    { numRuns: 10 },
  );
});

/** A time, and the local time in its zone as in '2026-03-29 01:45'. */
type Shown = { at: number; local: string };

function wallOf(timezone: string, from: number, days: number): Shown[] {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return Array.from({ length: (days * DAY_MS) / QUARTER_MS }, (_, n) => {
    const at = from + n * QUARTER_MS;
    return { at, local: format.format(at) };
  });
}

/** The start and end of each opening on these local days. */
function stretchesOn(wall: Shown[], hours: OpeningHours): { opensAt: number; closesAt: number }[] {
  const days = [...new Set(wall.map(({ local }) => local.slice(0, 10)))].slice(1, -2);
  return days.flatMap((day) => {
    const name = weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? 'monday';
    return hours[name].map((opening) => stretchOf(wall, day, opening));
  });
}

function stretchOf(wall: Shown[], day: string, { opens, closes }: Opening) {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  const end = `${closes > opens ? day : next} ${closes}`;
  const start = `${day} ${opens}`;
  const skippedTo = (local: string) => wall.find((shown) => shown.local > local)?.at ?? NaN;
  return {
    opensAt: wall.find(({ local }) => local === start)?.at ?? skippedTo(start),
    closesAt: wall.findLast(({ local }) => local === end)?.at ?? skippedTo(end),
  };
}
