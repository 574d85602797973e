/** The owner's pages say the same in every language: the same lists, figures, names, links and fixed words. */
import { expect, test } from 'vitest';
import * as arabic from '../../../src/shared/copy/ar/owner-catalogue.ts';
import { refusalSentences as arabicRefusals } from '../../../src/shared/copy/ar/owner/refusals.ts';
import { accountCopy } from '../../../src/shared/copy/en/account.ts';
import * as durations from '../../../src/shared/copy/en/durations.ts';
import { joinErrors } from '../../../src/shared/copy/en/join-errors.ts';
import * as labels from '../../../src/shared/copy/en/labels.ts';
import { actionCopy, actionMenu } from '../../../src/shared/copy/en/owner/actions.ts';
import { activityCopy } from '../../../src/shared/copy/en/owner/activity.ts';
import { analyticsCopy } from '../../../src/shared/copy/en/owner/analytics.ts';
import { billingCopy } from '../../../src/shared/copy/en/owner/billing.ts';
import { deskCopy } from '../../../src/shared/copy/en/owner/desk.ts';
import { devicesCopy } from '../../../src/shared/copy/en/owner/devices.ts';
import { lineCopy } from '../../../src/shared/copy/en/owner/line.ts';
import { overviewCopy } from '../../../src/shared/copy/en/owner/overview.ts';
import { ownerCopy } from '../../../src/shared/copy/en/owner/owner.ts';
import { securityCopy } from '../../../src/shared/copy/en/owner/security.ts';
import { settingGroups, settingsCopy, settingWords } from '../../../src/shared/copy/en/owner/settings.ts';
import { teamCopy } from '../../../src/shared/copy/en/owner/team.ts';
import { refusals } from '../../../src/shared/copy/en/refusals.ts';
import { siteCopy } from '../../../src/shared/copy/en/site.ts';
import * as spanish from '../../../src/shared/copy/es/owner-catalogue.ts';
import { refusalSentences as spanishRefusals } from '../../../src/shared/copy/es/owner/refusals.ts';
import * as indonesian from '../../../src/shared/copy/id/owner-catalogue.ts';
import { refusalSentences as indonesianRefusals } from '../../../src/shared/copy/id/owner/refusals.ts';
import { ownerPageIn } from '../../../src/shared/copy/owner-page.ts';
import type { OwnerCatalogue, OwnerRefusals } from '../../../src/shared/copy/owner-catalogue.ts';
import type { Language } from '../../../src/shared/languages.ts';
import { languageOfPath, ownerLanguageOf, ownerLanguages } from '../../../src/shared/owner-languages.ts';

const english: OwnerCatalogue = {
  accountCopy,
  actionCopy,
  actionMenu,
  activityCopy,
  analyticsCopy,
  billingCopy,
  deskCopy,
  devicesCopy,
  durations,
  joinErrors,
  labels,
  lineCopy,
  overviewCopy,
  ownerCopy,
  securityCopy,
  settingGroups,
  settingsCopy,
  settingWords,
  siteCopy,
  teamCopy,
};
const files: Record<string, object> = english;
const catalogues: Record<Exclude<Language, 'en'>, { catalogue: OwnerCatalogue; refusals: OwnerRefusals }> = {
  id: { catalogue: indonesian, refusals: indonesianRefusals },
  es: { catalogue: spanish, refusals: spanishRefusals },
  ar: { catalogue: arabic, refusals: arabicRefusals },
};
const languages = ['id', 'es', 'ar'] as const;

type Say = (...given: (string | number)[]) => unknown;
type Leaf = { name: string; english: string | Say; translation: unknown };

function isSay(value: unknown): value is Say {
  return typeof value === 'function';
}

/** All sentences of a file, each in English and in the translation. */
function leaves(value: unknown, translation: unknown, name: string): Leaf[] {
  if (typeof value === 'string' || isSay(value)) return [{ name, english: value, translation }];
  const parts: Record<string, unknown> = { ...(typeof translation === 'object' ? translation : {}) };
  return Object.entries(value ?? {}).flatMap(([key, part]) => leaves(part, parts[key], `${name}.${key}`));
}

const sentencesOf = (language: (typeof languages)[number]) =>
  Object.entries(catalogues[language].catalogue).flatMap(([name, file]) => leaves(files[name], file, name));

/** Parts of a sentence that no translation changes: links, addresses, the commands in texts, and `{minutes}`. */
function fixedParts(sentence: string): string[] {
  return [...sentence.matchAll(/https?:\/\/\S+|[\w.]+@[\w.]+\w|\b(?:STOP|START|HELP)\b|\{\w+\}/g)].map(
    String,
  );
}

test.each(languages)('%s has the lists of English, leaves nothing empty, and keeps links', (language) => {
  for (const { name, english, translation } of sentencesOf(language)) {
    if (isSay(english)) continue;
    expect(typeof translation, name).toBe('string');
    expect(String(translation).trim(), name).not.toBe('');
    expect([name, fixedParts(String(translation))]).toEqual([name, fixedParts(english)]);
  }
  for (const [code, sentence] of Object.entries(catalogues[language].refusals)) {
    const own = Object.entries(refusals).find(([one]) => one === code)?.[1].sentence ?? '';
    expect([code, fixedParts(sentence)]).toEqual([code, fixedParts(own)]);
  }
});

// The counts are above 10, because smaller counts are words in Arabic.
test.each(languages)('the sentences of %s say the figures and names that they are given', (language) => {
  for (const { name, english, translation } of sentencesOf(language)) {
    if (!isSay(english)) continue;
    if (!isSay(translation)) throw new Error(`${name} is no sentence with values`);
    for (const given of [
      [13, 17, 19],
      ['Kemang', 'Ñandú', 'Menteng'],
      ['Kemang', 17, 19],
      [13, 'Ñandú'],
    ]) {
      const values = given.map(String).filter((value) => said(english, given).includes(value));
      for (const value of values) expect([name, said(translation, given)].join(' ')).toContain(value);
    }
  }
});

/** The sentence with these values, or '' if the sentence needs values of another type. */
function said(say: Say, given: (string | number)[]): string {
  try {
    return String(say(...given));
  } catch (error) {
    if (error instanceof TypeError) return '';
    throw error;
  }
}

test('a choice that is not offered is English, and so are public pages', () => {
  expect(['en', 'fr', '', null, undefined].map(ownerLanguageOf)).toEqual(['en', 'en', 'en', 'en', 'en']);
  for (const language of ownerLanguages) {
    expect(ownerLanguageOf(language)).toBe(language);
    expect(languageOfPath('/business/stand', language)).toBe(language);
    expect(languageOfPath('/login', language)).toBe(language);
    expect(languageOfPath('/device', language)).toBe(language);
    expect(
      ['/', '/feedback', '/sales', '/admin', '/business'].map((path) => languageOfPath(path, language)),
    ).toEqual(['en', 'en', 'en', 'en', 'en']);
  }
});

test('errors of fields are translated by their sentence, others by the code of the refusal', () => {
  const { translate, loaded } = ownerPageIn('es', spanish, spanishRefusals);
  loaded.push([deskCopy, spanish.deskCopy]);
  const fieldErrors = { a: [deskCopy.paused, 'Not in a catalogue'] };
  const general = spanishRefusals.invalid_input;
  expect(translate({ error: deskCopy.paused, code: 'invalid_input', issues: { fieldErrors } })).toEqual({
    error: general,
    code: 'invalid_input',
    issues: { fieldErrors: { a: [spanish.deskCopy.paused, general] } },
  });
  const { internal } = spanishRefusals;
  expect(translate({ error: 'Invalid credentials', code: 'wrong_admin_credentials' }).error).toBe(internal);
  expect(translate({})).toEqual({});
});
