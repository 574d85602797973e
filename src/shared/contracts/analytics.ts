/** API contract of the charts: `GET /auth/locations/{id}/analytics` (`docs/spec.md` sections 2, 9, 10.6 and 10.12). */
import * as z from 'zod/mini';

/** A calendar day of the location, 'YYYY-MM-DD'. */
const day = z.iso.date();

const figures = {
  served: z.int(),
  /** The mean wait of the served parties, in whole minutes; null if nobody was served. */
  averageWaitMinutes: z.nullable(z.int()),
  /** Parties that left the line, and admitted parties that did not come. */
  noShows: z.int(),
};

/**
 * The charts of one location. Days, weeks and hours are local: each visit counts in the time zone that the location had
 * at the visit.
 */
export const analytics = z.object({
  /** The last seven days, oldest first. The last day is today. */
  daily: z.array(z.object({ day, ...figures })),
  /**
   * The last five weeks, oldest first. `weekOf` is the Sunday with which a week begins. The last week is the current
   * week.
   */
  weekly: z.array(z.object({ weekOf: day, ...figures })),
  /** Joins in the last five weeks by hour, 0 to 23. Hours without joins are left out. */
  peakHours: z.array(z.object({ hour: z.int(), joined: z.int() })),
  /**
   * The number of parties that were served in the last five weeks, grouped by the minutes that they waited:
   * `fromMinutes` inclusive, `toMinutes` exclusive.
   */
  waitTimes: z.array(z.object({ fromMinutes: z.int(), toMinutes: z.nullable(z.int()), served: z.int() })),
  /**
   * Accuracy of the promised waits. `n` counts the parties admitted in the last five weeks, without parties that the
   * owner moved or put back. `mae` is the mean absolute error in minutes. `coverage` is the share (0 to 1) of waits
   * within the promised range. `mae` and `coverage` are null if `n` is 0.
   */
  promise: z.object({ mae: z.nullable(z.number()), coverage: z.nullable(z.number()), n: z.int() }),
});
export type Analytics = z.infer<typeof analytics>;

/**
 * The figures of one member. A visit that was admitted twice counts for the member who admitted it last.
 * `medianWaitMinutes`: the median wait from the join to the admission.
 */
const memberFigures = z.object({
  actor: z.string(),
  actorName: z.optional(z.string()),
  admitted: z.int(),
  served: z.int(),
  noShows: z.int(),
  medianWaitMinutes: z.int(),
});

/**
 * `GET /auth/locations/{id}/analytics/members`: the members' figures of today and of the last seven days. Both lists
 * are empty until the owner switches the members' charts on.
 */
export const memberCharts = z.object({ today: z.array(memberFigures), week: z.array(memberFigures) });
export type MemberCharts = z.infer<typeof memberCharts>;

/** The query of `GET /auth/locations/{id}/history.csv`: first and last day of the joins, both optional. */
export const exportRange = z
  .object({ from: z.optional(day), to: z.optional(day) })
  .check(z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['to'] }));
export type ExportRange = z.infer<typeof exportRange>;
