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

/**
 * What a log-in is called where its owner sees it. Not the stored hash: what stands in a page or in the log of a proxy
 * says nothing about what the database looks for.
 */
export function sessionId(tokenHash: string): string {
  return hashToken(`session ${tokenHash}`);
}

/** Ends every log-in of the user, this one too, with their live sockets. May be repeated. */
export async function endAllSessions(env: Env, { user, business, locations }: Owner): Promise<void> {
  const db = database(env);
  const ended = await retryable(deleteSessionsOf(db, user.id));
  log({ event: 'account_changed', action: 'all_log_ins_ended', businessId: business.id });
  await closeOwnerSockets(
    env,
    locations,
    ended.map(({ tokenHash }) => tokenHash),
  );
}

/** Ends one log-in of the user with its live sockets. False where the user has none of that id. */
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
 * Ends a log-in on the server, then closes the live sockets it has open. Harmless for one that has ended already, so
 * it may be repeated where it throws `UnavailableError`.
 */
export async function logOut(env: Env, token: string): Promise<void> {
  const db = database(env);
  const tokenHash = hashToken(token);
  const [locations] = await retryable(db.batch(endSession(db, tokenHash)));
  await closeOwnerSockets(env, locations, [tokenHash]);
}
