/**
 * The sentences of CSV files in a person's language. English is always loaded; another language is loaded when a file
 * needs the language.
 */
import { activityCopy } from '../../shared/copy/en/owner/activity.ts';
import { analyticsCopy } from '../../shared/copy/en/owner/analytics.ts';
import type { OwnerCatalogue } from '../../shared/copy/owner-catalogue.ts';
import type { Language } from '../../shared/languages.ts';
import { ownerLanguageOf } from '../../shared/owner-languages.ts';

type CsvCopy = Pick<OwnerCatalogue, 'activityCopy' | 'analyticsCopy'>;

const others: Record<Exclude<Language, 'en'>, () => Promise<CsvCopy>> = {
  id: async () => ({
    ...(await import('../../shared/copy/id/owner/activity.ts')),
    ...(await import('../../shared/copy/id/owner/analytics.ts')),
  }),
  es: async () => ({
    ...(await import('../../shared/copy/es/owner/activity.ts')),
    ...(await import('../../shared/copy/es/owner/analytics.ts')),
  }),
  ar: async () => ({
    ...(await import('../../shared/copy/ar/owner/activity.ts')),
    ...(await import('../../shared/copy/ar/owner/analytics.ts')),
  }),
};

/** `chosen`: the person's language; null if the person has chosen none. */
export async function csvCopyFor(chosen: Language | null): Promise<CsvCopy> {
  const language = ownerLanguageOf(chosen);
  return language === 'en' ? { activityCopy, analyticsCopy } : others[language]();
}
