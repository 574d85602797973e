/** A guest's reminder by web push: what the page sends of the browser's subscription, and what the phone is sent. */
import * as z from 'zod/mini';
import type { Language } from '../languages.ts';

/**
 * The browsers' push services. No other address is called: an address that a guest may choose freely would make our
 * server call anything it can reach.
 */
const pushServices = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)*updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
];

/** The services' own addresses are a few hundred characters long. */
const MAX_ENDPOINT_LENGTH = 2_048;

const endpoint = z.string().check(z.maxLength(MAX_ENDPOINT_LENGTH), z.refine(isPushEndpoint));

/** `PUT .../queue/token/{token}/reminder`: a browser's `PushSubscription`. `p256dh` is a point of P-256, `auth` 16 bytes. */
export const pushSubscription = z.object({
  endpoint,
  keys: z.object({
    // 65 bytes as base64url, of which the first is 4: the point is not compressed.
    p256dh: z.string().check(z.regex(/^B[A-P][\w-]{85}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

/** `DELETE .../queue/token/{token}/reminder`. */
export const droppedReminder = z.object({ endpoint });

/** What a notification says, and which page it leads to. Encrypted for one browser. */
export type PushPayload = {
  title: string;
  body: string;
  /** Of the guest's page, such as `/queue/blue-door`: the cookie opens the visit there. */
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
