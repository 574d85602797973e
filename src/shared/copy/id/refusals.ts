/** Sentences of the refusals that guests see, in Indonesian. */
import type { GuestRefusal } from '../en/refusals.ts';

export const refusalSentences: Record<GuestRefusal, string> = {
  invalid_input: 'Periksa kembali isian Anda.',
  not_found: 'Kami tidak menemukannya.',
  no_credits: 'Lokasi ini sedang tidak dapat menerima tamu lagi. Silakan tanya staf.',
  trial_expired: 'Lokasi ini sedang tidak dapat menerima tamu secara daring. Silakan tanya staf.',
  not_waiting: 'Anda tidak lagi dalam antrean.',
  already_admitted: 'Giliran Anda sudah tiba.',
  not_your_turn: 'Sekarang bukan giliran Anda.',
  more_time_used: 'Anda sudah pernah meminta waktu tambahan.',
  line_moved: 'Antrean baru saja bergerak. Lihat tempat barunya lalu coba lagi.',
  already_settled: 'Kunjungan ini sudah selesai.',
  already_last: 'Anda sudah di urutan terakhir.',
  hold_over: 'Waktu penyimpanan tempat ini sudah habis.',
  location_closed: 'Lokasi ini tutup. Silakan pilih lokasi lain atau tanya staf.',
  joining_paused: 'Antrean ini dijeda. Silakan tanya staf atau coba lagi sebentar lagi.',
  queue_full: 'Antrean ini sedang penuh. Silakan coba lagi sebentar lagi.',
  outside_hours: 'Lokasi ini sedang tidak buka. Silakan kembali saat jam buka.',
  idempotency_key_reused: 'Permintaan ini sudah dipakai untuk hal lain.',
  too_many_requests: 'Terlalu banyak percobaan. Mohon tunggu sebentar.',
  human_check: 'Kami tidak dapat memastikan bahwa Anda manusia. Coba lagi, atau minta staf menambahkan Anda.',
  sender_limit:
    'Banyak tamu sudah bergabung dari jaringan Anda. Coba lagi dalam {minutes} menit, gunakan internet ponsel Anda, atau minta staf menambahkan Anda.',
  line_surge:
    'Saat ini luar biasa banyak tamu masuk ke antrean ini. Minta staf menambahkan Anda, atau coba lagi dalam {minutes} mnt.',
  rejoin_later:
    'Anda sudah beberapa kali masuk dan keluar antrean ini. Anda dapat bergabung lagi dalam {minutes} menit, atau minta staf menambahkan Anda.',
  try_again: 'Belum berhasil. Tidak ada yang berubah. Silakan coba lagi.',
  internal: 'Ada yang salah di pihak kami. Silakan coba lagi.',
};
