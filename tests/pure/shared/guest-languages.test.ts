/** The guest's pages say the same in every language: the same figures and names, and no English words. */
import { expect, test } from 'vitest';
import { guestCatalogues } from '../../../src/shared/copy/guest-catalogues.ts';
import { guestSentence } from '../../../src/shared/copy/guest-refusals.ts';
import { guestRequests } from '../../../src/shared/contracts/guest-requests.ts';
import { languages, type Language } from '../../../src/shared/languages.ts';

/** Together, these counts need every Arabic plural form. */
const COUNTS = [0, 1, 2, 3, 11, 100, 102];
const translated = languages.filter((language) => language !== 'en');

type Say = (...args: (string | number)[]) => string;
type Leaf = { name: string; value: string | Say };

function leaves(value: unknown, name = ''): Leaf[] {
  if (typeof value === 'string') return [{ name, value }];
  if (isSay(value)) return [{ name, value }];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => leaves(inner, `${name}.${key}`));
}

function isSay(value: unknown): value is Say {
  return typeof value === 'function';
}

function entryOf(language: Language, name: string): Leaf {
  const entry = leaves(guestCatalogues[language]).find((one) => one.name === name);
  if (entry === undefined) throw new Error(`${language} has no ${name}`);
  return entry;
}

/** Sentences that may be equal in English and in a translation. */
const shared = new Set(['.details.locationOption', '.status.place']);

test.each(translated)('%s has exactly the sentences of English', (language) => {
  expect(leaves(guestCatalogues[language]).map(({ name }) => name)).toEqual(
    leaves(guestCatalogues.en).map(({ name }) => name),
  );
});

test.each(translated)('%s says nothing in English and leaves nothing empty', (language) => {
  const same = leaves(guestCatalogues[language]).filter(({ name, value }) => {
    const english = entryOf('en', name).value;
    if (typeof value !== 'string') return String(value) === String(english) && !shared.has(name);
    return value.trim() === '' || value === english;
  });
  expect(same.map(({ name }) => name)).toEqual([]);
});

// A sentence contains each given name and figure. Small counts may be words, as in 'una persona'.
test.each(languages)('the sentences of %s say the names and figures they are given', (language) => {
  for (const { name, value } of leaves(guestCatalogues[language])) {
    if (typeof value === 'string') continue;
    expect([name, value('Café Ñandú', 'Kemang')].join(' '), name).toContain('Café Ñandú');
    for (const n of COUNTS.filter((count) => count > 2))
      expect([name, value(n, n)].join(' ')).toContain(String(n));
  }
});

test('Arabic counts as Arabic does', () => {
  const { status } = guestCatalogues.ar;
  expect([0, 1, 2, 3, 11, 100].map(status.ahead)).toEqual([
    'لا أحد أمامك',
    'أمامك شخص واحد',
    'أمامك شخصان',
    'أمامك 3 أشخاص',
    'أمامك 11 شخصًا',
    'أمامك 100 شخص',
  ]);
});

test('Spanish counts as Spanish does', () => {
  const { status, wait } = guestCatalogues.es;
  expect([status.ahead(1), status.ahead(0), wait.minutes(1, 1), wait.minutes(5, 5)]).toEqual([
    'Hay 1 persona delante de usted',
    'Hay 0 personas delante de usted',
    '1 minuto',
    '5 minutos',
  ]);
});

test('a refusal is in the guest’s language, and in English if guests never see it', () => {
  expect(guestSentence('queue_full', 'en')).toBe('The line is full right now. Please try again soon.');
  expect(guestSentence('queue_full', 'es')).toBe('Esta fila está llena ahora. Inténtelo pronto de nuevo.');
  expect(guestSentence('wrong_code', 'ar')).toBe(guestSentence('wrong_code', 'en'));
});

test.each(languages)('the join form is refused in %s', (language) => {
  const body = {
    address: 'Kemang',
    firstName: '',
    lastName: 'Putri',
    numGuests: 1,
    waitingPreference: 'on_premises',
  };
  expect(guestRequests[language].join.safeParse(body).error?.issues.map(({ message }) => message)).toEqual([
    guestCatalogues[language].errors.firstNameRequired,
  ]);
});
