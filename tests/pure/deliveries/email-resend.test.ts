/**
 * The call to Resend. The body must match a strict schema, and every documented error is tested. Source:
 * https://resend.com/docs/api-reference (and its OpenAPI description 1.5.0), read on 2026-11-21.
 */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { resetMail } from '../../../src/worker/features/account/account-mails.ts';
import type { Email, EmailResult } from '../../../src/worker/deliveries/mail/email-provider.ts';
import { emailResend } from '../../../src/worker/deliveries/mail/providers/email-resend.ts';

const text = z.string().check(z.minLength(1));
const addresses = z.union([text, z.array(text).check(z.minLength(1), z.maxLength(50))]);
const word = z.string().check(z.regex(/^[\w-]{1,256}$/));

/** Resend's schema `SendEmailRequest`. A field that is not documented is an error. */
const sendEmailRequest = z.strictObject({
  from: text,
  to: addresses,
  subject: text,
  bcc: z.optional(addresses),
  cc: z.optional(addresses),
  reply_to: z.optional(addresses),
  html: z.optional(text),
  text: z.optional(text),
  headers: z.optional(z.record(z.string(), z.string())),
  scheduled_at: z.optional(z.string()),
  tags: z.optional(z.array(z.strictObject({ name: word, value: word }))),
  topic_id: z.optional(z.string()),
});

const config = {
  provider: 'resend',
  apiBaseUrl: 'https://api.resend.com',
  apiKey: 're_key',
  from: 'mail@queue.example.com',
} as const;
const email: Email = {
  id: '5a1f2b0e-0000-4000-8000-000000000000',
  to: 'ada@example.com',
  ...resetMail('https://queue.example.com', 'tok-en_1'),
};

type Asked = { url: string; init: RequestInit };

/** Sends a mail to a fake Resend that gives this answer. Returns the result and the requests. */
async function sent(
  answer: Response | Error,
  about: Partial<Email> = {},
): Promise<{ reply: EmailResult; asked: Asked[] }> {
  const asked: Asked[] = [];
  const provider = emailResend(config, (url, init) => {
    asked.push({ url, init });
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return { reply: await provider.send({ ...email, ...about }), asked };
}

function failed(status: number, name: string, headers: Record<string, string> = {}): Response {
  // A message of Resend can contain the recipient's address.
  return Response.json({ statusCode: status, name, message: 'About ada@example.com.' }, { status, headers });
}

test('the call is the documented one, with every header it needs', async () => {
  const { reply, asked } = await sent(Response.json({ id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' }));
  expect(reply).toEqual({ outcome: 'sent', providerId: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' });
  expect(asked).toHaveLength(1);
  const { url, init } = asked[0] ?? { url: '', init: {} };
  expect(url).toBe('https://api.resend.com/emails');
  expect({ ...init, body: null, signal: init.signal instanceof AbortSignal }).toEqual({
    method: 'POST',
    headers: {
      Authorization: 'Bearer re_key',
      'Content-Type': 'application/json',
      'Idempotency-Key': email.id,
      'User-Agent': 'Holdline',
    },
    body: null,
    redirect: 'manual',
    signal: true,
  });
  expect(sendEmailRequest.parse(JSON.parse(z.string().parse(init.body)))).toEqual({
    from: 'Holdline <mail@queue.example.com>',
    to: ['ada@example.com'],
    reply_to: 'support@holdline.example',
    subject: email.subject,
    text: email.text,
    html: email.html,
  });
});

test('a mail that another address is to answer says so, and stays as documented', async () => {
  const { asked } = await sent(Response.json({ id: 'x' }), { replyTo: 'eve@example.com' });
  const body = sendEmailRequest.parse(JSON.parse(z.string().parse(asked[0]?.init.body)));
  expect(body).toMatchObject({ to: ['ada@example.com'], reply_to: 'eve@example.com' });
});

test('the schema refuses what is not documented', () => {
  const body = { from: 'a@example.com', to: ['b@example.com'], subject: 'x', text: 'x' };
  expect(sendEmailRequest.safeParse(body).success).toBe(true);
  for (const more of [{ replyTo: 'a@example.com' }, { body: 'x' }, { to: [] }, { idempotencyKey: 'x' }]) {
    expect([more, sendEmailRequest.safeParse({ ...body, ...more }).success]).toEqual([more, false]);
  }
});

const account = { outcome: 'later', afterMs: null };
test.each<[number, string, object]>([
  [400, 'validation_error', { outcome: 'refused' }],
  [400, 'invalid_idempotency_key', { outcome: 'refused' }],
  [422, 'invalid_parameter', { outcome: 'refused' }],
  [422, 'missing_required_field', { outcome: 'refused' }],
  [451, 'security_error', { outcome: 'refused' }],
  [401, 'missing_api_key', account],
  [401, 'restricted_api_key', account],
  [403, 'invalid_api_key', account],
  [403, 'validation_error', account],
  [404, 'not_found', account],
  [405, 'method_not_allowed', account],
  [429, 'daily_quota_exceeded', account],
  [429, 'monthly_quota_exceeded', account],
  [429, 'rate_limit_exceeded', { outcome: 'later', afterMs: 0 }],
  [409, 'concurrent_idempotent_requests', { outcome: 'unknown' }],
  [500, 'application_error', { outcome: 'unknown' }],
  [503, 'internal_server_error', { outcome: 'unknown' }],
])('%i %s is taken for what it says', async (status, name, reply) => {
  expect((await sent(failed(status, name))).reply).toEqual({ ...reply, reason: `http_${status}_${name}` });
});

test('a rate limit with its end is waited for', async () => {
  const busy = failed(429, 'rate_limit_exceeded', { 'Retry-After': '2' });
  expect((await sent(busy)).reply).toMatchObject({ outcome: 'later', afterMs: 2_000 });
});

test('a key that was used for the same mail with another text means that it was sent', async () => {
  const reply = { outcome: 'sent', providerId: email.id };
  expect((await sent(failed(409, 'invalid_idempotent_request'))).reply).toEqual(reply);
});

test.each<[string, Response | Error, object]>([
  ['no answer', new DOMException('late', 'TimeoutError'), { outcome: 'unknown', reason: 'TimeoutError' }],
  ['a refused connection', new TypeError('fetch failed'), { outcome: 'unknown', reason: 'TypeError' }],
  ['garbage that says 200', new Response('<html>'), { outcome: 'unknown', reason: 'http_200_unreadable' }],
  [
    '200 without an id',
    Response.json({ object: 'email' }),
    { outcome: 'unknown', reason: 'http_200_unreadable' },
  ],
  [
    'garbage that says 502',
    new Response('<html>', { status: 502 }),
    { outcome: 'unknown', reason: 'http_502_unnamed' },
  ],
  [
    'a redirect, which is not followed',
    new Response(null, { status: 302, headers: { Location: 'https://evil.example' } }),
    { outcome: 'later', reason: 'http_302_unnamed', afterMs: null },
  ],
  [
    'a name that is no name',
    failed(422, 'ada@example.com is blocked'),
    { outcome: 'refused', reason: 'http_422_unnamed' },
  ],
])('%s is not taken for an answer it is not', async (_, answer, reply) => {
  const told = await sent(answer);
  expect(told.reply).toEqual(reply);
  expect(told.asked).toHaveLength(1);
});
