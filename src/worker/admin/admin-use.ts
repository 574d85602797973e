/** How often the operator's calls may be made: the admin is one, and so is the count. */
import type { Refused } from '../queue/calls.ts';
import { useOnce, type Limit } from '../security/limits.ts';

/** Why such a call did nothing; of one too many, when the next may come. */
export type Refusal = Refused | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** Counts one use. Throws `NothingWasDone` where the database is away. */
export async function useAsAdmin(env: Env, limit: Limit, now: number): Promise<{ ok: true } | Refusal> {
  const within = await useOnce(env, limit, 'everybody', now);
  return within.ok ? within : { ...within, code: 'too_many_requests' };
}
