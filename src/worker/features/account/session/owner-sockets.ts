import type { Actor } from '../../../../shared/queue/events.ts';
import type { SessionsEndedAnswer } from '../../../../shared/contracts/account/view.ts';
import { log, reasonOf } from '../../../platform/log.ts';
import { withTimeout } from '../../../platform/with-timeout.ts';
import { overviewCopy } from '../../../../shared/copy/en/owner/overview.ts';
import { locationById, overviewOf } from '../../../location/stubs.ts';

/** Timeout for a location's object. */
const TELL_MS = 5_000;

/**
 * Ends sessions at these locations: their live sockets close, also those of the overview, and their actions are refused
 * from then on. Returns the addresses of locations that did not confirm: there, a pass of the session works until it
 * expires. `offDuty`: people whose duty ends there, too. The overview has a name instead of an address. Never throws.
 */
export async function closeOwnerSockets(
  env: Env,
  locations: { id: string; address: string; businessId: string }[],
  sessionTokenHashes: string[],
  offDuty: Actor[] = [],
): Promise<string[]> {
  const businessIds = [...new Set(locations.map(({ businessId }) => businessId))];
  const unconfirmed = await Promise.all([
    ...locations.map(async ({ id, address }) => {
      const isEnded = await hasEnded({ event: 'location_unavailable', locationId: id }, () =>
        locationById(env, id)?.disconnectOwner(sessionTokenHashes, offDuty),
      );
      return isEnded ? [] : [address];
    }),
    ...businessIds.map(async (businessId) => {
      const isEnded = await hasEnded({ event: 'overview_unavailable', businessId }, () =>
        overviewOf(env, businessId).disconnectOwner(sessionTokenHashes),
      );
      return isEnded ? [] : [overviewCopy.place];
    }),
  ]);
  return unconfirmed.flat();
}

type Unavailable =
  | { event: 'location_unavailable'; locationId: string }
  | { event: 'overview_unavailable'; businessId: string };

/** Whether an object has confirmed the end. `unavailable`: logged if it did not answer. */
async function hasEnded(
  unavailable: Unavailable,
  tell: () => Promise<{ ended: true }> | undefined,
): Promise<boolean> {
  try {
    // An object of an earlier release answers nothing.
    const asked: Promise<{ ended: true } | undefined> = Promise.resolve(tell());
    const answer = await withTimeout(asked, TELL_MS, () => new Error('no answer in time'));
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
