/**
 * The guest's sentences in every language, for the server. A page in the browser loads only one of these catalogues
 * (`entries/guest.tsx`).
 */
import type { Language } from '../languages.ts';
import { guestCopy as arabic } from './ar/guest.ts';
import { guestCopy as spanish } from './es/guest.ts';
import { guestCopy as indonesian } from './id/guest.ts';
import { guestCopy as english, type GuestCopy } from './en/guest.ts';

export const guestCatalogues: Record<Language, GuestCopy> = {
  en: english,
  id: indonesian,
  es: spanish,
  ar: arabic,
};
