/**
 * Push provider: web push (RFC 8030). A message is encrypted for one browser (RFC 8291), signed with our key (RFC
 * 8292), and sent to the browser's push service. `contracts/reminder.ts` checks which services are allowed.
 */
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import { product } from '../../../../shared/product.ts';
import type { PushConfig } from '../../../platform/config.ts';
import type { PushMessage, PushProvider, PushResult } from '../push-provider.ts';
import { millisecondsOf } from '../../retry-after.ts';

const TRY_MS = 10_000;

/** `ask` sends the request. The default is the platform's `fetch`. */
export function webPush(
  { publicKey, privateKey, standIn }: PushConfig,
  ask: (url: string, init: RequestInit) => Promise<Response> = (url, init) => fetch(url, init),
): PushProvider {
  const vapid = { subject: `mailto:${product.supportEmail}`, publicKey, privateKey };

  return {
    async send(message) {
      const { endpoint } = message.subscription;
      const subscription = { ...message.subscription, expirationTime: null };
      const body = await encrypted(message);
      if (body === null) return { outcome: 'gone', reason: 'unusable_key' };
      const { headers } = await vapidHeaders(subscription, vapid);
      try {
        const response = await ask(addressOf(endpoint, standIn), {
          method: 'POST',
          headers: {
            ...headers,
            'Content-Encoding': 'aes128gcm',
            'Content-Type': 'application/octet-stream',
            TTL: String(Math.max(0, Math.floor(message.leftMs / 1_000))),
            Urgency: 'high',
            Topic: message.topic,
          },
          body,
          // A redirect could lead to any host.
          redirect: 'manual',
          signal: AbortSignal.timeout(TRY_MS),
        });
        await response.body?.cancel();
        return resultOf(response.status, response.headers.get('Retry-After'));
      } catch (error) {
        return { outcome: 'later', reason: error instanceof Error ? error.name : 'no_answer', afterMs: 0 };
      }
    },
  };
}

/** Null if the subscription's key is not a point of the curve. */
async function encrypted({ subscription, payload }: PushMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const text = new TextEncoder().encode(JSON.stringify(payload));
    return new Uint8Array(await encryptNotification({ ...subscription, expirationTime: null }, text));
  } catch {
    // Only the subscription's key can cause an error, because all other inputs are ours and valid.
    return null;
  }
}

/** In development, a stand-in may replace the push services. */
function addressOf(endpoint: string, standIn: string | null): string {
  if (standIn === null) return endpoint;
  const { hostname, pathname, search } = new URL(endpoint);
  return `${standIn}/${hostname}${pathname}${search}`;
}

/** Maps the statuses of RFC 8030, section 7.3, and further statuses that push services use. */
function resultOf(status: number, retryAfter: string | null): PushResult {
  const reason = `http_${status}`;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone', reason };
  if (status === 408 || status === 429 || status >= 500) {
    return { outcome: 'later', reason, afterMs: millisecondsOf(retryAfter) };
  }
  return { outcome: 'refused', reason };
}
