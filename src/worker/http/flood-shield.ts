/**
 * Flood protection with the platform's rate limiter. The limit is high, because everybody in a café shares an
 * address.
 */
import type { Config } from '../platform/config.ts';
import { clientAddress } from '../platform/client-address.ts';

/**
 * Whether this sender is below the limit at this business. Check this limit before the database and objects
 * are used.
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

/**
 * Whether this sender may ask for one more business that no copy near it knows. Only such names count, so that
 * everybody behind a café's address can open the pages of known businesses.
 */
export async function withinUnknownNames(
  env: Env,
  config: Pick<Config, 'environment'>,
  request: Request,
): Promise<boolean> {
  const sender = clientAddress(request, config);
  if (sender === null) return true;
  const { success } = await env.UNKNOWN_NAMES.limit({ key: sender });
  return success;
}

/** The same check with one shared limit for all senders. */
export async function withinCommonShield(env: Env, what: string): Promise<boolean> {
  const { success } = await env.JOIN_SHIELD.limit({ key: what });
  return success;
}
