/**
 * Log-in of staff for actions on the line, without a read of D1's primary: by the pass in the request, otherwise by the
 * session at the nearest replica. Each action names its session, and the location's object refuses an ended one.
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

/** Calls of staff's page hand out a new pass when the browser's pass is older than this. */
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

/** The same middleware, with a read of the primary. A pass counts only while the database is away. */
export const requireStaffAtPrimary = createMiddleware<AppContext>(async (c, next) => {
  const desk = await primaryDesk(c);
  if (desk === null) return refuse(c, 'not_logged_in');
  if (!isAllowed(c, desk)) return refuse(c, 'not_your_role');
  enter(c, desk);
  await next();
});

/** The session's rights by the primary, because a location may be newer than the pass or the replica. */
export async function latestDesk(c: Context<AppContext>): Promise<Desk | null> {
  if (c.var.desk.isLatest) return c.var.desk;
  const desk = await primaryDesk(c);
  if (desk !== null) enter(c, desk);
  return desk;
}

/** Hands out a pass, after a read of the primary. */
export function handOutPass(c: Context<AppContext>, member: SessionMember): void {
  if (passOf(c, RENEWED_AFTER_MS) !== null) return;
  const pass = newPass(c.var.config.phoneHashKey, deskOf(member), Date.now());
  if (pass !== null) setPassCookie(c, pass, PASS_WITHOUT_DATABASE_MS / 1000);
}

/** The rights of a session on a device, by its pass of the last hours; null if there is none. */
export function deskOnDevice(c: Context<AppContext>): (Desk & { onDevice: DeviceUse }) | null {
  const desk = passOf(c, PASS_WITHOUT_DATABASE_MS);
  return desk?.onDevice ? { ...desk, onDevice: desk.onDevice } : null;
}

/** Moves the end of the pass of a session on a device, because somebody uses the device. */
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

/** The log-in by the pass in the request, at most `longestMs` old; null if there is none for this session. */
function passOf(c: Context<AppContext>, longestMs: number): EnteredDesk | null {
  const desk = readPass(...presentedPass(c, longestMs));
  return desk && { ...desk, isLatest: false };
}

/** The key, the pass in the request, and what it has to be. No session has the hash of an empty token. */
function presentedPass(c: Context<AppContext>, longestMs: number): Parameters<typeof readPass> {
  const { phoneHashKey, origin } = c.var.config;
  const about = { sessionTokenHash: hashToken(tokenOf(c) ?? ''), now: Date.now(), longestMs };
  return [phoneHashKey, getCookie(c, passCookieName(origin)), about];
}

/** The log-in by the session at the nearest replica; null if the session is not there, or the replica is away. */
async function nearDesk(c: Context<AppContext>): Promise<EnteredDesk | null> {
  const token = tokenOf(c);
  if (!token) return null;
  try {
    const now = Date.now();
    const found = await retryable(findSessionNear(c.env, hashToken(token), now));
    if (found === null) return null;
    // Written after the answer, because only the primary can be written.
    afterAnswer(c, recordUse(database(c.env), found, now));
    return { ...deskOf(found.member), isLatest: false };
  } catch (error) {
    if (error instanceof UnavailableError) return null;
    throw error;
  }
}

/** The log-in by the session at the primary; while the primary is away, by a pass of the last hours. */
async function primaryDesk(c: Context<AppContext>): Promise<EnteredDesk | null> {
  const token = tokenOf(c);
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

function tokenOf(c: Context<AppContext>): string | undefined {
  return getCookie(c, sessionCookieName(c.var.config.origin));
}

/** `__Host-` is not possible: it requires the path `/`, and only calls need the pass. */
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
