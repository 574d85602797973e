/**
 * Opening hours of a location: local times of each day of the week (`docs/decisions/0027-settings-of-a-location.md`).
 */
import * as z from 'zod/mini';
import { OPENINGS_A_DAY_MAX } from '../limits.ts';

/** The weekdays in the order of ISO 8601: Monday is day 1. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** A local time of day, '00:00' to '23:59'. */
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/**
 * One opening. If `closes` is not later than `opens`, the opening ends on the next day: 18:00 to 02:00 crosses
 * midnight, and 00:00 to 00:00 is the whole day.
 */
const opening = z.strictObject({ opens: timeOfDay, closes: timeOfDay });
export type Opening = z.infer<typeof opening>;

const openings = z.array(opening).check(z.maxLength(OPENINGS_A_DAY_MAX));

/** The openings that begin on each weekday. A day without openings is closed. */
export const openingHours = z.strictObject({
  monday: openings,
  tuesday: openings,
  wednesday: openings,
  thursday: openings,
  friday: openings,
  saturday: openings,
  sunday: openings,
});
export type OpeningHours = z.infer<typeof openingHours>;

/**
 * Whether the opening hours include this instant (epoch milliseconds) in this zone. The function is passed as an
 * argument, because its calendar library is large and browsers do not need it.
 */
export type IsOpenAt = (hours: OpeningHours, timezone: string, atMs: number) => boolean;
