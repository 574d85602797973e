/** Interface of the browsers' push services. */
import type { PushPayload, PushSubscriptionKeys } from '../../../shared/contracts/reminder.ts';

export type PushMessage = {
  subscription: PushSubscriptionKeys;
  payload: PushPayload;
  /** While this message waits for the phone, a later message of the same topic replaces this message. */
  topic: string;
  /** How long the push service may still deliver the message, in milliseconds. */
  leftMs: number;
};

/**
 * - `gone`: the browser has ended the subscription, or the subscription's key is invalid.
 * - `refused`: the push will never be accepted.
 * - `later`: the push may be tried again, but not before `afterMs` have passed.
 *
 * `reason` is for the log and never contains the subscription's address.
 */
export type PushResult =
  | { outcome: 'sent' }
  | { outcome: 'gone'; reason: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; afterMs: number };

export type PushProvider = { send(message: PushMessage): Promise<PushResult> };
