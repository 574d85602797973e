/**
 * Reminders by web push (RFC 8030): encrypted for one browser (RFC 8291) and signed with our key (RFC 8292), handed to the
 * service that the browser chose. Which services those may be is decided where the subscription comes in
 * (`contracts/reminder.ts`).
 */
import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import { product } from '../../../../shared/product.ts';
import type { PushConfig } from '../../../platform/config.ts';
import type { PushMessage, PushProvider, PushResult } from '../push-provider.ts';

const TRY_MS = 10_000;

/** `ask` is the platform's `fetch`. */
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
          // A service that sends us elsewhere could send us anywhere.
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

/** Null where the key is no point of the curve. */
async function encrypted({ subscription, payload }: PushMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const text = new TextEncoder().encode(JSON.stringify(payload));
    return new Uint8Array(await encryptNotification({ ...subscription, expirationTime: null }, text));
  } catch {
    // Everything else that goes into it is ours and of the right size.
    return null;
  }
}

/** On a developer's machine a stand-in may take what is meant for the services. */
function addressOf(endpoint: string, standIn: string | null): string {
  if (standIn === null) return endpoint;
  const { hostname, pathname, search } = new URL(endpoint);
  return `${standIn}/${hostname}${pathname}${search}`;
}

/** By section 7.3 of RFC 8030, and what the services add to it. */
function resultOf(status: number, retryAfter: string | null): PushResult {
  const reason = `http_${status}`;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone', reason };
  if (status === 408 || status === 429 || status >= 500) {
    return { outcome: 'later', reason, afterMs: millisecondsOf(retryAfter) };
  }
  return { outcome: 'refused', reason };
}

/** `Retry-After` in seconds; at once where it is missing or a date. */
function millisecondsOf(retryAfter: string | null): number {
  return /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0;
}
