/** Session cookie of a member, and the caller of a log-in. */
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { callingDevice, clientAddressOf } from '../../../http/caller.ts';
import type { AppContext } from '../../../http/context.ts';
import { deviceLanguage } from '../../../http/owner-language.ts';
import { clearPass, presentedHash } from '../../../identity/require-staff.ts';
import { sessionCookieName, sessionCookieOptions } from '../../../identity/sessions.ts';
import { presentedMarks } from './known-device.ts';
import type { Caller } from '../sign-up/sign-up.ts';

/** The caller of a log-in, with the session that this browser has. */
export function callerOf(c: Context<AppContext>): Caller {
  return {
    sender: clientAddressOf(c),
    presentedHash: presentedHash(c),
    device: callingDevice(c),
    language: deviceLanguage(c),
    marks: { key: c.var.config.phoneHashKey, presented: presentedMarks(c) },
  };
}

export function setSessionCookie(c: Context<AppContext>, token: string): void {
  const { origin } = c.var.config;
  setCookie(c, sessionCookieName(origin), token, sessionCookieOptions(origin));
}

/** Clears the session cookie, and the browser's cache, because the cached `GET /auth/me` contains guests' names. */
export function clearSessionCookie(c: Context<AppContext>): void {
  const { origin } = c.var.config;
  c.header('Clear-Site-Data', '"cache"');
  clearPass(c);
  setCookie(c, sessionCookieName(origin), '', { ...sessionCookieOptions(origin), maxAge: 0 });
}
