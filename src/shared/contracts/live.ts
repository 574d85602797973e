/** The messages of the live socket: JSON from the server, and the plain words `PING` and `SYNC` from the page. */
import { locationSettings } from '../queue/settings.ts';
import * as z from 'zod/mini';
import { estimate, moreTime, statusAnswer } from './guest.ts';
import { databaseView, locationView, peopleOnDuty, textsView, timestamp, visitView } from './queue-view.ts';

export { closeCodes, PING, PONG, READS_MOVED, SYNC } from './live-protocol.ts';

/** The whole status. Servers of earlier releases send this message without `version`. */
const statusMessage = z.extend(statusAnswer, { type: z.literal('status'), version: z.optional(z.int()) });
export type StatusMessage = z.infer<typeof statusMessage>;

/**
 * A waiting guest's new position after a change of the line. All other fields of the last status are unchanged. The
 * message is an array without field names, because each byte of the message is sent to every guest in line and delays
 * the page that gets the message last.
 */
const movedMessage = z.object({
  type: z.literal('moved'),
  /**
   * Version; position; wait in minutes; low and high end of the wait's range; how many parties would be called before
   * the guest if the guest asked for five more minutes (0: the guest can no longer ask); the server's time in epoch
   * milliseconds.
   */
  to: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]),
  /** Set if the wait is the fixed estimate; absent if the wait is the learned estimate. */
  fixed: z.optional(z.literal(true)),
});
export type MovedMessage = z.infer<typeof movedMessage>;

/** The message `moved` in the form for pages of earlier releases. */
const positionMessage = z.object({
  type: z.literal('place'),
  position: z.int(),
  ahead: z.int(),
  message: z.string(),
  estimatedWaitMinutes: z.int(),
  estimate,
  moreTime: z.optional(moreTime),
  serverNow: timestamp,
});
export type PositionMessage = z.infer<typeof positionMessage>;

export const guestMessage = z.discriminatedUnion('type', [statusMessage, movedMessage, positionMessage]);
export type GuestMessage = z.infer<typeof guestMessage>;

const queueMessage = z.extend(locationView, {
  type: z.literal('queue'),
  version: z.int(),
  /** The server's time, for the owner's countdowns. Optional, because a location's object may run an older release. */
  serverNow: z.optional(timestamp),
});

/**
 * One change of the line. A visit in `joined` or `updated` replaces the visit with the same id; a waiting visit moves
 * to its `position`. `gone` has the ids of visits that the page removes from every list.
 */
const changeMessage = z.object({
  type: z.literal('change'),
  version: z.int(),
  joined: z.optional(z.array(visitView)),
  updated: z.optional(z.array(visitView)),
  gone: z.optional(z.array(z.string())),
  /** `customerDebt` is absent if there is no debt. */
  credits: z.optional(
    z.object({ customerCredits: z.int(), customerDebt: z.optional(z.int()), smsCredits: z.int() }),
  ),
  address: z.optional(z.string()),
  businessName: z.optional(z.string()),
  settings: z.optional(locationSettings),
  timezone: z.optional(z.string()),
  paused: z.optional(z.boolean()),
  /** Null: staff no longer enter the number of servers on duty. Absent: the number has not changed. */
  servers: z.optional(z.nullable(z.int())),
  onDuty: z.optional(peopleOnDuty),
  texts: z.optional(textsView),
  database: z.optional(databaseView),
  serverNow: z.optional(timestamp),
});
export type ChangeMessage = z.infer<typeof changeMessage>;

export const staffMessage = z.discriminatedUnion('type', [queueMessage, changeMessage]);
export type StaffMessage = z.infer<typeof staffMessage>;
