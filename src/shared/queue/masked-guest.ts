/**
 * The part of a guest that the link in a text shows: the first name, and the last three digits of the number. The text
 * may be forwarded, or read by the next holder of the number. Pure.
 */
import type { GuestVisit } from '../contracts/queue-view.ts';

/** The last three digits of a number, such as `•••456`; '' if there is no number. */
export function maskedNumber(phoneNumber: string): string {
  return phoneNumber && `•••${phoneNumber.replaceAll(/\P{Nd}/gu, '').slice(-3)}`;
}

/** An answer or a message about a visit, for a page that was opened by a link. */
export function masked<Shown extends { customer: GuestVisit }>(shown: Shown): Shown {
  const { phoneNumber, ...customer } = { ...shown.customer, lastName: '' };
  const number = phoneNumber === undefined ? {} : { phoneNumber: maskedNumber(phoneNumber) };
  return { ...shown, customer: { ...customer, ...number } };
}
