import { retryable } from '../../../db/errors.ts';
import { database } from '../../../db/client.ts';
import { closeOwnerSockets } from './owner-sockets.ts';
import { endSession } from '../../../identity/sessions.ts';
import { hashToken } from '../../../identity/tokens.ts';

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
