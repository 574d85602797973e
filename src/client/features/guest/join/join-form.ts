/** What the two steps of joining collect, and its checks in the page's language (`docs/spec.md` section 5). */
import type { GuestCopy } from '../../../../shared/copy/en/guest.ts';
import { joinRules, lacksPhone } from '../../../../shared/typing/join-rules.ts';
import { cleanLine } from '../../../../shared/typing/typed-text.ts';
import type { WaitingPreference } from '../../../../shared/visit-words.ts';

export type Details = {
  locationId: string;
  address: string;
  firstName: string;
  lastName: string;
  numGuests: number;
};
export type Way = { waitingPreference: WaitingPreference; phoneNumber: string };

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
 * Step 3, and the same choice on the status page: the way as it is sent, and what is wrong with its number.
 *
 * @param say the language's sentences
 * @param phoneRequired what to say where a number is missing
 */
export function checkWay(
  say: GuestCopy['errors'],
  typed: Way,
  phoneRequired: string,
): { way: Way; phoneError: string | undefined } {
  const way = { ...typed, phoneNumber: cleanLine(typed.phoneNumber) };
  const phoneError = lacksPhone(way) ? phoneRequired : joinRules(say).phoneNumber(way.phoneNumber);
  return { way, phoneError };
}
