/** Facts about the sender of a request. */
import type { Context } from 'hono';
import { clientAddress, networkHash } from '../platform/client-address.ts';
import { checkedConfig } from '../platform/checked-config.ts';
import type { AppContext } from './context.ts';
import { logFailure } from './failures.ts';

/** The sender's key for rate limits; null if the sender is unknown (see `clientAddress`). */
export function clientAddressOf(c: Context<AppContext>): string | null {
  return clientAddress(c.req.raw, c.var.config);
}

/**
 * Returns a function for the log. This function returns the sender's keyed hash of this day; null if the sender is
 * unknown. The function does not refer to the request, so that work after the answer does not keep the request in
 * memory.
 */
export function senderHashOf({ env, req }: Context<AppContext>): () => string | null {
  const checked = checkedConfig(env);
  const sender = checked.ok ? clientAddress(req.raw, checked.config) : null;
  return () => (checked.ok && sender !== null ? networkHash(sender, checked.config) : null);
}

/** The device of the request as text (see `deviceOf`); null if unknown. */
export function callingDevice(c: Context<AppContext>): string | null {
  return deviceOf(c.req.header('User-Agent') ?? null);
}

/** Runs work that the answer does not wait for. A failure is only logged. */
export function afterAnswer(c: Context<AppContext>, what: Promise<void>): void {
  c.executionCtx.waitUntil(what.catch((error: unknown) => void logFailure(c, error, 'GET')));
}

/** Browsers in order of priority, because nearly all user agents contain "Safari", and most contain "Chrome". */
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOPiOS\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

/**
 * The device of a log-in, such as 'Chrome on Windows'; null if unknown. The `User-Agent` header itself is not stored,
 * because the header may contain anything.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const named = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = named(browsers);
  const system = named(systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
