/**
 * Sessions: the cookie contains a random token, and D1 stores the token's SHA-256. So a stolen database opens no
 * account, and a log-out ends the session at once.
 */
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { CookieOptions } from 'hono/utils/cookie';
import { DAY_MS } from '../../shared/limits.ts';
import { database, type Database } from '../db/client.ts';
import { businesses, devices, memberships } from '../db/schema/businesses.ts';
import { locations } from '../db/schema/locations.ts';
import { sessions, users } from '../db/schema/users.ts';
import { isOwnership } from './accounts.ts';
import { deviceUse, type DeviceUse } from './device/device-use.ts';
import { memberOf, type LocationRecord, type Member } from './members.ts';
import { hashToken } from './tokens.ts';
import { userColumns } from './users.ts';

export type { LocationRecord } from './members.ts';

type SessionRow = typeof sessions.$inferSelect;

/**
 * The member of a session, in the business for which the session acts. `onDevice`: the use of the session's device;
 * null for a log-in.
 */
export type SessionMember = Member & { sessionTokenHash: string; onDevice: DeviceUse | null };

/** The logged-in member of a call. `pageOrigin`: the origin of our pages; passkeys sign for this origin. */
export type LoggedIn = SessionMember & { pageOrigin: string };

/** The logged-in owner, with all open locations of the business by slot. */
export type Owner = LoggedIn & { role: 'owner'; locations: LocationRecord[] };

/**
 * The logged-in member as the owner; null for any other role. The type `Owner` ensures that `locations` has all open
 * locations.
 */
export function ownerOf(member: LoggedIn): Owner | null {
  const { role } = member;
  return role === 'owner' ? { ...member, role, locations: member.given } : null;
}

/** Condition: the membership of the business for which the session acts. */
const actsForIt = or(
  eq(memberships.businessId, sessions.businessId),
  and(isNull(sessions.businessId), isOwnership),
);

const IDLE_MS = 14 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;
/**
 * The last use is stored at most once an hour, to save writes. The end of a session after 14 days needs no higher
 * precision.
 */
const TOUCH_AFTER_MS = 3_600_000;

/** The cookie's name. The `__Host-` prefix makes browsers refuse the cookie from a subdomain or without Secure. */
export function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Host-holdline_session' : 'holdline_session';
}

/**
 * The cookie's attributes. The cookie's maximum age is the longest possible duration of a session; the server checks
 * the idle time.
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
 * Statement for a batch: inserts a session of a member if the membership still exists. `device` comes from `deviceOf`.
 */
export function insertSession(
  db: Database,
  tokenHash: string,
  { userId, businessId }: { userId: string; businessId: string },
  now: number,
  device: string | null,
) {
  return db.insert(sessions).select(
    db
      .select({
        tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
        userId: memberships.userId,
        createdAt: sql<number>`${now}`.as('created_at'),
        lastUsedAt: sql<number>`${now}`.as('last_used_at'),
        device: sql<string | null>`${device}`.as('device'),
        businessId: memberships.businessId,
        deviceId: sql<string | null>`null`.as('device_id'),
      })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.businessId, businessId))),
  );
}

/** A user's live log-ins, most recently used first. */
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
 * Statements for a batch: end one session if `condition` holds. The first statement returns the locations where the
 * session may have live sockets; pass these locations to `endSessionsAt` after the batch.
 */
export function endSession(db: Database, tokenHash: string, condition?: SQL) {
  return [
    db
      .select({ id: locations.id, address: locations.address, businessId: locations.businessId })
      .from(sessions)
      .innerJoin(memberships, and(eq(memberships.userId, sessions.userId), actsForIt))
      .innerJoin(locations, eq(locations.businessId, memberships.businessId))
      .where(and(eq(sessions.tokenHash, tokenHash), isNull(locations.removedAt))),
    deleteSession(db, tokenHash, condition),
  ] as const;
}

export function deleteSession(db: Database, tokenHash: string, condition?: SQL) {
  return db.delete(sessions).where(and(eq(sessions.tokenHash, tokenHash), condition));
}

export function isSessionThere(tokenHash: string): SQL {
  return sql`exists (select 1 from sessions s where s.token_hash = ${tokenHash})`;
}

/**
 * Statement for a batch, for `endSessionsAt`: the open locations of all businesses of a user. The user's sessions may
 * have live sockets and passes at these locations. `role`: the user's role in the location's business.
 */
export function locationsOfUser(db: Database, userId: string) {
  return db
    .select({
      id: locations.id,
      address: locations.address,
      businessId: locations.businessId,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(locations, eq(locations.businessId, memberships.businessId))
    .where(and(eq(memberships.userId, userId), isNull(locations.removedAt)))
    .orderBy(asc(locations.slot));
}

/** Statement for a batch: ends all sessions of a user if `condition` holds. Returns their hashes. */
export function deleteSessionsOf(db: Database, userId: string, condition?: SQL) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), condition))
    .returning({ tokenHash: sessions.tokenHash });
}

/**
 * Statement for a batch: ends all sessions that act for a business, of one member or of all members, if `condition`
 * holds. Returns the token hashes of these sessions.
 */
export function deleteSessionsFor(db: Database, businessId: string, condition: SQL, userId?: string) {
  const members = db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.businessId, businessId),
        userId === undefined ? undefined : eq(memberships.userId, userId),
      ),
    );
  const actsFor = or(
    eq(sessions.businessId, businessId),
    and(isNull(sessions.businessId), isOwnerIn(db, businessId)),
  );
  return db
    .delete(sessions)
    .where(and(inArray(sessions.userId, members), actsFor, condition))
    .returning({ tokenHash: sessions.tokenHash });
}

/** Condition: the session's user owns the business. */
function isOwnerIn(db: Database, businessId: string) {
  const owner = db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.businessId, businessId), isOwnership));
  return inArray(sessions.userId, owner);
}

/**
 * Statements for a batch: replace a session by a session of the same user that acts for this business, if `condition`
 * holds. The first statement returns a row if the user is a member of the business and `condition` held. If the first
 * statement returns no row, the old session stays valid. The new session has the age of the old session.
 */
export function moveSession(
  db: Database,
  { from, to, businessId }: { from: string; to: string; businessId: string },
  now: number,
  condition?: SQL,
) {
  return [
    db
      .insert(sessions)
      .select(
        db
          .select({
            tokenHash: sql<string>`${to}`.as('token_hash'),
            userId: sessions.userId,
            createdAt: sessions.createdAt,
            lastUsedAt: sql<number>`${now}`.as('last_used_at'),
            device: sessions.device,
            businessId: memberships.businessId,
            deviceId: sql<string | null>`null`.as('device_id'),
          })
          .from(sessions)
          .innerJoin(
            memberships,
            and(eq(memberships.userId, sessions.userId), eq(memberships.businessId, businessId)),
          )
          .innerJoin(businesses, eq(businesses.id, memberships.businessId))
          .where(and(eq(sessions.tokenHash, from), isNull(businesses.deletionBegunAt), condition)),
      )
      .returning({ tokenHash: sessions.tokenHash }),
    deleteSession(db, from, isSessionThere(to)),
  ] as const;
}

/** Statement for a batch: deletes expired sessions of one user or, without `userId`, of all users. */
export function deleteEndedSessions(db: Database, now: number, userId?: string) {
  return db
    .delete(sessions)
    .where(
      and(
        userId === undefined ? undefined : eq(sessions.userId, userId),
        or(
          lte(sessions.lastUsedAt, now - IDLE_MS),
          and(isNull(sessions.deviceId), lte(sessions.createdAt, now - LONGEST_MS)),
        ),
      ),
    );
}

/**
 * The member of a session token, in one round trip; null if the session does not exist or has ended. Records the use of
 * the session, at most hourly.
 */
export function findMember(env: Env, token: string, now: number): Promise<SessionMember | null> {
  return findMemberByHash(env, hashToken(token), now);
}

/** `findMember` by the token's hash, to read a known session again. */
export async function findMemberByHash(
  env: Env,
  sessionTokenHash: string,
  now: number,
): Promise<SessionMember | null> {
  const db = database(env);
  const found = await findLiveSession(db, sessionTokenHash, now);
  if (found === null) return null;
  await recordUse(db, found, now);
  return found.member;
}

/**
 * Records the use of a log-in, at most hourly. The use of a device is recorded when the device's page reports the use
 * (`device-rows.ts`).
 */
export async function recordUse(
  db: Database,
  { member, lastUsedAt }: LiveSession,
  now: number,
): Promise<void> {
  if (member.onDevice !== null || now - lastUsedAt < TOUCH_AFTER_MS) return;
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.tokenHash, member.sessionTokenHash), lt(sessions.lastUsedAt, now)));
}

export type LiveSession = { member: SessionMember; lastUsedAt: number };

/** The session with this hash; null if there is no such session, or if the session has ended. */
export async function findLiveSession(
  db: Database,
  sessionTokenHash: string,
  now: number,
): Promise<LiveSession | null> {
  const { role, name, locationIds, mayReadNumbers } = memberships;
  const membership = { role, name, locationIds, mayReadNumbers };
  const device = { locationId: devices.locationId, idleMinutes: devices.idleMinutes };
  const rows = await db
    .select({
      session: sessions,
      user: userColumns,
      business: businesses,
      membership,
      device,
      location: locations,
    })
    .from(sessions)
    .leftJoin(devices, eq(devices.id, sessions.deviceId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), actsForIt))
    .innerJoin(businesses, eq(businesses.id, memberships.businessId))
    .leftJoin(locations, and(eq(locations.businessId, businesses.id), isNull(locations.removedAt)))
    .where(and(eq(sessions.tokenHash, sessionTokenHash), isNull(businesses.deletionBegunAt)))
    .orderBy(asc(locations.slot));
  const [first] = rows;
  if (!first) return null;
  const open = rows.flatMap((row) => row.location ?? []);
  const member = { ...memberOf(first, first.membership, open), sessionTokenHash };
  const { session } = first;
  const { lastUsedAt } = session;
  if (session.deviceId === null) {
    return isLive(session, now) ? { member: { ...member, onDevice: null }, lastUsedAt } : null;
  }
  if (first.device === null) return null;
  const { locationId, idleMinutes } = first.device;
  const onDevice = deviceUse(lastUsedAt, idleMinutes);
  const given = member.given.filter(({ id }) => id === locationId);
  if (now >= onDevice.until || given.length === 0) return null;
  return { member: { ...member, given, onDevice }, lastUsedAt };
}

/** A log-in ends exactly 14 days after its last recorded use, or 90 days after its start, whichever comes first. */
function isLive(session: { createdAt: number; lastUsedAt: number }, now: number): boolean {
  return now - session.lastUsedAt < IDLE_MS && now - session.createdAt < LONGEST_MS;
}
