/** What people answer to our texts, and what they are answered. Pure. */
import type { ReplyOutcome } from '../../../shared/copy/en/texts.ts';
import { replyTextCatalogues } from '../../../shared/copy/guest-texts.ts';
import type { Language } from '../../../shared/languages.ts';

/** `on_my_way` and `leave` are about a visit, the others about all texts to a number. */
export type TextCommand = 'stop' | 'start' | 'help' | 'on_my_way' | 'leave';

/** The words that carriers and Twilio know, whatever the language. `CANCEL` stops texts: it never leaves a line. */
const commands: ReadonlyMap<string, TextCommand> = new Map([
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['START', 'YES', 'UNSTOP'].map((word) => [word, 'start'] as const),
  ...['HELP', 'INFO'].map((word) => [word, 'help'] as const),
  ['1', 'on_my_way'],
  ['9', 'leave'],
]);

/** Null for whatever else is answered. Case, spaces and marks around the word are forgiven. */
export function textCommandOf(body: string): TextCommand | null {
  // NFKC: digits and letters of other keyboards' widths. Arabic digits are digits, too.
  const plain = body
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/\s+/g, ' ')
    .toUpperCase();
  return commands.get(plain) ?? null;
}

/** What is said of an answer about a visit. */
export function replyText(outcome: ReplyOutcome, language: Language): string {
  return replyTextCatalogues[language][outcome];
}

/** Who we are and how to stop the texts. */
export function helpText(language: Language): string {
  return replyTextCatalogues[language].help;
}
