/** A guest's join, whichever way it was asked for: by the page's script or by a plain form. */
import type { JoinRequest } from '../../shared/guest-queue.ts';
import type { JoinCall, Joined, Reply } from './calls.ts';
import { locationById, locationIdOf, parseToken } from './locate.ts';

type Asked = Pick<JoinCall, 'username' | 'idempotencyKey' | 'language' | 'sender'> & {
  request: JoinRequest;
  /** The token that this browser holds for the business; '' where it has none. */
  heldToken: string;
};

/**
 * Puts the guest in line at one location, or brings back the visit that this browser has at any location of the business
 * (decision 9). One call into one object, and no database read where the request names the location's id.
 */
export async function joinByGuest(env: Env, { heldToken, ...asked }: Asked): Promise<Reply<Joined>> {
  const { username, request } = asked;
  const held = parseToken(heldToken);
  if (held !== null && held.locationId !== request.locationId) {
    const elsewhere = await locationById(env, held.locationId)?.resume({ username, secret: held.secret });
    if (elsewhere?.ok) return elsewhere;
  }
  const id = request.locationId ?? (await locationIdOf(env, username, request.address));
  const location = id === null ? null : locationById(env, id);
  if (location === null) return { ok: false, code: 'not_found' };
  return location.join({ ...asked, heldSecret: held?.locationId === id ? held.secret : null });
}
