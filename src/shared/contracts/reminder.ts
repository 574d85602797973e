/** API contract of web push reminders: the browser's subscription and the push message. */
import * as z from 'zod/mini';
import type { Language } from '../languages.ts';

/**
 * The browsers' push services. Only these hosts are allowed. If any address were allowed, a guest could make our server
 * call any host (SSRF).
 */
const pushServices = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)*updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
];

/** The limit is much higher than the length of the services' real endpoints: a few hundred characters. */
const MAX_ENDPOINT_LENGTH = 2_048;

const endpoint = z.string().check(z.maxLength(MAX_ENDPOINT_LENGTH), z.refine(isPushEndpoint));

/**
 * `PUT .../queue/token/{token}/reminder`: a browser's `PushSubscription`. `p256dh` is a point of P-256, `auth` is 16
 * bytes.
 */
export const pushSubscription = z.object({
  endpoint,
  keys: z.object({
    // 65 bytes as base64url. The first byte is 4: an uncompressed point.
    p256dh: z.string().check(z.regex(/^B[A-P][\w-]{85}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

/** `DELETE .../queue/token/{token}/reminder`. */
export const droppedReminder = z.object({ endpoint });

/**
 * The push message: the text of the notification and the page that it opens. The message is encrypted for one browser.
 */
export type PushPayload = {
  title: string;
  body: string;
  /** The path of the guest's page, such as `/queue/blue-door`. The page finds the visit with the help of its cookie. */
  path: string;
  language: Language;
  direction: 'ltr' | 'rtl';
};

function isPushEndpoint(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:') return false;
  if (url.port !== '' || url.username !== '' || url.password !== '') return false;
  return pushServices.some((service) => service.test(url.hostname));
}
