/** Words in Arabic that several of the owner's catalogues share, and the isolation of names. */
import type { ways as english } from '../en/words.ts';

export const ways: typeof english = {
  onPremises: 'البقاء في المكان',
  waitAnywhere: 'الانتظار في أي مكان',
};

/** A name, address or e-mail address in Unicode isolates, so that Latin letters in it keep their own direction. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
