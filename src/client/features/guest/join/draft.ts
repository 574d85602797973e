/**
 * What a guest has typed by step 3: kept in this tab until it is sent, as the phone may drop the page meanwhile. It drops the
 * one behind the terms, too, once those are read for longer than a moment.
 */
import { waitingPreferences } from '../../../../shared/visit-words.ts';
import { isOneOf, matchesShape, isText, isInteger } from '../../../lib/guards.ts';
import { removeStored, readStored, store } from '../../../lib/storage.ts';
import type { Details, Way } from './join-form.ts';

export type Draft = { details: Details; way: Way };

/** An older build may have written it. */
const isDraft = matchesShape<Draft>({
  details: matchesShape<Details>({
    locationId: isText,
    address: isText,
    firstName: isText,
    lastName: isText,
    numGuests: isInteger,
  }),
  way: matchesShape<Way>({ waitingPreference: isOneOf(waitingPreferences), phoneNumber: isText }),
});

/** Keeps it at this business's name, over what was kept there. */
export function storeDraft(username: string, typed: Draft): void {
  store(keyOf(username), JSON.stringify(typed), 'sessionStorage');
}

/** What is kept of this business's form; null where that is nothing. */
export function readDraft(username: string): Draft | null {
  const typed: unknown = JSON.parse(readStored(keyOf(username), 'sessionStorage') ?? 'null');
  return isDraft(typed) ? typed : null;
}

/** What was sent is over, and what somebody else may have typed at this tablet, too. */
export function removeDraft(username: string): void {
  removeStored(keyOf(username), 'sessionStorage');
}

function keyOf(username: string): string {
  return `holdline:typed:${username}`;
}
