/**
 * The schemas of a guest's calls and forms, with error messages in each language. Only the server imports this file,
 * because a page needs one language only.
 */
import { guestCatalogues } from '../copy/guest-catalogues.ts';
import { guestRequestsIn } from './guest.ts';
import type { Language } from '../languages.ts';

export const guestRequests: Record<Language, ReturnType<typeof guestRequestsIn>> = {
  en: guestRequestsIn(guestCatalogues.en.errors),
  id: guestRequestsIn(guestCatalogues.id.errors),
  es: guestRequestsIn(guestCatalogues.es.errors),
  ar: guestRequestsIn(guestCatalogues.ar.errors),
};
