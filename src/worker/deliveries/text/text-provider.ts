/** Interface of text providers (`docs/decisions/0040-texts.md`). */
import type { TextFault } from '../../../shared/text/text-states.ts';

export type TextMessage = {
  /** Our own id of the text, which receipts contain. */
  id: string;
  to: string;
  body: string;
  /** When the text expires, in epoch milliseconds; null: never. */
  expiresAt: number | null;
};

/**
 * A text that the provider accepted. `providerId`: the provider's id of the text. `why`: the reason if the text did not
 * arrive.
 */
export type TakenText = {
  outcome: 'sent' | 'delivered' | 'undelivered' | 'failed';
  providerId: string;
  why?: TextFault | undefined;
};

/**
 * An answer that does not decide the text's outcome; `reason` is for the log.
 * - `unknown`: no readable answer. The text may have been sent.
 * - `later`: the text was not sent. The text may be sent again. If the provider names a waiting time, this time
 *   (`afterMs`) must have passed.
 * - `stopped`: the provider refuses our account, for every text.
 */
export type NoWord = { outcome: 'unknown' | 'later' | 'stopped'; reason: string; afterMs?: number | null };

/** `refused`: the text will never be sent. `reason` is the provider's code, for the log. */
export type TextResult =
  | TakenText
  | { outcome: 'refused'; reason: string; why?: TextFault | undefined }
  | NoWord;

/** `absent`: the provider does not know the text. */
export type TextFinding = TakenText | { outcome: 'absent' } | NoWord;

/** A text that may have been sent. `begunAt`: when its attempt began, in epoch milliseconds. */
export type SoughtText = {
  id: string;
  to: string;
  /**
   * Compares the body of a listed text with this text's body. `perhaps`: the listed text can be another text to the
   * same guest, or this text after a carrier changed its body. If the provider lists such a text, the result of the
   * look-up is not `absent`.
   */
  likeness: (body: string) => 'same' | 'perhaps' | 'other';
  begunAt: number;
  /** The provider's ids of texts that are certainly not this text. */
  notThese: readonly string[];
};

export type TextProvider = {
  send(message: TextMessage): Promise<TextResult>;
  /**
   * Stores a text that was not sent, so that the outbox shows the text. The body of the stored text is the reason. Only
   * the development outbox has this method.
   */
  recordHeld?: (message: Omit<TextMessage, 'expiresAt'>) => Promise<void>;
  /** Looks up a text whose attempt had no answer. */
  find(sought: SoughtText): Promise<TextFinding>;
};
