/** Texts to guests in English. */
import { product } from '../../product.ts';

/** Wordings of texts. `{business}`, `{minutes}` and `{link}` are placeholders. */
export type TurnTexts = {
  /**
   * Wordings for a hold of several minutes, of one minute, and of less than one minute. Each wording has three lengths,
   * the longest first. A text with a long link uses a shorter wording, so that the text still fits.
   */
  many: readonly [string, string, string];
  one: readonly [string, string, string];
  now: readonly [string, string, string];
  /** Wordings of the "almost there" text. */
  nearly: readonly [string, string, string];
  /** The name of our product, which follows the name of the business in a text. */
  via: string;
  /** The note on how to stop the texts: the usual wording and the shortest wording. */
  stop: readonly [string, string];
};

/** The result of a guest's reply by text. `turn_came`: the guest wanted to leave the line, but was already admitted. */
export type ReplyOutcome = 'on_my_way' | 'left' | 'turn_came';

/** Each reply fits into one text: 160 characters in GSM-7, 70 in Arabic. */
export type ReplyTexts = Record<ReplyOutcome, string> & { help: string };

export const turnTexts: TurnTexts = {
  many: [
    "{business}: it's your turn. Please arrive within {minutes} minutes. {link}",
    "{business}: it's your turn. Come within {minutes} min. {link}",
    '{business}: come within {minutes} min. {link}',
  ],
  one: [
    "{business}: it's your turn. Please arrive within 1 minute. {link}",
    "{business}: it's your turn. Come within 1 min. {link}",
    '{business}: come within 1 min. {link}',
  ],
  now: [
    "{business}: it's your turn. Please come now. {link}",
    "{business}: it's your turn. Come now. {link}",
    '{business}: please come now. {link}',
  ],
  nearly: [
    "{business}: it's nearly your turn. Please make your way back. {link}",
    "{business}: it's nearly your turn. {link}",
    '{business}: nearly your turn. {link}',
  ],
  via: `via ${product.name}`,
  stop: ['Reply STOP to opt out.', 'STOP to opt out'],
};

export const replyTexts: ReplyTexts = {
  on_my_way: 'Thank you. Staff can see that you are on your way.',
  left: 'You have left the line.',
  turn_came:
    'It is your turn already. If you cannot come, there is nothing to do: your spot is given to the next guest.',
  help: `${product.name} texts you when your turn comes in a line you joined. Reply STOP to stop. Help: ${product.supportEmail}`,
};

/** Error for an owner's own wording of a text. */
export const tooLongForOneText = 'That is too long for one text with the link in it. Please use fewer words.';
