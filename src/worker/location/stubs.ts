/** Stubs of location objects, by token, location id or business. */
import { guestSentence } from '../../shared/copy/guest-refusals.ts';
import type { GuestLocation, StatusAnswer } from '../../shared/contracts/guest.ts';
import type { VisitHistory } from '../../shared/contracts/queue-view.ts';
import type { Language } from '../../shared/languages.ts';
import { retryable, UnavailableError } from '../db/errors.ts';
import type { DirectoryEntry } from '../db/directory.ts';
import { log, reasonOf } from '../platform/log.ts';
import type { GuestClaim } from '../../shared/queue/commands.ts';
import { directorySources, findKept, findLatest, lookUp, type Visitor } from './look-up.ts';
import { placeOf, type Shop } from './place.ts';
import type { Accepting, ActivityPart, ActorFigures, Result } from './rpc.ts';
import type { LogFilter } from './store/event-log.ts';
import { formatToken, parseToken } from './guests/token.ts';
import { joinTimeOf } from './guests/visit-link.ts';

export type { Visitor } from './look-up.ts';
export { parseToken } from './guests/token.ts';
export { LINK_PARAMETER } from './guests/visit-link.ts';

export type LocationStub = ReturnType<Env['LOCATION_QUEUE']['get']>;

/** A new object, which the platform will create near the shop. */
export function newLocationNear(env: Env, shop: Shop): LocationStub {
  return env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.newUniqueId(), hintFor(shop));
}

/**
 * The object with this id; null for an id of another namespace. Does not start the object. `shop`: needed if the call
 * may be the first call of the object, which decides the object's region.
 */
export function locationById(env: Env, id: string, shop?: Shop): LocationStub | null {
  try {
    const objectId = env.LOCATION_QUEUE.idFromString(id);
    return shop === undefined
      ? env.LOCATION_QUEUE.get(objectId)
      : env.LOCATION_QUEUE.get(objectId, hintFor(shop));
  } catch {
    // `idFromString` throws for an id of another namespace. The result is null, not a failure.
    return null;
  }
}

function hintFor(shop: Shop): DurableObjectNamespaceGetDurableObjectOptions {
  const locationHint = placeOf(shop);
  return locationHint === undefined ? {} : { locationHint };
}

/**
 * The object for the overview of a business's locations. This object is never opened as a location, and answers calls
 * of guests and staff with `not_found`. The overview has no class of its own, because a release with a new class cannot
 * be rolled back.
 */
export function overviewOf(env: Env, businessId: string): LocationStub {
  return env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromName(`overview of ${businessId}`));
}

/**
 * The object of the health check, which is never opened. Its answer shows whether objects answer at all. It stores
 * nothing and answers all calls with `not_found`.
 */
export function healthProbeStub(env: Env): LocationStub {
  return env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromName('no location'));
}

type FoundByToken = { stub: LocationStub; locationId: string; secret: string };

/** The object of the location in a guest's token, and the token's secret. Null for an invalid token. */
export function locationByToken(env: Env, token: string): FoundByToken | null {
  const parsed = parseToken(token);
  const stub = parsed && locationById(env, parsed.locationId);
  return parsed && stub && { stub, ...parsed };
}

/**
 * A business's locations, as shown to a guest in `language`. Throws `UnavailableError` if the database is away and the
 * cache has no entry.
 */
export async function loadAddresses(
  env: Env,
  username: string,
  language: Language,
  visitor: Visitor,
): Promise<Result<{ username: string; addresses: GuestLocation[] }>> {
  const found = await lookUp(directorySources(env), username, visitor, (id) => acceptingAt(env, id));
  if (!found.ok) return found;
  const { entry, answers } = found;
  const addresses = entry.locations.map(({ id, address }, index): GuestLocation => {
    const result = answers[index] ?? { ok: false, code: 'not_found' };
    const refusal = result.ok
      ? result.refusal
      : result.code === 'not_found'
        ? 'location_closed'
        : result.code;
    return {
      locationId: id,
      address,
      businessName: entry.name,
      accepting: refusal === null,
      ...(refusal !== null && { reason: guestSentence(refusal, language) }),
      smsAvailable: result.ok && result.smsAvailable,
      ...(result.ok && { line: result.line }),
    };
  });
  return { ok: true, username: entry.username, addresses };
}

/**
 * Calls `ask` with the location that has this address, which the specification's call has instead of an id. If the
 * cached entry has no such location, or this location no longer exists, the primary is read.
 */
export async function atAddress<Answer>(
  env: Env,
  { username, address }: { username: string; address: string },
  visitor: Visitor,
  ask: (locationId: string) => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  const sources = directorySources(env);
  const found = await findKept(sources, username, visitor);
  if (!found.ok) return found;
  const idIn = (entry: DirectoryEntry | null) =>
    entry?.locations.find((location) => location.address === address)?.id;
  const id = idIn(found.entry);
  const answer: Result<Answer> = id === undefined ? { ok: false, code: 'not_found' } : await ask(id);
  const isGone = !answer.ok && (answer.code === 'not_found' || answer.code === 'location_closed');
  if (!isGone || found.isLatest) return answer;
  const latestId = idIn(await findLatest(sources, username, visitor));
  if (latestId === undefined) return { ok: false, code: 'not_found' };
  return latestId === id ? answer : ask(latestId);
}

/** The answer of a location, or `try_again` if it does not answer, so that the page still shows the other locations. */
async function acceptingAt(env: Env, id: string): Promise<Result<Accepting>> {
  try {
    return (await locationById(env, id)?.accepting()) ?? { ok: false, code: 'not_found' };
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
    return { ok: false, code: 'try_again' };
  }
}

/** The visit that a link opens, with a queue token. `username` is as typed at sign-up. */
type OpenedLink = { username: string; queueToken: string; status: StatusAnswer };

/**
 * The visit that the link in a text opens; null if the code opens no visit. Calls all of the business's locations at
 * the same time. Their answers also confirm the look-up, because the visit may be at a location that the cached entry
 * does not list. Throws `UnavailableError` if no location has the visit and a location did not answer.
 */
export async function openVisitLink(
  env: Env,
  username: string,
  code: string,
  visitor: Visitor,
): Promise<OpenedLink | null> {
  if (joinTimeOf(code) === null) return null;
  const asked = new Map<string, Promise<Result<{ answer: StatusAnswer }>>>();
  const found = await lookUp(directorySources(env), username, visitor, (id) => {
    asked.set(id, statusAt(env, id, { username, secret: code }));
    return acceptingAt(env, id);
  });
  if (!found.ok) return null;
  const { entry } = found;
  let isAway = false;
  for (const { id: locationId } of entry.locations) {
    const result = await asked.get(locationId);
    if (result?.ok) {
      const queueToken = formatToken({ locationId, secret: code });
      return { username: entry.username, queueToken, status: result.answer };
    }
    if (result?.code === 'try_again') isAway = true;
  }
  if (isAway) throw new UnavailableError('a location is away');
  return null;
}

/**
 * The status of a visit, or `try_again` if the location does not answer: such a location must not block links to other
 * locations.
 */
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

/** Wraps a guest's call to a location, which may be repeated. Throws `UnavailableError` if the location is away. */
export function repeatable<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return retryable(asked);
}

/**
 * The history of a visit. Throws `UnavailableError` for every failure, because an object that still runs an earlier
 * release does not have this call.
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

/** A page of a location's event log. Throws like `loadVisitHistory`. */
export async function loadActivity(location: LocationStub, filter: LogFilter): Promise<Result<ActivityPart>> {
  try {
    return await location.activity(filter);
  } catch (error) {
    throw new UnavailableError(error);
  }
}

/** The figures of admissions at or after `since`, by actor. Throws like `loadVisitHistory`. */
export async function loadFiguresByActor(
  location: LocationStub,
  since: number,
  owner: string | null,
): Promise<Result<{ figures: ActorFigures[] }>> {
  try {
    return await location.figuresByActor(since, owner);
  } catch (error) {
    throw new UnavailableError(error);
  }
}
