import { expect, test } from 'vitest';
import { withSafeHeaders, type Email } from '../../src/worker/messages/email-provider.ts';
import { resetMail } from '../../src/worker/messages/reset-mail.ts';

const mail: Email = { id: '1', to: 'ada@example.com', ...resetMail('https://queue.example.com', 'tok-en_1') };

test('the mail about a forgotten password says what to do, for how long, and what if it was not you', () => {
  expect(resetMail('https://queue.example.com', 'tok-en_1')).toEqual({
    subject: 'Reset your Holdline password',
    body: `Somebody asked to reset the password of your Holdline account.

Choose a new password here:
https://queue.example.com/reset?token=tok-en_1

The link works once and expires in 1 hour. If you asked more than once, only the newest link works.

If it was not you, there is nothing to do: your password stays as it is.

Holdline
support@holdline.example
`,
  });
});

test('a mail with plain headers goes to the provider as it is', async () => {
  const { provider, sent } = recorder();
  expect(await withSafeHeaders(provider).send(mail)).toEqual({ outcome: 'sent', providerId: 'x' });
  expect(sent).toEqual([mail]);
});

test.each([
  'ada@example.com\r\nBcc: all@example.com',
  'ada@example.com\n',
  'ada@example.com,bob@example.com',
  'Ada <ada@example.com>',
  'ada\u2028@example.com',
  'ada@example.com;b',
  '',
])('a mail to %j is refused before anything is sent', async (to) => {
  const { provider, sent } = recorder();
  expect(await withSafeHeaders(provider).send({ ...mail, to })).toEqual({
    outcome: 'refused',
    reason: 'not_one_address',
  });
  expect(sent).toEqual([]);
});

test.each(['Reset\r\nBcc: all@example.com', 'Reset\n', 'Reset\u2029now', 'Reset\0'])(
  'a mail with the subject %j is refused before anything is sent',
  async (subject) => {
    const { provider, sent } = recorder();
    expect(await withSafeHeaders(provider).send({ ...mail, subject })).toEqual({
      outcome: 'refused',
      reason: 'line_break_in_subject',
    });
    expect(sent).toEqual([]);
  },
);

function recorder() {
  const sent: Email[] = [];
  const provider = {
    send: (email: Email) => {
      sent.push(email);
      return Promise.resolve({ outcome: 'sent' as const, providerId: 'x' });
    },
  };
  return { provider, sent };
}
