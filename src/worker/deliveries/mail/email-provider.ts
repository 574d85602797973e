/**
 * Interface of mail providers (`docs/decisions/0043-mails.md`), and wrappers that add checks and retries to a provider.
 */
import { EMAIL_ADDRESS } from '../../../shared/typing/email-address.ts';
import type { Mail } from './mail-layout.ts';

/**
 * `to` and `replyTo` are single addresses without a name. `to`, `replyTo` and `subject` become headers. Apart
 * from addresses, headers contain no user input.
 */
export type Email = Mail & {
  /** Our own id of the mail, the same in each try. */
  id: string;
  to: string;
};

/**
 * `reason` is a word for the log. The carrier's message is not logged, because it can contain the address.
 * - `sent`: the carrier accepted the mail. `providerId`: the carrier's id of the mail.
 * - `refused`: the mail will never be sent.
 * - `later`: the mail was not sent. Try again after `afterMs`. If `afterMs` is null, try again only after somebody has
 *   checked our account at the carrier.
 * - `unknown`: no definite answer. The mail may have been sent.
 */
export type EmailResult =
  | { outcome: 'sent'; providerId: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; afterMs: number | null }
  | { outcome: 'unknown'; reason: string };

export type EmailProvider = {
  /** Whether the carrier recognises a repeated mail by our id, for a day after the first try. */
  isRepeatable: boolean;
  send(email: Email): Promise<EmailResult>;
};

/** Timeout of one try. */
export const MAIL_TRY_MS = 7_000;

/**
 * Pauses before the second and the third try. Three tries fit into 30 seconds, the platform's limit for work
 * after an answer.
 */
const PAUSES_MS = [1_000, 4_000];
/** If a carrier asks for a longer wait than this, the mail is not retried now. */
const PAUSE_MAX_MS = 5_000;

const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Refuses mails whose `to` or `replyTo` is not a single address, and mails with a line break in the subject, before
 * anything is sent.
 */
export function withSafeHeaders(provider: EmailProvider): EmailProvider {
  return {
    isRepeatable: provider.isRepeatable,
    async send(email) {
      if (!EMAIL_ADDRESS.test(email.to)) return { outcome: 'refused', reason: 'not_one_address' };
      if (email.replyTo !== undefined && !EMAIL_ADDRESS.test(email.replyTo)) {
        return { outcome: 'refused', reason: 'not_one_address_to_answer' };
      }
      if (LINE_BREAK.test(email.subject)) return { outcome: 'refused', reason: 'line_break_in_subject' };
      return provider.send(email);
    },
  };
}

/**
 * Sends a mail in up to three tries. After the result `later`, a try can be repeated. After the result `unknown`, a try
 * is repeated only if the carrier recognises a repeated mail by our id. Returns the last result. If an earlier try may
 * have sent the mail, returns `unknown` in place of `later`.
 */
export function withRetries(provider: EmailProvider, pause: (ms: number) => Promise<unknown>): EmailProvider {
  return {
    isRepeatable: provider.isRepeatable,
    async send(email) {
      let result = await provider.send(email);
      let mayBeOut = result.outcome === 'unknown';
      for (const pauseMs of PAUSES_MS) {
        const wanted = retryAfter(result, provider.isRepeatable);
        if (wanted === null) break;
        await pause(Math.max(pauseMs, wanted));
        result = await provider.send(email);
        mayBeOut ||= result.outcome === 'unknown';
      }
      if (mayBeOut && result.outcome === 'later') return { outcome: 'unknown', reason: result.reason };
      return result;
    },
  };
}

/** Milliseconds to wait before another try; null: do not try again now. */
function retryAfter(result: EmailResult, isRepeatable: boolean): number | null {
  if (result.outcome === 'unknown') return isRepeatable ? 0 : null;
  if (result.outcome !== 'later' || result.afterMs === null) return null;
  return result.afterMs <= PAUSE_MAX_MS ? result.afterMs : null;
}
