/** The languages of the guest's pages and texts. The owner's area is in English. */

export const languages = ['en', 'id', 'es', 'ar'] as const;
export type Language = (typeof languages)[number];

export const DEFAULT_LANGUAGE: Language = 'en';

/** Where a guest's choice is kept. Also read by the page, which sets it. */
export const LANGUAGE_COOKIE = 'holdline_language';
export const LANGUAGE_COOKIE_MAX_AGE_S = 365 * 86_400;

/** The query parameter that makes the choice where the page runs no script. */
export const LANGUAGE_PARAMETER = 'lang';

/** What a language is called by those who speak it, and which way it is written. */
export const languageFacts: Record<Language, { name: string; direction: 'ltr' | 'rtl' }> = {
  en: { name: 'English', direction: 'ltr' },
  id: { name: 'Bahasa Indonesia', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
};

/** The sources of the guest's sentences, below the project's root. */
export const catalogueFiles: Record<Language, string> = {
  en: 'src/shared/copy/en/guest.ts',
  id: 'src/shared/copy/id/guest.ts',
  es: 'src/shared/copy/es/guest.ts',
  ar: 'src/shared/copy/ar/guest.ts',
};

/** Older systems still say `in` for Indonesian. */
const aliases: ReadonlyMap<string, Language> = new Map([['in', 'id']]);

/** The language that a tag such as `es-MX` asks for; null when it is none of ours. */
export function languageOfTag(tag: string): Language | null {
  const primary = tag.trim().split('-')[0]?.toLowerCase() ?? '';
  return languages.find((language) => language === primary) ?? aliases.get(primary) ?? null;
}

/**
 * The best of our languages for an `Accept-Language` header (RFC 9110, section 12.5.4): the one with the highest weight,
 * of equal ones the first. English when it asks for none of ours.
 */
export function negotiateLanguage(acceptLanguage: string | null): Language {
  for (const tag of tagsByWeight(acceptLanguage)) {
    const language = languageOfTag(tag);
    if (language !== null) return language;
  }
  return DEFAULT_LANGUAGE;
}

/** The tags of such a header, the best first, without those that it rules out. */
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

/** 1 where no weight is given; 0, which means "not this one", also for what is no weight. */
function weightOf(parameters: string[]): number {
  const quality = parameters.map((parameter) => parameter.trim()).find((text) => /^q=/i.test(text));
  if (quality === undefined) return 1;
  const weight = Number(quality.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
