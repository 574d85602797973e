import { OVERVIEW, type SessionsEndedAnswer } from '../../../../shared/contracts/account/view.ts';
import type { Actor } from '../../../../shared/queue/events.ts';
import { log, reasonOf } from '../../../platform/log.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import { locationById, overviewOf, type LocationStub } from '../../../location/stubs.ts';

/** The time in which a Durable Object must answer. */
const TELL_MS = 5_000;

/**
 * Ends sessions at these locations and at the overview: closes the live sockets of the sessions, and refuses later
 * actions of the sessions. Returns the addresses of locations that did not confirm, and `OVERVIEW` if an overview did
 * not confirm. At a location that did not confirm the end, a pass of the session can still be used until the pass
 * expires. `offDuty`: people whose duty at the locations also ends. Never throws.
 */
export async function endSessionsAt(
  env: Env,
  locations: { id: string; address: string; businessId: string }[],
  ended: { tokenHash: string }[],
  offDuty: Actor[] = [],
): Promise<string[]> {
  const hashes = ended.map(({ tokenHash }) => tokenHash);
  const businessIds = [...new Set(locations.map(({ businessId }) => businessId))];
  const unconfirmed = await Promise.all([
    ...locations.map(async ({ id, address }) => {
      const isEnded = await hasEnded({ event: 'location_unavailable', locationId: id }, () =>
        endAt(locationById(env, id), hashes, offDuty),
      );
      return isEnded ? [] : [address];
    }),
    ...businessIds.map(async (businessId) => {
      const isEnded = await hasEnded({ event: 'overview_unavailable', businessId }, () =>
        overviewOf(env, businessId).endSessions(hashes),
      );
      return isEnded ? [] : [OVERVIEW];
    }),
  ]);
  return unconfirmed.flat();
}

/**
 * Ends sessions in a location's Durable Object. An object of release 0.2.0 has no `endSessions`, so the runtime throws
 * a `TypeError`. The sockets of such an object are closed by the older call `disconnectOwner`, which returns no
 * confirmation.
 */
async function endAt(
  location: LocationStub | null,
  hashes: string[],
  offDuty: Actor[],
): Promise<{ ended: true } | undefined> {
  try {
    return await location?.endSessions(hashes, offDuty);
  } catch (error) {
    if (error instanceof TypeError) await location?.disconnectOwner(hashes);
    throw error;
  }
}

type Unavailable =
  | { event: 'location_unavailable'; locationId: string }
  | { event: 'overview_unavailable'; businessId: string };

/** Whether an object has confirmed the end of the sessions. `unavailable` is logged if the object did not answer. */
async function hasEnded(
  unavailable: Unavailable,
  tell: () => Promise<{ ended: true } | undefined>,
): Promise<boolean> {
  try {
    // If the id is from another namespace, no object exists for the id, and the answer is undefined.
    const answer = await withTimeout(tell(), TELL_MS, () => new Error('no answer in time'));
    return answer?.ended === true;
  } catch (error) {
    log({ ...unavailable, reason: reasonOf(error) });
    return false;
  }
}

/** The answer to a call that ended sessions, with the locations that did not confirm the end. */
export function sessionsEnded(unconfirmedAt: string[]): SessionsEndedAnswer {
  return { success: true, ...unconfirmed(unconfirmedAt) };
}

/**
 * The field `unconfirmedAt` of an answer: the addresses of the locations that did not confirm the end of the sessions.
 * The field is missing if the list is empty.
 */
export function unconfirmed(unconfirmedAt: string[]): { unconfirmedAt?: string[] } {
  return unconfirmedAt.length > 0 ? { unconfirmedAt } : {};
}
