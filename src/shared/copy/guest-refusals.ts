/** What guests are refused, in their language. In English these are the sentences of `refusals.ts`. */
import type { Language } from '../languages.ts';
import { refusals, type RefusalCode } from './refusals.ts';

/** The refusals that a guest's page can come upon. */
const guestRefusals = [
  'invalid_input',
  'not_found',
  'no_credits',
  'trial_expired',
  'not_waiting',
  'already_admitted',
  'more_time_used',
  'line_moved',
  'already_last',
  'already_settled',
  'hold_over',
  'location_closed',
  'joining_paused',
  'queue_full',
  'outside_hours',
  'idempotency_key_reused',
  'too_many_requests',
  'try_again',
  'internal',
] as const satisfies RefusalCode[];
type GuestRefusal = (typeof guestRefusals)[number];

const indonesian: Record<GuestRefusal, string> = {
  invalid_input: 'Periksa kembali isian Anda.',
  not_found: 'Kami tidak menemukannya.',
  no_credits: 'Lokasi ini sedang tidak dapat menerima tamu lagi. Silakan tanya staf.',
  trial_expired: 'Lokasi ini sedang tidak dapat menerima tamu secara daring. Silakan tanya staf.',
  not_waiting: 'Anda tidak lagi dalam antrean.',
  already_admitted: 'Giliran Anda sudah tiba.',
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
  try_again: 'Belum berhasil. Tidak ada yang berubah. Silakan coba lagi.',
  internal: 'Ada yang salah di pihak kami. Silakan coba lagi.',
};

const spanish: Record<GuestRefusal, string> = {
  invalid_input: 'Revise lo que escribió.',
  not_found: 'No pudimos encontrarlo.',
  no_credits: 'Este local no puede recibir a más personas ahora. Pregunte al personal.',
  trial_expired: 'Este local no puede recibir a nadie en línea ahora. Pregunte al personal.',
  not_waiting: 'Usted ya no está en la fila.',
  already_admitted: 'Su turno ya llegó.',
  more_time_used: 'Ya pidió más tiempo una vez.',
  line_moved: 'La fila acaba de moverse. Mire el nuevo lugar e inténtelo de nuevo.',
  already_settled: 'Esta visita ya terminó.',
  already_last: 'Ya es el último de la fila.',
  hold_over: 'Se acabó el tiempo para guardar este lugar.',
  location_closed: 'Este local está cerrado. Elija otro o pregunte al personal.',
  joining_paused: 'Esta fila está en pausa. Pregunte al personal o inténtelo pronto de nuevo.',
  queue_full: 'Esta fila está llena ahora. Inténtelo pronto de nuevo.',
  outside_hours: 'Este local no está abierto ahora. Vuelva cuando esté abierto.',
  idempotency_key_reused: 'Esta petición ya se usó para otra cosa.',
  too_many_requests: 'Demasiados intentos. Espere un momento.',
  try_again: 'No pudimos hacerlo ahora. No se cambió nada. Inténtelo de nuevo.',
  internal: 'Algo falló de nuestro lado. Inténtelo de nuevo.',
};

const arabic: Record<GuestRefusal, string> = {
  invalid_input: 'يرجى مراجعة ما أدخلته.',
  not_found: 'لم نتمكن من العثور على ذلك.',
  no_credits: 'لا يستطيع هذا الفرع استقبال مزيد من الضيوف الآن. يرجى سؤال الموظفين.',
  trial_expired: 'لا يستطيع هذا الفرع استقبال الضيوف عبر الإنترنت الآن. يرجى سؤال الموظفين.',
  not_waiting: 'لم تعد في الطابور.',
  already_admitted: 'لقد حان دورك بالفعل.',
  more_time_used: 'لقد طلبت وقتًا إضافيًا من قبل.',
  line_moved: 'تحرك الطابور للتو. انظر إلى المكان الجديد ثم حاول مرة أخرى.',
  already_settled: 'انتهت هذه الزيارة.',
  already_last: 'أنت الأخير في الطابور بالفعل.',
  hold_over: 'انتهى وقت حجز هذا المكان.',
  location_closed: 'هذا الفرع مغلق. اختر فرعًا آخر أو اسأل الموظفين.',
  joining_paused: 'هذا الطابور متوقف مؤقتًا. اسأل الموظفين أو حاول بعد قليل.',
  queue_full: 'هذا الطابور ممتلئ الآن. حاول بعد قليل.',
  outside_hours: 'هذا الفرع غير مفتوح الآن. عد عندما يفتح.',
  idempotency_key_reused: 'استُخدم هذا الطلب لشيء آخر.',
  too_many_requests: 'محاولات كثيرة جدًا. انتظر لحظة.',
  try_again: 'تعذّر ذلك الآن. لم يتغير شيء. حاول مرة أخرى.',
  internal: 'حدث خطأ لدينا. حاول مرة أخرى.',
};

const translations: Partial<Record<Language, Partial<Record<RefusalCode, string>>>> = {
  id: indonesian,
  es: spanish,
  ar: arabic,
};

/** The sentence of a refusal; the English one for what no guest's page comes upon. */
export function guestSentence(code: RefusalCode, language: Language): string {
  return translations[language]?.[code] ?? refusals[code].sentence;
}
