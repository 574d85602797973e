/** The languages of the owner's pages and mails, and the cookie with a person's choice. */
import type { Language } from './languages.ts';

/**
 * The languages that a person can choose for the owner's pages and mails. Each language has a catalogue
 * (`copy/<language>/owner-catalogue.ts`) and mails.
 */
export const ownerLanguages: readonly Language[] = ['en', 'id', 'es', 'ar'];

/** Source files of the scripts with the sentences of a language, relative to the project's root. */
export const ownerCatalogueFiles: Record<Exclude<Language, 'en'>, string> = {
  id: 'src/client/entries/owner-languages/id.ts',
  es: 'src/client/entries/owner-languages/es.ts',
  ar: 'src/client/entries/owner-languages/ar.ts',
};

/**
 * The cookie with the person's language. The Worker sets this cookie at a log-in and at a change of the language; pages
 * read the cookie, too.
 */
export const OWNER_LANGUAGE_COOKIE = 'holdline_owner_language';

/** Paths of the pages that have the owner's languages. All other pages of the app are in English. */
const ownersPath =
  /^\/(business\/[^/]+|login|signup|forgot|reset|verify|invitation|device|not-me|payments|plan-change|payment-success)$/;

/** The language for a person's choice; English if nothing was chosen, or the chosen language is not in the list. */
export function ownerLanguageOf(chosen: string | null | undefined): Language {
  return ownerLanguages.find((language) => language === chosen) ?? 'en';
}

export function isOwnersPath(path: string): boolean {
  return ownersPath.test(path);
}

/** The language of the page at this path. `cookie`: the value of `OWNER_LANGUAGE_COOKIE`. */
export function languageOfPath(path: string, cookie: string | undefined): Language {
  return isOwnersPath(path) ? ownerLanguageOf(cookie) : 'en';
}
