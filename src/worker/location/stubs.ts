/** From what a request names (a token, a location's id, a business) to the object that answers for it. */
import { guestSentence } from '../../shared/copy/guest-refusals.ts';
import type { GuestLocation, StatusAnswer } from '../../shared/contracts/guest.ts';
import type { Language } from '../../shared/languages.ts';
import { retryable, UnavailableError } from '../db/errors.ts';
import { findBusiness } from '../db/directory.ts';
import { log, reasonOf } from '../platform/log.ts';
import type { GuestClaim } from '../../shared/queue/commands.ts';
import type { Accepting, Result } from './rpc.ts';
import { formatToken, parseToken } from './token.ts';
import { joinTimeOf } from './visit-link.ts';

export { parseToken } from './token.ts';
export { LINK_PARAMETER } from './visit-link.ts';

export type LocationStub = ReturnType<Env['LOCATION_QUEUE']['get']>;

/** The object with this id; null for an id that this product never made, before any object wakes. */
export function locationById(env: Env, id: string): LocationStub | null {
  try {
    return env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromString(id));
  } catch {
    // `idFromString` throws on what is not an id of this namespace: that is the answer, not a failure.
    return null;
  }
}

/**
 * An object that is no location and never becomes one: whether it answers tells whether objects do. It stores nothing, and as a
 * location it is `not_found` to everybody.
 */
export function healthProbeStub(env: Env): LocationStub {
  return env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromName('no location'));
}

/** The object a guest's token leads to, and the secret to show it. Null for what is not a token. */
export function locationByToken(env: Env, token: string): { stub: LocationStub; secret: string } | null {
  const parsed = parseToken(token);
  const stub = parsed && locationById(env, parsed.locationId);
  return parsed && stub && { stub, secret: parsed.secret };
}

/** For callers that send only an address, as the spec's payload does; null when the business has none there. */
export async function locationIdOf(env: Env, username: string, address: string): Promise<string | null> {
  const business = await retryable(findBusiness(env.DB, username));
  return business?.locations.find((location) => location.address === address)?.id ?? null;
}

/**
 * A business's locations as a guest who reads `language` may choose them; null when there is no such business. Throws
 * `UnavailableError` where the database is away.
 */
export async function loadAddresses(
  env: Env,
  username: string,
  language: Language,
): Promise<{ username: string; addresses: GuestLocation[] } | null> {
  const business = await retryable(findBusiness(env.DB, username));
  if (business === null) return null;
  const addresses = await Promise.all(
    business.locations.map(async ({ id, address }): Promise<GuestLocation> => {
      const result = await acceptingAt(env, id);
      const refusal = result.ok
        ? result.refusal
        : result.code === 'not_found'
          ? 'location_closed'
          : result.code;
      return {
        locationId: id,
        address,
        businessName: business.name,
        accepting: refusal === null,
        ...(refusal !== null && { reason: guestSentence(refusal, language) }),
        smsAvailable: result.ok && result.smsAvailable,
      };
    }),
  );
  return { username: business.username, addresses };
}

/** One location that does not answer must not take the others' page down: nobody can join there, for now. */
async function acceptingAt(env: Env, id: string): Promise<Result<Accepting>> {
  try {
    return (await locationById(env, id)?.accepting()) ?? { ok: false, code: 'not_found' };
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
    return { ok: false, code: 'try_again' };
  }
}

/** A visit with a token for it. The business's username is as typed at sign-up. */
type OpenedLink = { username: string; queueToken: string; status: StatusAnswer };

/**
 * The visit that a text's link leads to; null when the code opens nothing there. All of the business's locations are asked at
 * once. Throws `UnavailableError` where one that did not answer may be the one.
 */
export async function openVisitLink(env: Env, username: string, code: string): Promise<OpenedLink | null> {
  if (joinTimeOf(code) === null) return null;
  const business = await findBusiness(env.DB, username);
  if (business === null) return null;
  const results = await Promise.all(
    business.locations.map(async ({ id }) => ({
      locationId: id,
      result: await statusAt(env, id, { username, secret: code }),
    })),
  );
  for (const { locationId, result } of results) {
    if (!result.ok) continue;
    const queueToken = formatToken({ locationId, secret: code });
    return { username: business.username, queueToken, status: result.answer };
  }
  if (results.some(({ result }) => !result.ok && result.code === 'try_again'))
    throw new UnavailableError('a location is away');
  return null;
}

/** One location that does not answer must not keep a link to another from opening. */
async function statusAt(env: Env, id: string, claim: GuestClaim): Promise<Result<{ answer: StatusAnswer }>> {
  try {
    return (await locationById(env, id)?.status(claim)) ?? { ok: false, code: 'not_found' };
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
    return { ok: false, code: 'try_again' };
  }
}

/**
 * The state of the visit a token belongs to; null when the token opens nothing at this business. Throws `UnavailableError` where its
 * location is away.
 */
export async function loadVisit(
  env: Env,
  username: string,
  queueToken: string,
): Promise<StatusAnswer | null> {
  const found = locationByToken(env, queueToken);
  const asked = found?.stub.status({ username, secret: found.secret });
  const result = asked && (await retryable<Result<{ answer: StatusAnswer }>>(asked));
  return result?.ok ? result.answer : null;
}
