/** The messages of the live socket: JSON from the server, two bare words from the page. */
import { locationSettings } from '../queue/settings.ts';
import * as z from 'zod/mini';
import { estimate, moreTime, statusAnswer } from './guest.ts';
import { databaseView, locationView, textsView, timestamp, visitView } from './queue-view.ts';

export { closeCodes, PING, PONG, SYNC } from './live-protocol.ts';

const statusMessage = z.extend(statusAnswer, { type: z.literal('status') });

/**
 * A waiting guest's position after a change of the line: the only difference to the status sent before. Without
 * `moreTime` more time can no longer be asked for.
 */
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

export const guestMessage = z.discriminatedUnion('type', [statusMessage, positionMessage]);
export type GuestMessage = z.infer<typeof guestMessage>;

const queueMessage = z.extend(locationView, {
  type: z.literal('queue'),
  version: z.int(),
  /** Sets the clock of the owner's countdowns; optional because a page and an object of different builds may meet. */
  serverNow: z.optional(timestamp),
});

/**
 * What one change did. A visit in `joined` or `updated` replaces the one with its id, wherever it stood; a waiting
 * one stands at its `position` after the change. `gone` are ids that leave every list.
 */
const changeMessage = z.object({
  type: z.literal('change'),
  version: z.int(),
  joined: z.optional(z.array(visitView)),
  updated: z.optional(z.array(visitView)),
  gone: z.optional(z.array(z.string())),
  credits: z.optional(z.object({ customerCredits: z.int(), smsCredits: z.int() })),
  settings: z.optional(locationSettings),
  timezone: z.optional(z.string()),
  paused: z.optional(z.boolean()),
  texts: z.optional(textsView),
  database: z.optional(databaseView),
  serverNow: z.optional(timestamp),
});
export type ChangeMessage = z.infer<typeof changeMessage>;

export const staffMessage = z.discriminatedUnion('type', [queueMessage, changeMessage]);
export type StaffMessage = z.infer<typeof staffMessage>;
