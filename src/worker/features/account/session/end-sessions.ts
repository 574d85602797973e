import { retryable } from '../../../db/errors.ts';
import { database } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { closeOwnerSockets } from './owner-sockets.ts';
import { deleteSession, deleteSessionsOf, sessionsOf, type Owner } from '../../../identity/sessions.ts';
import { hashToken } from '../../../identity/tokens.ts';

/**
 * What a log-in is called where its owner sees it. Not the stored hash: what stands in a page or in the log of a proxy
 * says nothing about what the database looks for.
 */
export function sessionId(tokenHash: string): string {
  return hashToken(`session ${tokenHash}`);
}

/** Ends every log-in of the account, this one too, with their live sockets. May be repeated. */
export async function endAllSessions(env: Env, { business, locations }: Owner): Promise<void> {
  const db = database(env);
  const ended = await retryable(deleteSessionsOf(db, business.id));
  log({ event: 'account_changed', deed: 'all_log_ins_ended', businessId: business.id });
  await closeOwnerSockets(
    env,
    locations,
    ended.map(({ tokenHash }) => tokenHash),
  );
}

/** Ends one log-in of the account with its live sockets. False where the account has none of that id. */
export async function endOneSession(
  env: Env,
  { business, locations }: Owner,
  id: string,
  now: number,
): Promise<boolean> {
  const db = database(env);
  const sessions = await retryable(sessionsOf(db, business.id, now));
  const found = sessions.find(({ tokenHash }) => sessionId(tokenHash) === id);
  if (!found) return false;
  await deleteSession(db, found.tokenHash);
  log({ event: 'account_changed', deed: 'log_in_ended', businessId: business.id });
  await closeOwnerSockets(env, locations, [found.tokenHash]);
  return true;
}
