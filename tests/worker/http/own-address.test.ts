/** The address of a request outside of development: another host and http are refused. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { read } from '../support/factories.ts';

/** The variables of a deployment, with values of the right shape. */
const deployment = {
  APP_ENV: 'production',
  APP_ORIGIN: 'https://queue.example.com',
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'nobody',
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
  TWILIO_API_BASE_URL: '',
  SUPPORT_EMAIL: 'support@queue.example.com',
  LEGAL_ENTITY: 'A Shop Ltd',
  EMAIL_PROVIDER: 'resend',
  EMAIL_FROM: 'mail@queue.example.com',
  RESEND_API_KEY: 're_nobody',
  RESEND_API_BASE_URL: '',
  PHONE_HASH_KEY: 'the-secret-of-nobody'.repeat(2),
  SEALING_KEYS: 'the-secret-of-nobody'.repeat(2),
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_API_BASE_URL: '',
  STRIPE_SECRET_KEY: 'sk_live_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  STRIPE_PRICE_STARTER_MONTHLY: 'price_1',
  STRIPE_PRICE_STARTER_YEARLY: 'price_2',
  STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_3',
  STRIPE_PRICE_PROFESSIONAL_YEARLY: 'price_4',
  PUSH_STAND_IN: '',
  TURNSTILE_SITE_KEY: '',
  TURNSTILE_SECRET_KEY: '',
  TURNSTILE_BASE_URL: '',
  BREACHED_PASSWORDS_BASE_URL: '',
  ADMIN_USERNAME: '',
  ADMIN_PASSWORD_HASH: '',
  HEALTH_TOKEN: '',
};

function ask(url: string, init: RequestInit = {}) {
  return createApp().fetch(new Request(url, init), { ...env, ...deployment }, createExecutionContext());
}

test('the own address answers', async () => {
  expect((await ask('https://queue.example.com/healthz')).status).toBe(200);
});

test.each([
  ['GET', 'https://holdline.a-shop.workers.dev/'],
  ['GET', 'https://queue.example.com:8443/healthz'],
  ['POST', 'https://203.0.113.1/auth/login'],
])('%s %s is another host', async (method, url) => {
  expect(await read(await ask(url, { method }))).toEqual({
    status: 421,
    body: { error: 'This server has another name.', code: 'wrong_host' },
  });
});

test('by http a page leads to https', async () => {
  const answer = await ask('http://queue.example.com/queue/blue-door?at=1');
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    308,
    'https://queue.example.com/queue/blue-door?at=1',
  ]);
});

test.each([
  ['GET', 'http://queue.example.com/auth/me'],
  ['POST', 'http://queue.example.com/queue/blue-door'],
])('by http %s %s is refused', async (method, url) => {
  expect(await read(await ask(url, { method }))).toEqual({
    status: 403,
    body: { error: 'This address answers by https only.', code: 'insecure' },
  });
});

test('without a token of its own, a deployment answers no deep check', async () => {
  expect((await ask('https://queue.example.com/healthz?deep=1')).status).toBe(401);
});
