/**
 * Cloudflare Turnstile: `POST /turnstile/v0/siteverify`
 * (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/). A token counts once, for five minutes.
 */
import * as z from 'zod/mini';
import type { TurnstileConfig } from '../../../platform/config.ts';

/**
 * - `passed`: as far as can be told it was a person.
 * - `refused`: it was none, or what the page was given for it was used before or is too old.
 * - `unknown`: nobody could be asked. `reason` is a word for the log.
 */
export type HumanVerdict = { outcome: 'passed' | 'refused' } | { outcome: 'unknown'; reason: string };

/** Whoever sends a form waits for it. */
const ANSWER_WITHIN_MS = 4_000;

const answer = z.object({ success: z.boolean(), 'error-codes': z._default(z.array(z.string()), []) });

/** What is wrong with the token. All other codes are about us, or about them. */
const ofTheToken: ReadonlySet<string> = new Set([
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  // The key is the same each time: what cannot be read is what came with the form.
  'bad-request',
]);
/** Its codes are words such as `internal-error`; whatever else stands there stays out of the log. */
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
      // The key goes nowhere else.
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
