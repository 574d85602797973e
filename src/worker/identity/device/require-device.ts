/** Identity of an enrolled device, by its own cookie. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { findDevice, recordSeen, type Device } from './device-rows.ts';
import { hashToken } from '../tokens.ts';

/** Longest life of a cookie in browsers. The server checks when the device was last seen. */
const COOKIE_SECONDS = 400 * 24 * 3600;

/** Middleware: sets `c.var.device`, or answers 401 `not_logged_in`. */
export const requireDevice = createMiddleware<AppContext>(async (c, next) => {
  if (!(await recognise(c))) return refuse(c, 'not_logged_in');
  await next();
});

/** Sets `c.var.device`; false if the browser is not enrolled. */
export async function recognise(c: Context<AppContext>): Promise<boolean> {
  const device = await presentedDevice(c, Date.now());
  if (device === null) return false;
  c.set('device', device);
  return true;
}

/**
 * The device of the cookie in the request; null if there is none. Keeps the cookie of a used device alive. Throws
 * `UnavailableError` if the database is away.
 */
export async function presentedDevice(c: Context<AppContext>, now: number): Promise<Device | null> {
  const token = getCookie(c, cookieName(c.var.config.origin));
  const db = database(c.env);
  const device = token ? await retryable(findDevice(db, hashToken(token), now)) : null;
  if (!token || device === null) return null;
  await retryable(recordSeen(db, device, now));
  c.set('businessId', device.business.id);
  setStandCookie(c, token);
  return device;
}

/** Sets the cookie of an enrolled device. Only the calls of the device's page get it. */
export function setStandCookie(c: Context<AppContext>, token: string): void {
  const { origin } = c.var.config;
  setCookie(c, cookieName(origin), token, {
    path: '/auth/device',
    maxAge: COOKIE_SECONDS,
    httpOnly: true,
    secure: origin.startsWith('https:'),
    sameSite: 'Strict',
  });
}

/** `__Host-` is not possible: it requires the path `/`. Not "device", which is the cookie of a known device. */
function cookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Secure-holdline_stand' : 'holdline_stand';
}
