/** Billing pages in Arabic. */
import type { BillingInterval } from '../../../plans.ts';
import type { OwnerCatalogue } from '../../owner-catalogue.ts';
import { pluralIn } from '../../plurals.ts';
import { countdownInWords } from '../durations.ts';
import { isolated } from '../words.ts';

const plural = pluralIn('ar');

/** The period that a price pays for. */
const unit: Record<BillingInterval, string> = { Monthly: 'شهر', Yearly: 'سنة' };

/** The words around the period depend on the period's gender. */
const left: Record<BillingInterval, string> = { Monthly: 'الشهر الحالي', Yearly: 'السنة الحالية' };
const begins: Record<BillingInterval, string> = {
  Monthly: 'يبدأ اليوم شهر جديد',
  Yearly: 'تبدأ اليوم سنة جديدة',
};
const paid: Record<BillingInterval, string> = {
  Monthly: 'هذا الشهر مدفوع',
  Yearly: 'هذه السنة مدفوعة',
};

const price = (usd: number, interval: BillingInterval) => `$${usd}/${unit[interval]}`;

/** A number of locations, in the form that the object of a verb has. */
const theLocations = (n: number) =>
  plural(n, {
    one: 'فرعًا واحدًا',
    two: 'فرعين',
    few: `${n} فروع`,
    many: `${n} فرعًا`,
    other: `${n} فرع`,
  });

export const billingCopy: OwnerCatalogue['billingCopy'] = {
  payments: {
    title: 'اختر باقتك',
    subtitle: 'يمكنك الإلغاء متى شئت. يبقى طابورك ورمز QR وإعداداتك كما هي.',
    interval: 'الفوترة',
    intervals: { Monthly: 'شهريًا', Yearly: 'سنويًا' },
    plans: 'الباقات',
    price,
    saves: (usd) => `وفّر $${usd}`,
    mostPopular: 'الأكثر اختيارًا',
    currentPlan: 'باقتك الحالية',
    locations: (n) =>
      plural(n, {
        one: 'فرع واحد',
        two: 'فرعان',
        few: `${n} فروع`,
        many: `${n} فرعًا`,
        other: `${n} فرع`,
      }),
    customers: (n) =>
      plural(n, {
        one: 'عميل واحد في الشهر',
        two: 'عميلان في الشهر',
        few: `${n} عملاء في الشهر`,
        many: `${n} عميلًا في الشهر`,
        other: `${n} عميل في الشهر`,
      }),
    sms: (n) =>
      plural(n, {
        one: 'رسالة واحدة في الشهر',
        two: 'رسالتان في الشهر',
        few: `${n} رسائل في الشهر`,
        other: `${n} رسالة في الشهر`,
      }),
    perLocation: 'الرسائل والعملاء لكل فرع',
    textsAbroad: (low, high) =>
      `تُحسب الرسالة داخل بلدك رسالة واحدة. وإلى بلدان أخرى تُحسب من ${low} إلى ${high}، كما تبيّن الإعدادات لكل بلد.`,
    custom: 'حسب الطلب',
    customBody: 'هل تحتاج إلى فروع أو عملاء أو رسائل أكثر؟',
    contactSales: 'تواصل مع المبيعات',
    paidAlready: (plan) => `تدفع مقابل باقة ${plan} بالفعل.`,
    changePlan: 'تغيير الباقة',
    summary: 'طلبك',
    startsNow: 'تبدأ باقتك فور الدفع، ومن ذلك اليوم يُحسب شهرها أو سنتها.',
    trialDaysLeft: (days) =>
      plural(days, {
        one: 'تنتهي حينها فترتك التجريبية؛ ولا يُضاف يومها الأخير.',
        two: 'تنتهي حينها فترتك التجريبية؛ ولا يُضاف اليومان المتبقيان منها.',
        other: `تنتهي حينها فترتك التجريبية؛ ولا تُضاف أيامها المتبقية وعددها ${days}.`,
      }),
    trialOver: 'عندها يستطيع ضيوف جدد الانضمام من جديد.',
    freshCredits: 'يبدأ كل فرع بأرصدة الباقة. تتجدد الأرصدة كل شهر، ولا يُضاف إليها ما لم يُستخدم.',
    plan: 'الباقة',
    noPlan: 'لم تُختر بعد',
    total: 'الإجمالي',
    paymentMethod: 'طريقة الدفع',
    creditCard: 'بطاقة ائتمان',
    methodHint: 'تُدخل بطاقتك في الصفحة التالية لدى مزوّد الدفع.',
    terms: { agree: 'أوافق على', terms: 'شروط الخدمة', and: 'وعلى', policy: 'سياسة الخصوصية' },
    checkout: 'الدفع',
    busy: 'جارٍ المعالجة...',
    planRequired: 'لم تختر باقة',
    planRequiredBody: 'اختر باقة للمتابعة.',
    termsRequired: 'لم توافق على الشروط',
    termsRequiredBody: 'وافق على الشروط والأحكام للمتابعة.',
    noSession: 'خطأ في الجلسة',
    noSessionBody: 'لم نعثر على معرّف حسابك. سجّل الدخول مرة أخرى.',
    alreadySelected: 'هذه باقتك الحالية',
    alreadySelectedBody: (plan) => `أنت على باقة ${plan} بالفعل. لتعديل اشتراكك استخدم صفحة تغيير الباقة.`,
    failed: 'فشل الدفع',
    failedBody: 'حدث خطأ عند بدء الدفع. حاول مرة أخرى.',
  },
  failed: {
    title: 'فشل آخر دفع لك',
    body: (until) => `تبقى أرصدتك حتى ${until}. حدّث طريقة الدفع قبل ذلك.`,
    overBody: 'أرصدتك موقوفة إلى أن يتم الدفع. حدّث طريقة الدفع.',
    action: 'تحديث طريقة الدفع',
  },
  planChange: {
    title: 'غيّر باقتك',
    back: 'العودة إلى لوحة التحكم',
    summary: 'التغيير',
    from: 'الآن',
    to: 'الباقة الجديدة',
    notChosen: 'لم تُختر بعد',
    chooseFirst: 'اختر باقة لترى ما يحدث للأيام التي دفعت ثمنها. لا يتغير شيء قبل أن تؤكد.',
    upgradeNote: (usd, interval) =>
      `تدفع اليوم $${usd} مطروحًا منه الجزء غير المستخدم من ${left[interval]}. ${begins[interval]}. تتغير باقتك فور دفع هذا المبلغ.`,
    backNote: (plan, interval) => `${paid[interval]} لباقة ${plan} بالفعل: لا تدفع شيئًا اليوم.`,
    downgradeNote: (usd, interval) =>
      `تتغير باقتك اليوم، حتى للأيام المتبقية من ${left[interval]}، ولا يُرد ثمنها. ابتداءً من دفعتك القادمة تدفع ${price(usd, interval)}.`,
    keepsAtMost: (sms, customers) =>
      `من أرصدة هذا الشهر المتبقية يحتفظ كل فرع بما لا يزيد على ${sms} للرسائل و${customers} للعملاء.`,
    yearly: (saved) => `تدفع سنويًا، وهذا يوفّر لك $${saved} مع هذه الباقة.`,
    update: 'تحديث الفوترة',
    busy: 'جارٍ التحديث...',
    confirmTitle: 'تأكيد تغيير الباقة',
    confirmBody: (plan) => `هل تريد حقًا تغيير باقتك إلى ${plan}؟ تُحدَّث الفوترة والأرصدة فورًا.`,
    cancel: 'إلغاء',
    confirm: 'تأكيد التغيير',
    pendingTitle: (plan) => `باقة ${plan} في انتظار الدفع`,
    pendingBody: (leftMs) => `لم يتغير شيء بعد. إن لم تدفع يُلغى هذا التغيير بعد: ${countdownInWords(leftMs)}`,
    payNow: 'ادفع الآن',
    planRequired: 'لم تختر باقة',
    planRequiredBody: 'اختر باقة للمتابعة.',
    alreadySelected: 'هذه باقتك الحالية',
    alreadySelectedBody: (plan) => `أنت على باقة ${plan} بالفعل.`,
    changed: 'تغيّرت باقتك!',
    changedBody: (plan) => `باقتك الآن ${plan}. حُدّثت أرصدتك، وتُعدَّل الفوترة تلقائيًا.`,
    failed: 'لم تتغير الباقة',
    failedBody: 'حدث خطأ عند تغيير باقتك. حاول مرة أخرى.',
    onTrial: 'اختر باقة أولًا',
    onTrialBody: 'أنت في الفترة التجريبية المجانية: اشترِ باقتك هنا.',
    ended: 'انتهى اشتراكك',
    endedBody: 'اختر باقتك هنا للمتابعة.',
    removeFirst: (tooMany, plan, allowed) =>
      `تشمل باقة ${isolated(plan)} ${theLocations(allowed)}. أزل أولًا ${theLocations(tooMany)}.`,
  },
  success: {
    title: 'تم الدفع!',
    yourPlan: 'الباقة التي اخترتها',
    thanks: (plan) => `شكرًا لاشتراكك في ${plan}.`,
    waiting: 'في انتظار تأكيد دفعتك. يستغرق ذلك ثواني قليلة.',
    confirmed: (plan) => `تم التأكيد: باقة حسابك الآن ${plan}.`,
    next: 'ماذا بعد',
    steps: [
      'رُقّي حسابك',
      'تستطيع استخدام كل المزايا المدفوعة',
      'بدأت دورة فوترتك',
      'تصلك رسالة تأكيد إلى بريدك قريبًا',
    ],
    session: 'معرّف الجلسة',
    toDashboard: 'إلى لوحة التحكم',
    redirect: (seconds) =>
      plural(seconds, {
        one: 'تنتقل إلى لوحة التحكم بعد ثانية واحدة.',
        two: 'تنتقل إلى لوحة التحكم بعد ثانيتين.',
        few: `تنتقل إلى لوحة التحكم بعد ${seconds} ثوانٍ.`,
        other: `تنتقل إلى لوحة التحكم بعد ${seconds} ثانية.`,
      }),
  },
};
