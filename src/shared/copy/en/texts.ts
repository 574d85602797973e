/** Texts to guests in English. */
import { product } from '../../product.ts';

/** `{business}`, `{minutes}` and `{link}` stand for what is put there. */
export type TurnTexts = {
  /** For several minutes, for one, and for none that is whole; from the friendliest to what long links leave room for. */
  many: readonly [string, string, string];
  one: readonly [string, string, string];
  now: readonly [string, string, string];
  /** That the turn is near. */
  nearly: readonly [string, string, string];
  /** How to stop the texts: the usual words, and the shortest. */
  stop: readonly [string, string];
};

/** What an answer to a text about a visit came to. `turn_came`: whose turn it is leaves no line. */
export type ReplyOutcome = 'on_my_way' | 'left' | 'turn_came';

/** Each is one text: in GSM-7 of 160 characters, in Arabic of 70. */
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
  stop: ['Reply STOP to opt out.', 'STOP to opt out'],
};

export const replyTexts: ReplyTexts = {
  on_my_way: 'Thank you. Staff can see that you are on your way.',
  left: 'You have left the line.',
  turn_came:
    'It is your turn already. If you cannot come, there is nothing to do: your spot is given to the next guest.',
  help: `${product.name} texts you when your turn comes in a line you joined. Reply STOP to stop. Help: ${product.supportEmail}`,
};

/** Of words that an owner writes for the texts to guests. */
export const tooLongForOneText = 'That is too long for one text with the link in it. Please use fewer words.';
