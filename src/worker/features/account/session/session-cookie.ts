/** The cookie of an owner's session: read from a request, set and cleared on its answer. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { callingDevice, clientAddressOf } from '../../../http/caller.ts';
import type { AppContext } from '../../../http/context.ts';
import { sessionCookieName, sessionCookieOptions } from '../../../identity/sessions.ts';
import type { Caller } from '../sign-up/sign-up.ts';

/** Who begins a log-in, and the one this browser has already. */
export function callerOf(c: Context<AppContext>): Caller {
  return { sender: clientAddressOf(c), presentedToken: presentedToken(c), device: callingDevice(c) };
}

export function presentedToken(c: Context<AppContext>): string | undefined {
  return getCookie(c, sessionCookieName(c.var.config.origin));
}

/** Gives the browser the log-in of this token. */
export function setSessionCookie(c: Context<AppContext>, token: string): void {
  const { origin } = c.var.config;
  setCookie(c, sessionCookieName(origin), token, sessionCookieOptions(origin));
}

/** Clears the cookie, and with it the guests' names in what the browser kept of `GET /auth/me` for the next poll. */
export function clearSessionCookie(c: Context<AppContext>): void {
  const { origin } = c.var.config;
  c.header('Clear-Site-Data', '"cache"');
  setCookie(c, sessionCookieName(origin), '', { ...sessionCookieOptions(origin), maxAge: 0 });
}
