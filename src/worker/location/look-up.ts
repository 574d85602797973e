/**
 * Public look-up of a business, without a read of D1's primary: an entry from a cache near the guest or from a replica
 * is used if the objects of its locations confirm it. The objects know the newest revision. If an object knows a newer
 * entry, is gone, or does not answer, the primary is read (`docs/decisions/0074-near-the-guest.md`).
 */
import { retryable, UnavailableError } from '../db/errors.ts';
import { findBusiness, findBusinessNear, type DirectoryEntry } from '../db/directory.ts';
import { DirectoryCache } from '../db/directory-cache.ts';
import { log, reasonOf } from '../platform/log.ts';
import { USERNAME_MAX_LENGTH } from '../../shared/limits.ts';
import type { Accepting, Result } from './rpc.ts';

/** An older entry is used once more, and read again after the answer. */
const FRESH_MS = 600_000;

/** The caller of a look-up. */
export type Visitor = {
  /** Whether this sender may ask the primary for one more name of which no copy lists a location. */
  mayAskForUnknown(): Promise<boolean>;
  /** Runs work after the answer. */
  afterwards(work: Promise<void>): void;
};

/** The data that a look-up reads and keeps. */
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

/** An entry, and whether it was read from the primary for this look-up. */
export type FoundBusiness = { entry: DirectoryEntry; isLatest: boolean };

/**
 * The kept entry, that of a replica, or that of the primary, in this order. `not_found`: no business has this username.
 * Throws `UnavailableError` if nothing is kept and the database is away.
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
  // A replica may not know a new business or its first location yet. No location could correct this entry.
  if (near !== undefined && !(await visitor.mayAskForUnknown()))
    return { ok: false, code: 'too_many_requests' };
  const entry = await findLatest(sources, username, visitor);
  return entry === null ? { ok: false, code: 'not_found' } : { ok: true, entry, isLatest: true };
}

/** The entry of a replica; undefined if the replica is away. */
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

/** The entry of the primary, which is kept; null if no business has this username. */
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

/** A business with the answer of each of its locations, in the order of its locations. */
export type LookedUp = { entry: DirectoryEntry; answers: Result<Accepting>[] };

/**
 * A business as it is now, by one wave of calls to its locations. `ask` answers `try_again` for a location that is
 * away. While D1 is away, an entry that at least one of its locations confirms is used, without locations that are
 * gone.
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
    // Asks only the locations that were not asked yet.
    return { ok: true, entry: latest, answers: await answersFor(latest) };
  } catch (error) {
    return unconfirmed(entry, answers, error);
  }
}

/**
 * Whether an object answers that this entry is still right. An object of an earlier release does not know the revision.
 */
function isConfirmedBy(answer: Result<Accepting>, entry: DirectoryEntry): boolean {
  return isOpenOf(answer, entry) && answer.directoryRevision <= entry.revision;
}

/** Whether the location is open, and belongs to the business of the entry. */
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
 * A kept entry while D1 is away: its open locations, and those that do not answer. If no location is known to be open,
 * nothing is shown, because the business may be deleted.
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

/** Reads an entry of the replica again, and keeps it unless it is older. */
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

/** Whether a business can have this username: other names cost no read. */
function isUsername(name: string): boolean {
  return name.length <= USERNAME_MAX_LENGTH && /^[\w.-]+$/.test(name);
}
