/**
 * API contract of the overview of all locations (`/business/locations`): the messages of the page's only live socket.
 */
import * as z from 'zod/mini';
import { databaseView, peopleOnDuty, textsView, timestamp } from './queue-view.ts';

/**
 * The summary of a location. Times are points in time and not durations, so that the page can compute the current waits
 * without another message.
 */
const locationSummary = z.object({
  id: z.string(),
  address: z.string(),
  timezone: z.string(),
  /** How many parties wait. */
  waiting: z.int(),
  /** The party that has waited longest, with its promised wait; absent if nobody waits. */
  longest: z.optional(z.object({ joinedAt: timestamp, promisedMinutes: z.int() })),
  /** The earliest time at which a waiting party's promised wait ends. The field is missing if nobody waits. */
  lateFrom: z.optional(timestamp),
  /** The number of called parties without an outcome. */
  arriving: z.int(),
  /**
   * `day`: the current calendar day of the location ('YYYY-MM-DD'). `joined`, `left`: how many parties joined on this
   * day, and how many left the line themselves on this day.
   */
  today: z.object({ day: z.string(), joined: z.int(), left: z.int() }),
  /**
   * `open`: whether the opening hours allow joins now. `turns` lists the times in the next 24 hours at which `open`
   * changes.
   */
  open: z.boolean(),
  turns: z.array(timestamp),
  paused: z.boolean(),
  /** How many servers are on duty; absent if staff entered no number. */
  servers: z.optional(z.int()),
  /** Absent if nobody is on duty. */
  onDuty: z.optional(peopleOnDuty),
  texts: textsView,
  database: databaseView,
});
export type LocationSummary = z.infer<typeof locationSummary>;

/** `gone`: the location was removed. `serverNow`: the server's time. */
const locationNews = z.discriminatedUnion('type', [
  z.extend(locationSummary, { type: z.literal('location'), serverNow: timestamp }),
  z.object({ type: z.literal('gone'), id: z.string() }),
]);
/** The message that a location sends to its overview. */
export type LocationNews = z.infer<typeof locationNews>;

/**
 * A message to the page. The first message is `locations`: the locations of this page. `away`: the location does not
 * answer now; the page may ask again (`SYNC`). `added`: the business has a new location, so the page loads the account
 * again, and opens a new socket if the account lists the location.
 */
export const overviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('locations'), ids: z.array(z.string()) }),
  locationNews,
  z.object({ type: z.literal('away'), id: z.string() }),
  z.object({ type: z.literal('added') }),
]);
export type OverviewMessage = z.infer<typeof overviewMessage>;
/** The messages that the overview receives and sends on to its pages. */
export type OverviewNews = Exclude<OverviewMessage, { type: 'locations' }>;
