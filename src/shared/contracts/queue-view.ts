/** API contract of a queue: visits and locations. */
import * as z from 'zod/mini';
import { locationSettings } from '../queue/settings.ts';
import { countries } from '../countries.ts';
import { textBudgets, textErrors, textStatuses, textStops } from '../text/text-states.ts';
import { visitStatuses, waitingPreferences } from '../visit-values.ts';

export { customerKey, type WaitingPreference } from '../visit-values.ts';

/** ISO 8601 UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

export const waitingPreference = z.enum(waitingPreferences);

export const visitStatus = z.enum(visitStatuses);
export type VisitStatus = z.infer<typeof visitStatus>;

/**
 * The state of a visit's turn text for the owner. `error` is the reason if no text reached the guest.
 * `ownerCopy.textMessage` has the words of both.
 */
const textState = z.object({
  status: z.enum(textStatuses),
  error: z.optional(z.enum(textErrors)),
});
export type TextState = z.infer<typeof textState>;

/**
 * The wait that was promised to a guest at the join, in whole minutes. `minutes`: the one figure that the guest was told;
 * absent if the guest was told the range.
 */
const promisedWait = z.object({ low: z.int(), high: z.int(), minutes: z.optional(z.int()) });

/** A visit as its guest sees it. `position` counts from 1; only waiting visits have it. */
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
  /** The visit ended by itself: nobody called the party before the location opened again, or within a day. */
  waitExpired: z.optional(z.literal(true)),
  arrivedAt: z.optional(timestamp),
  /** When the guest was called again; absent if never. */
  calledAgainAt: z.optional(timestamp),
  /** When the guest replied "on my way". */
  onMyWayAt: z.optional(timestamp),
  /** When the guest asked for five more minutes. */
  moreTimeAt: z.optional(timestamp),
  /** Like `message` in `visitView`, but with any string, so that a page can read the values of a newer server. */
  message: z.optional(z.object({ status: z.string(), error: z.optional(z.string()) })),
});
export type GuestVisit = z.infer<typeof guestVisit>;

/** A visit as its owner sees it. */
export const visitView = z.extend(guestVisit, {
  /** When the visit ended as a no-show. */
  noShowAt: z.optional(timestamp),
  /** Only while the visit waits. */
  promised: z.optional(promisedWait),
  /** The cost of the turn text in SMS credits, if it is more than one; only while the visit waits. */
  textCredits: z.optional(z.int()),
  /** A note by staff for staff; absent if there is none. */
  note: z.optional(z.string()),
  /** Another visit of this location that waits or is admitted has the same phone number. */
  sameNumber: z.optional(z.literal(true)),
  /** The group of joins that came from one sender in a burst; only while the visit waits. */
  senderGroup: z.optional(z.string()),
  /** The visit was removed with a group of joins from one sender, so no figure counts it. */
  discarded: z.optional(z.literal(true)),
  message: z.optional(textState),
  /** Until when the last action on the visit can be undone; absent if it cannot. */
  undoUntil: z.optional(timestamp),
  /**
   * The place in line to which this undo returns the visit; absent if the undo returns the visit to the admitted ones.
   */
  undoPosition: z.optional(z.int()),
  /** The visit was recalled after its guest's page had ended: staff call the guest by name. */
  pageGone: z.optional(z.literal(true)),
});
export type VisitView = z.infer<typeof visitView>;

/** The answer to the owner's admit and remove: the visit after the change. */
export const visitAnswer = z.object({ success: z.literal(true), customer: visitView });

/** A text of a visit. `at`: the time of the request. `status` and `error` as in `message` of a visit. */
const textOfVisit = z.object({
  kind: z.enum(['almost_there', 'turn', 'call_again']),
  at: timestamp,
  ...textState.shape,
});

/**
 * One event of a location's log. `position` and `fromPosition`: the places after the event and before a move. `actor` is
 * one word, such as `owner` or `member:b2c1`; `actorName` is the name of a present member of the team.
 */
export const loggedEvent = z.object({
  kind: z.string(),
  at: timestamp,
  position: z.int(),
  fromPosition: z.optional(z.int()),
  actor: z.string(),
  actorName: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/**
 * `GET /auth/locations/{id}/visits/{visitId}/history`: the events of a visit and its texts, oldest first. A text that was
 * withdrawn is left out.
 */
export const visitHistory = z.object({
  events: z.array(loggedEvent),
  texts: z.array(textOfVisit),
});
export type VisitHistory = z.infer<typeof visitHistory>;

/** The state of a location's texts. */
export const textsView = z.object({
  /** Why and since when no text is sent; absent while texts are sent. */
  held: z.optional(z.object({ reason: z.enum(textStops), since: timestamp })),
  /**
   * The hourly budget that stopped texts, the time when its hour ends, and the country of a country's budget; absent if
   * no budget stopped texts.
   */
  stopped: z.optional(
    z.object({ budget: z.enum(textBudgets), until: timestamp, country: z.optional(z.enum(countries)) }),
  ),
  /**
   * Texts of the location's current day ('YYYY-MM-DD'): how many the provider accepted, and how many of them were
   * delivered. Absent if there are none.
   */
  today: z.optional(z.object({ day: z.string(), sent: z.int(), delivered: z.int() })),
});
export type TextsView = z.infer<typeof textsView>;

/** The state of our database, on which texts, charts and the export of a location depend. */
export const databaseView = z.object({
  /** Since when the database has not answered; absent while it answers. */
  awaySince: z.optional(timestamp),
});
export type DatabaseView = z.infer<typeof databaseView>;

/**
 * The people on duty, in the order in which they began. `actor`: as in an event; `name` is absent for an owner without one.
 */
export const peopleOnDuty = z.array(z.object({ actor: z.string(), name: z.optional(z.string()) }));
export type PeopleOnDuty = z.infer<typeof peopleOnDuty>;

/** A location as its owner sees it. `queue` is in order. The lists of ended visits cover 48 hours, newest first. */
export const locationView = z.object({
  id: z.string(),
  address: z.string(),
  businessName: z.string(),
  timezone: z.string(),
  /** The country whose texts cost one SMS credit; absent if it is unknown. */
  homeCountry: z.optional(z.enum(countries)),
  customerCredits: z.int(),
  /** Walk-ins that staff took beyond zero credits; absent if there are none. */
  customerDebt: z.optional(z.int()),
  smsCredits: z.int(),
  queue: z.array(visitView),
  admittedCustomers: z.array(visitView),
  removedCustomers: z.array(visitView),
  settings: locationSettings,
  paused: z.boolean(),
  /** How many servers are on duty; absent if staff told none. */
  servers: z.optional(z.int()),
  /** Absent if nobody is on duty; otherwise `servers` is their number. */
  onDuty: z.optional(peopleOnDuty),
  /** Absent if there is nothing to report. */
  texts: z.optional(textsView),
  /** Absent while the database answers. */
  database: z.optional(databaseView),
});
export type LocationView = z.infer<typeof locationView>;

/** A location that does not answer now: its line, credits and settings are unknown. */
export const awayLocation = z.object({ id: z.string(), address: z.string(), away: z.literal(true) });
export type AwayLocation = z.infer<typeof awayLocation>;
