/** Rate limits of the operators' calls: each operator has an own count, so that none can keep the others from working. */
import type { Refusal } from '../../../shared/queue/decision.ts';
import { consumeRateLimit, type Limit } from '../../http/rate-limits.ts';

/** Refusal of an operator's call; over the limit, with the seconds until the next try. */
export type AdminCallRefusal = Refusal | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** Counts one use. Throws `UnavailableError` if the database is away. */
export async function consumeAdminLimit(
  env: Env,
  limit: Limit,
  operator: string,
  now: number,
): Promise<{ ok: true } | AdminCallRefusal> {
  const within = await consumeRateLimit(env, limit, operator, now);
  return within.ok ? within : { ...within, code: 'too_many_requests' };
}
