/**
 * Meaning of Twilio's statuses and error codes (<https://www.twilio.com/docs/api/errors>). Twilio adds codes from time
 * to time. If a code is not in this file, the Worker uses only the HTTP status.
 */
import type { TextFault } from '../../../shared/text/text-states.ts';
import type { TakenText } from './text-provider.ts';

/** The outcome of a text by its message status. A message that Twilio is still sending has the outcome `sent`. */
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

/** The outcome for a message status; null for other statuses, for example of inbound messages. */
export function progressOf(status: string): TakenText['outcome'] | null {
  return Object.hasOwn(progress, status) ? (progress[status] ?? null) : null;
}

const faults: readonly (readonly [TextFault, readonly number[]])[] = [
  // The number is invalid, is not a mobile number, or is in a country that our account may not text.
  ['number_unreachable', [21211, 21214, 21217, 21408, 21612, 21614, 21635, 30005, 30006]],
  ['opted_out', [21610]],
  ['phone_off', [30003]],
  ['blocked', [30004, 30007]],
  ['expired', [30036]],
];

/** Why a text did not arrive; undefined for codes without a known meaning. */
export function faultOf(code: number | null): TextFault | undefined {
  return faults.find(([, codes]) => code !== null && codes.includes(code))?.[0];
}

/**
 * Codes of a problem that stops all our texts: our account is not active (10001, 20005, 30002, 90010), the credentials
 * are wrong (20003, 20006, 20008), the account does not exist (20404), no sender can text (21601, 21603, 21606, 21701,
 * 21703, 21704, 21705), or the daily limit is reached (63038).
 */
const accountCodes: ReadonlySet<number> = new Set([
  10001, 20003, 20005, 20006, 20008, 20404, 21601, 21603, 21606, 21701, 21703, 21704, 21705, 30002, 63038,
  90010,
]);

/** 401: wrong credentials. 404: no such account. */
export function isAboutOurAccount(status: number, code: number | null): boolean {
  return status === 401 || status === 404 || (code !== null && accountCodes.has(code));
}
