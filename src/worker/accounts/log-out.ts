import { database } from '../db/client.ts';
import { closeOwnerSockets } from './owner-sockets.ts';
import { deleteSession, findOwner } from './sessions.ts';
import { hashToken } from './tokens.ts';

/** Ends a log-in on the server and closes the live sockets it has open. Harmless for one that has ended already. */
export async function logOut(env: Env, token: string, now: number): Promise<void> {
  const owner = await findOwner(env, token, now);
  await deleteSession(database(env), hashToken(token));
  if (owner) await closeOwnerSockets(env, owner.locations, [hashToken(token)]);
}
