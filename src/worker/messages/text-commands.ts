/** What people answer to our texts, and what they are answered. Pure. */
import type { Language } from '../../shared/languages.ts';
import { product } from '../../shared/product.ts';

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

/** What an answer about a visit came to. `turn_came`: whose turn it is leaves no line. */
export type ReplyOutcome = 'on_my_way' | 'left' | 'turn_came';

type Words = Record<ReplyOutcome, string> & { help: string };

/** Each is one text: in GSM-7 of 160 characters, in Arabic of 70. */
const words: Record<Language, Words> = {
  en: {
    on_my_way: 'Thank you. Staff can see that you are on your way.',
    left: 'You have left the line.',
    turn_came:
      'It is your turn already. If you cannot come, there is nothing to do: your spot is given to the next guest.',
    help: `${product.name} texts you when your turn comes in a line you joined. Reply STOP to stop. Help: ${product.supportEmail}`,
  },
  id: {
    on_my_way: 'Terima kasih. Staf dapat melihat bahwa Anda sedang dalam perjalanan.',
    left: 'Anda telah keluar dari antrean.',
    turn_came:
      'Giliran Anda sudah tiba. Jika tidak bisa datang, Anda tidak perlu berbuat apa-apa: tempat diberikan kepada tamu berikutnya.',
    help: `${product.name} mengirim SMS saat giliran Anda tiba di antrean. Balas STOP untuk berhenti. Bantuan: ${product.supportEmail}`,
  },
  es: {
    on_my_way: 'Gracias. El personal ve que usted viene de camino.',
    left: 'Usted ha dejado la fila.',
    turn_came:
      'Ya es su turno. Si no puede venir, no tiene que hacer nada: su lugar se da al siguiente cliente.',
    help: `${product.name} le avisa por SMS cuando llega su turno en una fila. Responda STOP para no recibir SMS. Ayuda: ${product.supportEmail}`,
  },
  ar: {
    on_my_way: 'شكرًا لك. يرى الموظفون أنك في الطريق.',
    left: 'لقد غادرت الطابور.',
    turn_came: 'حان دورك بالفعل. إن تعذّر حضورك فسيُمنح مكانك للضيف التالي.',
    help: `${product.name}: STOP لإيقاف الرسائل. ${product.supportEmail}`,
  },
};

/** What is said of an answer about a visit. */
export function replyText(outcome: ReplyOutcome, language: Language): string {
  return words[language][outcome];
}

/** Who we are and how to stop the texts. */
export function helpText(language: Language): string {
  return words[language].help;
}
