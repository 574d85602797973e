/** Delivery receipts from Twilio: a form, signed over its URL and all of its fields. */
import { hmacSha1, isSame } from '../../platform/hashing.ts';
import type { TakenText } from './text-provider.ts';
import { faultOf, progressOf } from './twilio-states.ts';

/** Reads the progress of a text; null if the form contains no progress. `providerId` is Twilio's id of the text. */
export function readReceipt(form: URLSearchParams): TakenText | null {
  const providerId = form.get('MessageSid') ?? '';
  const outcome = progressOf(form.get('MessageStatus') ?? '');
  if (outcome === null || !/^(SM|MM)[0-9a-fA-F]{32}$/.test(providerId)) return null;
  const code = form.get('ErrorCode');
  return { outcome, providerId, why: faultOf(code === null ? null : Number(code)) };
}

/**
 * Verifies the signature (`X-Twilio-Signature`) of a form that was sent to this URL. Twilio signs the URL
 * with or without its port (<https://www.twilio.com/docs/usage/webhooks/webhooks-security>).
 */
export function isSignedByTwilio(
  authToken: string,
  { signature, url, form }: { signature: string; url: URL; form: URLSearchParams },
): boolean {
  const rest = url.pathname + url.search;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const addresses = [
    `${url.protocol}//${url.hostname}${rest}`,
    `${url.protocol}//${url.hostname}:${port}${rest}`,
  ];
  return addresses.some((address) => isSame(signatureOf(authToken, address, form), signature));
}

/**
 * HMAC over the URL and each field's name and value, sorted by name. If a field has the same value several times, the
 * value is used once.
 */
function signatureOf(authToken: string, address: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted(byCode);
  const fields = names.flatMap((name) =>
    [...new Set(form.getAll(name))].toSorted(byCode).map((value) => name + value),
  );
  return hmacSha1(authToken, address + fields.join(''), 'base64');
}

/** Sorts by code units, because Twilio's signature uses this order. */
function byCode(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
