/**
 * Mail provider: Resend's REST API, `POST /emails` (https://resend.com/docs/api-reference/emails/send-email). Resend
 * deduplicates mails by `Idempotency-Key` for 24 hours: a repeated request gets the first answer again.
 */
import * as z from 'zod/mini';
import { product } from '../../../../shared/product.ts';
import type { EmailConfig } from '../../../platform/config.ts';
import { MAIL_TRY_MS, type EmailProvider, type EmailResult } from '../email-provider.ts';
import { millisecondsOf } from '../../retry-after.ts';

type ResendConfig = Extract<EmailConfig, { provider: 'resend' }>;

const accepted = z.object({ id: z.string().check(z.minLength(1)) });
/**
 * `name` is Resend's name of the error, a word such as `rate_limit_exceeded`. The rest of the answer's body is not
 * logged.
 */
const failure = z.object({ name: z.string().check(z.regex(/^[a-z_]{1,60}$/)) });

/** `ask` sends the request. The default is the platform's `fetch`. */
export function emailResend(
  { apiBaseUrl, apiKey, from }: ResendConfig,
  ask: (url: string, init: RequestInit) => Promise<Response> = (url, init) => fetch(url, init),
): EmailProvider {
  return {
    isRepeatable: true,
    async send({ id, to, replyTo = product.supportEmail, subject, text, html }) {
      try {
        const response = await ask(`${apiBaseUrl}/emails`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${apiKey}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': id,
            // Resend refuses requests without a user agent.
            'User-Agent': product.name,
          },
          body: JSON.stringify({
            from: `${product.name} <${from}>`,
            to: [to],
            reply_to: replyTo,
            subject,
            text,
            html,
          }),
          // A redirect could send the API key to another host.
          redirect: 'manual',
          signal: AbortSignal.timeout(MAIL_TRY_MS),
        });
        const body = await bodyOf(response);
        return resultOf(response.status, body, response.headers.get('Retry-After'), id);
      } catch (error) {
        return { outcome: 'unknown', reason: error instanceof Error ? error.name : 'no_answer' };
      }
    },
  };
}

/**
 * Returns the parsed body of the answer; null if the body is not JSON. The promise rejects if the connection breaks
 * before the whole body has arrived.
 */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Maps the statuses and names of https://resend.com/docs/api-reference/errors. */
function resultOf(status: number, body: unknown, retryAfter: string | null, id: string): EmailResult {
  if (status >= 200 && status < 300) {
    const parsed = accepted.safeParse(body);
    if (parsed.success) return { outcome: 'sent', providerId: parsed.data.id };
    return { outcome: 'unknown', reason: `http_${status}_unreadable` };
  }
  const named = failure.safeParse(body);
  const name = named.success ? named.data.name : 'unnamed';
  const reason = `http_${status}_${name}`;
  // The idempotency key was used before with another body, so an earlier try of this mail was sent.
  if (name === 'invalid_idempotent_request') return { outcome: 'sent', providerId: id };
  if (name === 'concurrent_idempotent_requests') return { outcome: 'unknown', reason };
  if (name === 'daily_quota_exceeded' || name === 'monthly_quota_exceeded') {
    return { outcome: 'later', reason, afterMs: null };
  }
  if (status === 429) return { outcome: 'later', reason, afterMs: millisecondsOf(retryAfter) };
  // Our API key or sender domain is wrong, or the answer is not from Resend.
  if (status === 401 || status === 403 || status === 404 || status === 405 || status < 400) {
    return { outcome: 'later', reason, afterMs: null };
  }
  if (status === 408 || status >= 500) return { outcome: 'unknown', reason };
  return { outcome: 'refused', reason };
}
