/**
 * Sessions: a random token in a cookie, its SHA-256 in D1. A stolen database opens no account, and a log-out
 * ends the session at once.
 */
import { and, asc, desc, eq, gt, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { CookieOptions } from 'hono/utils/cookie';
import { DAY_MS } from '../../shared/limits.ts';
import { database, type Database } from '../db/client.ts';
import { businesses, memberships } from '../db/schema/businesses.ts';
import { locations } from '../db/schema/locations.ts';
import { sessions, users } from '../db/schema/users.ts';
import { isOwnership, type Account } from './accounts.ts';
import { hashToken } from './tokens.ts';
import { userColumns } from './users.ts';

/** A row of the table `locations`. */
export type LocationRecord = typeof locations.$inferSelect;

type SessionRow = typeof sessions.$inferSelect;

/** The logged-in owner: the user, the business, its open locations by slot, and the session. */
export type Owner = Account & { locations: LocationRecord[]; sessionTokenHash: string };

const IDLE_MS = 14 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;
/**
 * The last use is stored at most once an hour, to save writes. A session's end after 14 days needs no more
 * precision.
 */
const TOUCH_AFTER_MS = 3_600_000;

/**
 * The cookie's name. The `__Host-` prefix makes browsers refuse the cookie from a subdomain or without
 * Secure.
 */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-holdline_session' : 'holdline_session';
}

/**
 * The cookie's attributes. The cookie lives as long as the longest session; the server checks the idle time.
 */
export function sessionCookieOptions(origin: string): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: origin.startsWith('https:'),
    maxAge: LONGEST_MS / 1000,
  };
}

/**
 * Statement for a batch: inserts a session, unless the user was deleted meanwhile. `device` comes from
 * `deviceOf`.
 */
export function insertSession(
  db: Database,
  tokenHash: string,
  userId: string,
  now: number,
  device: string | null,
) {
  return db.insert(sessions).select(
    db
      .select({
        tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
        userId: users.id,
        createdAt: sql<number>`${now}`.as('created_at'),
        lastUsedAt: sql<number>`${now}`.as('last_used_at'),
        device: sql<string | null>`${device}`.as('device'),
      })
      .from(users)
      .where(eq(users.id, userId)),
  );
}

/** A user's live sessions, most recently used first. */
export function sessionsOf(db: Database, userId: string, now: number): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.lastUsedAt, now - IDLE_MS),
        gt(sessions.createdAt, now - LONGEST_MS),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
    .all();
}

/**
 * Statements for a batch: end one session. The first statement returns the locations where the session may
 * have live sockets, for `closeOwnerSockets` afterwards.
 */
export function endSession(db: Database, tokenHash: string) {
  return [
    db
      .select({ id: locations.id, address: locations.address, businessId: locations.businessId })
      .from(sessions)
      .innerJoin(memberships, eq(memberships.userId, sessions.userId))
      .innerJoin(locations, eq(locations.businessId, memberships.businessId))
      .where(and(eq(sessions.tokenHash, tokenHash), isNull(locations.removedAt))),
    deleteSession(db, tokenHash),
  ] as const;
}

/** Statement: deletes one session. */
export function deleteSession(db: Database, tokenHash: string) {
  return db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Statement for a batch: ends all sessions of a user if `condition` holds. Returns their hashes. */
export function deleteSessionsOf(db: Database, userId: string, condition?: SQL) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), condition))
    .returning({ tokenHash: sessions.tokenHash });
}

/** Statement for a batch: deletes expired sessions, of one user or of everybody. */
export function deleteEndedSessions(db: Database, now: number, userId?: string) {
  return db
    .delete(sessions)
    .where(
      and(
        userId === undefined ? undefined : eq(sessions.userId, userId),
        or(lte(sessions.lastUsedAt, now - IDLE_MS), lte(sessions.createdAt, now - LONGEST_MS)),
      ),
    );
}

/**
 * The owner behind a session token, in one round trip; null if the session does not exist or has ended.
 * Records the use of the session, at most hourly.
 */
export function findOwner(env: Env, token: string, now: number): Promise<Owner | null> {
  return findOwnerByHash(env, hashToken(token), now);
}

/** `findOwner` by the token's hash: reads a known session again. */
export async function findOwnerByHash(
  env: Env,
  sessionTokenHash: string,
  now: number,
): Promise<Owner | null> {
  const db = database(env);
  const found = await findLiveSession(db, sessionTokenHash, now);
  if (found === null) return null;
  await recordUse(db, found, now);
  return found.owner;
}

/** Records the use of a session, at most hourly. */
export async function recordUse(
  db: Database,
  { owner, lastUsedAt }: LiveSession,
  now: number,
): Promise<void> {
  if (now - lastUsedAt < TOUCH_AFTER_MS) return;
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.tokenHash, owner.sessionTokenHash), lt(sessions.lastUsedAt, now)));
}

/** The owner behind a session, and the session's last use. */
export type LiveSession = { owner: Owner; lastUsedAt: number };

/** The session with this hash; null if there is none or it has ended. */
export async function findLiveSession(
  db: Database,
  sessionTokenHash: string,
  now: number,
): Promise<LiveSession | null> {
  const rows = await db
    .select({ session: sessions, user: userColumns, business: businesses, location: locations })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), isOwnership))
    .innerJoin(businesses, eq(businesses.id, memberships.businessId))
    .leftJoin(locations, and(eq(locations.businessId, businesses.id), isNull(locations.removedAt)))
    .where(and(eq(sessions.tokenHash, sessionTokenHash), isNull(businesses.deletionBegunAt)))
    .orderBy(asc(locations.slot));
  const [first] = rows;
  if (!first || !isLive(first.session, now)) return null;
  const { user, business } = first;
  const owner = { user, business, locations: rows.flatMap((row) => row.location ?? []), sessionTokenHash };
  return { owner, lastUsedAt: first.session.lastUsedAt };
}

/** A session ends exactly 14 days after its last use, or 90 days after its start. */
function isLive(session: { createdAt: number; lastUsedAt: number }, now: number): boolean {
  return now - session.lastUsedAt < IDLE_MS && now - session.createdAt < LONGEST_MS;
}
