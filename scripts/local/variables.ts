/**
 * The variables of the Worker (`src/worker/platform/config-variables.ts`): the value of each variable on a developer's
 * machine, and its sentence in `docs/configuration.md`, which `npm run docs` writes.
 */
import type * as z from 'zod/mini';
import {
  developmentAdmin,
  developmentPhoneHashKey,
  developmentSealingKey,
  type variables,
} from '../../src/worker/platform/config-variables.ts';

export type VariableName = keyof z.infer<typeof variables>;

type Variable = {
  /** The value on a developer's machine; '' means not set. */
  local: string;
  /** The value in the document, if it differs from `local`. */
  shown?: string;
  meaning: string;
};

const price = { local: '', meaning: 'Stripe’s id of this price.' };

export const variableTable: Record<VariableName, Variable> = {
  APP_ORIGIN: {
    local: '',
    shown: 'http://localhost:$PORT',
    meaning:
      'The address of the product. Links in texts and mails begin with this address, never with the host of a request.',
  },
  APP_ENV: {
    local: 'development',
    meaning:
      '`staging` and `production` refuse development providers, foreign hosts, weak secrets and http. Only `staging` takes Stripe’s and Turnstile’s keys for tests.',
  },
  MAINTENANCE: {
    local: 'off',
    meaning:
      '`on`: every page says "We will be right back", and every call is refused with 503. `/healthz`, webhooks of providers and files are answered as usual.',
  },
  SUPPORT_EMAIL: {
    local: '',
    shown: 'of `wrangler.toml`',
    meaning:
      'The address that guests and owners write to. Pages, texts and mails show the value in `wrangler.toml` at the build. Production refuses an empty value, and one that ends in `.example`.',
  },
  LEGAL_ENTITY: {
    local: '',
    shown: 'of `wrangler.toml`',
    meaning:
      'The company that offers the product, for the terms and the policy. The same rules as for `SUPPORT_EMAIL`.',
  },
  SMS_PROVIDER: {
    local: 'outbox',
    meaning: '`outbox` sends nothing and shows texts at `/dev/outbox`. `twilio` needs the next three.',
  },
  TWILIO_ACCOUNT_SID: { local: '', meaning: 'The account at Twilio.' },
  TWILIO_AUTH_TOKEN: { local: '', meaning: 'The token of that account.' },
  TWILIO_MESSAGING_SERVICE_SID: {
    local: '',
    meaning:
      'The messaging service with the senders. Twilio posts receipts to `APP_ORIGIN/sms/status`. Set its incoming messages to `APP_ORIGIN/sms/inbound` (POST).',
  },
  TWILIO_API_BASE_URL: {
    local: '',
    shown: 'https://api.twilio.com',
    meaning: 'The address of Twilio’s API, or of a stand-in.',
  },
  PHONE_HASH_KEY: {
    local: developmentPhoneHashKey,
    shown: 'of development',
    meaning:
      'At least 32 characters, such as `openssl rand -base64 48` prints. The key of hashed phone numbers in limits and opt-outs. A new key loses every opt-out. Production refuses the default.',
  },
  SEALING_KEYS: {
    local: developmentSealingKey,
    shown: 'own ones',
    meaning:
      'Keys that seal seeds of authenticator apps and keys of locations, in the form of `PHONE_HASH_KEY`. To replace a key, put the new key and a comma in front, run `npm run rotate`, and remove the old key after 30 days.',
  },
  HEALTH_TOKEN: {
    local: '',
    meaning:
      'The bearer token of `/healthz?deep=1`, in the form of `PHONE_HASH_KEY`. Without it, only development answers.',
  },
  EMAIL_PROVIDER: {
    local: 'outbox',
    meaning:
      '`outbox`, `resend`, or `cloudflare`, which needs the binding `EMAIL` of `wrangler.toml` and a domain in Cloudflare’s Email Service.',
  },
  EMAIL_FROM: { local: '', meaning: 'The sender of mails, for `resend` and `cloudflare`.' },
  RESEND_API_KEY: { local: '', meaning: 'For `resend`: a key that may send.' },
  RESEND_API_BASE_URL: {
    local: '',
    shown: 'https://api.resend.com',
    meaning: 'For `resend`: the address of its API, or of a stand-in.',
  },
  VAPID_PUBLIC_KEY: {
    local: '',
    shown: 'made once, kept in `STATE_DIR`',
    meaning:
      'The public key of reminders by web push, 87 characters of base64url. Without both keys, production offers no reminders.',
  },
  VAPID_PRIVATE_KEY: {
    local: '',
    shown: 'made once, kept in `STATE_DIR`',
    meaning:
      "The private key, 43 characters. `node -e \"const k=crypto.createECDH('prime256v1');console.log(k.generateKeys('base64url'),k.getPrivateKey('base64url'))\"` prints both.",
  },
  PUSH_STAND_IN: {
    local: '',
    meaning:
      'An address on this machine that takes reminders instead of the push services. Development only.',
  },
  TURNSTILE_SITE_KEY: {
    local: '',
    meaning:
      'The key of a Cloudflare Turnstile widget. With both keys, the feedback and sales forms show the widget and refuse programs, and senders of very many joins get an invisible check.',
  },
  TURNSTILE_SECRET_KEY: { local: '', meaning: 'The secret key of that widget.' },
  TURNSTILE_BASE_URL: {
    local: '',
    shown: 'https://challenges.cloudflare.com',
    meaning: 'The address of Turnstile’s script and API, or of a stand-in.',
  },
  BREACHED_PASSWORDS_BASE_URL: {
    local: '',
    meaning:
      'A list of breached passwords with the API of `https://api.pwnedpasswords.com`, which gets only five digits of a hash. Empty: no look-up.',
  },
  PROTECTED_NAMES: {
    local: '',
    meaning:
      'More names of banks, carriers or authorities, separated by commas. Texts call a business with such a name by its username until an admin has approved the name.',
  },
  TEXT_BUDGETS: {
    local: 'unproven=60,trials=600,country=2000,codes=60,account=60',
    meaning:
      'The most texts an hour: of all unproven accounts, of all trials, to each country, of codes in trials, and of an account (or twice its busiest hour of the last four weeks).',
  },
  TEXT_PRICES: {
    local: '',
    meaning:
      'The price of a text to a country in SMS credits, such as `SG=2,TN=8`. Without: one in the own country, elsewhere as in `src/shared/text/text-prices.ts`.',
  },
  PAYMENT_PROVIDER: {
    local: 'local',
    meaning:
      '`local` is a stand-in without payments, with pages at `/dev/billing`; production refuses it. `stripe` needs the two keys and four prices below, and a portal that switches no plans.',
  },
  STRIPE_SECRET_KEY: { local: '', meaning: 'The key of the account.' },
  STRIPE_WEBHOOK_SECRET: {
    local: '',
    meaning:
      'The secret that signs webhooks to `APP_ORIGIN/stripe/webhook`. While a secret is replaced: both, with a comma between them.',
  },
  STRIPE_PRICE_STARTER_MONTHLY: price,
  STRIPE_PRICE_STARTER_YEARLY: price,
  STRIPE_PRICE_PROFESSIONAL_MONTHLY: price,
  STRIPE_PRICE_PROFESSIONAL_YEARLY: price,
  STRIPE_API_BASE_URL: {
    local: '',
    shown: 'https://api.stripe.com',
    meaning: 'The address of Stripe’s API, or of a stand-in.',
  },
  ADMIN_USERNAME: {
    local: developmentAdmin.username,
    meaning:
      'The name by which the first operator logs in at `/admin`, once, with the hash below. Both open nothing once there is an operator.',
  },
  ADMIN_PASSWORD_HASH: {
    local: developmentAdmin.passwordHash,
    shown: 'of `lantern-at-the-door`',
    meaning:
      'The hash that `npm run admin:password` prints. Quote the hash in a shell, because it contains `$`. Production refuses the default.',
  },
};

/** Variables that are secrets in a deployment, as `wrangler.toml` lists them. */
export const secretNames = [
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD_HASH',
  'TWILIO_AUTH_TOKEN',
  'RESEND_API_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'VAPID_PRIVATE_KEY',
  'PHONE_HASH_KEY',
  'SEALING_KEYS',
  'HEALTH_TOKEN',
  'TURNSTILE_SECRET_KEY',
] as const satisfies readonly VariableName[];

function isVariable(name: string): name is VariableName {
  return Object.hasOwn(variableTable, name);
}

export const variableNames = Object.keys(variableTable).filter(isVariable);
