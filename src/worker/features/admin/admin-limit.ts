/** Rate limits of the operator's calls. All share one key, because there is one admin. */
import type { Refusal } from '../../../shared/queue/decision.ts';
import { consumeRateLimit, type Limit } from '../../http/rate-limits.ts';

/** Refusal of an operator's call; over the limit, with the seconds until the next try. */
export type AdminCallRefusal = Refusal | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** Counts one use. Throws `UnavailableError` if the database is away. */
export async function consumeAdminLimit(
  env: Env,
  limit: Limit,
  now: number,
): Promise<{ ok: true } | AdminCallRefusal> {
  const within = await consumeRateLimit(env, limit, 'everybody', now);
  return within.ok ? within : { ...within, code: 'too_many_requests' };
}
