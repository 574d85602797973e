/** The overview of all locations in Arabic. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';

const plural = pluralIn('ar');

export const overviewCopy: OwnerCatalogue['overviewCopy'] = {
  title: 'كل الفروع',
  tabTitle: (needHelp) => (needHelp === 0 ? 'كل الفروع' : `(${needHelp}) كل الفروع`),
  open: 'كل الفروع بنظرة واحدة',
  place: 'نظرة عامة على كل الفروع',
  list: 'الفروع، وأولها ما يحتاج إلى مساعدة',
  needHelp: (n) =>
    plural(n, {
      one: 'فرع واحد يحتاج إلى مساعدة',
      two: 'فرعان يحتاجان إلى مساعدة',
      few: `${n} فروع تحتاج إلى مساعدة`,
      many: `${n} فرعًا يحتاج إلى مساعدة`,
      other: `${n} فرع يحتاج إلى مساعدة`,
    }),
  noneNeedsHelp: 'لا فرع يحتاج إلى مساعدة',
  totals: (waiting, locations) =>
    `${waiting} في الانتظار في ${plural(locations, {
      one: 'فرع واحد',
      two: 'فرعين',
      few: `${locations} فروع`,
      many: `${locations} فرعًا`,
      other: `${locations} فرع`,
    })}`,
  find: 'ابحث عن فرع',
  noneFound: 'لا يوجد عنوان بهذه الكلمات.',
  columns: {
    location: { term: 'الفرع' },
    state: { term: 'الحالة' },
    waiting: { term: 'ينتظرون' },
    longest: { term: 'الأطول', more: '/ الموعود' },
    arriving: { term: 'قادمون' },
    joined: { term: 'انضموا', more: 'اليوم' },
    left: { term: 'غادروا', more: 'اليوم' },
    actions: { term: 'الإجراءات' },
  },
  states: {
    open: 'مفتوح',
    paused: 'متوقف مؤقتًا',
    closed: 'مغلق',
    away: 'لا يستجيب',
    textsHeld: 'الرسائل محتجزة',
  },
  serving: (n) => `يخدم: ${n}`,
  promised: 'من وقت موعود قدره',
  late: (time) => `متأخر ${time}`,
  none: '–',
  pause: 'إيقاف مؤقت',
  resume: 'استئناف',
  pauseAt: (address) => `إيقاف مؤقت للانضمام في ${address}`,
  resumeAt: (address) => `استئناف الانضمام في ${address}`,
  stand: 'منصة الباب',
  standOf: (address) => `منصة الباب في ${address}`,
  awayHint: 'طابوره محفوظ، ونواصل المحاولة.',
};
