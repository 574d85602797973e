import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import type { Config } from '../../platform/config.ts';
import { hasOperators } from './operator-rows.ts';

/** Whether there is an admin area: an admin is configured, or there are operators. */
export async function hasAdminArea(env: Env, { admin }: Config): Promise<boolean> {
  return admin !== null || (await retryable(hasOperators(database(env))));
}
