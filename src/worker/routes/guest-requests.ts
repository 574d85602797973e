/** What a guest's page may send, refused in each language. */
import { guestCatalogues } from '../../shared/copy/guest-catalogues.ts';
import { guestRequestsIn } from '../../shared/guest-queue.ts';
import type { Language } from '../../shared/languages.ts';

export const guestRequests: Record<Language, ReturnType<typeof guestRequestsIn>> = {
  en: guestRequestsIn(guestCatalogues.en.errors),
  id: guestRequestsIn(guestCatalogues.id.errors),
  es: guestRequestsIn(guestCatalogues.es.errors),
  ar: guestRequestsIn(guestCatalogues.ar.errors),
};
