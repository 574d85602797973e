/**
 * What a guest has typed by step 3: kept in this tab until it is sent, as the phone may drop the page meanwhile. It drops the
 * one behind the terms, too, once those are read for longer than a moment.
 */
import { waitingPreferences } from '../../../shared/visit-words.ts';
import { isOneOf, isShaped, isText, isWhole } from '../../lib/shape.ts';
import { forget, readStored, store } from '../../lib/storage.ts';
import type { Details, Way } from './join-form.ts';

export type TypedSoFar = { details: Details; way: Way };

/** An older build may have written it. */
const isTypedSoFar = isShaped<TypedSoFar>({
  details: isShaped<Details>({
    locationId: isText,
    address: isText,
    firstName: isText,
    lastName: isText,
    numGuests: isWhole,
  }),
  way: isShaped<Way>({ waitingPreference: isOneOf(waitingPreferences), phoneNumber: isText }),
});

/** Keeps it at this business's name, over what was kept there. */
export function keepTyped(username: string, typed: TypedSoFar): void {
  store(keyOf(username), JSON.stringify(typed), 'sessionStorage');
}

/** What is kept of this business's form; null where that is nothing. */
export function readTyped(username: string): TypedSoFar | null {
  const typed: unknown = JSON.parse(readStored(keyOf(username), 'sessionStorage') ?? 'null');
  return isTypedSoFar(typed) ? typed : null;
}

/** What was sent is over, and what somebody else may have typed at this tablet, too. */
export function forgetTyped(username: string): void {
  forget(keyOf(username), 'sessionStorage');
}

function keyOf(username: string): string {
  return `holdline:typed:${username}`;
}
