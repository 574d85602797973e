import { beforeAnyChange } from '../db/away.ts';
import { database } from '../db/client.ts';
import { closeOwnerSockets } from './owner-sockets.ts';
import { endSession } from './sessions.ts';
import { hashToken } from './tokens.ts';

/**
 * Ends a log-in on the server, then closes the live sockets it has open. Harmless for one that has ended already, so
 * it may be repeated where it throws `NothingWasDone`.
 */
export async function logOut(env: Env, token: string): Promise<void> {
  const db = database(env);
  const tokenHash = hashToken(token);
  const [locations] = await beforeAnyChange(db.batch(endSession(db, tokenHash)));
  await closeOwnerSockets(env, locations, [tokenHash]);
}
