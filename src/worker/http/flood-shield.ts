/** The platform's limiter, against floods only: everybody in a café shares one address. */
import type { Config } from '../platform/config.ts';
import { clientAddress } from '../platform/client-address.ts';

/**
 * Whether this sender may go on at this business. To be asked before anything that costs: the database, and objects.
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

/** As above for what is asked by nobody in particular: all who ask for it share one count. */
export async function withinCommonShield(env: Env, what: string): Promise<boolean> {
  const { success } = await env.JOIN_SHIELD.limit({ key: what });
  return success;
}
