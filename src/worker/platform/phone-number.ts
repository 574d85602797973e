/**
 * Phone numbers as people type them, read by the world's numbering plans: the only file that knows the library, whose
 * plans are too heavy for a page.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isCountry, type Country } from '../../shared/countries.ts';
import type { TextNumber } from '../../shared/queue/state.ts';

/**
 * The number that a text goes to, typed by somebody in `country`; null where none can: it is no number, none that exists, or
 * one with an extension. Where the country is not known (null), only numbers that name theirs can be read.
 */
export function textNumberOf(typed: string, country: Country | null): TextNumber | null {
  // No number is looked for inside of other words: who types words asks for no text.
  const parsed = parsePhoneNumberFromString(typed, {
    extract: false,
    ...(country !== null && { defaultCountry: country }),
  });
  if (!parsed?.isValid() || parsed.ext !== undefined) return null;
  // Where several share a plan that cannot be told apart, such as Australia's, the first one is the plan's own.
  const of = parsed.country ?? parsed.getPossibleCountries()[0];
  return of !== undefined && isCountry(of) ? { e164: parsed.number, country: of } : null;
}

/** The digits of the country's code that a number begins with, as `+62 ...` is typed; null where no country has it. */
export function callingCodeOf(typed: string): string | null {
  return parsePhoneNumberFromString(typed, { extract: false })?.countryCallingCode ?? null;
}
