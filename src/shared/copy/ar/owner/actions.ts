/** Actions of staff on a visit, in Arabic. */
import type { OwnerCatalogue } from '../../owner-catalogue.ts';

export const actionCopy: OwnerCatalogue['actionCopy'] = {
  admit: {
    done: { title: 'نودي العميل', body: (name) => `نودي ${name} ويمكنه الدخول الآن.` },
    failed: 'تعذّرت مناداة العميل',
  },
  remove: {
    done: { title: 'أُزيل العميل', body: (name) => `أُزيل ${name} من الطابور.` },
    failed: 'تعذّرت إزالة العميل',
  },
  discard: { failed: 'تعذّرت إزالة هذه الانضمامات' },
  move: { failed: 'تعذّر نقل العميل' },
  edit: { failed: 'تعذّر حفظ التغييرات' },
  skip: { failed: 'تعذّر نقل العميل' },
  arrived: {
    done: { title: 'سُجّل الوصول', body: (name) => `وصل ${name}.` },
    failed: 'تعذّر تسجيل الوصول',
  },
  'no-show': {
    done: { title: 'سُجّل عدم الحضور', body: (name) => `لم يحضر ${name}.` },
    failed: 'تعذّر تسجيل عدم الحضور',
  },
  'call-again': {
    done: { title: 'نودي مرة أخرى', body: (name) => `رسالة أخرى في الطريق إلى ${name}.` },
    failed: 'تعذّرت المناداة مرة أخرى',
  },
  'put-back': {
    done: { title: 'أُعيد إلى الطابور', body: (name) => `${name} هو الأول في الطابور من جديد.` },
    failed: 'تعذّرت الإعادة إلى الطابور',
  },
  undo: { done: { title: 'تم التراجع', body: isBack }, failed: 'تعذّر التراجع' },
  recall: { done: { title: 'تم الاسترجاع', body: isBack }, failed: 'تعذّر الاسترجاع' },
};

function isBack(name: string, place: number | undefined): string {
  return place === undefined ? `${name} بين القادمين من جديد.` : `${name} رقم ${place} في الطابور من جديد.`;
}

export const actionMenu: OwnerCatalogue['actionMenu'] = [
  { kind: 'call-again', label: 'المناداة مرة أخرى برسالة' },
  { kind: 'put-back', label: 'إعادة إلى الطابور' },
  { kind: 'recall', label: 'استرجاع' },
];
