/**
 * Sentences in Indonesian that only the Worker writes into guest pages. These sentences are not in the page's
 * catalogue, whose size is limited.
 */
import { product } from '../../product.ts';
import type { PageCopy } from '../en/pages.ts';

const { name, supportEmail } = product;

export const pageCopy: PageCopy = {
  description: 'Gabung antrean dari ponsel Anda dan tunggu di mana saja.',
  textObstacles: {
    landline: 'Ini telepon rumah, tidak menerima SMS. Biarkan halaman ini terbuka.',
    unknown: 'Kami tidak dapat mengirim SMS ke nomor ini. Biarkan halaman ini terbuka.',
    country: 'Kami tidak mengirim SMS ke nomor negara ini. Biarkan halaman ini terbuka.',
  },
  otherVisit: {
    title: 'Anda sudah punya tempat dalam antrean ini',
    body: 'Tautan ini menampilkan tempat lain. Browser ini hanya menampilkan satu tempat; keduanya tetap dalam antrean, apa pun pilihan Anda. Setelah tempat lain itu ditampilkan, tempat Anda hanya bisa dibuka lagi lewat tautan dalam SMS untuk Anda; tanpa nomor, tidak bisa sama sekali.',
    keep: 'Tetap tampilkan tempat saya',
    show: 'Tampilkan tempat lain itu',
  },
  errors: {
    broken: {
      title: 'Terjadi kesalahan di pihak kami',
      body: `Tidak ada yang kehilangan tempat dalam antrean. Silakan coba lagi; bila halaman ini muncul lagi, tulis ke ${supportEmail}.`,
    },
    away: {
      title: 'Halaman ini perlu waktu sebentar',
      body: `Sebagian ${name} sedang tidak dapat dihubungi. Tidak ada yang kehilangan tempat dalam antrean. Silakan coba lagi beberapa detik lagi.`,
    },
    maintenance: {
      title: 'Kami segera kembali',
      body: `${name} tutup beberapa menit untuk perbaikan. Semua yang mengantre tetap memiliki tempatnya. Silakan coba lagi dalam lima menit; bila terburu-buru, tanyakan kepada staf.`,
    },
    again: 'Coba lagi',
    reference: 'Referensi',
  },
};
