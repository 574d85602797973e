/** Who calls, by the request alone, and the cookie that answers them. */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isCountry, type Country } from '../../shared/countries.ts';
import { deviceOf } from '../accounts/device.ts';
import { sessionCookieName, sessionCookieOptions } from '../accounts/sessions.ts';
import type { Caller } from '../accounts/sign-up.ts';
import type { AppContext } from '../context.ts';
import { clientAddress } from '../security/client-address.ts';
import { logFailure } from './failures.ts';

/** Under what the sender is counted by limits; null where senders are not told apart. */
export function senderOf(c: Context<AppContext>): string | null {
  return clientAddress(c.req.raw, c.var.config);
}

/** The device in words; null where the browser does not say. */
export function callingDevice(c: Context<AppContext>): string | null {
  return deviceOf(c.req.header('User-Agent') ?? null);
}

/** Where the caller is, as the platform tells; null where it does not. */
export function callingCountry(c: Context<AppContext>): Country | null {
  const country: unknown = c.req.raw.cf?.['country'];
  return typeof country === 'string' && isCountry(country) ? country : null;
}

/** Who begins a log-in, and the one this browser has already. */
export function callerOf(c: Context<AppContext>): Caller {
  return { sender: senderOf(c), presentedToken: presentedToken(c), device: callingDevice(c) };
}

export function presentedToken(c: Context<AppContext>): string | undefined {
  return getCookie(c, sessionCookieName(c.var.config.origin));
}

/** Gives the browser the log-in of this token. */
export function setSessionCookie(c: Context<AppContext>, token: string): void {
  const { origin } = c.var.config;
  setCookie(c, sessionCookieName(origin), token, sessionCookieOptions(origin));
}

/** Has the browser forget its log-in, and the guests' names in what it kept of `GET /auth/me` for the next poll. */
export function forgetLogIn(c: Context<AppContext>): void {
  const { origin } = c.var.config;
  c.header('Clear-Site-Data', '"cache"');
  setCookie(c, sessionCookieName(origin), '', { ...sessionCookieOptions(origin), maxAge: 0 });
}

/** Lets something happen once the answer is on its way; a failure of it is logged and changes nothing. */
export function afterAnswer(c: Context<AppContext>, what: Promise<void>): void {
  c.executionCtx.waitUntil(what.catch((error: unknown) => void logFailure(c, error)));
}
