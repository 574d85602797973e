/**
 * Sentences in Arabic that only the Worker writes into guest pages. These sentences are not in the catalogue that the
 * page loads, because the size of that catalogue is limited.
 */
import { product } from '../../product.ts';
import type { PageCopy } from '../en/pages.ts';

const { name, supportEmail } = product;

export const pageCopy: PageCopy = {
  description: 'انضم إلى الطابور من هاتفك وانتظر حيثما شئت.',
  textObstacles: {
    landline: 'هذا هاتف ثابت لا تصله الرسائل. أبقِ هذه الصفحة مفتوحة.',
    unknown: 'لا يمكننا إرسال رسالة إلى هذا الرقم. أبقِ هذه الصفحة مفتوحة.',
    country: 'لا نراسل أرقام هذا البلد. أبقِ هذه الصفحة مفتوحة.',
  },
  otherVisit: {
    title: 'لديك دور في هذا الطابور بالفعل',
    body: 'يعرض هذا الرابط دورًا آخر. يعرض هذا المتصفح دورًا واحدًا في كل مرة، ويبقى الدوران في الطابور أيًا كان اختيارك. وبعد عرض الدور الآخر لا يعيد دورك إلا الرابط الموجود في رسالة نصية نرسلها إليك، وإن لم تعطِ رقمًا فلن تتمكن من العودة إليه.',
    keep: 'مواصلة عرض دوري',
    show: 'عرض الدور الآخر',
  },
  errors: {
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
