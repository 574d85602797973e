import type { GuestCopy } from '../../../shared/copy/en/guest.ts';
import type { CatalogueAddresses } from '../../../shared/contracts/guest.ts';
import type { Language } from '../../../shared/languages.ts';

/**
 * Loads the sentences of a language; rejects when they do not come. Each language is a file of its own: a phone loads the
 * one it reads. The server says where they are, which spares the page the build's own loader.
 */
export async function loadCopy(addresses: CatalogueAddresses, language: Language): Promise<GuestCopy> {
  const file: { guestCopy: GuestCopy } = await import(/* @vite-ignore */ addresses[language]);
  return file.guestCopy;
}
