/** What the pages say that the Worker draws when it can draw no other. Owners and passers-by read English. */
import type { Language } from '../languages.ts';
import { product } from '../product.ts';

/** Something broke; what is needed is away for a moment; we have closed for a while to work on it. */
export type Trouble = 'broken' | 'away' | 'maintenance';

type TroubleCopy = Record<Trouble, { title: string; body: string }> & {
  again: string;
  /** What the request's id is called, by which whoever writes to us can name it. */
  reference: string;
};

const { name, supportEmail } = product;

export const troubleCopy: Record<Language, TroubleCopy> = {
  en: {
    broken: {
      title: 'Something went wrong on our side',
      body: `Nobody has lost their place in line. Please try again; if this page comes back, write to ${supportEmail}.`,
    },
    away: {
      title: 'This page needs a moment',
      body: `A part of ${name} cannot be reached just now. Nobody has lost their place in line. Please try again in a few seconds.`,
    },
    maintenance: {
      title: 'We will be right back',
      body: `${name} is closed for a few minutes while we work on it. Everybody in line keeps their place. Please try again in five minutes; in a hurry, ask the staff.`,
    },
    again: 'Try again',
    reference: 'Reference',
  },
  id: {
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
  es: {
    broken: {
      title: 'Algo ha fallado por nuestra parte',
      body: `Nadie ha perdido su lugar en la fila. Inténtelo de nuevo; si esta página vuelve a aparecer, escriba a ${supportEmail}.`,
    },
    away: {
      title: 'Esta página necesita un momento',
      body: `No podemos acceder a una parte de ${name} en este momento. Nadie ha perdido su lugar en la fila. Inténtelo de nuevo en unos segundos.`,
    },
    maintenance: {
      title: 'Volvemos enseguida',
      body: `${name} está cerrado unos minutos por mantenimiento. Quienes están en la fila conservan su lugar. Inténtelo de nuevo en cinco minutos; si tiene prisa, pregunte al personal.`,
    },
    again: 'Intentar de nuevo',
    reference: 'Referencia',
  },
  ar: {
    broken: {
      title: 'حدث خطأ من جانبنا',
      body: `لم يفقد أحد مكانه في الطابور. يرجى المحاولة مرة أخرى، وإذا ظهرت هذه الصفحة ثانية فاكتب إلى ${supportEmail}.`,
    },
    away: {
      title: 'تحتاج هذه الصفحة إلى لحظة',
      body: `يتعذر الوصول إلى جزء من ${name} الآن. لم يفقد أحد مكانه في الطابور. يرجى المحاولة مرة أخرى بعد ثوانٍ.`,
    },
    maintenance: {
      title: 'سنعود قريبًا',
      body: `${name} مغلق لبضع دقائق للصيانة. يحتفظ كل من في الطابور بمكانه. يرجى المحاولة مرة أخرى بعد خمس دقائق، وإن كنت على عجلة فاسأل الموظفين.`,
    },
    again: 'حاول مرة أخرى',
    reference: 'المرجع',
  },
};
