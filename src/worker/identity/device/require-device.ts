/** Recognises an enrolled device by the device's own cookie. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { findDevice, recordSeen, type Device } from './device-rows.ts';
import { hashToken } from '../tokens.ts';

/**
 * The longest time for which browsers store a cookie. The age of the cookie does not decide whether a device is still
 * enrolled: the server checks when the device was last seen.
 */
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
 * The device whose token is in the request's cookie; null if there is no such device. Sets the cookie again, so that
 * the cookie of a used device does not expire. Throws `UnavailableError` if the database is unavailable.
 */
export async function presentedDevice(c: Context<AppContext>, now: number): Promise<Device | null> {
  const token = standToken(c);
  const db = database(c.env);
  const device = token ? await retryable(findDevice(db, hashToken(token), now)) : null;
  if (!token || device === null) return null;
  await retryable(recordSeen(db, device, now));
  c.set('businessId', device.business.id);
  setStandCookie(c, token);
  return device;
}

export function standToken(c: Context<AppContext>): string | undefined {
  return getCookie(c, cookieName(c.var.config.origin));
}

/**
 * Sets the cookie of an enrolled device. Browsers send the cookie only with requests to `/auth/device`, which the
 * device's page makes.
 */
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

/**
 * The prefix `__Host-` is not possible, because this prefix requires the path `/`. The name does not contain "device",
 * because the name of a known device's cookie contains this word.
 */
function cookieName(origin: string): string {
  return origin.startsWith('https:') ? '__Secure-holdline_stand' : 'holdline_stand';
}
