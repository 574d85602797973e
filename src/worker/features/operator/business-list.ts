/** Whom there is to export. */
import { and, asc, gt, isNull } from 'drizzle-orm';
import type { BusinessListAnswer } from '../../../shared/contracts/operator.ts';
import { retryable } from '../../db/errors.ts';
import { database } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { log } from '../../platform/log.ts';

const USERNAMES_AT_ONCE = 500;

/** A page of the usernames of all accounts by the alphabet, from behind `after` on; `next` is null at the end. */
export async function listBusinesses(env: Env, after: string | null): Promise<BusinessListAnswer> {
  if (after === null) log({ event: 'admin_action', action: 'businesses_listed' });
  const rows = await retryable(
    database(env)
      .select({ username: businesses.username })
      .from(businesses)
      .where(and(isNull(businesses.deletionBegunAt), gt(businesses.usernameKey, after?.toLowerCase() ?? '')))
      .orderBy(asc(businesses.usernameKey))
      .limit(USERNAMES_AT_ONCE),
  );
  const usernames = rows.map(({ username }) => username);
  const isLast = usernames.length < USERNAMES_AT_ONCE;
  return { usernames, next: isLast ? null : (usernames.at(-1) ?? null) };
}
