/** The rate limits of the operator's calls. One count for all, as there is one admin. */
import type { Refusal } from '../../../shared/queue/decision.ts';
import { consumeRateLimit, type Limit } from '../../http/rate-limits.ts';

/** The refusal of such a call; over the limit, with the time until the next one may come. */
export type AdminCallRefusal = Refusal | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** Counts one use. Throws `UnavailableError` where the database is away. */
export async function consumeAdminLimit(
  env: Env,
  limit: Limit,
  now: number,
): Promise<{ ok: true } | AdminCallRefusal> {
  const within = await consumeRateLimit(env, limit, 'everybody', now);
  return within.ok ? within : { ...within, code: 'too_many_requests' };
}
