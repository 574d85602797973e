/**
 * The language of the owner's pages, chosen once before the app starts. In the page's HTML the Worker writes the script
 * of the language (`client/entries/owner-languages/`) before the app's script. The language's script sets
 * `globalThis.ownerPage`. Without this script the page is in English. A change of language reloads the page.
 */
import type { Language } from '../languages.ts';
import type { OwnerCatalogue } from './owner-catalogue.ts';

/** The body of a refusal (`docs/spec.md` section 7). */
export type RefusalBody = { error?: string; code?: string; issues?: Issues };

/** The errors of single fields in a refusal. */
export type Issues = { fieldErrors?: Record<string, string[]> };

/** The data that the script of a language gives to the app (`owner-page.ts`). */
export type OwnerPage = {
  language: Language;
  catalogue: OwnerCatalogue;
  /** The English catalogue files that the page has loaded, each with its translation. */
  loaded: [english: unknown, translation: unknown][];
  /** The Worker sends refusals in English. This function translates a refusal. */
  translate: (refusal: RefusalBody) => RefusalBody;
};

declare global {
  /** Absent on English pages. */
  var ownerPage: OwnerPage | undefined;
}

const page = globalThis.ownerPage;

/** The language of this page. */
export const pageLanguage: Language = page?.language ?? 'en';

/** Locales for `Intl`. The digits are always Latin. */
const locales: Record<Language, string> = { en: 'en-US', id: 'id-ID', es: 'es', ar: 'ar-u-nu-latn' };

/** The locale of this page, for dates and numbers. */
export const pageLocale = locales[pageLanguage];

/**
 * The locale of this page for times of day. On an English page, the value is undefined. `Intl` then uses the browser's
 * locale.
 */
export const clockLocale = page === undefined ? undefined : pageLocale;

/** The sentences of one file of the catalogue in the page's language. */
export function inPageLanguage<Name extends keyof OwnerCatalogue>(
  name: Name,
  english: OwnerCatalogue[Name],
): OwnerCatalogue[Name] {
  if (page === undefined) return english;
  const translation = page.catalogue[name];
  page.loaded.push([english, translation]);
  return translation;
}
