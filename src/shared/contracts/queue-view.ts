/** The wire shapes of a queue: the contract's `Visit` and `Location`. */
import * as z from 'zod/mini';
import { locationSettings } from '../queue/settings.ts';
import { textErrors, textStatuses, textStops } from '../text/text-states.ts';
import { visitStatuses, waitingPreferences } from '../visit-values.ts';

export { customerKey, type WaitingPreference } from '../visit-values.ts';

/** ISO 8601 UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

export const waitingPreference = z.enum(waitingPreferences);

export const visitStatus = z.enum(visitStatuses);
export type VisitStatus = z.infer<typeof visitStatus>;

/**
 * The state of a visit's turn text as the owner sees it. `error` names the reason when no text reached the guest;
 * `ownerCopy.textMessage` holds the words for both.
 */
const textState = z.object({
  status: z.enum(textStatuses),
  error: z.optional(z.enum(textErrors)),
});
export type TextState = z.infer<typeof textState>;

/** The wait a guest was promised when joining, in whole minutes. */
const promisedWait = z.object({ low: z.int(), high: z.int() });

/** One party's stay as its guest sees it. `position` counts from 1 and stands on waiting visits only. */
export const guestVisit = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.optional(z.string()),
  numGuests: z.int(),
  waitingPreference,
  joinedAt: timestamp,
  address: z.string(),
  position: z.optional(z.int()),
  status: visitStatus,
  admittedAt: z.optional(timestamp),
  holdEndsAt: z.optional(timestamp),
  holdExpired: z.optional(z.boolean()),
  leftAt: z.optional(timestamp),
  removedAt: z.optional(timestamp),
  arrivedAt: z.optional(timestamp),
  /** When the guest was called once more; absent while that has not happened. */
  calledAgainAt: z.optional(timestamp),
  /** When the guest said to be on the way. */
  onMyWayAt: z.optional(timestamp),
  /** When the guest asked for five more minutes. */
  moreTimeAt: z.optional(timestamp),
  /** As `visitView` has it; in any words, so that a page reads what a newer server knows. */
  message: z.optional(z.object({ status: z.string(), error: z.optional(z.string()) })),
});
export type GuestVisit = z.infer<typeof guestVisit>;

/** One party's stay as its owner sees it. */
export const visitView = z.extend(guestVisit, {
  /** While the visit waits. */
  promised: z.optional(promisedWait),
  /** While the visit waits: how many SMS credits its text takes, where that is more than one. */
  textCredits: z.optional(z.int()),
  message: z.optional(textState),
});
export type VisitView = z.infer<typeof visitView>;

/** The answer to the owner's admit and remove: the visit as it stands now. */
export const visitAnswer = z.object({ success: z.literal(true), customer: visitView });

/** The texts of a location as a whole. */
export const textsView = z.object({
  /** Why none is given to the provider, and since when; absent while they go out. */
  held: z.optional(z.object({ reason: z.enum(textStops), since: timestamp })),
  /**
   * How many the provider took on this day of the location ('YYYY-MM-DD'), and how many of them have arrived; absent
   * while there are none.
   */
  today: z.optional(z.object({ day: z.string(), sent: z.int(), delivered: z.int() })),
});
export type TextsView = z.infer<typeof textsView>;

/** The parts of a location that wait for our database: its texts, its charts and its export. */
export const databaseView = z.object({
  /** Since when it has not answered; absent while it does. */
  awaySince: z.optional(timestamp),
});
export type DatabaseView = z.infer<typeof databaseView>;

/** A location as its owner sees it. `queue` is in order; the ended lists reach back 48 hours, newest first. */
export const locationView = z.object({
  id: z.string(),
  address: z.string(),
  businessName: z.string(),
  timezone: z.string(),
  customerCredits: z.int(),
  smsCredits: z.int(),
  queue: z.array(visitView),
  admittedCustomers: z.array(visitView),
  removedCustomers: z.array(visitView),
  settings: locationSettings,
  paused: z.boolean(),
  /** Absent while there is nothing to say. */
  texts: z.optional(textsView),
  /** Absent while it answers. */
  database: z.optional(databaseView),
});
export type LocationView = z.infer<typeof locationView>;

/** A location that does not answer just now: nothing is known of its line, its credits and its settings. */
export const awayLocation = z.object({ id: z.string(), address: z.string(), away: z.literal(true) });
export type AwayLocation = z.infer<typeof awayLocation>;
