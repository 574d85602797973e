/**
 * Parses phone numbers with the full metadata of `libphonenumber`, which include the types of numbers. The metadata are
 * large, so load this file with `import()` only where a number is read. Then pages and the start of the Worker do not
 * load the metadata.
 */
import { parsePhoneNumberFromString, type NumberType, type PhoneNumber } from 'libphonenumber-js/max';
import { isCountry, type Country } from '../../shared/countries.ts';
import type { TextNumber } from '../../shared/queue/state.ts';

/**
 * Types of numbers that can belong to a mobile phone. In some countries, landlines and mobile phones have the same form
 * of number.
 */
const mobileTypes: ReadonlySet<NumberType> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * Parses a phone number, typed by a person in `country`, for text messages. Null if the number is invalid, does not
 * exist, has an extension, or cannot be a mobile phone (a landline, a premium number). If `country` is null, only
 * numbers with a country code are accepted.
 */
export function textNumberOf(typed: string, country: Country | null): TextNumber | null {
  const parsed = readValid(typed, country);
  if (parsed === null || !mobileTypes.has(parsed.getType())) return null;
  const of = countryIn(parsed);
  return of === null ? null : { e164: parsed.number, country: of };
}

/** The country of a number of any type; null if the number is invalid. */
export function countryOfNumber(typed: string, country: Country | null): Country | null {
  const parsed = readValid(typed, country);
  return parsed && countryIn(parsed);
}

/** Whether this number is certainly a landline. */
export function isLandline(typed: string, country: Country | null): boolean {
  return readValid(typed, country)?.getType() === 'FIXED_LINE';
}

/** The number in E.164, of any type; null if the number is invalid. */
export function e164Of(typed: string): string | null {
  return readValid(typed, null)?.number ?? null;
}

/** The country calling code at the start of a number such as `+62 ...`; null if the number has no such code. */
function callingCodeOf(typed: string): string | null {
  return parsePhoneNumberFromString(typed, { extract: false })?.countryCallingCode ?? null;
}

function readValid(typed: string, country: Country | null): PhoneNumber | null {
  // Do not search for a number inside other text.
  const parsed = parsePhoneNumberFromString(typed, {
    extract: false,
    ...(country !== null && { defaultCountry: country }),
  });
  return parsed?.isValid() && parsed.ext === undefined ? parsed : null;
}

/**
 * If several countries share a numbering plan, such as Australia's, the library lists the plan's main country first.
 */
function countryIn(parsed: PhoneNumber): Country | null {
  const of = parsed.country ?? parsed.getPossibleCountries()[0];
  return of !== undefined && isCountry(of) ? of : null;
}

/**
 * Two numbers are compared without their country code only if the typed number has at least this many digits. A shorter
 * number could belong to many people.
 */
const SUBSCRIBER_DIGITS_MIN = 8;

/**
 * Whether a typed number is the same as `number`, which has a country code. Only digits are compared. The typed number
 * may lack the country code or have leading zeros, because people type a number this way within its country. Words and
 * extensions beside the number are ignored.
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
