import { retryable } from '../../../db/errors.ts';
import { database } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { closeOwnerSockets } from './owner-sockets.ts';
import {
  deleteSession,
  deleteSessionsOf,
  endSession,
  sessionsOf,
  type Owner,
} from '../../../identity/sessions.ts';
import { hashToken } from '../../../identity/tokens.ts';
import { endKnownDevices } from '../../../identity/users.ts';

/**
 * Public id of a session: a hash of the stored hash, so that pages and logs of proxies do not reveal the
 * stored hash.
 */
export function sessionId(tokenHash: string): string {
  return hashToken(`session ${tokenHash}`);
}

/** Ends all sessions and known devices of the user, including this one, with their live sockets. Idempotent. */
export async function endAllSessions(env: Env, { user, business, locations }: Owner): Promise<void> {
  const db = database(env);
  const [ended] = await retryable(db.batch([deleteSessionsOf(db, user.id), endKnownDevices(db, user.id)]));
  log({ event: 'account_changed', action: 'all_log_ins_ended', businessId: business.id });
  await closeOwnerSockets(
    env,
    locations,
    ended.map(({ tokenHash }) => tokenHash),
  );
}

/** Ends one session of the user with its live sockets. False if there is no such session. */
export async function endOneSession(
  env: Env,
  { user, business, locations }: Owner,
  id: string,
  now: number,
): Promise<boolean> {
  const db = database(env);
  const sessions = await retryable(sessionsOf(db, user.id, now));
  const found = sessions.find(({ tokenHash }) => sessionId(tokenHash) === id);
  if (!found) return false;
  await deleteSession(db, found.tokenHash);
  log({ event: 'account_changed', action: 'log_in_ended', businessId: business.id });
  await closeOwnerSockets(env, locations, [found.tokenHash]);
  return true;
}

/**
 * Ends a session, then closes its live sockets. Idempotent, so it may be repeated after `UnavailableError`.
 */
export async function logOut(env: Env, token: string): Promise<void> {
  const db = database(env);
  const tokenHash = hashToken(token);
  const [locations] = await retryable(db.batch(endSession(db, tokenHash)));
  await closeOwnerSockets(env, locations, [tokenHash]);
}
