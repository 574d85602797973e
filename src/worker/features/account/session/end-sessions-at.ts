import { OVERVIEW, type SessionsEndedAnswer } from '../../../../shared/contracts/account/view.ts';
import type { Actor } from '../../../../shared/queue/events.ts';
import { log, reasonOf } from '../../../platform/log.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import { locationById, overviewOf, type LocationStub } from '../../../location/stubs.ts';

/** Timeout for a location's object. */
const TELL_MS = 5_000;

/**
 * Ends sessions at these locations: their live sockets close, also those of the overview, and their actions are refused
 * from then on. Returns the addresses of locations that did not confirm: there, a pass of the session works until it
 * expires. `offDuty`: people whose duty ends there, too. The overview has `OVERVIEW` instead of an address. Never throws.
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
 * Ends sessions at an object. An object of 0.2.0 has no `endSessions`, for which the runtime throws a `TypeError`: its
 * sockets close by the earlier call, without a confirmation.
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

/** Whether an object has confirmed the end. `unavailable`: logged if it did not answer. */
async function hasEnded(
  unavailable: Unavailable,
  tell: () => Promise<{ ended: true } | undefined>,
): Promise<boolean> {
  try {
    // An id of another namespace has no object, and so no answer.
    const answer = await withTimeout(tell(), TELL_MS, () => new Error('no answer in time'));
    return answer?.ended === true;
  } catch (error) {
    log({ ...unavailable, reason: reasonOf(error) });
    return false;
  }
}

/** The answer to a call that ended sessions: it names the locations that did not confirm. */
export function sessionsEnded(unconfirmedAt: string[]): SessionsEndedAnswer {
  return { success: true, ...unconfirmed(unconfirmedAt) };
}

/** The part of an answer that names these locations; nothing if there are none. */
export function unconfirmed(unconfirmedAt: string[]): { unconfirmedAt?: string[] } {
  return unconfirmedAt.length > 0 ? { unconfirmedAt } : {};
}
