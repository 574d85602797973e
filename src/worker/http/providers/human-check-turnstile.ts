/**
 * Bot check: Cloudflare Turnstile, `POST /turnstile/v0/siteverify`
 * (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/). A token can be checked only once,
 * and only for five minutes.
 */
import * as z from 'zod/mini';
import type { TurnstileConfig } from '../../platform/config.ts';

/**
 * - `passed`: probably a person.
 * - `refused`: probably a bot, or the token was used before or has expired.
 * - `unknown`: Turnstile did not answer. `reason` is a word for the log.
 */
export type HumanVerdict = { outcome: 'passed' | 'refused' } | { outcome: 'unknown'; reason: string };

/** The timeout is short, because the sender of the form waits. */
const ANSWER_WITHIN_MS = 4_000;

const answer = z.object({ success: z.boolean(), 'error-codes': z._default(z.array(z.string()), []) });

/** Error codes about the token. All other codes are about our account or Turnstile. */
const ofTheToken: ReadonlySet<string> = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  // Only the token differs between our requests. So if Turnstile cannot read a request, the token is the cause.
  'bad-request',
]);
/** Codes are words such as `internal-error`. Other values are not logged. */
const code = /^[a-z-]{1,60}$/;

export async function humanCheckTurnstile(
  { origin, secretKey }: TurnstileConfig,
  token: string,
): Promise<HumanVerdict> {
  try {
    const response = await fetch(`${origin}/turnstile/v0/siteverify`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret: secretKey, response: token }),
      // A redirect could send the secret key to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const read = answer.safeParse(await response.json());
    if (!read.success) return { outcome: 'unknown', reason: `http_${response.status}_unreadable` };
    if (read.data.success) return { outcome: 'passed' };
    const codes = read.data['error-codes'];
    if (codes.length > 0 && codes.every((each) => ofTheToken.has(each))) return { outcome: 'refused' };
    const [first = ''] = codes;
    return { outcome: 'unknown', reason: code.test(first) ? first : `http_${response.status}` };
  } catch (error) {
    return { outcome: 'unknown', reason: error instanceof Error ? error.name : 'no_answer' };
  }
}
