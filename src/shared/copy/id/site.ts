/** Words of the frame around the log-in pages, and of the error pages, in Indonesian. */
import type { OwnerCatalogue } from '../owner-catalogue.ts';

export const siteCopy: OwnerCatalogue['siteCopy'] = {
  notFoundTitle: '404 - Halaman tidak ditemukan',
  notFoundBody: 'Maaf, halaman yang Anda cari tidak ada.',
  notFoundHome: 'Ke beranda',
  logIn: 'Masuk',
  getStarted: 'Mulai',
  joinQueue: 'Gabung antrean',
  dashboard: 'Dasbor',
  hero: 'Tidak ada tamu yang lepas. Pendapatan naik.',
  heroBody:
    'Tamu memindai kode, mengisi nama, dan menunggu di tempat yang mereka suka. Anda memanggilnya dengan satu ketukan.',
  startTrial: 'Mulai uji coba gratis',
  heroPicture: 'Sebuah garis membentang dari ponsel yang menampilkan nomor antrean 3 ke pintu yang terang',
  trialNote: (days) => `Gratis ${days} hari. Tanpa kartu kredit.`,
  menu: 'Menu',
  label: 'Situs',
  footerLabel: 'Tentang kami',
  copyright: (year, name) => `© ${year} ${name}`,
  privacy: 'Privasi',
  terms: 'Ketentuan',
  feedback: 'Masukan',
  help: 'Bantuan',
  toContent: 'Langsung ke isi',
  home: 'Beranda',
  backLabel: 'Kembali',
  backToQueue: 'Kembali ke antrean',
  lastUpdated: (date) => `Terakhir diperbarui ${date}`,
  contents: 'Daftar isi',
  brokenTitle: 'Ada yang salah di halaman ini',
  brokenBody:
    'Antrean Anda aman: tidak ada yang kehilangan tempatnya. Memuat ulang halaman biasanya membantu.',
  brokenAction: 'Muat ulang',
  needsScript: 'Aktifkan JavaScript untuk memakai formulir ini.',
  notLoaded: 'Sebagian formulir ini tidak dapat dimuat. Silakan muat ulang halaman.',
};
