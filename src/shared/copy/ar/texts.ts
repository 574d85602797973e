/** Texts to guests in Arabic. */
import { product } from '../../product.ts';
import { turnTexts as english, type ReplyTexts, type TurnTexts } from '../en/texts.ts';

/**
 * Turn texts are in English. Arabic needs UCS-2 with 70 characters a segment, and the link takes most of them. A second
 * segment would cost more and may come late.
 */
export const turnTexts: TurnTexts = english;

export const replyTexts: ReplyTexts = {
  on_my_way: 'شكرًا لك. يرى الموظفون أنك في الطريق.',
  left: 'لقد غادرت الطابور.',
  turn_came: 'حان دورك بالفعل. إن تعذّر حضورك فسيُمنح مكانك للضيف التالي.',
  help: `${product.name}: STOP لإيقاف الرسائل. ${product.supportEmail}`,
};
