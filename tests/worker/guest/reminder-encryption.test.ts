/** Web push reminders, encrypted and signed by the runtime's Web Crypto. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { newReceiver, signedClaims } from '../../support/push-receiver.ts';
import { act, endpoint, kept, pushService, reminded, sent } from '../support/providers/push-service.ts';
import { holdMs, openLocation, stopClock } from '../support/queue-factories.ts';

test('the push service is handed a message that only the browser can open, signed with our key', async () => {
  const now = stopClock();
  const { posts } = pushService();
  const location = await openLocation();
  const { id, receiver } = await reminded(location);
  await act(location, id, 'admit');
  await sent(location);
  expect(posts.map(({ method, url }) => [method, url])).toEqual([['POST', endpoint]]);
  const [post] = posts;
  expect(Object.fromEntries(post?.headers ?? [])).toMatchObject({
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(holdMs / 1_000),
    urgency: 'high',
    topic: id.replaceAll('-', ''),
  });
  expect(signedClaims(post?.headers.get('Authorization') ?? '')).toEqual({
    publicKey: env.VAPID_PUBLIC_KEY,
    claims: {
      aud: 'https://fcm.googleapis.com',
      exp: now / 1_000 + 12 * 3_600,
      iat: now / 1_000,
      sub: 'mailto:support@holdline.example',
    },
  });
  const { body } = post ?? { body: new Uint8Array() };
  // Each message has the same length, so the length does not reveal the text.
  expect(body.byteLength).toBe(4_096);
  expect(JSON.parse(receiver.open(body))).toEqual({
    title: "It's your turn · Blue Door Café",
    body: 'Your spot will be held for 5 minutes.',
    path: '/queue/blue-door',
    language: 'en',
    direction: 'ltr',
  });
  expect(() => newReceiver(endpoint).open(body)).toThrow('Authentication failed');
  expect(await kept(location)).toEqual([{ endpoint, call: null, due_at: null, attempts: null }]);
});
