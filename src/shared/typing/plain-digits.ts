/** Marks of the writing direction, which surround a number that was copied from a list of contacts. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/**
 * Digits of Arabic and Persian keyboards, and full-width digits. The last four bits of each code are the value of the
 * digit.
 */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** Typed text with all digits as 0 to 9, and without marks of the writing direction. */
export function withPlainDigits(typed: string): string {
  return typed
    .replace(DIRECTION_MARKS, '')
    .replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15));
}
