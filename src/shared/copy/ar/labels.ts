/** Labels of the owner's pages in Arabic. */
import type { OwnerCatalogue } from '../owner-catalogue.ts';

export const joining: OwnerCatalogue['labels']['joining'] = {
  pause: 'إيقاف الانضمام مؤقتًا',
  paused: 'الانضمام متوقف مؤقتًا',
};

export const showTyped = 'إظهار ما أكتبه';

export const toastWords: OwnerCatalogue['labels']['toastWords'] = {
  region: 'الإشعارات',
  dismiss: (title) => `إغلاق: ${title}`,
};
