/** Stubs of location objects, and calls of guests and staff to these objects. */
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
 * The object with this id; null for an id of another namespace. This function does not start the object. `shop`:
 * required if the object may not exist yet, because the first call to an object decides the object's region.
 */
export function locationById(env: Env, id: string, shop?: Shop): LocationStub | null {
  try {
    const objectId = env.LOCATION_QUEUE.idFromString(id);
    return shop === undefined
      ? env.LOCATION_QUEUE.get(objectId)
      : env.LOCATION_QUEUE.get(objectId, hintFor(shop));
  } catch {
    // `idFromString` throws for an id of another namespace.
    return null;
  }
}

function hintFor(shop: Shop): DurableObjectNamespaceGetDurableObjectOptions {
  const locationHint = placeOf(shop);
  return locationHint === undefined ? {} : { locationHint };
}

/**
 * The object for the overview of a business's locations. The object is never opened as a location, so calls that need a
 * location get `not_found`. The overview uses the class of the locations, because a release with a new class cannot be
 * rolled back.
 */
export function overviewOf(env: Env, businessId: string): LocationStub {
  return env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromName(`overview of ${businessId}`));
}

/**
 * The object of the health check, which shows whether objects answer at all. The object is never opened, stores
 * nothing, and answers all calls with `not_found`.
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
 * A business's locations as a guest sees them, in `language`. Throws `UnavailableError` if the cache has no entry and
 * D1 does not answer.
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
 * Calls `ask` with the id of the location at this address. Reads the look-up again from D1's primary if the cached
 * look-up has no location at this address, or if this location no longer exists.
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

/**
 * The answer of a location; `try_again` if the location does not answer, so that the page still shows the other
 * locations.
 */
async function acceptingAt(env: Env, id: string): Promise<Result<Accepting>> {
  try {
    return (await locationById(env, id)?.accepting()) ?? { ok: false, code: 'not_found' };
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
    return { ok: false, code: 'try_again' };
  }
}

/** The visit that a link opens. `username`: as typed at sign-up. */
type OpenedLink = { username: string; queueToken: string; status: StatusAnswer };

/**
 * The visit that the link in a text opens; null if the code opens no visit. Asks all locations of the business at once.
 * The look-up must be confirmed, because the visit may be at a location that the cached entry does not list. Throws
 * `UnavailableError` if some location does not answer and none of the other locations has the visit.
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
 * The status of a visit; `try_again` if the location does not answer, because links to other locations must still work.
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
 * The status of the visit of this token; null if the business has no visit with this token. Throws `UnavailableError`
 * if the location does not answer.
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

/** Wraps a call that a guest may repeat. Throws `UnavailableError` if the location does not answer. */
export function repeatable<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return retryable(asked);
}

/**
 * The history of a visit. Throws `UnavailableError` for every failure, because objects of earlier releases do not have
 * this call.
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

/** The number of admissions and other figures since `since`, for each actor. Throws like `loadVisitHistory`. */
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
