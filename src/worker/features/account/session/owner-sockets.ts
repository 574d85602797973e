import { log, reasonOf } from '../../../platform/log.ts';
import { locationById } from '../../../location/stubs.ts';

/** Closes the live sockets of ended sessions at these locations. Never throws. */
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
        // The session has ended in any case. A socket that stays open ends by itself later.
        log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
      }
    }),
  );
}
