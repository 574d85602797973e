/** Words in Spanish that several of the owner's catalogues share. */
import type { ways as english } from '../en/words.ts';

export const ways: typeof english = {
  onPremises: 'Esperar en el local',
  waitAnywhere: 'Esperar donde quiera',
};
