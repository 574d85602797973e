/**
 * Flood protection with the platform's rate limiter, and a limit of one sender's joins at all businesses together. The
 * limits are high, because everybody in a café shares an address. Addresses are counted as keyed hashes, which change
 * each day.
 */
import type { Config } from '../platform/config.ts';
import { clientAddress, networkHash, networksAround } from '../platform/client-address.ts';
import { PeriodCounts } from '../platform/period-counts.ts';

type SenderConfig = Pick<Config, 'environment' | 'phoneHashKey'>;

/**
 * Maximum of joins from one network in an hour, at all businesses of this instance of the Worker. The three numbers are
 * for an address or a /64, for a /56, and for a /48. A /48 may be a part of a mobile carrier's network.
 */
const JOINS_AN_HOUR = [300, 300, 3_000] as const;
/** The factor by which a sender who has passed the bot check may join more often. */
const CHECKED_TIMES = 3;

const HOUR_MS = 3_600_000;

const joins = new PeriodCounts(HOUR_MS);

/**
 * Whether this sender is below the limit at this business. Check this limit before the database and objects are used.
 */
export async function withinShield(
  env: Env,
  config: SenderConfig,
  request: Request,
  username: string,
): Promise<boolean> {
  const sender = clientAddress(request, config);
  if (sender === null) return true;
  const { success } = await env.JOIN_SHIELD.limit({
    key: `${networkHash(sender, config)} ${username.toLowerCase()}`,
  });
  return success;
}

/**
 * Whether this sender may look up one more username that neither the cache nor the nearest replica has. Known usernames
 * are not counted, so that everybody behind a café's address can open the pages of known businesses.
 */
export async function withinUnknownNames(env: Env, config: SenderConfig, request: Request): Promise<boolean> {
  const sender = clientAddress(request, config);
  if (sender === null) return true;
  const { success } = await env.UNKNOWN_NAMES.limit({ key: networkHash(sender, config) });
  return success;
}

/**
 * Whether this sender may make one more request that reads a guest's page or data. The limit is high, because all pages
 * in a full café may poll from one address.
 */
export async function withinReads(env: Env, config: SenderConfig, request: Request): Promise<boolean> {
  const sender = clientAddress(request, config);
  if (sender === null) return true;
  const { success } = await env.READ_SHIELD.limit({ key: networkHash(sender, config) });
  return success;
}

/**
 * Whether this sender may try to join. The platform's limiter counts the tries in a minute, and this instance's memory
 * counts the accepted joins in an hour. Tries are counted only for the narrowest network, so that a stranger cannot
 * block others in the wider networks.
 */
export async function withinJoinsOfSender(
  env: Env,
  networks: string[],
  { isChecked }: { isChecked: boolean },
): Promise<boolean> {
  const [narrowest] = networks;
  if (narrowest === undefined) return true;
  const times = isChecked ? CHECKED_TIMES : 1;
  const now = Date.now();
  if (networks.some((network, width) => joins.of(network, now) >= (JOINS_AN_HOUR[width] ?? 0) * times))
    return false;
  const { success } = await env.JOIN_SHIELD.limit({
    key: `${isChecked ? 'checked join' : 'join'} ${narrowest}`,
  });
  return success;
}

/**
 * Counts an accepted join of this sender in this hour. A visit is counted only once, because a repeated request gets
 * the same visit.
 */
export function countJoin(networks: string[], visitId: string): void {
  const now = Date.now();
  if (networks.length === 0 || joins.count(`visit ${visitId}`, now) > 1) return;
  for (const network of networks) joins.count(network, now);
}

/** Like `withinShield`, but with one limit that all senders share. */
export async function withinCommonShield(env: Env, what: string): Promise<boolean> {
  const { success } = await env.JOIN_SHIELD.limit({ key: what });
  return success;
}

/** The hashes of the networks around a sender, the narrowest network first; empty if the sender is unknown. */
export function networkHashes(sender: string | null, config: Pick<Config, 'phoneHashKey'>): string[] {
  return networksAround(sender).map((network) => networkHash(network, config));
}
