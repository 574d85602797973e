/** The inside of the line pane in Arabic: rows, filters, search, several chosen parties, a party's sheet, walk-ins. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';
import { isolated } from '../words.ts';

const plural = pluralIn('ar');

/** Minutes after the preposition "by": 'بدقيقة', 'بـ5 دقائق'. */
const byMinutes = (n: number) =>
  plural(n, { one: 'بدقيقة', two: 'بدقيقتين', few: `بـ${n} دقائق`, other: `بـ${n} دقيقة` });

export const lineCopy: OwnerCatalogue['lineCopy'] = {
  row: {
    grip: (place, name) => `المكان ${place}: نقل ${isolated(name)}`,
    promised: 'الموعود',
    onMyWay: 'في الطريق',
    moreTime: '5 د أخرى',
    sameNumber: 'رقم مكرر',
    senderGroup: 'مرسل واحد',
    pageGone: 'المناداة بالاسم',
    textCredits: (credits) =>
      plural(credits, {
        one: 'تُحسب رسالة واحدة',
        two: 'تُحسب رسالتين',
        few: `تُحسب ${credits} رسائل`,
        other: `تُحسب ${credits} رسالة`,
      }),
    text: {
      queued: 'رسالة في الانتظار',
      sending: 'جارٍ إرسال الرسالة',
      sent: 'أُرسلت الرسالة',
      delivered: 'وصلت الرسالة',
      failed: 'فشلت الرسالة',
      unknown: 'رسالة غير مؤكدة',
      not_sent: 'بلا رسالة',
    },
    held: {
      unproven_limit: 'محتجزة: رقمك غير مؤكد',
      unproven_number: 'محتجزة: رقمك غير مؤكد',
      unproven_hour: 'محتجزة: حد الحسابات الجديدة',
      hour_limit: 'محتجزة: حد الفترات التجريبية',
      account_hour: 'محتجزة: حدّك لهذه الساعة',
      country_hour: 'محتجزة: حد البلد',
    },
  },
  undo: {
    admit: (hold) => `نودي. أمامه ${hold} للحضور.`,
    remove: 'أُزيل.',
    arrived: 'وصل.',
    noShow: 'لم يحضر.',
    undo: 'تراجع',
    undoOf: (name) => `تراجع: ${isolated(name)}`,
  },
  filters: {
    label: 'عرض هؤلاء فقط',
    guestsParties: ' ضيوف، المجموعات: ',
    late: (n) => `متأخرون: ${n}`,
    replied: (n) => `ردّوا: ${n}`,
    nobody: 'لا أحد في الطابور يطابق هذه التصفية.',
    end: 'عرض الطابور كله',
    select: 'تحديد',
  },
  search: {
    inLine: 'في الطابور',
    arriving: 'قادمون',
    done: 'انتهوا اليوم',
    nothing: 'لا أحد بهذا الاسم أو الرقم في الطابور أو بين القادمين أو من انتهوا اليوم.',
    end: 'عرض الطابور كله',
    found: (n) =>
      plural(n, {
        zero: 'لا توجد نتائج',
        one: 'عُثر على مجموعة واحدة',
        two: 'عُثر على مجموعتين',
        few: `عُثر على ${n} مجموعات`,
        other: `عُثر على ${n} مجموعة`,
      }),
    place: (place, joined) => `#${place}، ${joined}`,
  },
  selected: {
    label: 'المجموعات المحددة',
    choose: (name) => `تحديد ${isolated(name)}`,
    count: (n) => `المحدد: ${n}`,
    admit: (n) => `مناداة ${n}`,
    remove: (n) => `إزالة ${n}`,
    end: 'إلغاء',
  },
  move: {
    title: (name) => `نقل ${isolated(name)}`,
    place: 'المكان في الطابور',
    up: 'مكان واحد إلى الأمام',
    down: 'مكان واحد إلى الخلف',
    between: (above, below) => `بين ${isolated(above)} و${isolated(below)}`,
    before: (below) => `الأول في الطابور، قبل ${isolated(below)}`,
    behind: (above) => `الأخير في الطابور، بعد ${isolated(above)}`,
    here: 'هذا هو المكان الآن',
    submit: (place) => `نقل إلى المكان ${place}`,
    cancel: 'إلغاء',
    toFront: 'إلى أول الطابور',
    skip: 'تخطٍّ: مكان واحد إلى الخلف',
    toEnd: 'إلى آخر الطابور',
  },
  party: {
    firstName: 'الاسم الأول',
    lastName: 'اسم العائلة (اختياري)',
    numGuests: 'عدد الضيوف',
    more: '9 أو أكثر',
    exactly: 'كم ضيفًا',
    way: 'طريقة الانتظار',
    phone: 'رقم الهاتف',
    landline: 'هذا خط أرضي لا تصله رسائل. نادِ الضيف باسمه.',
    note: 'ملاحظة',
    noteHint: 'كرسي أطفال، شرفة، سترة حمراء…',
  },
  panels: {
    notOpened: 'تعذّر فتح هذا',
  },
  sheet: {
    close: 'إغلاق',
    facts: (joined, promisedMinutes) =>
      promisedMinutes === undefined ? joined : `${joined}، الوقت الموعود ${promisedMinutes} د`,
    place: (place) => `#${place}`,
    canText: 'يمكن أن تصل الرسائل إلى هذا الرقم.',
    call: 'اتصال',
    move: 'نقل إلى مكان…',
    select: 'تحديد',
    saved: 'حُفظ',
    saving: 'جارٍ الحفظ…',
    saveFailed: 'لم يُحفظ',
    sameNumber: 'لمجموعة أخرى في الطابور الرقم نفسه.',
    pageGone: 'لم تعد صفحة هذا الضيف مفتوحة. ناده باسمه.',
  },
  erase: {
    open: 'محو بيانات هذا الضيف',
    question: 'هل تريد محو بيانات هذا الضيف؟',
    warning:
      'يُمحى الآن الاسم والرقم والملاحظات والردود، وتنتهي الزيارة. تبقى الزيارة في الرسوم البيانية بلا اسم. لا يمكن التراجع عن ذلك.',
    cancel: 'إلغاء',
    done: 'مُحيت البيانات',
    failed: 'تعذّر محو البيانات',
  },
  history: {
    title: 'السجل',
    texts: 'الرسائل',
    loadFailed: 'تعذّر تحميل السجل.',
    retry: 'حاول مرة أخرى',
    text: { almost_there: 'اقترب الدور', turn: 'حان الدور', call_again: 'نودي مرة أخرى' },
    all: 'كل النشاط في هذا الفرع',
  },
  walkIn: {
    title: 'إضافة ضيف',
    close: 'إغلاق. يبقى ما كتبته محفوظًا.',
    field: 'الاسم، عدد الضيوف، الهاتف',
    // The number is isolated. Without the isolates, the Arabic sentence would reorder the groups of digits in the
    // number.
    hint: `بأي ترتيب: ليلى 4 ${isolated('0812 3456 7890')}. الهاتف اختياري.`,
    read: 'فُهم هكذا',
    name: 'الاسم',
    guests: 'الضيوف',
    phone: 'الهاتف',
    tellThem: 'أخبرهم',
    about: (low, high) => (low === high ? `نحو ${high} د` : `من ${low} إلى ${high} د`),
    anyMoment: 'في أي لحظة',
    less: (minutes) => `وقت أقل ${byMinutes(minutes)}`,
    more: (minutes) => `وقت أطول ${byMinutes(minutes)}`,
    submit: (place) => `أضف في المكان #${place}`,
  },
};
