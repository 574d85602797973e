/** The languages of pages and texts. Owners choose from `ownerLanguages` (`owner-languages.ts`). */

export const languages = ['en', 'id', 'es', 'ar'] as const;
export type Language = (typeof languages)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

/** The cookie with the guest's choice of language. The page and the Worker read and set the cookie. */
export const LANGUAGE_COOKIE = 'holdline_language';
export const LANGUAGE_COOKIE_MAX_AGE_S = 365 * 86_400;

/** The query parameter for the choice of language on a page without scripts. */
export const LANGUAGE_PARAMETER = 'lang';

/** The language's own name, and its writing direction. */
export const languageFacts: Record<Language, { name: string; direction: 'ltr' | 'rtl' }> = {
  en: { name: 'English', direction: 'ltr' },
  id: { name: 'Bahasa Indonesia', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
};

/** Source files of the guest's sentences, relative to the project's root. */
export const catalogueFiles: Record<Language, string> = {
  en: 'src/shared/copy/en/guest.ts',
  id: 'src/shared/copy/id/guest.ts',
  es: 'src/shared/copy/es/guest.ts',
  ar: 'src/shared/copy/ar/guest.ts',
};

/** Older systems use the code `in` for Indonesian. */
const aliases: ReadonlyMap<string, Language> = new Map([['in', 'id']]);

/** The language of a tag such as `es-MX`; null if we do not have that language. */
export function languageOfTag(tag: string): Language | null {
  const primary = tag.trim().split('-')[0]?.toLowerCase() ?? '';
  return languages.find((language) => language === primary) ?? aliases.get(primary) ?? null;
}

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110, section 12.5.4): the language with the highest
 * weight. If several languages have this weight, the first of them is the best. English if the header names none of our
 * languages.
 */
export function negotiateLanguage(acceptLanguage: string | null): Language {
  for (const tag of tagsByWeight(acceptLanguage)) {
    const language = languageOfTag(tag);
    if (language !== null) return language;
  }
  return DEFAULT_LANGUAGE;
}

/**
 * The tags of an `Accept-Language` header. The tag with the highest weight is first; excluded tags (weight 0) are left
 * out.
 */
export function tagsByWeight(acceptLanguage: string | null): string[] {
  return (acceptLanguage ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';');
      return { tag: tag.trim(), weight: weightOf(parameters) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** The weight of a tag: 1 if the tag has no weight, and 0 (excluded) if the weight is invalid. */
function weightOf(parameters: string[]): number {
  const quality = parameters.map((parameter) => parameter.trim()).find((text) => /^q=/i.test(text));
  if (quality === undefined) return 1;
  const weight = Number(quality.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
