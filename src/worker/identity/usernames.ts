/**
 * Usernames that nobody can take. A username is taken if it looks like an existing username. The username of a deleted
 * business is reserved for a year, because posters and printed QR codes still lead to it. This file contains all
 * queries on `resting_usernames`.
 */
import { and, eq, gt, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { DAY_MS } from '../../shared/limits.ts';
import { lookAlikeOf, singlesOf } from '../../shared/text/look-alikes.ts';
import { retryable } from '../db/errors.ts';
import { database, type Database } from '../db/client.ts';
import { nearest } from '../db/near.ts';
import { businesses, lookAlike, restingUsernames } from '../db/schema/businesses.ts';
import { hmacSha256 } from '../platform/hashing.ts';

/** How long the username of a deleted business is reserved. */
const REST_MS = 365 * DAY_MS;

/**
 * Whether this username, or a username that looks the same, belongs to a business, or is reserved after the deletion of
 * a business.
 */
export async function isUsernameTaken(
  env: Env,
  key: string,
  username: string,
  now: number,
): Promise<boolean> {
  const db = database(env);
  const existing = db
    .select({ at: businesses.createdAt })
    .from(businesses)
    .where(eq(lookAlike, lookAlikeOf(username)));
  const taken = existing.unionAll(restOf(db, key, username, now)).limit(1);
  return (await retryable(taken)).length > 0;
}

/** Asks the nearest replica of the database whether a business with this username was deleted in the last year. */
export async function isUsernameRestingNear(env: Env, key: string, username: string): Promise<boolean> {
  return (await retryable(restOf(database({ DB: nearest(env) }), key, username, Date.now()))).length > 0;
}

/**
 * Statements for a batch: if `condition` holds, reserve the username of this business from `now`; in any case, delete
 * expired reservations. Put these statements before the statement that marks the business as being deleted.
 */
export function restUsername(
  db: Database,
  key: string,
  { id, username }: { id: string; username: string },
  now: number,
  condition: SQL,
) {
  const hash = sql<string>`${hashOf(key, lookAlikeOf(username))}`.as('hash');
  const isThis = and(eq(businesses.id, id), isNull(businesses.deletionBegunAt), condition);
  return [
    db.delete(restingUsernames).where(lt(restingUsernames.at, now - REST_MS)),
    db
      .insert(restingUsernames)
      .select(
        db
          .select({ hash, at: sql<number>`${now}`.as('at') })
          .from(businesses)
          .where(isThis),
      )
      .onConflictDoUpdate({ target: restingUsernames.hash, set: { at: now } }),
  ] as const;
}

function restOf(db: Database, key: string, username: string, now: number) {
  // Releases before November 2026 stored the hash of `singlesOf(username)` instead of `lookAlikeOf(username)`.
  const hashes = [lookAlikeOf(username), singlesOf(username)].map((form) => hashOf(key, form));
  return db
    .select({ at: restingUsernames.at })
    .from(restingUsernames)
    .where(and(inArray(restingUsernames.hash, hashes), gt(restingUsernames.at, now - REST_MS)));
}

function hashOf(key: string, form: string): string {
  return hmacSha256(key, `resting username ${form}`, 'base64url');
}
