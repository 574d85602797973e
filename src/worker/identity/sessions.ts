/**
 * Log-ins: a random token in a cookie, its SHA-256 in D1. A stolen database opens no account, and a
 * log-out really ends the log-in.
 */
import { and, asc, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { CookieOptions } from 'hono/utils/cookie';
import { DAY_MS } from '../../shared/limits.ts';
import { database, type Database } from '../db/client.ts';
import { businesses, memberships } from '../db/schema/businesses.ts';
import { locations } from '../db/schema/locations.ts';
import { sessions, users } from '../db/schema/users.ts';
import { isOwnership, type Account } from './accounts.ts';
import { hashToken } from './tokens.ts';
import { userColumns } from './users.ts';

export type LocationRecord = typeof locations.$inferSelect;

type SessionRow = typeof sessions.$inferSelect;

/**
 * Who is logged in: the user, the business that the user owns, its open locations in the order of their slots, and the log-in
 * itself.
 */
export type Owner = Account & { locations: LocationRecord[]; sessionTokenHash: string };

const IDLE_MS = 14 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;
/** Writing each use would cost a write per call; an hour is exact enough for an end after 14 days. */
const TOUCH_AFTER_MS = 3_600_000;

/** The cookie's name. The `__Host-` prefix makes browsers refuse it from a subdomain or without Secure. */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-holdline_session' : 'holdline_session';
}

/** The cookie's attributes: its life is the longest a log-in can have, the idle end is the server's to see. */
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
 * The statement that begins a log-in, for a batch; none for a user who was deleted meanwhile. `device` is what `deviceOf`
 * says.
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

/** A user's log-ins that have not ended by time, the newest use first. */
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
 * The statements that end one log-in, for a batch: the first finds the locations where it may have live sockets open,
 * for `closeOwnerSockets` afterwards.
 */
export function endSession(db: Database, tokenHash: string) {
  return [
    db
      .select({ id: locations.id })
      .from(sessions)
      .innerJoin(memberships, eq(memberships.userId, sessions.userId))
      .innerJoin(locations, eq(locations.businessId, memberships.businessId))
      .where(and(eq(sessions.tokenHash, tokenHash), isNull(locations.removedAt))),
    deleteSession(db, tokenHash),
  ] as const;
}

/** The statement that takes back a log-in that nobody was given. */
export function deleteSession(db: Database, tokenHash: string) {
  return db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** The statement that ends all log-ins of a user, where `condition` holds, for a batch. Returns their hashes. */
export function deleteSessionsOf(db: Database, userId: string, condition?: SQL) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), condition))
    .returning({ tokenHash: sessions.tokenHash });
}

/** The statement that clears what is left of a user's log-ins that have ended by time, for a batch. */
export function deleteEndedSessions(db: Database, userId: string, now: number) {
  return db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        or(lt(sessions.lastUsedAt, now - IDLE_MS), lt(sessions.createdAt, now - LONGEST_MS)),
      ),
    );
}

/**
 * The owner behind a cookie's token, from one round trip; null when there is no such log-in or it has ended. Notes
 * the use of the log-in, at most hourly.
 */
export function findOwner(env: Env, token: string, now: number): Promise<Owner | null> {
  return findOwnerByHash(env, hashToken(token), now);
}

/** `findOwner` for a log-in that was found before: reads again who is behind it and what they have. */
export async function findOwnerByHash(
  env: Env,
  sessionTokenHash: string,
  now: number,
): Promise<Owner | null> {
  const db = database(env);
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
  if (now - first.session.lastUsedAt >= TOUCH_AFTER_MS) {
    await db
      .update(sessions)
      .set({ lastUsedAt: now })
      .where(and(eq(sessions.tokenHash, sessionTokenHash), lt(sessions.lastUsedAt, now)));
  }
  return {
    user: first.user,
    business: first.business,
    locations: rows.flatMap((row) => row.location ?? []),
    sessionTokenHash,
  };
}

/** Exactly 14 days after its last use, or 90 days after its beginning, a log-in has ended. */
function isLive(session: { createdAt: number; lastUsedAt: number }, now: number): boolean {
  return now - session.lastUsedAt < IDLE_MS && now - session.createdAt < LONGEST_MS;
}
