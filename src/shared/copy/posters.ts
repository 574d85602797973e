/** The sentences of a printed poster in every language. */
import type { Language } from '../languages.ts';
import { posterCopy as arabic } from './ar/poster.ts';
import { posterCopy as english, type PosterCopy } from './en/poster.ts';
import { posterCopy as spanish } from './es/poster.ts';
import { posterCopy as indonesian } from './id/poster.ts';

export const posterCatalogues: Record<Language, PosterCopy> = {
  en: english,
  id: indonesian,
  es: spanish,
  ar: arabic,
};
