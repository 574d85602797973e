/** A guest's place in line in Arabic. */
import { pluralIn } from '../plurals.ts';
import type { PlaceCopy } from '../en/place.ts';

const plural = pluralIn('ar');

export const placeCopy: PlaceCopy = {
  status: {
    place: (position) => `#${position}`,
    ahead: (n) =>
      plural(n, {
        zero: 'لا أحد أمامك',
        one: 'أمامك شخص واحد',
        two: 'أمامك شخصان',
        few: `أمامك ${n} أشخاص`,
        many: `أمامك ${n} شخصًا`,
        other: `أمامك ${n} شخص`,
      }),
    next: 'أنت التالي.',
    nextOnPremises: 'أنت التالي. ابقَ قرب الباب.',
    soon: 'اقترب دورك. حان وقت العودة.',
    documentTitle: (position, business) => `#${position} في الطابور · ${business}`,
  },
  wait: {
    parties: (n) =>
      plural(n, {
        one: 'مجموعة واحدة',
        two: 'مجموعتان',
        few: `${n} مجموعات`,
        other: `${n} مجموعة`,
      }),
    eachOnce: (parties) => `${parties}، تُحسب كل منها مرة واحدة`,
    minutes: (low, high) => {
      const most = plural(high, {
        one: 'دقيقة واحدة',
        two: 'دقيقتان',
        few: `${high} دقائق`,
        other: `${high} دقيقة`,
      });
      return low === high ? most : `من ${low} إلى ${most}`;
    },
    anyMoment: 'في أي لحظة',
  },
};
