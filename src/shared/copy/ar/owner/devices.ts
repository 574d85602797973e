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
  subtitle: 'أجهزة لوحية عند الباب، يدير فريقك الطابور عليها برمز PIN لكل عضو',
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
  change: {
    open: 'تعديل',
    label: (name) => `تعديل ${isolated(name)}`,
    title: 'تعديل الجهاز',
    submit: 'حفظ',
    busy: 'جارٍ الحفظ...',
    done: 'عُدّل الجهاز',
    failed: 'لم يُعدَّل الجهاز',
  },
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
    title: 'رمز PIN الخاص بي',
    subtitle: 'برمز PIN الخاص بك تتولى العمل على جهاز لوحي لفريقك.',
    isSet: 'رمز PIN الخاص بك معيّن.',
    isLocked: 'قُفل رمز PIN الخاص بك بعد عشر محاولات خاطئة. عيّن رمزًا جديدًا.',
    none: 'ليس لديك رمز PIN، لذا لا تعرض الأجهزة اللوحية اسمك.',
    set: 'تعيين رمز PIN',
    change: 'تغيير رمز PIN',
    remove: 'إزالة رمز PIN',
    removed: 'أُزيل رمز PIN',
    removeFailed: 'لم يُزَل رمز PIN',
    label: 'رمز PIN الجديد',
    hint: 'من 4 إلى 8 أرقام',
    rule: 'يتكون رمز PIN من 4 إلى 8 أرقام',
    simple: 'يسهل تخمين رمز PIN هذا. اختر رمزًا آخر.',
    save: 'حفظ رمز PIN',
    saving: 'جارٍ الحفظ...',
    saved: 'حُفظ رمز PIN',
    failed: 'لم يُحفظ رمز PIN',
  },
  unlockPin: 'فتح قفل رمز PIN',
  unlockPinLabel: (who) => `فتح قفل رمز PIN: ${isolated(who)}`,
  pinLocked: 'رمز PIN مقفل',
  pinUnlocked: 'فُتح قفل رمز PIN',
  pinUnlockFailed: 'ما زال رمز PIN مقفلًا',
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
    nobody: 'ليس لأحد رمز PIN لهذا الفرع بعد. يعيّنه كل عضو في صفحة «الفريق».',
    pinOf: (who) => `رمز PIN: ${isolated(who)}`,
    erase: 'مسح آخر رقم',
    open: 'فتح الطابور',
    back: 'شخص آخر',
    wrongPin: 'رمز PIN هذا غير صحيح.',
    failedToOpen: 'لم يُفتح الطابور',
    loadFailed: 'تعذّر الوصول إلى الطابور الآن.',
    here: (who) => `${isolated(who)} هنا`,
    lock: 'قفل',
  },
  nameOf: (name) => name ?? teamCopy.roles.owner,
};
