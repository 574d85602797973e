import { log, reasonOf } from '../../../platform/log.ts';
import { locationById } from '../../../location/stubs.ts';

/** Closes the live sockets that ended log-ins have open at these locations. Never fails: the log-ins have ended. */
export async function closeOwnerSockets(
  env: Env,
  locations: { id: string }[],
  sessionTokenHashes: string[],
): Promise<void> {
  await Promise.all(
    locations.map(async ({ id }) => {
      try {
        await locationById(env, id)?.disconnectOwner(sessionTokenHashes);
      } catch (error) {
        // The log-in has ended all the same; a socket it leaves open ends by itself.
        log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
      }
    }),
  );
}
