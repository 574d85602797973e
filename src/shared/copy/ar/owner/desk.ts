/** The desk in Arabic: the bar, the tabs, the panes and the notices around a line. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';

const plural = pluralIn('ar');
const parties = (n: number) =>
  plural(n, { one: 'مجموعة واحدة', two: 'مجموعتان', few: `${n} مجموعات`, other: `${n} مجموعة` });
const guests = (n: number) =>
  plural(n, { one: 'ضيف واحد', two: 'ضيفان', few: `${n} ضيوف`, many: `${n} ضيفًا`, other: `${n} ضيف` });

export const deskCopy: OwnerCatalogue['deskCopy'] = {
  title: 'لوحة التحكم',
  stand: {
    title: 'منصة الباب',
    tabTitle: (waiting) => (waiting === 0 ? 'منصة الباب' : `(${waiting}) منصة الباب`),
    open: 'افتح منصة الباب',
  },
  tabs: { label: 'عروض الطابور', line: 'الطابور', arriving: 'قادمون', done: 'انتهوا', today: 'اليوم' },
  bar: { waiting: 'في الانتظار', longest: 'الأطول', paused: 'متوقف مؤقتًا', endSearch: 'إنهاء البحث' },
  servers: {
    label: 'يخدم:',
    hint: 'كم شخصًا يخدم الآن. تُقدَّر أوقات الانتظار من هذا العدد.',
    none: '–',
    failed: 'لم يتغير عدد الأشخاص',
  },
  duty: {
    begin: 'بدء المناوبة',
    end: 'إنهاء المناوبة',
    people: 'في المناوبة:',
    nobody: 'لا أحد في المناوبة',
    failed: 'لم تتغير مناوبتك',
  },
  holdLeft: 'متبقية',
  holdsEnded: (n) =>
    plural(n, {
      one: 'انتهى حجز واحد',
      two: 'انتهى حجزان',
      few: `انتهت ${n} حجوزات`,
      many: `انتهى ${n} حجزًا`,
      other: `انتهى ${n} حجز`,
    }),
  paused: 'الانضمام متوقف مؤقتًا.',
  senders: {
    title: (n) => `انضمامات من مرسل واحد: ${n}.`,
    body: 'جاءت خلال دقائق من شبكة واحدة. إن لم يكونوا ضيوفًا حقيقيين فأزلهم: تعود أرصدتهم، ولا تحسبهم الرسوم البيانية.',
    remove: (n) => `إزالة الكل (${n})`,
    keep: 'إنهم ضيوف',
    removed: (n) => `أُزيل: ${parties(n)}.`,
    removedBody: 'عادت أرصدتهم.',
    undo: 'تراجع',
  },
  credits: {
    customer: {
      title: (n) => (n === 0 ? 'نفد رصيد العملاء.' : `رصيد العملاء المتبقي: ${n}.`),
      soon: 'بعدها لا يستطيع الانضمام من يمسح الرمز.',
      now: 'لا يستطيع الانضمام من يمسح الرمز. ما زال بإمكانك إضافة الضيوف بنفسك.',
    },
    sms: {
      title: (n) => (n === 0 ? 'نفد رصيد الرسائل.' : `رصيد الرسائل المتبقي: ${n}.`),
      soon: 'بعدها لا تُرسل رسائل، وتنادي الضيوف بأسمائهم.',
      now: 'لا تُرسل رسائل: نادِ الضيوف بأسمائهم.',
    },
    owed: (n) => `ضيوف مضافون غير مدفوعين: ${n}. تدفع أرصدتك القادمة عنهم أولًا.`,
    more: 'احصل على المزيد',
    hide: 'إخفاء حتى الغد',
  },
  figures: {
    label: 'الآن والنتائج',
    came: 'حضروا',
    noShows: 'لم يحضروا',
    longest: 'أطول انتظار الآن',
    waiting: 'في الانتظار الآن',
    partiesAndGuests: (some, all) => `${parties(some)}، ${guests(all)}`,
    none: '–',
  },
  done: {
    title: 'انتهوا اليوم',
    empty: 'لم ينتهِ أحد اليوم بعد.',
    arrivedAfter: (minutes) => `وصل بعد ${minutes} د`,
    noShow: 'لم يحضر',
    called: 'نودي، دون نتيجة',
    waitExpired: 'أزاله النظام، لم يُنادَ في الوقت',
  },
};
