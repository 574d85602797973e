import type { SessionsEndedAnswer } from '../../../../shared/contracts/account-view.ts';
import { log, reasonOf } from '../../../platform/log.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import { locationById } from '../../../location/stubs.ts';

/** Timeout for a location's object. */
const TELL_MS = 5_000;

/**
 * Ends sessions at these locations: their live sockets close, and their actions are refused from then on. Returns the
 * addresses of locations that did not confirm: there, a pass of the session works until it expires. Never throws.
 */
export async function closeOwnerSockets(
  env: Env,
  locations: { id: string; address: string }[],
  sessionTokenHashes: string[],
): Promise<string[]> {
  const told = await Promise.all(
    locations.map(async ({ id }) => {
      try {
        const asked = Promise.resolve(locationById(env, id)?.disconnectOwner(sessionTokenHashes));
        const answer: { ended: true } | undefined = await withTimeout(
          asked,
          TELL_MS,
          () => new Error('no answer in time'),
        );
        return answer?.ended === true;
      } catch (error) {
        log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
        return false;
      }
    }),
  );
  return locations.flatMap(({ address }, index) => (told[index] === true ? [] : [address]));
}

/** The answer to a call that ended sessions: it names the locations that did not confirm. */
export function sessionsEnded(unconfirmedAt: string[]): SessionsEndedAnswer {
  return { success: true, ...(unconfirmedAt.length > 0 && { unconfirmedAt }) };
}
