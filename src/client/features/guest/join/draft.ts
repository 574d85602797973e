/**
 * The draft of a join contains the values of steps 2 and 3. It is stored in this tab until the guest has joined. A
 * phone may discard the page, for example while the guest reads the terms.
 */
import type { ChosenPreference } from '../../../../shared/contracts/guest.ts';
import { waitingPreferences } from '../../../../shared/visit-values.ts';
import { isOneOf, isTrue, matchesShape, isText, isInteger, optional } from '../../../lib/guards.ts';
import { removeStored, readStored, store } from '../../../lib/storage.ts';
import type { Details } from './join-form.ts';

export type Draft = { details: Details; preference: ChosenPreference };

/** Checks the shape of a stored draft, because an older build may have stored a draft of another shape. */
const isDraft = matchesShape<Draft>({
  details: matchesShape<Details>({
    locationId: isText,
    address: isText,
    firstName: isText,
    lastName: isText,
    oneName: optional(isTrue),
    numGuests: isInteger,
  }),
  preference: matchesShape<ChosenPreference>({
    waitingPreference: isOneOf(waitingPreferences),
    phoneNumber: isText,
  }),
});

/** Stores the draft for this business. The new draft replaces an older draft. */
export function storeDraft(username: string, typed: Draft): void {
  store(keyOf(username), JSON.stringify(typed), 'sessionStorage');
}

/** Returns the stored draft for this business. Returns null if there is no draft. */
export function readDraft(username: string): Draft | null {
  const typed: unknown = JSON.parse(readStored(keyOf(username), 'sessionStorage') ?? 'null');
  return isDraft(typed) ? typed : null;
}

/**
 * Removes the draft after the guest has joined. Also removes the draft when the page is opened again at another step
 * than step 3, because another person may now use this device.
 */
export function removeDraft(username: string): void {
  removeStored(keyOf(username), 'sessionStorage');
}

function keyOf(username: string): string {
  return `holdline:typed:${username}`;
}
