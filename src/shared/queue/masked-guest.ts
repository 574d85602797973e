/**
 * Masks guests' phone numbers for pages opened by the link in a text, and for staff who may not read numbers. Pages
 * opened by a link also do not get the last name, because another person may read the text. Pure.
 */
import type { StaffMessage } from '../contracts/live.ts';
import type { GuestVisit, VisitView } from '../contracts/queue-view.ts';
import { maskedNumber } from './masked-number.ts';

/** An answer or a message about a visit, for a page that was opened by a link. */
export function masked<Shown extends { customer: GuestVisit }>(shown: Shown): Shown {
  return { ...shown, customer: { ...withMaskedNumber(shown.customer), lastName: '' } };
}

export function withMaskedNumber<Shown extends { phoneNumber?: string | undefined }>(visit: Shown): Shown {
  return visit.phoneNumber === undefined ? visit : { ...visit, phoneNumber: maskedNumber(visit.phoneNumber) };
}

type Lists = { queue: VisitView[]; admittedCustomers: VisitView[]; removedCustomers: VisitView[] };

export function withMaskedNumbers<Shown extends Lists>(location: Shown): Shown {
  return {
    ...location,
    queue: location.queue.map(withMaskedNumber),
    admittedCustomers: location.admittedCustomers.map(withMaskedNumber),
    removedCustomers: location.removedCustomers.map(withMaskedNumber),
  };
}

export function maskedForStaff(message: StaffMessage): StaffMessage {
  if (message.type === 'queue') return withMaskedNumbers(message);
  const { joined, updated } = message;
  return {
    ...message,
    ...(joined && { joined: joined.map(withMaskedNumber) }),
    ...(updated && { updated: updated.map(withMaskedNumber) }),
  };
}
