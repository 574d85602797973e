/** The guest's sentences in every language, for the server. A page loads one of them (`guest-queue/catalogues.ts`). */
import type { Language } from '../languages.ts';
import { guestCopy as arabic } from './guest.ar.ts';
import { guestCopy as spanish } from './guest.es.ts';
import { guestCopy as indonesian } from './guest.id.ts';
import { guestCopy as english, type GuestCopy } from './guest.ts';

export const guestCatalogues: Record<Language, GuestCopy> = {
  en: english,
  id: indonesian,
  es: spanish,
  ar: arabic,
};
