/** The platform's limiter, against floods only: everybody in a café shares one address. */
import type { Config } from '../platform/config.ts';
import { clientAddress } from '../platform/client-address.ts';

/**
 * Whether this sender may go on at this business. Check it before anything that costs, such as the database and
 * objects.
 */
export async function withinShield(
  env: Env,
  config: Pick<Config, 'environment'>,
  request: Request,
  username: string,
): Promise<boolean> {
  const sender = clientAddress(request, config);
  if (sender === null) return true;
  const { success } = await env.JOIN_SHIELD.limit({ key: `${sender} ${username.toLowerCase()}` });
  return success;
}

/** The same check with one count for all senders. */
export async function withinCommonShield(env: Env, what: string): Promise<boolean> {
  const { success } = await env.JOIN_SHIELD.limit({ key: what });
  return success;
}
