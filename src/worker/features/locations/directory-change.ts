/**
 * Changes of the public look-up's answer. The locations' objects get the revision of a change before the change is
 * made. After that, the objects reject every cached look-up with an older revision (`location/look-up.ts`). The change
 * is made only if D1 still has the revision from before the announcement.
 */
import { UnavailableError } from '../../db/errors.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { locationById } from '../../location/stubs.ts';

/** The revision of a business's public look-up, and its open locations at that revision. */
type Directory = { revision: number; locationIds: string[] };

/** Timeout for a location's object. */
const TELL_MS = 5_000;

/**
 * Sends the next revision (the one after `revision`) to the open locations of a business. Throws `UnavailableError` if
 * no location confirms the revision. Without a confirmation, a look-up that was cached before the change could be used
 * after the change. One confirmation is enough: a look-up asks all of its locations, and reads D1's primary if one
 * location does not confirm the look-up.
 */
export function announceChange(env: Env, directory: Directory): Promise<void> {
  return announceBy((id, revision) => tellRevision(env, id, revision), directory);
}

/** Like `announceChange`, but the caller passes the function that calls a location. */
export async function announceBy(
  tell: (locationId: string, revision: number) => Promise<boolean>,
  { revision, locationIds }: Directory,
): Promise<void> {
  const told = await Promise.all(locationIds.map((id) => tell(id, revision + 1)));
  if (locationIds.length > 0 && !told.includes(true)) throw changedMeanwhile();
}

/** The error of a change that was not made, because another change came first or no location could be reached. */
export function changedMeanwhile(): UnavailableError {
  return new UnavailableError(new Error('the look-up of this business cannot be changed now'));
}

/**
 * Sends an object the revision. Returns whether the object confirms the revision. An object of an earlier release does
 * not confirm the revision.
 */
export async function tellRevision(env: Env, locationId: string, revision: number): Promise<boolean> {
  try {
    const asked = Promise.resolve(locationById(env, locationId)?.followDirectory(revision));
    const told = await withTimeout(asked, TELL_MS, () => new Error('no answer in time'));
    return told?.ok === true;
  } catch (error) {
    log({ event: 'location_unavailable', locationId, reason: reasonOf(error) });
    return false;
  }
}
