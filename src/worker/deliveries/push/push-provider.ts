/** The one interface to the browsers' push services. */
import type { PushPayload, PushSubscriptionKeys } from '../../../shared/contracts/reminder.ts';

export type PushMessage = {
  subscription: PushSubscriptionKeys;
  payload: PushPayload;
  /** A later message of the same topic replaces this one where it still waits for the phone. */
  topic: string;
  /** For how long it is worth delivering. */
  leftMs: number;
};

/**
 * - `gone`: the browser has given the subscription up, or what it says of its key is no key.
 * - `refused`: it will never be taken.
 * - `later`: it may be tried again, not before `afterMs`.
 *
 * `reason` is for the log and never holds the address.
 */
export type PushResult =
  | { outcome: 'sent' }
  | { outcome: 'gone'; reason: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; afterMs: number };

export type PushProvider = { send(message: PushMessage): Promise<PushResult> };
