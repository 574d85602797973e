/**
 * The language of the owner's pages. It is chosen once, before the app starts: the Worker writes the script of the
 * language (`client/entries/owner-languages/`) in front of the app's. That script sets `globalThis.ownerPage`. Without it
 * the page is in English. A change of language loads the page anew.
 */
import type { Language } from '../languages.ts';
import type { OwnerCatalogue, OwnerRefusals } from './owner-catalogue.ts';

/** What the script of a language gives to the app. Sentences that are absent are in English. */
type OwnerPage = {
  language: Language;
  catalogue: Partial<OwnerCatalogue>;
  refusals: Partial<OwnerRefusals>;
  /** Translates a refusal. Set by this module, for `client/lib/refusal.ts`, which guests' pages load, too. */
  refusal?: (body: RefusalBody) => RefusalBody;
};

/** The errors of single fields in a refusal. */
export type Issues = { fieldErrors?: Record<string, string[]> };

/** The body of a refusal (`docs/spec.md` section 7). */
export type RefusalBody = { error?: string; code?: string; issues?: Issues };

declare global {
  /** Absent on English pages. */
  var ownerPage: OwnerPage | undefined;
}

/** The language of this page. */
export const pageLanguage: Language = globalThis.ownerPage?.language ?? 'en';

/** Locales for `Intl`. The digits are always Latin. */
const locales: Record<Language, string> = { en: 'en-US', id: 'id-ID', es: 'es', ar: 'ar-u-nu-latn' };

/** The locale of this page, for dates and numbers. */
export const pageLocale = locales[pageLanguage];

/** English sentences and their translations that this page has loaded, for `translated`. */
const loaded: [english: unknown, translation: unknown][] = [];

/** The sentences of one catalogue file in the page's language. */
export function inPageLanguage<Name extends keyof OwnerCatalogue>(
  name: Name,
  english: OwnerCatalogue[Name],
): OwnerCatalogue[Name] {
  const translation = globalThis.ownerPage?.catalogue[name];
  if (translation === undefined) return english;
  loaded.push([english, translation]);
  return translation;
}

if (globalThis.ownerPage !== undefined) globalThis.ownerPage.refusal = translateRefusal;

/**
 * A refusal in the page's language: by its code, and the errors of fields by their English sentences. An error of a
 * field without a translation gets the sentence of the code, so that the page never shows two languages.
 */
function translateRefusal({ error, code = '', issues }: RefusalBody): RefusalBody {
  const sentences: Readonly<Record<string, string | undefined>> = globalThis.ownerPage?.refusals ?? {};
  const sentence = sentences[code] ?? sentences['internal'];
  if (error === undefined || sentence === undefined) return {};
  const fieldErrors = Object.entries(issues?.fieldErrors ?? {}).map(([field, lines]) => [
    field,
    lines.map((line) => translated(line) ?? sentence),
  ]);
  return { error: sentence, code, issues: { fieldErrors: Object.fromEntries(fieldErrors) } };
}

/** The translation of an English sentence that the Worker has sent; undefined if the loaded files have none. */
function translated(sentence: string): string | undefined {
  for (const [english, translation] of loaded) {
    const found = findSentence(sentence, english, translation);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findSentence(sentence: string, english: unknown, translation: unknown): string | undefined {
  if (english === sentence && typeof translation === 'string') return translation;
  if (!isRecord(english) || !isRecord(translation)) return undefined;
  for (const [key, part] of Object.entries(english)) {
    const found = findSentence(sentence, part, translation[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
