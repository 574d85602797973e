/**
 * Parses phone numbers with `libphonenumber`. Only this file imports the library, which is too large for a
 * page.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isCountry, type Country } from '../../shared/countries.ts';
import type { TextNumber } from '../../shared/queue/state.ts';

/**
 * The number for texts, as typed by a person in `country`. Null if the number is invalid, does not exist or
 * has an extension. If `country` is null, only numbers with a country code are accepted.
 */
export function textNumberOf(typed: string, country: Country | null): TextNumber | null {
  // Do not search for a number inside other text.
  const parsed = parsePhoneNumberFromString(typed, {
    extract: false,
    ...(country !== null && { defaultCountry: country }),
  });
  if (!parsed?.isValid() || parsed.ext !== undefined) return null;
  // If several countries share a numbering plan, as with Australia's, the plan's main country comes first.
  const of = parsed.country ?? parsed.getPossibleCountries()[0];
  return of !== undefined && isCountry(of) ? { e164: parsed.number, country: of } : null;
}

/**
 * Whether this number (E.164) is certainly a landline. Uses the full metadata, which are loaded at the first call because
 * they are large. In some countries landlines and mobile phones share their numbers: such a number is none.
 */
export async function isLandline(e164: string): Promise<boolean> {
  const { parsePhoneNumberFromString: parseFully } = await import('libphonenumber-js/max');
  return parseFully(e164)?.getType() === 'FIXED_LINE';
}

/** The country calling code at the start of a number such as `+62 ...`; null if there is none. */
function callingCodeOf(typed: string): string | null {
  return parsePhoneNumberFromString(typed, { extract: false })?.countryCallingCode ?? null;
}

/** Shorter numbers could belong to anybody. */
const SUBSCRIBER_DIGITS_MIN = 8;

/**
 * Whether a typed number is this number, which has its country code. Compares digits, also without the country code or
 * with leading zeros, as people type a number within its country. Words and extensions beside it do not matter.
 */
export function isSameNumber(typed: string, number: string): boolean {
  const wanted = digitsOf(number);
  const code = callingCodeOf(`+${wanted}`);
  const subscriber = code === null ? null : withoutZeros(wanted.slice(code.length));
  return typed
    .split(/\p{L}+/u)
    .map(digitsOf)
    .some((digits) => {
      const isLong = withoutZeros(digits).length >= SUBSCRIBER_DIGITS_MIN;
      return digits !== '' && (digits === wanted || (isLong && withoutZeros(digits) === subscriber));
    });
}

/** The digits of a number, without the `+` or `00` of a country code. */
export function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^00/, '');
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}
