/** Shared words of the public pages and the 404 page in Arabic. */
import type { OwnerCatalogue } from '../owner-catalogue.ts';
import { pluralIn } from '../plurals.ts';

const plural = pluralIn('ar');

export const siteCopy: OwnerCatalogue['siteCopy'] = {
  notFoundTitle: '404 - الصفحة غير موجودة',
  notFoundBody: 'الصفحة التي تبحث عنها غير موجودة.',
  notFoundHome: 'إلى الصفحة الرئيسية',
  logIn: 'تسجيل الدخول',
  getStarted: 'ابدأ الآن',
  joinQueue: 'انضم إلى الطابور',
  dashboard: 'لوحة التحكم',
  hero: 'احتفظ بكل زائر وزد إيراداتك.',
  heroBody: 'يمسح الضيوف الرمز ويتركون أسماءهم وينتظرون أينما شاؤوا. تناديهم بلمسة واحدة.',
  startTrial: 'ابدأ التجربة المجانية',
  heroPicture: 'طابور يمتد من هاتف يعرض المكان رقم 3 إلى باب مضاء',
  trialNote: (days) => {
    const free = plural(days, {
      one: 'يوم واحد مجانًا',
      two: 'يومان مجانًا',
      few: `${days} أيام مجانًا`,
      many: `${days} يومًا مجانًا`,
      other: `${days} يوم مجانًا`,
    });
    return `${free}. بلا بطاقة ائتمان.`;
  },
  menu: 'القائمة',
  label: 'الموقع',
  footerLabel: 'من نحن',
  copyright: (year, name) => `© ${year} ${name}`,
  privacy: 'الخصوصية',
  terms: 'الشروط',
  feedback: 'ملاحظاتك',
  help: 'المساعدة',
  toContent: 'انتقل إلى المحتوى',
  home: 'الرئيسية',
  backLabel: 'رجوع',
  backToQueue: 'العودة إلى الطابور',
  lastUpdated: (date) => `آخر تحديث: ${date}`,
  contents: 'المحتويات',
  brokenTitle: 'حدث خطأ في هذه الصفحة',
  brokenBody: 'طابورك بأمان: لم يفقد أحد مكانه. تكفي عادةً إعادة تحميل الصفحة.',
  brokenAction: 'إعادة التحميل',
  needsScript: 'فعّل JavaScript لاستخدام هذا النموذج.',
  notLoaded: 'تعذّر تحميل جزء من هذا النموذج. أعد تحميل الصفحة.',
};
