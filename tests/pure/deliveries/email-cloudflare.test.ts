/**
 * The errors of Cloudflare's mail binding. `tests/worker/deliveries/mail-carriers.test.ts` tests the binding itself.
 */
import { expect, test } from 'vitest';
import { resetMail } from '../../../src/worker/features/account/account-mails.ts';
import { emailCloudflare } from '../../../src/worker/deliveries/mail/providers/email-cloudflare.ts';

const email = { id: '1', to: 'ada@example.com', ...resetMail('https://queue.example.com', 'tok-en_1') };

const account = { outcome: 'later', afterMs: null };
test.each<[Error, object]>([
  [coded('E_RATE_LIMIT_EXCEEDED'), { outcome: 'later', reason: 'E_RATE_LIMIT_EXCEEDED', afterMs: 0 }],
  [coded('E_DAILY_LIMIT_EXCEEDED'), { ...account, reason: 'E_DAILY_LIMIT_EXCEEDED' }],
  [coded('E_SENDER_NOT_VERIFIED'), { ...account, reason: 'E_SENDER_NOT_VERIFIED' }],
  [coded('E_SENDER_DOMAIN_NOT_AVAILABLE'), { ...account, reason: 'E_SENDER_DOMAIN_NOT_AVAILABLE' }],
  [coded('E_RECIPIENT_SUPPRESSED'), { outcome: 'refused', reason: 'E_RECIPIENT_SUPPRESSED' }],
  [coded('E_VALIDATION_ERROR'), { outcome: 'refused', reason: 'E_VALIDATION_ERROR' }],
  [coded('E_DELIVERY_FAILED'), { outcome: 'unknown', reason: 'E_DELIVERY_FAILED' }],
  [coded('E_INTERNAL_SERVER_ERROR'), { outcome: 'unknown', reason: 'E_INTERNAL_SERVER_ERROR' }],
  [coded('to ada@example.com'), { outcome: 'unknown', reason: 'no_code' }],
  [new Error('email to ada@example.com not allowed'), { outcome: 'unknown', reason: 'no_code' }],
])('%s', async (thrown, reply) => {
  const binding = { send: () => Promise.reject(thrown) };
  expect(await emailCloudflare(binding, 'mail@queue.example.com').send(email)).toEqual(reply);
});

test.each([
  [{}, 'support@holdline.example'],
  [{ replyTo: 'eve@example.com' }, 'eve@example.com'],
])('answers to a mail with %j go to %s', async (about, replyTo) => {
  const sent: unknown[] = [];
  const binding = {
    send: (message: unknown) => {
      sent.push(message);
      return Promise.resolve({ messageId: 'x' });
    },
  };
  await emailCloudflare(binding, 'mail@queue.example.com').send({ ...email, ...about });
  expect(sent).toMatchObject([{ to: 'ada@example.com', replyTo }]);
});

function coded(code: string): Error {
  return Object.assign(new Error('About ada@example.com.'), { code });
}
