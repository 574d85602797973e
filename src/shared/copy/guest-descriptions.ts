/** What search engines, and those who share a link, are told of the guest's pages. Not for the browser, whose catalogues are weighed. */
import type { Language } from '../languages.ts';

export const guestDescriptions: Record<Language, string> = {
  en: 'Join the queue from your phone and wait where you like.',
  id: 'Gabung antrean dari ponsel Anda dan tunggu di mana saja.',
  es: 'Únase a la fila desde su teléfono y espere donde quiera.',
  ar: 'انضم إلى الطابور من هاتفك وانتظر حيثما شئت.',
};
