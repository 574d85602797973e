import type { GuestCopy } from '../../../shared/copy/guest.ts';
import type { Language } from '../../../shared/languages.ts';

/** Each language is a file of its own: a phone loads the one it reads. */
const files: Record<Language, () => Promise<{ guestCopy: GuestCopy }>> = {
  en: () => import('../../../shared/copy/guest.ts'),
  id: () => import('../../../shared/copy/guest.id.ts'),
  es: () => import('../../../shared/copy/guest.es.ts'),
  ar: () => import('../../../shared/copy/guest.ar.ts'),
};

/** Loads the sentences of a language; rejects when they do not come. */
export async function loadCopy(language: Language): Promise<GuestCopy> {
  return (await files[language]()).guestCopy;
}
