/**
 * Sessions of operators. These sessions are short, and have their own table and cookie. An owner's token is not valid
 * in the admin area, and an operator's token is not valid for an owner's account. All queries on `admin_sessions` are
 * here.
 */
import { and, eq, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { CookieOptions } from 'hono/utils/cookie';
import type { AwaitedStep } from '../../../shared/contracts/admin-passkeys.ts';
import { OPERATOR_PASSKEY_WAIT_MS } from '../../../shared/limits.ts';
import { hashToken } from '../../identity/tokens.ts';
import { retryable } from '../../db/errors.ts';
import { database, type Database } from '../../db/client.ts';
import { adminSessions, operators } from '../../db/schema/admin.ts';
import { sha256 } from '../../platform/hashing.ts';
import { rightsIn, type Operator, type OperatorRow } from './operator-rows.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const LONGEST_MS = 8 * 60 * MINUTE_MS;
/**
 * The last use is stored at most once a minute, to save writes. For a timeout of half an hour, a minute is precise
 * enough.
 */
const TOUCH_AFTER_MS = MINUTE_MS;

/**
 * The cookie's name. `__Host-` is not possible, because this prefix requires the path `/`, and this cookie is only for
 * `/admin`.
 */
export function adminCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Secure-holdline_admin' : 'holdline_admin';
}

/**
 * The cookie's attributes. Browsers send the cookie only with requests from our own site, and only to `/admin` and the
 * paths below.
 */
export function adminCookieOptions(origin: string): CookieOptions {
  return {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/admin',
    secure: origin.startsWith('https:'),
    maxAge: LONGEST_MS / 1000,
  };
}

type Credentials = Pick<OperatorRow, 'name' | 'passwordHash'>;

/**
 * A session of an operator. `awaits`: the step that the session's log-in still waits for; null if the session is open.
 */
export type AdminSession = { operator: Operator; tokenHash: string; awaits: AwaitedStep | null };

/** Statement for a batch: inserts a session, which is open if `awaits` is null. */
export function insertAdminSession(
  db: Database,
  tokenHash: string,
  operator: Credentials,
  now: number,
  awaits: AwaitedStep | null = null,
) {
  const credentialsHash = hashOf(operator);
  return db
    .insert(adminSessions)
    .values({ tokenHash, operator: operator.name, credentialsHash, createdAt: now, lastUsedAt: now, awaits });
}

/**
 * Statement for a batch: opens a waiting session and gives it a new token, if the previous statement changed a row.
 * Returns no row if the session was not opened, for example because it has ended meanwhile.
 */
export function openAdminSessionIfChanged(
  db: Database,
  tokenHash: string,
  { awaits, opened, now }: { awaits: AwaitedStep; opened: string; now: number },
) {
  return db
    .update(adminSessions)
    .set({ tokenHash: opened, awaits: null, createdAt: now, lastUsedAt: now })
    .where(and(eq(adminSessions.tokenHash, tokenHash), eq(adminSessions.awaits, awaits), sql`changes() > 0`))
    .returning({ tokenHash: adminSessions.tokenHash });
}

/** Statement for a batch: ends a session. Idempotent. */
export function deleteAdminSession(db: Database, tokenHash: string) {
  return db.delete(adminSessions).where(eq(adminSessions.tokenHash, tokenHash));
}

export function deleteAdminSessionsOf(db: Database, operator: string, condition?: SQL) {
  return db.delete(adminSessions).where(and(eq(adminSessions.operator, operator), condition));
}

/** Statement for a batch: deletes sessions that have expired, or are of an earlier release. */
export function deleteEndedAdminSessions(db: Database, now: number) {
  return db
    .delete(adminSessions)
    .where(
      or(
        isNull(adminSessions.operator),
        lte(adminSessions.lastUsedAt, now - IDLE_MS),
        lte(adminSessions.createdAt, now - LONGEST_MS),
        and(isNotNull(adminSessions.awaits), lte(adminSessions.createdAt, now - OPERATOR_PASSKEY_WAIT_MS)),
      ),
    );
}

/** Ends a session. The call may be repeated after `UnavailableError`. */
export async function endAdminSession(env: Env, token: string): Promise<void> {
  await retryable(deleteAdminSession(database(env), hashToken(token)));
}

/**
 * Returns the live session with this token; null if the token has no live session. A session ends 30 minutes after its
 * last use, 8 hours after its start, or when the operator gets a new password or is disabled. A session that waits for
 * a passkey ends after 10 minutes. Records the use, at most once a minute.
 */
export async function findAdminSession(env: Env, token: string, now: number): Promise<AdminSession | null> {
  const db = database(env);
  const found = await db
    .select({ session: adminSessions, operator: operators })
    .from(adminSessions)
    .innerJoin(operators, eq(operators.name, adminSessions.operator))
    .where(and(eq(adminSessions.tokenHash, hashToken(token)), isNull(operators.disabledAt)))
    .get();
  if (found === undefined) return null;
  const { session, operator } = found;
  if (session.credentialsHash !== hashOf(operator)) return null;
  if (now - session.lastUsedAt >= IDLE_MS || now - session.createdAt >= LONGEST_MS) return null;
  const { awaits, tokenHash } = session;
  if (awaits !== null && now - session.createdAt >= OPERATOR_PASSKEY_WAIT_MS) return null;
  if (now - session.lastUsedAt >= TOUCH_AFTER_MS) {
    await db
      .update(adminSessions)
      .set({ lastUsedAt: now })
      .where(and(eq(adminSessions.tokenHash, session.tokenHash), lte(adminSessions.lastUsedAt, now)));
  }
  return { operator: { name: operator.name, rights: rightsIn(operator.rights) }, tokenHash, awaits };
}

function hashOf({ name, passwordHash }: Credentials): string {
  return sha256(JSON.stringify([name, passwordHash]), 'base64url');
}
