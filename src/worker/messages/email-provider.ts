/** The one interface to whoever carries mails (decision 26). */
import { EMAIL_ADDRESS } from '../../shared/email-address.ts';
import type { TextReply } from './text-provider.ts';

/** Plain text only. `to` is one address without a name; `to` and `subject` become headers, so neither holds typed text. */
export type Email = {
  /** Our own id: a provider that knows it sends once. */
  id: string;
  to: string;
  subject: string;
  body: string;
};

/** The same four outcomes as of a text. */
export type EmailReply = TextReply;

export type EmailProvider = { send(email: Email): Promise<EmailReply> };

const LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** A provider that refuses mails whose headers would not be one line each, before anything is sent. */
export function withSafeHeaders(provider: EmailProvider): EmailProvider {
  return {
    async send(email) {
      if (!EMAIL_ADDRESS.test(email.to)) return { outcome: 'refused', reason: 'not_one_address' };
      if (LINE_BREAK.test(email.subject)) return { outcome: 'refused', reason: 'line_break_in_subject' };
      return provider.send(email);
    },
  };
}
