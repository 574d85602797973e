/** Commands that people text to us, and our replies. Pure. */
import type { ReplyOutcome } from '../../../shared/copy/en/texts.ts';
import { replyTextCatalogues } from '../../../shared/copy/guest-texts.ts';
import type { Language } from '../../../shared/languages.ts';

/** `on_my_way` and `leave` are about a visit; the other commands are about all texts to a number. */
export type TextCommand = 'stop' | 'start' | 'help' | 'on_my_way' | 'leave';

/**
 * The keywords of carriers and Twilio, which are the same in every language. `CANCEL` stops texts, and never makes a
 * guest leave a line.
 */
const commands: ReadonlyMap<string, TextCommand> = new Map([
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['START', 'YES', 'UNSTOP'].map((word) => [word, 'start'] as const),
  ...['HELP', 'INFO'].map((word) => [word, 'help'] as const),
  ['1', 'on_my_way'],
  ['9', 'leave'],
]);

/**
 * Returns the command in a text; null if the text is not a command. Ignores case, spaces, and punctuation around the
 * word.
 */
export function textCommandOf(body: string): TextCommand | null {
  // NFKC maps full-width digits and letters. Arabic digits are mapped here.
  const plain = body
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/\s+/g, ' ')
    .toUpperCase();
  return commands.get(plain) ?? null;
}

export function replyText(outcome: ReplyOutcome, language: Language): string {
  return replyTextCatalogues[language][outcome];
}

/** The reply to `HELP`: who we are, and how to stop the texts. */
export function helpText(language: Language): string {
  return replyTextCatalogues[language].help;
}
