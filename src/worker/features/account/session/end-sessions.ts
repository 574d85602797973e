import { retryable } from '../../../db/errors.ts';
import { database } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { endSessionsAt } from './end-sessions-at.ts';
import {
  deleteSession,
  deleteSessionsOf,
  endSession,
  locationsOfUser,
  sessionsOf,
  type LoggedIn,
} from '../../../identity/sessions.ts';
import { hashToken } from '../../../identity/tokens.ts';
import { endKnownDevices } from '../../../identity/users.ts';

/**
 * Public id of a session: a hash of the stored hash, so that pages and logs of proxies do not reveal the stored hash.
 */
export function sessionId(tokenHash: string): string {
  return hashToken(`session ${tokenHash}`);
}

/**
 * Ends all sessions of the user, including this session, with their live sockets. Also ends all known devices of the
 * user. Idempotent. Like the other functions of this file, returns the addresses of locations that did not confirm the
 * end.
 */
export async function endAllSessions(env: Env, { user, business }: LoggedIn): Promise<string[]> {
  const db = database(env);
  // One batch ends the sessions and reads the locations, so that the list has every location for which an ended session
  // has a pass.
  const [ended, , locations] = await retryable(
    db.batch([deleteSessionsOf(db, user.id), endKnownDevices(db, user.id), locationsOfUser(db, user.id)]),
  );
  log({ event: 'account_changed', action: 'all_log_ins_ended', businessId: business.id });
  return endSessionsAt(env, locations, ended);
}

/** Ends one session of the user with its live sockets. Returns null if the user has no session with this id. */
export async function endOneSession(
  env: Env,
  { user, business }: LoggedIn,
  id: string,
  now: number,
): Promise<string[] | null> {
  const db = database(env);
  const sessions = await retryable(sessionsOf(db, user.id, now));
  const found = sessions.find(({ tokenHash }) => sessionId(tokenHash) === id);
  if (!found) return null;
  const [, locations] = await db.batch([deleteSession(db, found.tokenHash), locationsOfUser(db, user.id)]);
  log({ event: 'account_changed', action: 'log_in_ended', businessId: business.id });
  return endSessionsAt(env, locations, [found]);
}

/** Ends a session, then closes its live sockets. Idempotent, so the call may be repeated after `UnavailableError`. */
export async function logOut(env: Env, token: string): Promise<string[]> {
  const db = database(env);
  const tokenHash = hashToken(token);
  const [locations] = await retryable(db.batch(endSession(db, tokenHash)));
  return endSessionsAt(env, locations, [{ tokenHash }]);
}
