/**
 * Public look-up of a business. Avoids reads of D1's primary where possible. An entry of the cache or of a replica is
 * used if the objects of all locations in the entry confirm that no newer revision exists. The primary is read if an
 * object does not confirm the entry. See `docs/decisions/0074-near-the-guest.md`.
 */
import { retryable, UnavailableError } from '../db/errors.ts';
import { findBusiness, findBusinessNear, type DirectoryEntry } from '../db/directory.ts';
import { DirectoryCache } from '../db/directory-cache.ts';
import { log, reasonOf } from '../platform/log.ts';
import { USERNAME_MAX_LENGTH } from '../../shared/limits.ts';
import type { Accepting, Result } from './rpc.ts';

/**
 * If a look-up uses an entry of the cache that is older than this time, the entry is read again after the answer. The
 * answer of this look-up still uses the old entry.
 */
const FRESH_MS = 600_000;

/** The caller of a look-up. */
export type Visitor = {
  /**
   * Whether this sender may cause one more read of the primary for a name that the cache and the replica do not know.
   */
  mayAskForUnknown(): Promise<boolean>;
  /** Runs work after the answer was sent. */
  afterwards(work: Promise<void>): void;
};

/** The sources of a look-up: cache, replica (`near`), primary (`latest`) and clock. */
export type DirectorySources = {
  cache: DirectoryCache;
  /** The cache's key of a username in lower case. */
  keyOf(username: string): string;
  near(username: string): Promise<DirectoryEntry | null>;
  latest(username: string): Promise<DirectoryEntry | null>;
  now(): number;
};

const cache = new DirectoryCache(() => caches.open('directory'));

export function directorySources(env: Env): DirectorySources {
  return {
    cache,
    keyOf: (username) => `${env.APP_ORIGIN}/directory/${encodeURIComponent(username.toLowerCase())}`,
    near: (username) => findBusinessNear(env, username),
    latest: (username) => findBusiness(env, username),
    now: () => Date.now(),
  };
}

/** An entry. `isLatest`: whether the entry was read from the primary for this look-up. */
export type FoundBusiness = { entry: DirectoryEntry; isLatest: boolean };

/**
 * Looks for the entry first in the cache, then in a replica, and then in the primary. `not_found`: no business has this
 * username. Throws `UnavailableError` if the cache has no entry and D1 does not answer.
 */
export async function findKept(
  sources: DirectorySources,
  username: string,
  visitor: Visitor,
): Promise<Result<FoundBusiness>> {
  if (!isUsername(username)) return { ok: false, code: 'not_found' };
  const kept = await sources.cache.read(sources.keyOf(username), sources.now());
  if (kept !== null) {
    if (!kept.inMemory && sources.now() - kept.readAt > FRESH_MS)
      visitor.afterwards(readAgain(sources, username, kept.entry));
    return { ok: true, entry: kept.entry, isLatest: false };
  }
  const near = await nearUnlessAway(sources, username);
  if (near && near.locations.length > 0) {
    visitor.afterwards(sources.cache.keep(sources.keyOf(username), near, sources.now()));
    return { ok: true, entry: near, isLatest: false };
  }
  // The primary is read, because a replica may not have a new business or its first location yet.
  if (near !== undefined && !(await visitor.mayAskForUnknown()))
    return { ok: false, code: 'too_many_requests' };
  const entry = await findLatest(sources, username, visitor);
  return entry === null ? { ok: false, code: 'not_found' } : { ok: true, entry, isLatest: true };
}

/** The entry of a replica; undefined if the replica does not answer. */
async function nearUnlessAway(
  { near }: DirectorySources,
  username: string,
): Promise<DirectoryEntry | null | undefined> {
  try {
    return await retryable(near(username));
  } catch (error) {
    if (error instanceof UnavailableError) return undefined;
    throw error;
  }
}

/** Reads the entry from the primary and writes it to the cache; null if no business has this username. */
export async function findLatest(
  sources: DirectorySources,
  username: string,
  { afterwards }: Visitor,
): Promise<DirectoryEntry | null> {
  const entry = await retryable(sources.latest(username));
  const key = sources.keyOf(username);
  afterwards(entry === null ? sources.cache.forget(key) : sources.cache.keep(key, entry, sources.now()));
  return entry;
}

/** A business, and the answers of its locations (`Accepting`) in the order of `entry.locations`. */
export type LookedUp = { entry: DirectoryEntry; answers: Result<Accepting>[] };

/**
 * The present entry of a business, with the answers of its locations. `ask` returns `try_again` for a location that
 * does not answer. If D1 does not answer, the result is the result of `unconfirmed`.
 */
export async function lookUp(
  sources: DirectorySources,
  username: string,
  visitor: Visitor,
  ask: (locationId: string) => Promise<Result<Accepting>>,
): Promise<Result<LookedUp>> {
  const found = await findKept(sources, username, visitor);
  if (!found.ok) return found;
  const { entry } = found;
  const asked = new Map<string, Promise<Result<Accepting>>>();
  const answersFor = ({ locations }: DirectoryEntry) =>
    Promise.all(
      locations.map(({ id }) => {
        const answer = asked.get(id) ?? ask(id);
        asked.set(id, answer);
        return answer;
      }),
    );
  const answers = await answersFor(entry);
  if (found.isLatest || answers.every((answer) => isConfirmedBy(answer, entry)))
    return { ok: true, entry, answers };
  try {
    const latest = await findLatest(sources, username, visitor);
    if (latest === null) return { ok: false, code: 'not_found' };
    // `answersFor` asks only the locations that it has not asked yet.
    return { ok: true, entry: latest, answers: await answersFor(latest) };
  } catch (error) {
    return unconfirmed(entry, answers, error);
  }
}

/**
 * Whether the answer of an object confirms this entry. An object of an earlier release sends no revision and therefore
 * cannot confirm an entry.
 */
function isConfirmedBy(answer: Result<Accepting>, entry: DirectoryEntry): boolean {
  return isOpenOf(answer, entry) && answer.directoryRevision <= entry.revision;
}

/** Whether the location is open and belongs to the business of the entry. */
function isOpenOf(
  answer: Result<Accepting>,
  { username }: DirectoryEntry,
): answer is { ok: true } & Accepting & { directoryRevision: number } {
  return (
    answer.ok &&
    answer.refusal !== 'location_closed' &&
    answer.username === username &&
    answer.directoryRevision !== undefined
  );
}

/**
 * The result if D1 does not answer: the entry with only those locations that are open or do not answer. Throws if no
 * location is known to be open, because the business may be deleted.
 */
function unconfirmed(entry: DirectoryEntry, answers: Result<Accepting>[], error: unknown): Result<LookedUp> {
  if (!(error instanceof UnavailableError) || !answers.some((answer) => isOpenOf(answer, entry))) throw error;
  log({ event: 'directory_unconfirmed', businessId: entry.businessId, reason: reasonOf(error.cause) });
  const shown = entry.locations.flatMap((location, index) => {
    const answer = answers[index];
    const isShown = answer && (isOpenOf(answer, entry) || (!answer.ok && answer.code === 'try_again'));
    return isShown ? [{ location, answer }] : [];
  });
  return {
    ok: true,
    entry: { ...entry, locations: shown.map(({ location }) => location) },
    answers: shown.map(({ answer }) => answer),
  };
}

/**
 * Reads the entry from the replica again. If the entry that was read is not older than the known entry, writes it to
 * the cache.
 */
async function readAgain(
  { cache, keyOf, near, now }: DirectorySources,
  username: string,
  known: DirectoryEntry,
): Promise<void> {
  try {
    const entry = await near(username);
    if (entry === null || (entry.businessId === known.businessId && entry.revision < known.revision)) return;
    await cache.keep(keyOf(username), entry, now());
  } catch (error) {
    log({ event: 'directory_unconfirmed', businessId: known.businessId, reason: reasonOf(error) });
  }
}

/** Whether a business can have this username. */
function isUsername(name: string): boolean {
  return name.length <= USERNAME_MAX_LENGTH && /^[\w.-]+$/.test(name);
}
