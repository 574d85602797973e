/** The one interface to whoever carries texts (`docs/decisions/0040-texts.md`). */
import type { TextFault } from '../../../shared/text/text-states.ts';

export type TextMessage = {
  /** Our own id: receipts carry it. */
  id: string;
  to: string;
  body: string;
  /** Epoch milliseconds: not worth delivering after that. */
  expiresAt: number | null;
};

/** A text that the provider took, which it calls `providerId`, and how far it has come; `why` it did not arrive. */
export type TakenText = {
  outcome: 'sent' | 'delivered' | 'undelivered' | 'failed';
  providerId: string;
  why?: TextFault | undefined;
};

/**
 * No answer that says anything about the text; `reason` is for the log.
 * - `unknown`: none came, or none that can be read. It may have gone out.
 * - `later`: nothing was done; try again, after so many milliseconds where the provider says so.
 * - `stopped`: the provider refuses our account, whatever the text.
 */
export type NoWord = { outcome: 'unknown' | 'later' | 'stopped'; reason: string; afterMs?: number | null };

/** `refused`: it will never go out; `reason` is the provider's code, for the log. */
export type TextResult =
  | TakenText
  | { outcome: 'refused'; reason: string; why?: TextFault | undefined }
  | NoWord;

/** `absent`: the provider does not know such a text. */
export type TextFinding = TakenText | { outcome: 'absent' } | NoWord;

/** A text that may have been sent: to whom, and when its call was begun (epoch milliseconds). */
export type SoughtText = {
  id: string;
  to: string;
  /**
   * Whether these are its words; `perhaps`: those of a text to the same guest, or its own with something changed on the
   * way. Where one is listed it cannot be said that the text was never taken.
   */
  likeness: (body: string) => 'same' | 'perhaps' | 'other';
  begunAt: number;
  /** What the provider calls other texts that said the same to the same number. */
  notThese: readonly string[];
};

export type TextProvider = {
  send(message: TextMessage): Promise<TextResult>;
  /** Looks for a text of which no answer told whether it was sent. */
  find(sought: SoughtText): Promise<TextFinding>;
};
