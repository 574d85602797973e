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
 * `ownerCopy.textMessage` has the words for `status` and `error`.
 */
const textState = z.object({
  status: z.enum(textStatuses),
  error: z.optional(z.enum(textErrors)),
});
export type TextState = z.infer<typeof textState>;

/**
 * The wait that was promised to a guest at the join, in whole minutes. `minutes`: the single figure that the guest was
 * told; absent if the guest was told a range.
 */
const promisedWait = z.object({ low: z.int(), high: z.int(), minutes: z.optional(z.int()) });

/** A visit, with the fields that its guest may see. `position` counts from 1; only waiting visits have a position. */
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
  /** The visit expired, because nobody called the party within a day, or before the location opened again. */
  waitExpired: z.optional(z.literal(true)),
  arrivedAt: z.optional(timestamp),
  /** When the guest was called again; absent if never. */
  calledAgainAt: z.optional(timestamp),
  /** When the guest replied "on my way". */
  onMyWayAt: z.optional(timestamp),
  /** When the guest asked for five more minutes. */
  moreTimeAt: z.optional(timestamp),
  /**
   * Like `message` in `visitView`, but with any strings, so that an older page accepts the values of a newer server.
   */
  message: z.optional(z.object({ status: z.string(), error: z.optional(z.string()) })),
});
export type GuestVisit = z.infer<typeof guestVisit>;

/** A visit, with the fields that the owner may see. */
export const visitView = z.extend(guestVisit, {
  /** When the visit ended as a no-show. */
  noShowAt: z.optional(timestamp),
  /** The promised wait; present only while the visit waits. */
  promised: z.optional(promisedWait),
  /** The cost of the turn text in SMS credits; absent if the cost is one credit, or the visit does not wait. */
  textCredits: z.optional(z.int()),
  /** A note by staff for staff; absent if there is none. */
  note: z.optional(z.string()),
  /** Another visit of this location that waits or is admitted has the same phone number. */
  sameNumber: z.optional(z.literal(true)),
  /**
   * Identifies the group of joins that one sender sent in a burst, if the visit belongs to such a group; present only
   * while the visit waits.
   */
  senderGroup: z.optional(z.string()),
  /** The visit was removed with a group of joins from one sender. Charts and estimates ignore discarded visits. */
  discarded: z.optional(z.literal(true)),
  message: z.optional(textState),
  /** Until this time the last action on the visit can be undone; absent if no action can be undone. */
  undoUntil: z.optional(timestamp),
  /** The place in line to which an undo returns the visit; absent if the visit does not return to the line. */
  undoPosition: z.optional(z.int()),
  /** The visit was recalled after its guest's page had ended, so staff call the guest by name. */
  pageGone: z.optional(z.literal(true)),
});
export type VisitView = z.infer<typeof visitView>;

/** The answer to the owner's admit and remove: the visit after the change. */
export const visitAnswer = z.object({ success: z.literal(true), customer: visitView });

/** A text of a visit. `at`: the time of the request. `status` and `error` mean the same as in `message` of a visit. */
const textOfVisit = z.object({
  kind: z.enum(['almost_there', 'turn', 'call_again']),
  at: timestamp,
  ...textState.shape,
});

/**
 * One event of a location's log. `position` and `fromPosition`: the place after the event, and the place before a move.
 * `actor` is one word, such as `owner` or `member:b2c1`. `actorName` is the name of a person who is in the team now; ''
 * if the person has given no name.
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
 * The answer of `GET /auth/locations/{id}/visits/{visitId}/history`: the events and the text messages of a visit,
 * oldest first. Texts that were withdrawn are left out.
 */
export const visitHistory = z.object({
  events: z.array(loggedEvent),
  texts: z.array(textOfVisit),
});
export type VisitHistory = z.infer<typeof visitHistory>;

/** The state of a location's texts. */
export const textsView = z.object({
  /** Why no text is sent, and since when; absent while texts are sent. */
  held: z.optional(z.object({ reason: z.enum(textStops), since: timestamp })),
  /**
   * `budget`: the hourly budget that stopped texts. `until`: the end of the budget's hour. `country`: only for the
   * budget of a country. Absent if no budget stopped texts.
   */
  stopped: z.optional(
    z.object({ budget: z.enum(textBudgets), until: timestamp, country: z.optional(z.enum(countries)) }),
  ),
  /**
   * Texts of the location's current day ('YYYY-MM-DD'): how many the provider accepted, and how many of these were
   * delivered. Absent if no text was sent on this day.
   */
  today: z.optional(z.object({ day: z.string(), sent: z.int(), delivered: z.int() })),
});
export type TextsView = z.infer<typeof textsView>;

/** The state of D1. Texts, charts and the export of a location depend on D1. */
export const databaseView = z.object({
  /** Since when the database has not answered; absent while the database answers. */
  awaySince: z.optional(timestamp),
});
export type DatabaseView = z.infer<typeof databaseView>;

/**
 * The people on duty, in the order in which they went on duty. `actor` has the form of an event's actor. `name` is
 * absent for an owner without a name.
 */
export const peopleOnDuty = z.array(z.object({ actor: z.string(), name: z.optional(z.string()) }));
export type PeopleOnDuty = z.infer<typeof peopleOnDuty>;

/**
 * A location, with the fields that the owner may see. `queue` is in the order of the line. The lists of ended visits
 * cover 48 hours, newest first.
 */
export const locationView = z.object({
  id: z.string(),
  address: z.string(),
  businessName: z.string(),
  timezone: z.string(),
  /** The location's country, to which a text costs one SMS credit; absent if the country is unknown. */
  homeCountry: z.optional(z.enum(countries)),
  customerCredits: z.int(),
  /** Walk-ins that staff added when no credits were left; absent if there are none. */
  customerDebt: z.optional(z.int()),
  smsCredits: z.int(),
  queue: z.array(visitView),
  admittedCustomers: z.array(visitView),
  removedCustomers: z.array(visitView),
  settings: locationSettings,
  paused: z.boolean(),
  /** How many servers are on duty; absent if staff entered no number. */
  servers: z.optional(z.int()),
  /** The people on duty; absent if nobody is on duty. `servers` is their number. */
  onDuty: z.optional(peopleOnDuty),
  /** Absent if there is nothing to report. */
  texts: z.optional(textsView),
  /** Absent while the database answers. */
  database: z.optional(databaseView),
});
export type LocationView = z.infer<typeof locationView>;

/** A location that does not answer now, so its line, credits and settings are unknown. */
export const awayLocation = z.object({ id: z.string(), address: z.string(), away: z.literal(true) });
export type AwayLocation = z.infer<typeof awayLocation>;
