/** What Twilio tells of a text later: a form, signed over the address it is sent to and all of its fields. */
import { hmacSha1, isSame } from '../../platform/hashing.ts';
import type { TakenText } from './text-provider.ts';
import { faultOf, progressOf } from './twilio-states.ts';

/** What became of the text that the provider calls `providerId`; null where the form does not say. */
export function readReceipt(form: URLSearchParams): TakenText | null {
  const providerId = form.get('MessageSid') ?? '';
  const outcome = progressOf(form.get('MessageStatus') ?? '');
  if (outcome === null || !/^(SM|MM)[0-9a-fA-F]{32}$/.test(providerId)) return null;
  const code = form.get('ErrorCode');
  return { outcome, providerId, why: faultOf(code === null ? null : Number(code)) };
}

/**
 * Whether the account's secret made this signature (`X-Twilio-Signature`) of this form sent to this address. Twilio names
 * the port of an address or leaves it out (<https://www.twilio.com/docs/usage/webhooks/webhooks-security>).
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

/** The address and each field's name and value, by name; of a field that comes twice each value once. */
function signatureOf(authToken: string, address: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted(byCode);
  const fields = names.flatMap((name) =>
    [...new Set(form.getAll(name))].toSorted(byCode).map((value) => name + value),
  );
  return hmacSha1(authToken, address + fields.join(''), 'base64');
}

/** As the order is defined: by code units, whatever the language. */
function byCode(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
