/** The printed poster of a location in Arabic. */
import type { PosterCopy } from '../en/poster.ts';

export const posterCopy: PosterCopy = {
  scan: 'امسح الرمز للانضمام إلى الطابور',
  steps: [
    { title: 'امسح الرمز واكتب اسمك', rest: 'بلا تطبيق.' },
    { title: 'انتظر أينما شئت', rest: 'نراسلك برسالة نصية.' },
    { title: 'ادخل عند استدعائك', rest: 'نحتفظ بمكانك.' },
  ],
  orType: 'أو اكتب هذا العنوان',
};
