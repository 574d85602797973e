/** Devices at the door, PINs, and the page of a device, in Arabic. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';
import { isolated } from '../words.ts';
import { teamCopy } from './team.ts';

const plural = pluralIn('ar');

/** Minutes as a label. */
const minutesOf = (n: number) =>
  plural(n, { one: 'دقيقة واحدة', two: 'دقيقتان', few: `${n} دقائق`, other: `${n} دقيقة` });

export const devicesCopy: OwnerCatalogue['devicesCopy'] = {
  title: 'الأجهزة',
  subtitle: 'أجهزة لوحية عند الباب، يدير فريقك الطابور عليها برقم سري لكل عضو',
  none: 'لا توجد أجهزة لوحية بعد.',
  lastSeen: (when) => `آخر ظهور ${when}`,
  seenNow: 'ظهر للتو',
  locksAfter: (minutes) =>
    `يُقفل بعد ${plural(minutes, {
      one: 'دقيقة واحدة',
      two: 'دقيقتين',
      few: `${minutes} دقائق`,
      other: `${minutes} دقيقة`,
    })}`,
  revoke: 'إلغاء الربط',
  revokeLabel: (name) => `إلغاء ربط ${isolated(name)}`,
  revokeQuestion: (name) =>
    `هل تريد إلغاء ربط ${isolated(name)}؟ لن يعرض شيئًا من طابورك بعد الآن، ولا يعود إلا بإعداد جديد.`,
  revokeConfirm: 'إلغاء ربط الجهاز',
  revoked: 'أُلغي ربط الجهاز',
  revokeFailed: 'لم يُلغَ ربط الجهاز',
  add: {
    open: 'إعداد جهاز لوحي',
    name: 'الاسم',
    nameHint: 'مثلًا «الجهاز عند الباب»',
    nameRequired: 'الاسم مطلوب',
    nameTooLong: (max) => `الحد الأقصى ${max} حرفًا`,
    location: 'الفرع',
    locationRequired: 'اختر فرعًا',
    idle: 'يُقفل إذا لم يلمسه أحد مدة',
    minutes: minutesOf,
    submit: 'عرض الرمز',
    busy: 'جارٍ إنشاء الرمز...',
    failed: 'لم يُنشأ رمز',
  },
  code: {
    title: 'رمز الجهاز اللوحي',
    body: (address) => `امسحه بالجهاز اللوحي، أو افتح عليه ${isolated(address)} واكتب:`,
    left: (seconds) =>
      `يعمل مرة واحدة، وينتهي بعد ${plural(seconds, {
        one: 'ثانية واحدة',
        two: 'ثانيتين',
        few: `${seconds} ثوانٍ`,
        other: `${seconds} ثانية`,
      })}`,
    over: 'انتهت صلاحية هذا الرمز. أنشئ رمزًا جديدًا.',
    used: 'الجهاز جاهز.',
    done: 'تم',
  },
  pin: {
    title: 'رقمي السري',
    subtitle: 'برقمك السري تتولى العمل على جهاز لوحي لفريقك.',
    isSet: 'رقمك السري محدد.',
    isLocked: 'قُفل رقمك السري بعد عشر محاولات خاطئة. حدد رقمًا جديدًا.',
    none: 'ليس لديك رقم سري، لذا لا تعرض الأجهزة اللوحية اسمك.',
    set: 'تحديد رقم سري',
    change: 'تغيير الرقم السري',
    remove: 'إزالة الرقم السري',
    removed: 'أُزيل الرقم السري',
    removeFailed: 'لم يُزَل الرقم السري',
    label: 'الرقم السري الجديد',
    hint: 'من 4 إلى 8 أرقام',
    rule: 'يتكون الرقم السري من 4 إلى 8 أرقام',
    simple: 'يسهل تخمين هذا الرقم السري. اختر رقمًا آخر.',
    password: 'كلمة المرور',
    save: 'حفظ الرقم السري',
    saving: 'جارٍ الحفظ...',
    saved: 'حُفظ الرقم السري',
    failed: 'لم يُحفظ الرقم السري',
  },
  unlockPin: 'فتح قفل الرقم السري',
  unlockPinLabel: (who) => `فتح قفل الرقم السري: ${isolated(who)}`,
  pinLocked: 'الرقم السري مقفل',
  pinUnlocked: 'فُتح قفل الرقم السري',
  pinUnlockFailed: 'ما زال الرقم السري مقفلًا',
  page: {
    title: 'إعداد هذا الجهاز',
    subtitle: 'يحصل المالك أو المدير على رمز في صفحة «الفريق»، تحت «الأجهزة».',
    code: 'الرمز',
    codeHint: 'تسعة أرقام، صالح لمدة 60 ثانية',
    codeWrong: 'هذا الرمز خطأ أو استُخدم أو انتهت صلاحيته. احصل على رمز جديد.',
    submit: 'إعداد',
    busy: 'جارٍ الإعداد...',
    failed: 'لم يُعَدّ الجهاز',
    ready: 'من هنا؟',
    nobody: 'ليس لأحد رقم سري لهذا الفرع بعد. يحدده كل عضو في صفحة «الفريق».',
    pinOf: (who) => `الرقم السري: ${isolated(who)}`,
    erase: 'مسح آخر رقم',
    open: 'فتح الطابور',
    back: 'شخص آخر',
    wrongPin: 'هذا الرقم السري غير صحيح.',
    failedToOpen: 'لم يُفتح الطابور',
    loadFailed: 'تعذّر الوصول إلى الطابور الآن.',
    here: (who) => `${isolated(who)} هنا`,
    lock: 'قفل',
  },
  nameOf: (name) => name ?? teamCopy.roles.owner,
};
