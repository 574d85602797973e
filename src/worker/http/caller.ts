/** Facts about the sender of a request. */
import type { Context } from 'hono';
import { isCountry, type Country } from '../../shared/countries.ts';
import { clientAddress } from '../platform/client-address.ts';
import type { AppContext } from './context.ts';
import { deviceOf } from './device.ts';
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

/** Lets something happen once the answer is on its way; a failure of it is logged and changes nothing. */
export function afterAnswer(c: Context<AppContext>, what: Promise<void>): void {
  c.executionCtx.waitUntil(what.catch((error: unknown) => void logFailure(c, error)));
}
