/** The printed poster of a location in Indonesian. */
import type { PosterCopy } from '../en/poster.ts';

export const posterCopy: PosterCopy = {
  scan: 'Pindai untuk ikut antre',
  steps: [
    { title: 'Pindai, isi nama', rest: 'Tanpa aplikasi.' },
    { title: 'Tunggu di mana saja', rest: 'Kami kirim SMS.' },
    { title: 'Masuk saat dipanggil', rest: 'Tempat Anda ditahan.' },
  ],
  orType: 'atau ketik alamat ini',
};
