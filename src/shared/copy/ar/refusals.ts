/** Sentences of the refusals that guests see, in Arabic. */
import type { GuestRefusal } from '../en/refusals.ts';

export const refusalSentences: Record<GuestRefusal, string> = {
  invalid_input: 'يرجى مراجعة ما أدخلته.',
  not_found: 'لم نتمكن من العثور على ذلك.',
  no_credits: 'لا يستطيع هذا الفرع استقبال مزيد من الضيوف الآن. يرجى سؤال الموظفين.',
  trial_expired: 'لا يستطيع هذا الفرع استقبال الضيوف عبر الإنترنت الآن. يرجى سؤال الموظفين.',
  not_waiting: 'لم تعد في الطابور.',
  already_admitted: 'لقد حان دورك بالفعل.',
  not_your_turn: 'ليس دورك الآن.',
  more_time_used: 'لقد طلبت وقتًا إضافيًا من قبل.',
  line_moved: 'تحرك الطابور للتو. انظر إلى المكان الجديد ثم حاول مرة أخرى.',
  already_settled: 'انتهت هذه الزيارة.',
  already_last: 'أنت الأخير في الطابور بالفعل.',
  hold_over: 'انتهى وقت حجز هذا المكان.',
  location_closed: 'هذا الفرع مغلق. اختر فرعًا آخر أو اسأل الموظفين.',
  joining_paused: 'هذا الطابور متوقف مؤقتًا. اسأل الموظفين أو حاول بعد قليل.',
  queue_full: 'هذا الطابور ممتلئ الآن. حاول بعد قليل.',
  outside_hours: 'هذا الفرع غير مفتوح الآن. عد عندما يفتح.',
  idempotency_key_reused: 'استُخدم هذا الطلب لشيء آخر.',
  too_many_requests: 'محاولات كثيرة جدًا. انتظر لحظة.',
  try_again: 'تعذّر ذلك الآن. لم يتغير شيء. حاول مرة أخرى.',
  internal: 'حدث خطأ لدينا. حاول مرة أخرى.',
};
