/**
 * Sentences that only the Worker writes, in every language: error pages, the page about another visit, page
 * descriptions, messages about a typed number.
 */
import type { Language } from '../languages.ts';
import { pageCopy as arabic } from './ar/pages.ts';
import { pageCopy as english, type PageCopy } from './en/pages.ts';
import { pageCopy as spanish } from './es/pages.ts';
import { pageCopy as indonesian } from './id/pages.ts';

export const pageCatalogues: Record<Language, PageCopy> = {
  en: english,
  id: indonesian,
  es: spanish,
  ar: arabic,
};
