/**
 * Each test puts every naughty string into fields of an account, a form or a guest. Each field either removes the
 * unsafe characters or refuses the string.
 */
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { logInRequest, signUpRequest } from '../../../src/shared/contracts/account/account.ts';
import { feedbackRequest, salesRequest } from '../../../src/shared/contracts/forms/requests.ts';
import { cleanUsername } from '../../../src/shared/typing/typed-text.ts';
import { aFeedbackForm, aSalesForm } from '../../support/form-factories.ts';
import { naughtyStrings } from '../../support/naughty-strings.ts';

/**
 * More than this number of the 515 strings must be accepted. A string is refused if it is too long, or if it is empty
 * after cleaning.
 */
const MOST_OF_THEM = 450;

/** Characters that can hide or reverse other text. A line feed is the only control character that is allowed. */
const unsafe = /[\u202a-\u202e\u2066-\u2069\ufeff]|\\u00(?!0a)[01]/;

const account = {
  name: 'Blue Door',
  username: 'blue-door',
  email: 'ada@example.com',
  phone: '+62 812 3456 789',
  password: 'correct horse battery',
};

/** The field and the sentence of each error. */
function complaints(schema: z.core.$ZodType & z.ZodMiniType, typed: unknown): [string, string][] {
  const issues = schema.safeParse(typed).error?.issues ?? [];
  return issues.map(({ path, message }) => [path.join('.'), message]);
}

test('in every field of a sign-up: each is refused by name, or taken', () => {
  for (const text of naughtyStrings) {
    const typed = { name: text, username: text, email: text, phone: text, password: 'short' };
    const wrong = complaints(signUpRequest, typed);
    expect(wrong).toContainEqual(['password', 'Password must be at least 8 chars']);
    for (const [field, sentence] of wrong) {
      expect(Object.keys(typed)).toContain(field);
      expect(sentence).not.toBe('');
    }
  }
});

test('in a name and a phone number of a sign-up', () => {
  let taken = 0;
  for (const text of naughtyStrings) {
    const few = Array.from(text).slice(0, 10).join('');
    const parsed = signUpRequest.safeParse({ ...account, name: `x ${text}`, phone: `+62 812 ${few}` });
    if (parsed.success) {
      taken += 1;
      expect(JSON.stringify(parsed.data)).not.toMatch(unsafe);
    } else
      expect(parsed.error.issues.map(({ message }) => message)).toContainEqual(
        expect.stringMatching(/^Please use at most \d+ characters$/),
      );
  }
  expect(taken).toBeGreaterThan(MOST_OF_THEM);
});

test('as who logs in and with which password', () => {
  let taken = 0;
  for (const text of naughtyStrings) {
    const parsed = logInRequest.safeParse({ emailOrUsername: text, password: text });
    if (!parsed.success) continue;
    taken += 1;
    expect(cleanUsername(parsed.data.emailOrUsername)).not.toMatch(unsafe);
  }
  expect(taken).toBeGreaterThan(MOST_OF_THEM);
});

test('in the lines and the text of the forms', () => {
  let taken = 0;
  for (const text of naughtyStrings) {
    const words = { subject: `x${text}`, message: text, businessName: `x${text}` };
    const parsed = [
      feedbackRequest.safeParse(aFeedbackForm(words)),
      salesRequest.safeParse(aSalesForm(words)),
    ];
    for (const { success, data, error } of parsed) {
      if (success) {
        taken += 1;
        expect(JSON.stringify(data)).not.toMatch(unsafe);
      } else expect(error.issues.length).toBeGreaterThan(0);
    }
  }
  expect(taken).toBeGreaterThan(2 * MOST_OF_THEM);
});
