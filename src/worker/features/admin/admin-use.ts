/** How often the operator's calls may be made: the admin is one, and so is the count. */
import type { Refused } from '../../location/rpc.ts';
import { consumeRateLimit, type Limit } from '../../http/rate-limits.ts';

/** Why such a call did nothing; of one too many, when the next may come. */
export type Refusal = Refused | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** Counts one use. Throws `UnavailableError` where the database is away. */
export async function consumeAdminLimit(
  env: Env,
  limit: Limit,
  now: number,
): Promise<{ ok: true } | Refusal> {
  const within = await consumeRateLimit(env, limit, 'everybody', now);
  return within.ok ? within : { ...within, code: 'too_many_requests' };
}
