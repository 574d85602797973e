/** The contract of the charts: `GET /auth/locations/{id}/analytics` (`docs/spec.md` sections 2 and 9, 10.6 and 10.12). */
import * as z from 'zod/mini';

/** A calendar day of the location, 'YYYY-MM-DD'. */
const day = z.iso.date();

const figures = {
  served: z.int(),
  /** Mean over the served, in whole minutes; null where nobody was served. */
  averageWaitMinutes: z.nullable(z.int()),
  /** Parties that left, and admitted ones that did not come. */
  noShows: z.int(),
};

/** The charts of one location. Days, weeks and hours are those of its own clock when the visit was. */
export const analytics = z.object({
  /** The last seven days, oldest first, today last. */
  daily: z.array(z.object({ day, ...figures })),
  /** The last five weeks by their Sundays, oldest first; the last one is not over. */
  weekly: z.array(z.object({ weekOf: day, ...figures })),
  /** Joins of those five weeks by hour, 0 to 23; hours without any are left out. */
  peakHours: z.array(z.object({ hour: z.int(), joined: z.int() })),
  /** The served of those five weeks by minutes waited: from `fromMinutes` up to, not including, `toMinutes`. */
  waitTimes: z.array(z.object({ fromMinutes: z.int(), toMinutes: z.nullable(z.int()), served: z.int() })),
  /**
   * What was promised at join beside the wait of the `n` parties admitted in those five weeks whom the owner had neither
   * moved nor put back: the mean absolute error in minutes, and the share (0 to 1) whose wait lay in the promised range.
   * Both null when `n` is 0.
   */
  promise: z.object({ mae: z.nullable(z.number()), coverage: z.nullable(z.number()), n: z.int() }),
});
export type Analytics = z.infer<typeof analytics>;

/** The query of `GET /auth/locations/{id}/history.csv`: first and last day of joining, both optional. */
export const exportRange = z
  .object({ from: z.optional(day), to: z.optional(day) })
  .check(z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['to'] }));
export type ExportRange = z.infer<typeof exportRange>;
