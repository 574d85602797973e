/**
 * The rules of the join form (`docs/spec.md` section 5). The schema of the join request uses these rules. The guest's
 * page checks the steps of the form with the same rules, without a schema library.
 */
import type { GuestCopy } from '../copy/en/guest.ts';
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, MAX_PARTY_SIZE, MAX_PHONE_LENGTH } from '../limits.ts';
import type { WaitingPreference } from '../visit-values.ts';

/** Returns the error message, or undefined if the value is valid. */
type Rule<Value> = (value: Value) => string | undefined;

/** The rule of each field, with error messages in one language. The values must be results of `cleanLine`. */
export function joinRules(say: GuestCopy['errors']) {
  const atMost =
    (max: number): Rule<string> =>
    (text) =>
      Array.from(text).length > max ? say.tooLong(max) : undefined;
  const line =
    (required: string, max: number): Rule<string> =>
    (text) =>
      text === '' ? required : atMost(max)(text);
  const numGuests: Rule<number> = (guests) => {
    if (!Number.isInteger(guests) || guests < 1) return say.numGuestsTooFew;
    return guests > MAX_PARTY_SIZE ? say.numGuestsTooMany(MAX_PARTY_SIZE) : undefined;
  };
  return {
    address: line(say.locationRequired, MAX_ADDRESS_LENGTH),
    firstName: line(say.firstNameRequired, MAX_NAME_LENGTH),
    lastName: atMost(MAX_NAME_LENGTH),
    numGuests,
    phoneNumber: atMost(MAX_PHONE_LENGTH),
  };
}

/** Whether the last name is missing. A guest who has one name only (`oneName`) needs no last name. */
export function lacksLastName(typed: { lastName: string; oneName?: true | undefined }): boolean {
  return typed.lastName === '' && !typed.oneName;
}

/** Whether the waiting preference needs a phone number that is missing. */
export function lacksPhone(chosen: { waitingPreference: WaitingPreference; phoneNumber: string }): boolean {
  return chosen.waitingPreference === 'wait_anywhere' && chosen.phoneNumber === '';
}
