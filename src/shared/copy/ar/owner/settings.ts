/** The owner's settings in Arabic. */
import { UNDO_MS } from '../../../limits.ts';
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';
import { joining } from '../labels.ts';
import { isolated } from '../words.ts';

const plural = pluralIn('ar');
const undoSeconds = UNDO_MS / 1_000;
/** Formats a number with Latin digits, as on all pages. */
const figure = (n: number) => n.toLocaleString('ar-u-nu-latn');

export const settingsCopy: OwnerCatalogue['settingsCopy'] = {
  page: {
    title: 'إعدادات النشاط التجاري',
    information: 'بيانات النشاط التجاري',
    businessName: 'اسم النشاط التجاري',
    username: 'اسم المستخدم',
    email: 'البريد الإلكتروني',
    plan: 'الباقة',
    defaultPlan: 'Basic',
    editName: 'تعديل الاسم',
    qrTitle: 'رمز QR للطابور',
    qrSubtitle: 'رمز واحد لكل الفروع: يختار الضيوف فرعهم من قائمة.',
    joinUrl: 'رابط الانضمام',
    generate: 'إنشاء رمز QR',
    download: 'تنزيل رمز QR',
    qrFile: (username) => `${username || 'business'}-queue-qr.png`,
    qrCaption: 'يمسح العملاء رمز QR هذا لينضموا إلى طابورك',
    qrAlt: (url) => `رمز QR للرابط ${isolated(url)}`,
    locationsTitle: 'إدارة الفروع',
    locationsSubtitle: (used, max) => `أضف فروع نشاطك التجاري وأدرها (المستخدم: ${used} من ${max})`,
    addTitle: 'إضافة فرع جديد',
    address: 'عنوان الفرع',
    addressPlaceholder: 'أدخل عنوان الفرع (مثلًا: 123 شارع النخيل، المدينة)',
    add: 'إضافة الفرع',
    limitPlaceholder: (max) => `بلغت الحد الأقصى للفروع (${max})`,
    limitNote: 'بلغت الحد الأقصى لعدد الفروع في باقتك.',
    currentTitle: 'الفروع الحالية',
    inQueue: (n) =>
      plural(n, {
        zero: 'لا عملاء في الطابور',
        one: 'عميل واحد في الطابور',
        two: 'عميلان في الطابور',
        few: `${n} عملاء في الطابور`,
        many: `${n} عميلًا في الطابور`,
        other: `${n} عميل في الطابور`,
      }),
    noneTitle: 'لم يُضف أي فرع بعد.',
    noneHint: 'أضف فرعك الأول أعلاه لتبدأ.',
    editAddress: 'تعديل العنوان',
    editAddressOf: (address) => `تعديل العنوان: ${isolated(address)}`,
    newAddress: 'العنوان الجديد',
    newAddressHint: 'يراه الضيوف في صفحتهم وعلى الملصق. تبقى الروابط والرموز والطابور كما هي.',
    saveAddress: 'حفظ العنوان',
    saving: 'جارٍ الحفظ...',
    addressSaved: 'حُفظ العنوان',
    addressNotSaved: 'لم يُحفظ العنوان',
    upgrade: 'رقِّ باقتك لمزيد من الفروع',
    removeLabel: (address) => `إزالة ${isolated(address)}`,
    unknownLocation: 'لم يعد هذا الفرع في قائمتك. أعد تحميل الصفحة.',
    removeTitle: 'إزالة الفرع',
    removeQuestion: (address) =>
      `هل تريد حقًا إزالة «${isolated(address)}»؟ لا يمكن التراجع عن ذلك، ويُزال كل العملاء من طابور هذا الفرع.`,
    cancel: 'إلغاء',
    confirmRemove: 'إزالة الفرع',
    downloadSvg: 'تنزيل SVG',
    qrVectorFile: (username) => `${username || 'business'}-queue-qr.svg`,
  },
  codes: {
    caption: 'يقود مباشرة إلى هذا الفرع.',
    open: 'فتح',
    openFor: (location) => `فتح: ${isolated(location)}`,
    copyFor: (location) => `نسخ الرابط: ${isolated(location)}`,
    downloadFor: (location) => `تنزيل رمز QR: ${isolated(location)}`,
    file: (username, location) => `${[username, location].filter(Boolean).join('-')}-queue-qr.png`,
    notDrawn: 'تعذّر رسم الرمز.',
    again: 'حاول مرة أخرى',
  },
  poster: {
    open: 'طباعة الملصق',
    title: 'ملصق لبابك',
    openFor: (location) => `طباعة الملصق: ${isolated(location)}`,
    intro: 'صفحة واحدة على خلفية بيضاء، تناسب A4 وLetter.',
    languages: 'لغات الملصق',
    withEnglish: (language) => `${language}، الإنجليزية`,
    print: 'طباعة',
    close: 'إغلاق',
  },
  texts: {
    turnText: 'نصك الخاص لرسالة «حان دورك»',
    turnTextHint:
      'استخدم {business} و{minutes} و{link}. اتركه فارغًا لنستخدم نصنا، وهو بلغة الضيف. يُرسل نصك كما كتبته، بعد اسمك واسمنا.',
    preview: 'ما يصل إلى الضيف',
    length: (used, max) => `${used} من ${max} حرفًا: رسالة واحدة، من رصيد الرسائل واحدة`,
    arabic:
      'الضيوف الذين يقرؤون العربية يصلهم نصنا بالعربية. تُحسب الرسالة بالعربية رسالتين من رصيد الرسائل بدل واحدة، لأن شركات الاتصالات تحسبها اثنتين؛ وإن بقيت في الرصيد رسالة واحدة فهي بالإنجليزية.',
    added: 'يُضاف الاسم والرابط وطريقة إيقاف الرسائل إن خلا منها نصك.',
    nearly: 'مراسلة الضيوف أيضًا عندما يقترب دورهم',
    nearlyHint:
      'رسالة إضافية، مرة واحدة، للضيوف المنتظرين في أي مكان حين يبلغون هذا المكان في الطابور. تكلفة كل منها كتكلفة «حان دورك»، ويُحفظ آخر الرصيد لتلك الرسالة.',
    nearlyOff: 'متوقف',
    nearlyNext: 'عندما يكون الضيف التالي',
    nearlyAhead: (ahead) =>
      plural(ahead, {
        one: 'أمامه مجموعة واحدة',
        two: 'أمامه مجموعتان',
        few: `أمامه ${ahead} مجموعات`,
        other: `أمامه ${ahead} مجموعة`,
      }),
    unknownPlaceholder: 'لا يصح بين القوسين إلا {business} و{minutes} و{link}.',
    foreignLink: 'قد تقرأ الهواتف جزءًا من هذا عنوان ويب. لا يصح ذلك إلا في {link}: ضع مسافة بعد كل نقطة.',
    atSign: 'قد تقرأ الهواتف جزءًا من هذا عنوان بريد إلكتروني. احذف العلامة @.',
    digits: 'لا يصح أن تحتوي الرسالة على ستة أرقام متتالية: فهي تبدو رقم هاتف أو رمزًا.',
    protectedName:
      'يحتوي نصك على اسم بنك أو شركة اتصالات أو جهة رسمية. احذفه: فمثل هذه الرسائل كثيرًا ما تكون احتيالًا.',
    tooLong: 'هذا أطول من رسالة واحدة مع الرابط. استخدم كلمات أقل.',
    notPaid: 'نصك الخاص متاح مع باقة مدفوعة. في الفترة التجريبية يصل إلى الضيوف نصنا.',
    nameWaits:
      'يحتوي اسم نشاطك التجاري على اسم بنك أو شركة اتصالات أو جهة رسمية. إلى أن نراجعه تبدأ الرسائل باسم المستخدم.',
  },
  numbers: {
    country: 'البلد',
    countryHint: 'الرقم بلا رمز بلد يُعد رقمًا من هذا البلد.',
    unknown: 'اختر بلدًا',
    more: 'بلدان أخرى تصلها الرسائل',
    moreHint:
      'تُرسل الرسائل إلى أرقام بلدك وهذه البلدان. اختر فقط البلدان التي يأتي منها ضيوفك: فالرسائل إلى بلدان أخرى كثيرًا ما يُساء استخدامها.',
    price: (country, credits) =>
      `${country}: ${plural(credits, {
        one: 'رسالة واحدة من الرصيد',
        two: 'رسالتان من الرصيد',
        few: `${credits} رسائل من الرصيد`,
        other: `${credits} رسالة من الرصيد`,
      })}`,
    prices: 'العدد بجانب كل بلد هو سعر الرسالة إليه من رصيد الرسائل.',
    notInTrial: 'في الفترة التجريبية تُرسل الرسائل إلى بلد رقمك فقط. اختر باقة لمراسلة بلدان أخرى.',
    add: 'إضافة بلد',
    full: (max) => `الحد الأقصى ${max}`,
    remove: (country) => `بلا رسائل إلى ${country}`,
  },
  queue: {
    title: 'إعدادات الطابور',
    titleOf: (location) => `إعدادات الطابور: ${isolated(location)}`,
    saving: 'جارٍ الحفظ…',
    saved: 'حُفظ',
    notSaved: 'لم يُحفظ',
    saveFailed: (setting) => `${setting}: لم يُحفظ`,
    joiningPaused: joining.paused,
    numberRange: (min, max) => `أدخل عددًا صحيحًا من ${figure(min)} إلى ${figure(max)}، أو اتركه فارغًا.`,
    timeZone: 'المنطقة الزمنية',
    timeZoneHint: 'تُستخدم لأوقات العمل والأرقام اليومية.',
    timeThere: (time) => `الوقت هناك الآن ${time}.`,
    timeThereUnknown: 'لا يعرف هذا المتصفح الوقت هناك.',
    timeZoneUnknown: 'اختر منطقة زمنية من القائمة، مثل Asia/Jakarta.',
    hours: 'متى يمكن للضيوف الانضمام',
    alwaysOpen: 'مفتوح دائمًا',
    byWeekday: 'حسب أيام الأسبوع',
    weekdayNames: {
      monday: 'الاثنين',
      tuesday: 'الثلاثاء',
      wednesday: 'الأربعاء',
      thursday: 'الخميس',
      friday: 'الجمعة',
      saturday: 'السبت',
      sunday: 'الأحد',
    },
    closed: 'مغلق',
    openAllDay: 'مفتوح طوال اليوم',
    untilNextDay: (time) => `حتى ${time} من اليوم التالي`,
    opens: (day, n) => (n === 1 ? `${day}، يفتح` : `${day}، يفتح، ${n}`),
    closes: (day, n) => (n === 1 ? `${day}، يغلق` : `${day}، يغلق، ${n}`),
    timesMissing: 'أدخل الوقتين، أو أزلهما.',
    addHours: 'إضافة أوقات',
    setHours: 'تحديد الأوقات',
    close: 'إغلاق',
    hoursFull: (max) => `الحد الأقصى ${max}`,
    removeHours: (day, from, to) => `إزالة من ${from} إلى ${to}، ${day}`,
    copyDay: 'نسخ إلى الكل',
    actionOn: (action, day) => `${action}: ${day}`,
    copied: 'نُسخ إلى كل الأيام',
    copiedBody: (day) => `صارت لكل الأيام أوقات يوم ${day}.`,
    holdFact: (length) => `مدة الحجز: ${length}`,
    capacityFact: (max) =>
      plural(max, {
        one: 'مجموعة واحدة كحد أقصى',
        two: 'مجموعتان كحد أقصى',
        few: `${max} مجموعات كحد أقصى`,
        other: `${max} مجموعة كحد أقصى`,
      }),
    weekdayFact: 'أوقات العمل محددة',
  },
};

export const settingGroups: OwnerCatalogue['settingGroups'] = {
  joining: 'الانضمام',
  calling: 'مناداة الضيوف',
  texts: 'الرسائل النصية',
  numbers: 'أرقام هواتف الضيوف',
  hours: 'أوقات العمل',
  team: 'الفريق',
};

export const settingWords: OwnerCatalogue['settingWords'] = {
  paused: {
    label: joining.pause,
    hint: 'لا ينضم أحد جديد. يحتفظ الضيوف في الطابور بأماكنهم، وما زال بإمكانك إضافة الضيوف بنفسك.',
  },
  capacity: {
    label: 'أقصى عدد مجموعات في الطابور',
    hint: 'اتركه فارغًا لئلا يكون هناك حد.',
    none: 'بلا حد',
  },
  holdMs: {
    label: 'مدة الحجز',
    hint: 'الوقت المتاح لوصول الضيف بعد مناداته. من نودوا قبل التغيير يحتفظون بوقتهم.',
  },
  afterHold: {
    label: 'إن لم يسجل الموظفون نتيجة ضيف نودي',
    options: { served: 'يُسجل أنه خُدم', no_show: 'يُسجل أنه لم يحضر' },
  },
  undo: {
    label: 'إتاحة التراجع عن المناداة',
    hint: `يمكن التراجع عن المناداة خلال ${undoSeconds} ثوانٍ، كما في «إزالة» و«وصل» و«لم يحضر». تُرسل الرسائل متأخرة ${undoSeconds} ثوانٍ.`,
  },
  memberCharts: {
    label: 'الرسوم البيانية لكل عضو',
    hint: 'ترى أنت والمديرون ما فعله كل شخص: من ناداهم ونتائجهم وأوقات انتظارهم. ويُخبَر فريقك بذلك في صفحته.',
  },
};
