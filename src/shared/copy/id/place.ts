/** A guest's place in line in Indonesian. */
import type { PlaceCopy } from '../en/place.ts';

export const placeCopy: PlaceCopy = {
  status: {
    place: (position) => `${position}`,
    ahead: (n) => `Ada ${n} orang di depan Anda`,
    next: 'Berikutnya giliran Anda.',
    nextOnPremises: 'Berikutnya giliran Anda. Tetaplah di dekat pintu.',
    soon: 'Sebentar lagi giliran Anda. Saatnya kembali.',
    documentTitle: (position, business) => `Nomor ${position} dalam antrean · ${business}`,
  },
  wait: {
    parties: (n) => `${n} rombongan`,
    eachOnce: (parties) => `${parties}, masing-masing dihitung satu`,
    minutes: (low, high) => (low === high ? `${low} menit` : `${low} sampai ${high} menit`),
    anyMoment: 'Sebentar lagi',
  },
};
