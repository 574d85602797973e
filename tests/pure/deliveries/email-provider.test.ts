/** The code around every mail carrier: one recipient, headers of one line, and a limited number of tries. */
import { expect, test } from 'vitest';
import {
  withRetries,
  withSafeHeaders,
  type Email,
  type EmailResult,
} from '../../../src/worker/deliveries/mail/email-provider.ts';
import { resetMail } from '../../../src/worker/features/account/account-mails.ts';

const mail: Email = { id: '1', to: 'ada@example.com', ...resetMail('https://queue.example.com', 'tok-en_1') };
const sentAs: EmailResult = { outcome: 'sent', providerId: 'x' };
const unknown: EmailResult = { outcome: 'unknown', reason: 'TimeoutError' };
const refused: EmailResult = { outcome: 'refused', reason: 'http_422_validation_error' };
const later = (afterMs: number | null): EmailResult => ({ outcome: 'later', reason: 'busy', afterMs });

/** A fake carrier that gives these answers one after the other, and records its requests. */
function carrier(replies: EmailResult[], isRepeatable = true) {
  const asked: Email[] = [];
  const pauses: number[] = [];
  const provider = {
    isRepeatable,
    send: (email: Email) => {
      const reply = replies[asked.length];
      asked.push(email);
      return reply ? Promise.resolve(reply) : Promise.reject(new Error('asked once too often'));
    },
  };
  const pause = (ms: number) => Promise.resolve(pauses.push(ms));
  return { provider, pause, asked, pauses };
}

test('a mail with plain headers goes to the provider as it is', async () => {
  const { provider, asked } = carrier([sentAs]);
  expect(await withSafeHeaders(provider).send(mail)).toEqual(sentAs);
  expect(asked).toEqual([mail]);
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
  const { provider, asked } = carrier([sentAs]);
  expect(await withSafeHeaders(provider).send({ ...mail, to })).toEqual({
    outcome: 'refused',
    reason: 'not_one_address',
  });
  expect(asked).toEqual([]);
});

test.each([
  'eve@example.com\r\nBcc: all@example.com',
  'a@example.com,b@example.com',
  'Eve <eve@example.com>',
  '',
])('a mail to be answered to %j is refused before anything is sent', async (replyTo) => {
  const { provider, asked } = carrier([sentAs]);
  expect(await withSafeHeaders(provider).send({ ...mail, replyTo })).toEqual({
    outcome: 'refused',
    reason: 'not_one_address_to_answer',
  });
  expect(asked).toEqual([]);
});

test.each(['Reset\r\nBcc: all@example.com', 'Reset\r', 'Reset\n', 'Reset\u2029now', 'Reset\0'])(
  'a mail with the subject %j is refused before anything is sent',
  async (subject) => {
    const { provider, asked } = carrier([sentAs]);
    expect(await withSafeHeaders(provider).send({ ...mail, subject })).toEqual({
      outcome: 'refused',
      reason: 'line_break_in_subject',
    });
    expect(asked).toEqual([]);
  },
);

test.each<[string, { replies: EmailResult[]; isRepeatable?: boolean; pauses: number[]; reply: EmailResult }]>(
  [
    ['sent at once', { replies: [sentAs], pauses: [], reply: sentAs }],
    ['refused for good', { replies: [refused], pauses: [], reply: refused }],
    ['busy, then sent', { replies: [later(0), sentAs], pauses: [1_000], reply: sentAs }],
    ['busy for two seconds', { replies: [later(2_000), sentAs], pauses: [2_000], reply: sentAs }],
    ['busy for too long', { replies: [later(5_001)], pauses: [], reply: later(5_001) }],
    ['our account is refused', { replies: [later(null)], pauses: [], reply: later(null) }],
    [
      'busy three times',
      { replies: [later(0), later(0), later(0)], pauses: [1_000, 4_000], reply: later(0) },
    ],
    ['no answer, then sent', { replies: [unknown, sentAs], pauses: [1_000], reply: sentAs }],
    [
      'no answer three times',
      { replies: [unknown, unknown, unknown], pauses: [1_000, 4_000], reply: unknown },
    ],
    [
      'no answer, and a repeat could be a second mail',
      { replies: [unknown], isRepeatable: false, pauses: [], reply: unknown },
    ],
    [
      'busy, and a repeat could be a second mail',
      { replies: [later(0), sentAs], isRepeatable: false, pauses: [1_000], reply: sentAs },
    ],
    [
      'no answer, then surely not sent',
      { replies: [unknown, later(null)], pauses: [1_000], reply: { outcome: 'unknown', reason: 'busy' } },
    ],
  ],
)('tries: %s', async (_, { replies, isRepeatable, pauses, reply }) => {
  const told = carrier(replies, isRepeatable);
  expect(await withRetries(told.provider, told.pause).send(mail)).toEqual(reply);
  expect(told.pauses).toEqual(pauses);
  expect(told.asked).toEqual(replies.map(() => mail));
});
