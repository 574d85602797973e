/**
 * Mail provider: Cloudflare's Email Service, called through the binding `send_email`
 * (https://developers.cloudflare.com/email-service/api/send-emails/workers-api/). The service does not deduplicate
 * mails.
 */
import { product } from '../../../../shared/product.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import { MAIL_TRY_MS, type EmailProvider, type EmailResult } from '../email-provider.ts';

/**
 * Error codes that mean: the mail was not sent, and somebody must check our account or domain before any mail can be
 * sent.
 */
const accountCodes: ReadonlySet<string> = new Set([
  'E_DAILY_LIMIT_EXCEEDED',
  'E_SENDER_NOT_VERIFIED',
  'E_SENDER_DOMAIN_NOT_AVAILABLE',
]);
/** Error codes that mean: the mail may have been sent. */
const openCodes: ReadonlySet<string> = new Set(['E_DELIVERY_FAILED', 'E_INTERNAL_SERVER_ERROR']);

/** The part of the binding `SendEmail` that is used. */
type Binding = { send(message: EmailMessageBuilder): Promise<EmailSendResult> };

export function emailCloudflare(binding: Binding, from: string): EmailProvider {
  return {
    isRepeatable: false,
    async send({ to, replyTo = product.supportEmail, subject, text, html }) {
      try {
        const message = { from: { email: from, name: product.name }, replyTo, to, subject, text, html };
        const late = () => new Error('no answer in time');
        const { messageId } = await withTimeout(binding.send(message), MAIL_TRY_MS, late);
        return { outcome: 'sent', providerId: messageId };
      } catch (error) {
        return resultOf(error);
      }
    },
  };
}

/** Maps the error's `code` to a result. The message is not logged, because it can contain the address. */
function resultOf(error: unknown): EmailResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = /^E_[A-Z_]{1,60}$/.test(code) ? code : 'no_code';
  if (reason === 'E_RATE_LIMIT_EXCEEDED') return { outcome: 'later', reason, afterMs: 0 };
  if (accountCodes.has(reason)) return { outcome: 'later', reason, afterMs: null };
  if (reason === 'no_code' || openCodes.has(reason)) return { outcome: 'unknown', reason };
  return { outcome: 'refused', reason };
}
