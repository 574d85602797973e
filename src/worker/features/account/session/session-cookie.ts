/** Session cookie of a member: read from requests, set and cleared in responses. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { callingDevice, clientAddressOf } from '../../../http/caller.ts';
import type { AppContext } from '../../../http/context.ts';
import { deviceLanguage } from '../../../http/owner-language.ts';
import { clearPass } from '../../../identity/require-staff.ts';
import { sessionCookieName, sessionCookieOptions } from '../../../identity/sessions.ts';
import { hashToken } from '../../../identity/tokens.ts';
import { presentedMarks } from './known-device.ts';
import type { Caller } from '../sign-up/sign-up.ts';

/** The caller of a log-in, with the current token of this browser. */
export function callerOf(c: Context<AppContext>): Caller {
  return {
    sender: clientAddressOf(c),
    presentedHash: presentedHash(c),
    device: callingDevice(c),
    language: deviceLanguage(c),
    marks: { key: c.var.config.phoneHashKey, presented: presentedMarks(c) },
  };
}

/** The session token in the request's cookie; undefined if there is none. */
export function presentedToken(c: Context<AppContext>): string | undefined {
  return getCookie(c, sessionCookieName(c.var.config.origin));
}

/** The hash of that token. Without a token it is the hash of nothing, which no session has. */
export function presentedHash(c: Context<AppContext>): string {
  return hashToken(presentedToken(c) ?? '');
}

/** Sets the session cookie. */
export function setSessionCookie(c: Context<AppContext>, token: string): void {
  const { origin } = c.var.config;
  setCookie(c, sessionCookieName(origin), token, sessionCookieOptions(origin));
}

/** Clears the session cookie, and the browser's cache: the cached `GET /auth/me` contains guests' names. */
export function clearSessionCookie(c: Context<AppContext>): void {
  const { origin } = c.var.config;
  c.header('Clear-Site-Data', '"cache"');
  clearPass(c);
  setCookie(c, sessionCookieName(origin), '', { ...sessionCookieOptions(origin), maxAge: 0 });
}
