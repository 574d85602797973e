/**
 * Texts to guests in Arabic. Each message begins with an Arabic letter, so that phones show the message from right to
 * left.
 */
import { product } from '../../product.ts';
import type { ReplyTexts, TurnTexts } from '../en/texts.ts';

/**
 * Each turn text may have two segments of 67 characters, because Arabic needs UCS-2. The word for "minutes" is
 * abbreviated, because its plural form depends on the number.
 */
export const turnTexts: TurnTexts = {
  many: [
    'من {business}: حان دورك. نرجو الحضور خلال {minutes} د. {link}',
    'من {business}: حان دورك خلال {minutes} د. {link}',
    'من {business}: دورك خلال {minutes} د. {link}',
  ],
  one: [
    'من {business}: حان دورك. نرجو الحضور خلال دقيقة واحدة. {link}',
    'من {business}: حان دورك خلال دقيقة. {link}',
    'من {business}: دورك خلال دقيقة. {link}',
  ],
  now: [
    'من {business}: حان دورك. نرجو الحضور الآن. {link}',
    'من {business}: حان دورك الآن. {link}',
    'من {business}: حان دورك {link}',
  ],
  nearly: [
    'من {business}: اقترب دورك. نرجو العودة. {link}',
    'من {business}: اقترب دورك. {link}',
    'من {business}: اقترب دورك {link}',
  ],
  via: `عبر ${product.name}`,
  stop: ['لإيقاف الرسائل أرسل STOP.', 'STOP للإيقاف'],
};

export const replyTexts: ReplyTexts = {
  on_my_way: 'شكرًا لك. يرى الموظفون أنك في الطريق.',
  left: 'لقد غادرت الطابور.',
  turn_came: 'حان دورك بالفعل. إن تعذّر حضورك فسيُمنح مكانك للضيف التالي.',
  help: `${product.name}: STOP لإيقاف الرسائل. ${product.supportEmail}`,
};
