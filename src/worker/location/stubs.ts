/** Stubs of location objects, by token, location id or business. */
import { guestSentence } from '../../shared/copy/guest-refusals.ts';
import type { GuestLocation, StatusAnswer } from '../../shared/contracts/guest.ts';
import type { VisitHistory } from '../../shared/contracts/queue-view.ts';
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

/** The object with this id; null for an id of another namespace. Wakes no object. */
export function locationById(env: Env, id: string): LocationStub | null {
  try {
    return env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromString(id));
  } catch {
    // `idFromString` throws for an id of another namespace. The result is null, not a failure.
    return null;
  }
}

/**
 * Health probe: an object that is never opened. The probe's answer shows whether objects answer at all. The
 * probe stores nothing and answers `not_found` to all calls.
 */
export function healthProbeStub(env: Env): LocationStub {
  return env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromName('no location'));
}

type FoundByToken = { stub: LocationStub; locationId: string; secret: string };

/** The object that a guest's token names, and the token's secret. Null for an invalid token. */
export function locationByToken(env: Env, token: string): FoundByToken | null {
  const parsed = parseToken(token);
  const stub = parsed && locationById(env, parsed.locationId);
  return parsed && stub && { stub, ...parsed };
}

/** The location id by address, as in the spec's payload; null if the business has no such location. */
export async function locationIdOf(env: Env, username: string, address: string): Promise<string | null> {
  const business = await retryable(findBusiness(env.DB, username));
  return business?.locations.find((location) => location.address === address)?.id ?? null;
}

/**
 * A business's locations, as shown to a guest in `language`; null if there is no such business. Throws
 * `UnavailableError` if the database is away.
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
        ...(result.ok && { line: result.line }),
      };
    }),
  );
  return { username: business.username, addresses };
}

/** A location that does not answer is shown as `try_again`, so that the page still shows the others. */
async function acceptingAt(env: Env, id: string): Promise<Result<Accepting>> {
  try {
    return (await locationById(env, id)?.accepting()) ?? { ok: false, code: 'not_found' };
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
    return { ok: false, code: 'try_again' };
  }
}

/** The visit that a link opens, with a token for it. `username` as typed at sign-up. */
type OpenedLink = { username: string; queueToken: string; status: StatusAnswer };

/**
 * The visit that the link in a text opens; null if the code opens none. Asks all of the business's locations
 * in parallel. Throws `UnavailableError` if no location has the visit and one did not answer.
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

/** A location that does not answer must not block links to other locations. */
async function statusAt(env: Env, id: string, claim: GuestClaim): Promise<Result<{ answer: StatusAnswer }>> {
  try {
    return (await locationById(env, id)?.status(claim)) ?? { ok: false, code: 'not_found' };
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
    return { ok: false, code: 'try_again' };
  }
}

/**
 * The status of the visit that a token proves; null if the token proves no visit at this business. Throws
 * `UnavailableError` if the location is away.
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

/**
 * The history of a visit. Throws `UnavailableError` for every failure: an object that still runs an earlier release does not
 * have this call.
 */
export async function loadVisitHistory(
  location: LocationStub,
  visitId: string,
): Promise<Result<{ history: VisitHistory }>> {
  try {
    return await location.visitHistory(visitId);
  } catch (error) {
    throw new UnavailableError(error);
  }
}
