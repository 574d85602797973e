/** With an invalid configuration, the start stops with a sentence that names the variable. */
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  developmentPhoneHashKey,
  developmentSealingKey,
} from '../../src/worker/platform/config-variables.ts';
import { newPushKeys } from '../../scripts/local/push-keys.ts';
import { projectRoot, readSettings } from '../../scripts/local/settings.ts';

test('nothing set means port 8787 on this machine and the state beside the project', async () => {
  expect(await readSettings({ PORT: '', STATE_DIR: '' })).toEqual({
    ok: true,
    settings: {
      demo: 'on',
      port: 8787,
      host: '127.0.0.1',
      stateDir: path.join(projectRoot, '.state'),
      vars: {
        APP_ENV: 'development',
        MAINTENANCE: 'off',
        APP_ORIGIN: 'http://localhost:8787',
        SMS_PROVIDER: 'outbox',
        TWILIO_API_BASE_URL: '',
        TWILIO_ACCOUNT_SID: '',
        TWILIO_AUTH_TOKEN: '',
        TWILIO_MESSAGING_SERVICE_SID: '',
        EMAIL_PROVIDER: 'outbox',
        HEALTH_TOKEN: '',
        SUPPORT_EMAIL: '',
        LEGAL_ENTITY: '',
        EMAIL_FROM: '',
        RESEND_API_BASE_URL: '',
        RESEND_API_KEY: '',
        VAPID_PUBLIC_KEY: '',
        VAPID_PRIVATE_KEY: '',
        PUSH_STAND_IN: '',
        PHONE_HASH_KEY: developmentPhoneHashKey,
        SEALING_KEYS: developmentSealingKey,
        PROTECTED_NAMES: '',
        TEXT_BUDGETS: 'unproven=60,trials=600,country=2000,codes=60,account=60',
        TEXT_PRICES: '',
        PAYMENT_PROVIDER: 'local',
        STRIPE_API_BASE_URL: '',
        STRIPE_SECRET_KEY: '',
        STRIPE_WEBHOOK_SECRET: '',
        STRIPE_PRICE_STARTER_MONTHLY: '',
        STRIPE_PRICE_STARTER_YEARLY: '',
        STRIPE_PRICE_PROFESSIONAL_MONTHLY: '',
        STRIPE_PRICE_PROFESSIONAL_YEARLY: '',
        TURNSTILE_SITE_KEY: '',
        TURNSTILE_SECRET_KEY: '',
        TURNSTILE_BASE_URL: '',
        BREACHED_PASSWORDS_BASE_URL: '',
        ADMIN_USERNAME: 'admin',
        ADMIN_PASSWORD_HASH: expect.stringMatching(/^\$scrypt\$/),
      },
    },
  });
});

test('links follow the port', async () => {
  expect(await readSettings({ PORT: '9000' })).toMatchObject({
    settings: { port: 9000, vars: { APP_ORIGIN: 'http://localhost:9000' } },
  });
});

test.for([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['STATE_DIR', '/'],
  ['STATE_DIR', '.'],
  ['DEMO', 'loud'],
  ['APP_ORIGIN', 'queue.example.com'],
  ['APP_ORIGIN', 'https://queue.example.com/path'],
  ['APP_ENV', 'prod'],
  ['MAINTENANCE', 'soon'],
  ['SMS_PROVIDER', 'pigeon'],
  ['EMAIL_PROVIDER', 'owl'],
  ['EMAIL_FROM', 'nobody'],
  ['RESEND_API_BASE_URL', 'owl'],
  ['TWILIO_ACCOUNT_SID', 'AC1'],
  ['PUSH_STAND_IN', 'owl'],
  ['PAYMENT_PROVIDER', 'owl'],
  ['STRIPE_API_BASE_URL', 'owl'],
  ['STRIPE_SECRET_KEY', 'owl'],
  ['STRIPE_WEBHOOK_SECRET', 'owl'],
  ['STRIPE_PRICE_STARTER_YEARLY', 'owl'],
  ['PHONE_HASH_KEY', 'too short'],
  ['ADMIN_PASSWORD_HASH', 'lantern-at-the-door'],
] as const)('%s=%s is refused with one sentence that names it', async ([name, value]) => {
  const read = await readSettings({ [name]: value });
  expect(read.ok).toBe(false);
  expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(new RegExp(`^${name} .*README`))]);
});

test('two halves of two keys are refused before anything starts', async () => {
  const { VAPID_PUBLIC_KEY } = newPushKeys();
  const read = await readSettings({ ...newPushKeys(), VAPID_PUBLIC_KEY });
  expect(read).toEqual({
    ok: false,
    problems: [
      expect.stringMatching(/^VAPID_PUBLIC_KEY must be the other half of VAPID_PRIVATE_KEY\. .*README/),
    ],
  });
});

test('production is refused while texts and mails go to the development outbox', async () => {
  const read = await readSettings({ APP_ENV: 'production', APP_ORIGIN: 'https://queue.example.com' });
  expect(read).toEqual({
    ok: false,
    problems: [
      expect.stringMatching(/^SUPPORT_EMAIL must be .* It is not set\./),
      expect.stringMatching(/^LEGAL_ENTITY must name .* It is not set\./),
      expect.stringMatching(/^SMS_PROVIDER is "outbox"/),
      expect.stringMatching(/^EMAIL_PROVIDER is "outbox"/),
      expect.stringMatching(/^PAYMENT_PROVIDER is "local"/),
      expect.stringMatching(/^PHONE_HASH_KEY must be a secret .* It is not set\./),
      expect.stringMatching(/^SEALING_KEYS must be secrets .* It is not set\./),
    ],
  });
});

test('what the carrier of mails needs is handed to the Worker', async () => {
  const resend = {
    EMAIL_PROVIDER: 'resend',
    EMAIL_FROM: 'mail@queue.example.com',
    RESEND_API_BASE_URL: 'http://127.0.0.1:4010',
    RESEND_API_KEY: 're_key',
  };
  expect(await readSettings(resend)).toMatchObject({ settings: { vars: resend } });
});
