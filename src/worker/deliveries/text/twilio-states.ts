/**
 * What Twilio's statuses and codes mean to us. Codes: <https://www.twilio.com/docs/api/errors>; they are refined from time
 * to time, so a code that is not here means no more than its HTTP status does.
 */
import type { TextFault } from '../../../shared/text/text-states.ts';
import type { TakenText } from './text-provider.ts';

/** By the status of a message; what is still under way at Twilio is `sent` to us. */
const progress: Readonly<Record<string, TakenText['outcome']>> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  partially_delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

/** Null for a status that says nothing about a text of ours. */
export function progressOf(status: string): TakenText['outcome'] | null {
  return Object.hasOwn(progress, status) ? (progress[status] ?? null) : null;
}

const faults: readonly (readonly [TextFault, readonly number[]])[] = [
  // Not a number, not a mobile one, or in no country that the account may text.
  ['number_unreachable', [21211, 21214, 21217, 21408, 21612, 21614, 21635, 30005, 30006]],
  ['opted_out', [21610]],
  ['phone_off', [30003]],
  ['blocked', [30004, 30007]],
  ['expired', [30036]],
];

/** Why a text did not arrive, as far as the code says more than that. */
export function faultOf(code: number | null): TextFault | undefined {
  return faults.find(([, codes]) => code !== null && codes.includes(code))?.[0];
}

/**
 * What is wrong with our account or its senders, so that no text of ours would go out: not active (10001, 20005, 30002,
 * 90010), credentials (20003, 20006, 20008), no such account (20404), no sender that can text (21601, 21603, 21606, 21701,
 * 21703, 21704, 21705), its daily limit reached (63038).
 */
const accountCodes: ReadonlySet<number> = new Set([
  10001, 20003, 20005, 20006, 20008, 20404, 21601, 21603, 21606, 21701, 21703, 21704, 21705, 30002, 63038,
  90010,
]);

/** 401: the credentials; 404: the account that the address names. */
export function isAboutOurAccount(status: number, code: number | null): boolean {
  return status === 401 || status === 404 || (code !== null && accountCodes.has(code));
}
