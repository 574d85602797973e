/**
 * Sessions of the admin: short, with their own table and cookie. An owner's token is not valid for the admin
 * area, nor the admin's token for an owner's account. All queries on `admin_sessions` are here.
 */
import { and, eq, lte, ne, or } from 'drizzle-orm';
import type { CookieOptions } from 'hono/utils/cookie';
import { hashToken } from '../../identity/tokens.ts';
import type { AdminCredentials } from '../../platform/config.ts';
import { retryable } from '../../db/errors.ts';
import { database, type Database } from '../../db/client.ts';
import { adminSessions } from '../../db/schema/admin.ts';
import { sha256 } from '../../platform/hashing.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const LONGEST_MS = 8 * 60 * MINUTE_MS;
/**
 * The last use is stored at most once a minute, to save writes. A session's end after half an hour needs no
 * more precision.
 */
const TOUCH_AFTER_MS = MINUTE_MS;

/**
 * The cookie's name. `__Host-` is not possible: it requires the path `/`, and this cookie is only for
 * `/admin`.
 */
export function adminCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Secure-holdline_admin' : 'holdline_admin';
}

/** The cookie's attributes. Other sites' requests and paths outside of `/admin` do not carry the cookie. */
export function adminCookieOptions(origin: string): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/admin',
    secure: origin.startsWith('https:'),
    maxAge: LONGEST_MS / 1000,
  };
}

/** Statement for a batch: inserts a session. */
export function insertAdminSession(db: Database, tokenHash: string, admin: AdminCredentials, now: number) {
  const credentialsHash = hashOf(admin);
  return db.insert(adminSessions).values({ tokenHash, credentialsHash, createdAt: now, lastUsedAt: now });
}

/** Statement for a batch: ends a session. Idempotent. */
export function deleteAdminSession(db: Database, tokenHash: string) {
  return db.delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash));
}

/** Statement for a batch: deletes sessions that have expired or have old credentials. */
export function deleteEndedAdminSessions(db: Database, admin: AdminCredentials, now: number) {
  return db
    .delete(adminSessions)
    .where(
      or(
        ne(adminSessions.credentialsHash, hashOf(admin)),
        lte(adminSessions.lastUsedAt, now - IDLE_MS),
        lte(adminSessions.createdAt, now - LONGEST_MS),
      ),
    );
}

/** Ends a session. The call may be repeated after `UnavailableError`. */
export async function endAdminSession(env: Env, token: string): Promise<void> {
  await retryable(deleteAdminSession(database(env), hashToken(token)));
}

/**
 * Whether this token is a live session of the configured admin. A session ends 30 minutes after its last use,
 * 8 hours after its start, or when other credentials are configured. Records the use, at most once a minute.
 */
export async function isAdminSession(
  env: Env,
  admin: AdminCredentials,
  token: string,
  now: number,
): Promise<boolean> {
  const db = database(env);
  const found = await db
    .select()
    .from(adminSessions)
    .where(eq(adminSessions.tokenHash, hashToken(token)))
    .get();
  if (found?.credentialsHash !== hashOf(admin)) return false;
  if (now - found.lastUsedAt >= IDLE_MS || now - found.createdAt >= LONGEST_MS) return false;
  if (now - found.lastUsedAt >= TOUCH_AFTER_MS) {
    await db
      .update(adminSessions)
      .set({ lastUsedAt: now })
      .where(and(eq(adminSessions.tokenHash, found.tokenHash), lte(adminSessions.lastUsedAt, now)));
  }
  return true;
}

function hashOf({ username, passwordHash }: AdminCredentials): string {
  return sha256(JSON.stringify([username, passwordHash]), 'base64url');
}
