/**
 * Checks the log-in of staff for actions on the line. The check uses the request's pass, or else the session at the
 * nearest replica. D1's primary is read only if pass and session are missing. Each action contains the hash of its
 * session, and the location's object refuses sessions that have ended.
 */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { STAFF_PASS_MS } from '../../shared/limits.ts';
import { retryable, UnavailableError } from '../db/errors.ts';
import { database } from '../db/client.ts';
import { refuse } from '../http/answers.ts';
import { afterAnswer } from '../http/caller.ts';
import type { AppContext } from '../http/context.ts';
import { findSessionNear } from './desk-session.ts';
import type { DeviceUse } from './device/device-use.ts';
import { isAllowed } from './role-check.ts';
import { findMember, recordUse, sessionCookieName, type SessionMember } from './sessions.ts';
import { newPass, PASS_WITHOUT_DATABASE_MS, prolongedPass, readPass, type Desk } from './staff-pass.ts';
import { hashToken } from './tokens.ts';

/** Calls of staff's pages set a new pass if the browser's pass is older than this time. */
const RENEWED_AFTER_MS = 60_000;

/**
 * Middleware for actions on the line: sets `c.var.desk`, or answers 401 `not_logged_in`, or 403 `not_your_role` if the
 * role may not use this call.
 */
export const requireStaff = createMiddleware<AppContext>(async (c, next) => {
  const desk = passOf(c, STAFF_PASS_MS) ?? (await nearDesk(c)) ?? (await primaryDesk(c));
  if (desk === null) return refuse(c, 'not_logged_in');
  if (!isAllowed(c, desk)) return refuse(c, 'not_your_role');
  enter(c, desk);
  await next();
});

/** Like `requireStaff`, but with a read of the primary. A pass is accepted only while the database is unavailable. */
export const requireStaffAtPrimary = createMiddleware<AppContext>(async (c, next) => {
  const desk = await primaryDesk(c);
  if (desk === null) return refuse(c, 'not_logged_in');
  if (!isAllowed(c, desk)) return refuse(c, 'not_your_role');
  enter(c, desk);
  await next();
});

/** Reads the session's rights from the primary, because the pass and the replica may not know a new location yet. */
export async function latestDesk(c: Context<AppContext>): Promise<Desk | null> {
  if (c.var.desk.isLatest) return c.var.desk;
  const desk = await primaryDesk(c);
  if (desk !== null) enter(c, desk);
  return desk;
}

/** Sets the cookie of a new pass. Call this function after a read of the primary. */
export function handOutPass(c: Context<AppContext>, member: SessionMember): void {
  if (passOf(c, RENEWED_AFTER_MS) !== null) return;
  const pass = newPass(c.var.config.phoneHashKey, deskOf(member), Date.now());
  if (pass !== null) setPassCookie(c, pass, PASS_WITHOUT_DATABASE_MS / 1000);
}

/** The rights of a session on a device, from a pass of the last 12 hours; null if there is no such pass. */
export function deskOnDevice(c: Context<AppContext>): (Desk & { onDevice: DeviceUse }) | null {
  const desk = passOf(c, PASS_WITHOUT_DATABASE_MS);
  return desk?.onDevice ? { ...desk, onDevice: desk.onDevice } : null;
}

/** Sets a later end for the pass of a session on a device, because somebody uses the device. */
export function prolongPass(c: Context<AppContext>): void {
  const pass = prolongedPass(...presentedPass(c, PASS_WITHOUT_DATABASE_MS));
  if (pass !== null) setPassCookie(c, pass, PASS_WITHOUT_DATABASE_MS / 1000);
}

export function clearPass(c: Context<AppContext>): void {
  setPassCookie(c, '', 0);
}

type EnteredDesk = Desk & { isLatest: boolean };

function enter(c: Context<AppContext>, desk: EnteredDesk): void {
  c.set('desk', desk);
  c.set('businessId', desk.businessId);
}

function deskOf(member: SessionMember): Desk {
  const { user, business, given, role, name, seesNumbers, sessionTokenHash, onDevice } = member;
  return {
    userId: user.id,
    businessId: business.id,
    username: business.username,
    locationIds: given.map(({ id }) => id),
    role,
    name,
    seesNumbers,
    sessionTokenHash,
    onDevice,
  };
}

/** The log-in from the request's pass; null if the pass is missing, too old or of another session. */
function passOf(c: Context<AppContext>, longestMs: number): EnteredDesk | null {
  const desk = readPass(...presentedPass(c, longestMs));
  return desk && { ...desk, isLatest: false };
}

/**
 * The arguments of `readPass`: the key, the pass in the request, the session that the pass must belong to, and the
 * greatest age of the pass.
 */
function presentedPass(c: Context<AppContext>, longestMs: number): Parameters<typeof readPass> {
  const { phoneHashKey, origin } = c.var.config;
  const about = { sessionTokenHash: presentedHash(c), now: Date.now(), longestMs };
  return [phoneHashKey, getCookie(c, passCookieName(origin)), about];
}

/** The log-in from the session at the nearest replica; null if the replica is unavailable or has no such session. */
async function nearDesk(c: Context<AppContext>): Promise<EnteredDesk | null> {
  const token = presentedToken(c);
  if (!token) return null;
  try {
    const now = Date.now();
    const found = await retryable(findSessionNear(c.env, hashToken(token), now));
    if (found === null) return null;
    // The use is recorded after the answer, because only the primary accepts writes, and the primary may be far.
    afterAnswer(c, recordUse(database(c.env), found, now));
    return { ...deskOf(found.member), isLatest: false };
  } catch (error) {
    if (error instanceof UnavailableError) return null;
    throw error;
  }
}

/** The log-in from the session at the primary; while the primary is unavailable, from a pass of the last 12 hours. */
async function primaryDesk(c: Context<AppContext>): Promise<EnteredDesk | null> {
  const token = presentedToken(c);
  if (!token) return null;
  try {
    const member = await retryable(findMember(c.env, token, Date.now()));
    return member && { ...deskOf(member), isLatest: true };
  } catch (error) {
    const desk = error instanceof UnavailableError ? passOf(c, PASS_WITHOUT_DATABASE_MS) : null;
    if (desk === null) throw error;
    return desk;
  }
}

export function presentedToken(c: Context<AppContext>): string | undefined {
  return getCookie(c, sessionCookieName(c.var.config.origin));
}

/**
 * The hash of the session token in the request's cookie. Without a token: the hash of the empty string, which no
 * session has.
 */
export function presentedHash(c: Context<AppContext>): string {
  return hashToken(presentedToken(c) ?? '');
}

/** The prefix `__Host-` is not possible, because it requires the path `/`, and the pass has the path `/auth`. */
function passCookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Secure-holdline_pass' : 'holdline_pass';
}

function setPassCookie(c: Context<AppContext>, pass: string, maxAge: number): void {
  const { origin } = c.var.config;
  const secure = origin.startsWith('https:');
  setCookie(c, passCookieName(origin), pass, {
    path: '/auth',
    maxAge,
    httpOnly: true,
    secure,
    sameSite: 'Lax',
  });
}
