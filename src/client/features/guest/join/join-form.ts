/** The fields of steps 2 and 3, and their checks in the page's language (`docs/spec.md` section 5). */
import type { GuestCopy } from '../../../../shared/copy/en/guest.ts';
import { joinRules, lacksLastName, lacksPhone } from '../../../../shared/typing/join-rules.ts';
import { cleanLine } from '../../../../shared/typing/typed-text.ts';
import type { ChosenPreference } from '../../../../shared/contracts/guest.ts';

export type Details = {
  locationId: string;
  address: string;
  firstName: string;
  lastName: string;
  /** Whether the guest has only one name. The last name is then empty. */
  oneName?: true | undefined;
  numGuests: number;
};

/** The error of each invalid field. */
export type FieldErrors = { [name: string]: string | undefined };

/** Checks step 2. Returns the details to send, and the errors. */
export function checkDetails(
  say: GuestCopy['errors'],
  typed: Details,
): { details: Details; errors: FieldErrors } {
  const rules = joinRules(say);
  const details = {
    ...typed,
    firstName: cleanLine(typed.firstName),
    lastName: typed.oneName ? '' : cleanLine(typed.lastName),
  };
  const errors = {
    locationId: rules.address(details.address),
    firstName: rules.firstName(details.firstName),
    lastName: lacksLastName(details) ? say.lastNameRequired : rules.lastName(details.lastName),
    numGuests: rules.numGuests(details.numGuests),
  };
  return { details, errors };
}

/**
 * Checks the choice of the waiting mode, in step 3 or on the status page. Returns the preference to send and the error
 * of the phone number.
 *
 * @param say the language's error messages
 * @param phoneRequired the error for a missing number
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
