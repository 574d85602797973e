/**
 * Reads the name, the number of guests and the phone number from one text in which staff type them in any order, such
 * as 'Maya 4 0812 3456 7890'. Pure.
 */

import { withPlainDigits } from '../../../../shared/typing/plain-digits.ts';

/**
 * The parts of a typed walk-in. `phoneNumber` is empty if the text has no phone number, and `numGuests` is absent if
 * the text has no number of guests.
 */
export type ReadWalkIn = {
  firstName: string;
  lastName: string;
  numGuests?: number;
  phoneNumber: string;
};

/** A phone number has at least this many digits. */
const PHONE_DIGITS = 7;
/**
 * With this many digits a phone number is complete. Two digits after a complete phone number can be the number of
 * guests.
 */
const WHOLE_PHONE_DIGITS = 10;
/** A larger two-digit number after a phone number is the last part of the phone number, not the number of guests. */
const GUESTS_BEHIND_PHONE_MAX = 20;

/**
 * Neighbouring numbers that together have seven or more digits are the phone number. A separate number of one to three
 * digits is the number of guests. All other words are the name, and the first word of the name is the first name. A
 * comma separates words as a space does, and also ends a phone number.
 */
export function readWalkIn(typed: string): ReadWalkIn {
  const names: string[] = [];
  let phoneNumber = '';
  let numGuests: number | undefined;
  for (const run of runsOf(typed)) {
    const { guests, phone } = run.isNumeric ? numbersIn(run.words) : { guests: [], phone: [] };
    const isPhone = phone.length > 0 && phoneNumber === '';
    if (isPhone) phoneNumber = phone.join(' ');
    for (const word of run.words) {
      const isGuests = guests.includes(word);
      if (isGuests && numGuests === undefined) numGuests = Number(word);
      else if (!(isPhone && phone.includes(word))) names.push(word);
    }
  }
  const [firstName = '', ...rest] = names;
  return { firstName, lastName: rest.join(' '), phoneNumber, ...(numGuests !== undefined && { numGuests }) };
}

type Run = { words: string[]; isNumeric: boolean };

/** Groups neighbouring words. In a group, either all words are numbers, or no word is a number. */
function runsOf(typed: string): Run[] {
  return withPlainDigits(typed)
    .split(/[,،;\n]/)
    .flatMap((part) => {
      const runs: Run[] = [];
      for (const word of part.split(/\s+/).filter(Boolean)) {
        const isNumeric = /^\+?[\d()./\p{Pd}]*$/u.test(word) && /\d/.test(word);
        const last = runs.at(-1);
        if (last?.isNumeric === isNumeric) last.words.push(word);
        else runs.push({ words: [word], isNumeric });
      }
      return runs;
    });
}

/** The phone number in a run of numbers, and the words of the run that can be the number of guests. */
function numbersIn(words: string[]): { guests: string[]; phone: string[] } {
  if (digitsIn(words) < PHONE_DIGITS) return { guests: words.filter(isSize), phone: [] };
  const [first = '', ...behind] = words;
  if (isSize(first) && digitsIn(behind) >= PHONE_DIGITS && startsPhone(first, behind[0] ?? '')) {
    return { guests: [first], phone: behind };
  }
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? '';
  const isGuests =
    isSize(last) &&
    (last.length === 1
      ? digitsIn(before) >= PHONE_DIGITS
      : digitsIn(before) >= WHOLE_PHONE_DIGITS && Number(last) <= GUESTS_BEHIND_PHONE_MAX);
  return isGuests ? { guests: [last], phone: before } : { guests: [], phone: words };
}

/**
 * Whether `next` begins a phone number after the number of guests `size`, as in '4 812 3456 7890' or '12 0812 3456
 * 7890'.
 */
function startsPhone(size: string, next: string): boolean {
  return size.length === 1 || /^[0+(]/.test(next);
}

function isSize(word: string): boolean {
  return /^[1-9]\d{0,2}$/.test(word);
}

function digitsIn(words: string[]): number {
  return words.join('').replace(/\D/g, '').length;
}
