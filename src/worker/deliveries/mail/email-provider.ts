/** The one interface to whoever carries mails (`docs/decisions/0043-mails.md`), and what goes round every carrier. */
import { EMAIL_ADDRESS } from '../../../shared/typing/email-address.ts';
import type { Mail } from './mail-layout.ts';

/**
 * `to` is one address without a name, and so is `replyTo`; they and `subject` become headers, so none holds typed text but
 * an address.
 */
export type Email = Mail & {
  /** Our own id, the same for each try of the same mail. */
  id: string;
  to: string;
};

/**
 * `reason` is a word for the log, never what the carrier wrote: that can hold the address.
 * - `sent`: the carrier took it, and calls it `providerId`.
 * - `refused`: this mail will never go out.
 * - `later`: nothing was sent. Worth another try after `afterMs`; where that is null, not before somebody has looked at
 *   our account with the carrier.
 * - `unknown`: no answer that says. It may have gone out.
 */
export type EmailResult =
  | { outcome: 'sent'; providerId: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; afterMs: number | null }
  | { outcome: 'unknown'; reason: string };

export type EmailProvider = {
  /** Whether sending a mail again with the same id sends nothing twice, within a day of the first try. */
  isRepeatable: boolean;
  send(email: Email): Promise<EmailResult>;
};

/** The longest that one try may take. */
export const MAIL_TRY_MS = 7_000;

/**
 * Before the second try and the third. With three tries at their longest this stays within the 30 seconds that the
 * platform gives to what is done after an answer.
 */
const PAUSES_MS = [1_000, 4_000];
/** A carrier that wants us to wait longer than this is not asked again at once. */
const PAUSE_MAX_MS = 5_000;

const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A provider that refuses mails whose headers would not be one line each, before anything is sent. */
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
 * A provider that tries up to three times: what was surely not sent, and what may have been where a repeat sends nothing
 * twice. It answers what the last try came to, but once a try may have gone out it never says that nothing was sent.
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

/** Milliseconds after which another try makes sense; null when none does now. */
function retryAfter(result: EmailResult, isRepeatable: boolean): number | null {
  if (result.outcome === 'unknown') return isRepeatable ? 0 : null;
  if (result.outcome !== 'later' || result.afterMs === null) return null;
  return result.afterMs <= PAUSE_MAX_MS ? result.afterMs : null;
}
