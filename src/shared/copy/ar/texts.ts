/**
 * Texts to guests in Arabic. Each begins with an Arabic letter, which makes phones show the text from right to left.
 */
import { product } from '../../product.ts';
import type { ReplyTexts, TurnTexts } from '../en/texts.ts';

/**
 * Each turn text may have two segments of 67 characters, because Arabic needs UCS-2. "Minutes" is abbreviated, because
 * its plural depends on the number.
 */
export const turnTexts: TurnTexts = {
  many: [
    'حان دورك لدى {business}. نرجو الحضور خلال {minutes} د. {link}',
    'حان دورك لدى {business}، خلال {minutes} د. {link}',
    'حان دورك: {business}، {minutes} د. {link}',
  ],
  one: [
    'حان دورك لدى {business}. نرجو الحضور خلال دقيقة واحدة. {link}',
    'حان دورك لدى {business}، خلال دقيقة. {link}',
    'حان دورك: {business}، دقيقة. {link}',
  ],
  now: [
    'حان دورك لدى {business}. نرجو الحضور الآن. {link}',
    'حان دورك لدى {business} الآن. {link}',
    'حان دورك: {business} {link}',
  ],
  nearly: [
    'اقترب دورك لدى {business}. نرجو العودة. {link}',
    'اقترب دورك لدى {business}. {link}',
    'اقترب دورك: {business} {link}',
  ],
  stop: ['لإيقاف الرسائل أرسل STOP.', 'STOP للإيقاف'],
};

export const replyTexts: ReplyTexts = {
  on_my_way: 'شكرًا لك. يرى الموظفون أنك في الطريق.',
  left: 'لقد غادرت الطابور.',
  turn_came: 'حان دورك بالفعل. إن تعذّر حضورك فسيُمنح مكانك للضيف التالي.',
  help: `${product.name}: STOP لإيقاف الرسائل. ${product.supportEmail}`,
};
