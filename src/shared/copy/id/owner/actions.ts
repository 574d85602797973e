/** Actions of staff on a visit, in Indonesian. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';

export const actionCopy: OwnerCatalogue['actionCopy'] = {
  admit: {
    done: { title: 'Pelanggan dipanggil', body: (name) => `${name} sudah dipanggil dan boleh masuk.` },
    failed: 'Pelanggan belum dipanggil',
  },
  remove: {
    done: { title: 'Pelanggan dikeluarkan', body: (name) => `${name} sudah dikeluarkan dari antrean.` },
    failed: 'Pelanggan belum dikeluarkan',
  },
  discard: { failed: 'Pendaftaran ini belum dihapus' },
  move: { failed: 'Pelanggan belum dipindahkan' },
  edit: { failed: 'Perubahan belum disimpan' },
  skip: { failed: 'Pelanggan belum dipindahkan' },
  arrived: {
    done: { title: 'Tercatat datang', body: (name) => `${name} sudah di sini.` },
    failed: 'Kedatangan belum tercatat',
  },
  'no-show': {
    done: { title: 'Tercatat tidak datang', body: (name) => `${name} tidak datang.` },
    failed: 'Ketidakhadiran belum tercatat',
  },
  'call-again': {
    done: { title: 'Dipanggil lagi', body: (name) => `SMS lagi untuk ${name} sedang dikirim.` },
    failed: 'Belum dipanggil lagi',
  },
  'put-back': {
    done: { title: 'Kembali ke antrean', body: (name) => `${name} kembali di urutan pertama.` },
    failed: 'Belum dikembalikan ke antrean',
  },
  undo: { done: { title: 'Dibatalkan', body: isBack }, failed: 'Belum dibatalkan' },
  recall: { done: { title: 'Dipulihkan', body: isBack }, failed: 'Belum dipulihkan' },
};

function isBack(name: string, place: number | undefined): string {
  return place === undefined
    ? `${name} kembali dalam perjalanan.`
    : `${name} kembali menjadi nomor ${place} dalam antrean.`;
}

export const actionMenu: OwnerCatalogue['actionMenu'] = [
  { kind: 'call-again', label: 'Panggil lagi lewat SMS' },
  { kind: 'put-back', label: 'Kembalikan ke antrean' },
  { kind: 'recall', label: 'Pulihkan' },
];
