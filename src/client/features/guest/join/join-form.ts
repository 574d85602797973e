/** The fields of the two steps of joining, and their checks in the page's language (`docs/spec.md` section 5). */
import type { GuestCopy } from '../../../../shared/copy/en/guest.ts';
import { joinRules, lacksPhone } from '../../../../shared/typing/join-rules.ts';
import { cleanLine } from '../../../../shared/typing/typed-text.ts';
import type { ChosenPreference } from '../../../../shared/contracts/guest.ts';

export type Details = {
  locationId: string;
  address: string;
  firstName: string;
  lastName: string;
  numGuests: number;
};

/** The sentence for each field that is wrong. */
export type FieldErrors = { [name: string]: string | undefined };

/** Step 2: the details as they are sent, and what is wrong with them. */
export function checkDetails(
  say: GuestCopy['errors'],
  typed: Details,
): { details: Details; errors: FieldErrors } {
  const rules = joinRules(say);
  const details = {
    ...typed,
    firstName: cleanLine(typed.firstName),
    lastName: cleanLine(typed.lastName),
  };
  const errors = {
    locationId: rules.address(details.address),
    firstName: rules.firstName(details.firstName),
    lastName: rules.lastName(details.lastName),
    numGuests: rules.numGuests(details.numGuests),
  };
  return { details, errors };
}

/**
 * Step 3, and the same choice on the status page: the preference as it is sent, and what is wrong with its number.
 *
 * @param say the language's sentences
 * @param phoneRequired what to say where a number is missing
 */
export function checkWaitingPreference(
  say: GuestCopy['errors'],
  typed: ChosenPreference,
  phoneRequired: string,
): { preference: ChosenPreference; phoneError: string | undefined } {
  const preference = { ...typed, phoneNumber: cleanLine(typed.phoneNumber) };
  const phoneError = lacksPhone(preference)
    ? phoneRequired
    : joinRules(say).phoneNumber(preference.phoneNumber);
  return { preference, phoneError };
}
