import { database } from '../db/client.ts';
import { log, reasonOf } from '../log.ts';
import { locationById } from '../queue/locate.ts';
import { deleteSession, findOwner, hashToken } from './sessions.ts';

/** Ends a log-in on the server and closes the live sockets it has open. Harmless for one that has ended already. */
export async function logOut(env: Env, token: string, now: number): Promise<void> {
  const owner = await findOwner(env, token, now);
  await deleteSession(database(env), hashToken(token));
  await Promise.all(
    (owner?.locations ?? []).map(async ({ id }) => {
      try {
        await locationById(env, id)?.disconnectOwner(hashToken(token));
      } catch (error) {
        // The log-in has ended all the same; a socket it leaves open ends by itself.
        log({ event: 'location_away', locationId: id, reason: reasonOf(error) });
      }
    }),
  );
}
