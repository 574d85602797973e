/**
 * Schema of the variables of `docs/configuration.md`, and the sentences that say what an invalid value must be. The
 * Node script behind `npm start` imports this file, too, so the file uses no platform API and only erasable TypeScript.
 */
import * as z from 'zod/mini';
import { EMAIL_ADDRESS } from '../../shared/typing/email-address.ts';
import type { PlanKey } from '../../shared/plans.ts';
import { deployed, inProduction, isAtHost, isBaseUrl, isHttps, isOrigin, isReal } from './config-rules.ts';
import { isPasswordHash, isStrongPasswordHash } from './passwords.ts';

/** The admin in development. README.md contains the password of this hash, so production refuses the hash. */
export const developmentAdmin = {
  username: 'admin',
  passwordHash: '$scrypt$ln=14,r=8,p=5$e6pz+g/2vzzSrE7X8p45vw$KphOyV8SnUN0bZNVWAIa1avehtg6QjR8PUOM/ZrQfX0',
};

/** The key for hashes of phone numbers in development. The key is published here, so production refuses the key. */
export const developmentPhoneHashKey = 'of-development-and-tests-and-of-no-use-elsewhere';

/**
 * The key that encrypts stored secrets in development. It is used for state folders that have no key of their own. This
 * key is published here, so production refuses the key.
 */
export const developmentSealingKey = 'for-sealing-in-development-and-for-nothing-else';

const originWanted = 'must be an address such as "https://queue.example.com", without a path';

const longSecretWanted =
  'must be a secret of at least 32 characters, such as "openssl rand -base64 48" prints';

const sealingKeysWanted =
  'must be secrets of at least 32 characters, such as "openssl rand -base64 48" prints, the newest first, with commas between';

const textBudgetsDefault = 'unproven=60,trials=600,country=2000,codes=60,account=60';
const textBudgetsWanted = `must be texts an hour, such as "${textBudgetsDefault}"`;

const textPricesWanted = 'must be SMS credits by country, such as "SG=1,TN=8"';

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be ${values.map((value) => `"${value}"`).join(' or ')}`);

/**
 * A key with fewer different characters than this number is refused, because it is not random. 32 random hexadecimal
 * digits have 14 different characters on average.
 */
const DISTINCT_CHARACTERS = 9;

/** The hosts of providers to which we send a secret; their subdomains are also allowed. */
const providerHosts = {
  TWILIO_API_BASE_URL: 'twilio.com',
  STRIPE_API_BASE_URL: 'api.stripe.com',
  RESEND_API_BASE_URL: 'api.resend.com',
  TURNSTILE_BASE_URL: 'challenges.cloudflare.com',
} as const;

/** Twilio's variables; not set if another provider sends the texts. */
const twilioVariables = {
  TWILIO_API_BASE_URL: z.optional(z.string(originWanted).check(z.refine(isOrigin, { error: originWanted }))),
  TWILIO_ACCOUNT_SID: z.optional(twilioId('AC')),
  TWILIO_AUTH_TOKEN: z.optional(z.string()),
  TWILIO_MESSAGING_SERVICE_SID: z.optional(twilioId('MG')),
};
const neededByTwilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_MESSAGING_SERVICE_SID'] as const;

/** Variables with Stripe's price ids, by plan and interval. */
export const priceVariables = {
  'Starter Monthly': 'STRIPE_PRICE_STARTER_MONTHLY',
  'Starter Yearly': 'STRIPE_PRICE_STARTER_YEARLY',
  'Professional Monthly': 'STRIPE_PRICE_PROFESSIONAL_MONTHLY',
  'Professional Yearly': 'STRIPE_PRICE_PROFESSIONAL_YEARLY',
} as const satisfies Record<PlanKey, string>;

const priceId = z.optional(
  z.string().check(z.regex(/^price_\w+$/, 'must be the id of a price, such as "price_1MoBy5"')),
);

/** Stripe's variables; not set if the provider of payments is `local`. */
const stripeVariables = {
  STRIPE_API_BASE_URL: z._default(
    z.string().check(z.refine(isOrigin, { error: originWanted })),
    'https://api.stripe.com',
  ),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_\w+$/, 'must be a secret key, such as "sk_live_..."')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z
      .string()
      .check(z.regex(/^whsec_\w+(,whsec_\w+)?$/, 'must be one "whsec_...", or two with a comma between')),
  ),
  STRIPE_PRICE_STARTER_MONTHLY: priceId,
  STRIPE_PRICE_STARTER_YEARLY: priceId,
  STRIPE_PRICE_PROFESSIONAL_MONTHLY: priceId,
  STRIPE_PRICE_PROFESSIONAL_YEARLY: priceId,
};
export const neededByStripe = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  ...Object.values(priceVariables),
] as const;

/** Pairs of variables that must be set together. */
const together = [
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'],
  ['ADMIN_USERNAME', 'ADMIN_PASSWORD_HASH'],
  ['ADMIN_PASSWORD_HASH', 'ADMIN_USERNAME'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  ['TURNSTILE_SECRET_KEY', 'TURNSTILE_SITE_KEY'],
] as const;

const turnstileKey = z.optional(
  z.string().check(z.regex(/^[\w-]{10,100}$/, 'must be a key of Turnstile, such as "0x4AAAAAAA..."')),
);

const longSecret = z.optional(z.string().check(z.regex(/^[\x21-\x7e]{32,200}$/, longSecretWanted)));

/** Schema of all variables, with the rules of each environment. The caller must leave out empty variables. */
export const variables = z
  .object({
    APP_ENV: oneOf(['development', 'staging', 'production']),
    MAINTENANCE: z._default(oneOf(['off', 'on']), 'off'),
    APP_ORIGIN: z.string(originWanted).check(z.refine(isOrigin, { error: originWanted })),
    SMS_PROVIDER: oneOf(['outbox', 'twilio']),
    ...twilioVariables,
    SUPPORT_EMAIL: z.optional(
      z.string().check(z.regex(EMAIL_ADDRESS, 'must be one address, such as "support@example.com"')),
    ),
    LEGAL_ENTITY: z.optional(z.string().check(z.maxLength(200, 'must be a name of at most 200 letters'))),
    EMAIL_PROVIDER: oneOf(['outbox', 'resend', 'cloudflare']),
    EMAIL_FROM: z.optional(
      z.string().check(z.regex(EMAIL_ADDRESS, 'must be one address, such as "mail@example.com"')),
    ),
    RESEND_API_BASE_URL: z._default(
      z.string().check(z.refine(isBaseUrl, { error: 'must be an address without a query' })),
      'https://api.resend.com',
    ),
    RESEND_API_KEY: z.optional(
      z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must be a key without spaces and line breaks')),
    ),
    VAPID_PUBLIC_KEY: z.optional(
      z.string().check(z.regex(/^B[A-P][\w-]{85}$/, 'must be a point of P-256 as base64url, 87 characters')),
    ),
    VAPID_PRIVATE_KEY: z.optional(
      z.string().check(z.regex(/^[\w-]{43}$/, 'must be a number of P-256 as base64url, 43 characters')),
    ),
    PUSH_STAND_IN: z.optional(
      z.string().check(z.refine(isBaseUrl, { error: 'must be an address without a query' })),
    ),
    PHONE_HASH_KEY: longSecret,
    SEALING_KEYS: z.optional(
      z
        .string()
        .check(z.regex(/^[\x21-\x2b\x2d-\x7e]{32,200}(,[\x21-\x2b\x2d-\x7e]{32,200})*$/, sealingKeysWanted)),
    ),
    HEALTH_TOKEN: longSecret,
    PROTECTED_NAMES: z._default(z.string(), ''),
    TEXT_BUDGETS: z._default(
      z
        .string()
        .check(
          z.regex(
            /^unproven=\d{1,6},trials=\d{1,6},country=\d{1,6},codes=\d{1,6}(,account=\d{1,6})?$/,
            textBudgetsWanted,
          ),
        ),
      textBudgetsDefault,
    ),
    TEXT_PRICES: z._default(
      z.string().check(z.regex(/^([A-Z]{2}=[1-9]\d?(,(?=[A-Z])|$))*$/, textPricesWanted)),
      '',
    ),
    PAYMENT_PROVIDER: oneOf(['local', 'stripe']),
    ...stripeVariables,
    TURNSTILE_SITE_KEY: turnstileKey,
    TURNSTILE_SECRET_KEY: turnstileKey,
    TURNSTILE_BASE_URL: z._default(
      z.string().check(z.refine(isOrigin, { error: originWanted })),
      'https://challenges.cloudflare.com',
    ),
    BREACHED_PASSWORDS_BASE_URL: z.optional(
      z.string().check(z.refine(isBaseUrl, { error: 'must be an address without a query' })),
    ),
    ADMIN_USERNAME: z.optional(z.string()),
    ADMIN_PASSWORD_HASH: z.optional(
      z.string().check(z.refine(isPasswordHash, { error: 'must be what "npm run admin:password" prints' })),
    ),
  })
  .check(
    deployed(
      'APP_ORIGIN',
      'must start with "https:" outside of development',
      (origin) => !origin?.startsWith('http:'),
    ),
    deployed(
      'SUPPORT_EMAIL',
      'must be the address that guests and owners write to; nobody reads one of ".example"',
      isReal,
    ),
    deployed(
      'LEGAL_ENTITY',
      'must name who offers the product, as the terms and the policy do; nobody is called ".example"',
      isReal,
    ),
    ...(['SMS_PROVIDER', 'EMAIL_PROVIDER'] as const).map((name) =>
      deployed(
        name,
        'is "outbox", which sends nothing and is for development only; a deployment needs a real provider',
        (provider) => provider !== 'outbox',
      ),
    ),
    deployed(
      'PAYMENT_PROVIDER',
      'is "local", where nobody pays anything, and is for development only; a deployment needs "stripe"',
      (provider) => provider !== 'local',
    ),
    ...Object.entries(providerHosts).map(([name, host]) =>
      deployed(
        name,
        `must start with "https:" and end with "${host}" outside of development, as secrets go there`,
        (url) => url === undefined || (isHttps(url) && isAtHost(url, host)),
      ),
    ),
    deployed(
      'BREACHED_PASSWORDS_BASE_URL',
      'must start with "https:" outside of development, as parts of hashes of passwords go there',
      (url) => url === undefined || isHttps(url),
    ),
    deployed(
      'PUSH_STAND_IN',
      'takes reminders in place of the push services, and is for development only',
      (url) => url === undefined,
    ),
    deployed(
      'PHONE_HASH_KEY',
      'is the one of development, which is published',
      (key) => key !== developmentPhoneHashKey,
    ),
    ...(['PHONE_HASH_KEY', 'SEALING_KEYS', 'HEALTH_TOKEN'] as const).map((name) =>
      deployed(
        name,
        `has fewer than ${DISTINCT_CHARACTERS} different characters; it ${longSecretWanted}`,
        (keys) =>
          keys === undefined || keys.split(',').every((key) => new Set(key).size >= DISTINCT_CHARACTERS),
      ),
    ),
    deployed(
      'SEALING_KEYS',
      'has the one of development, which is published',
      (keys) => keys === undefined || !keys.split(',').includes(developmentSealingKey),
    ),
    deployed(
      'ADMIN_PASSWORD_HASH',
      'is the one of development, whose password is published',
      (hash) => hash !== developmentAdmin.passwordHash,
    ),
    deployed(
      'ADMIN_PASSWORD_HASH',
      'is cheaper to guess than what "npm run admin:password" prints',
      (hash) => hash === undefined || !isPasswordHash(hash) || isStrongPasswordHash(hash),
    ),
    inProduction(
      'STRIPE_SECRET_KEY',
      'is a key of the test mode, where nobody pays; only staging takes it',
      (key) => key === undefined || !/^[sr]k_test_/.test(key),
    ),
    ...(['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'] as const).map((name) =>
      inProduction(
        name,
        'is a key for tests, which checks nothing; only staging takes it',
        (key) => key === undefined || !/^[123]x0{10}/.test(key),
      ),
    ),
    ...neededByTwilio.map((name) =>
      z.refine<{ SMS_PROVIDER: string } & { [Name in typeof name]?: string | undefined }>(
        (vars) => vars.SMS_PROVIDER !== 'twilio' || vars[name] !== undefined,
        { path: [name], error: 'is needed where SMS_PROVIDER is "twilio"' },
      ),
    ),
    ...neededByStripe.map((name) =>
      z.refine<{ PAYMENT_PROVIDER: string } & { [Name in typeof name]?: string | undefined }>(
        (vars) => vars.PAYMENT_PROVIDER !== 'stripe' || vars[name] !== undefined,
        { path: [name], error: 'is needed where PAYMENT_PROVIDER is "stripe"' },
      ),
    ),
    ...(['resend', 'cloudflare'] as const).map((provider) =>
      z.refine<{ EMAIL_PROVIDER: string; EMAIL_FROM?: string | undefined }>(
        (vars) => vars.EMAIL_PROVIDER !== provider || vars.EMAIL_FROM !== undefined,
        { path: ['EMAIL_FROM'], error: `must be set where EMAIL_PROVIDER is "${provider}"` },
      ),
    ),
    z.refine((vars) => vars.EMAIL_PROVIDER !== 'resend' || vars.RESEND_API_KEY !== undefined, {
      path: ['RESEND_API_KEY'],
      error: 'must be set where EMAIL_PROVIDER is "resend"',
    }),
    ...together.map(([name, other]) =>
      z.refine<{ [Name in (typeof together)[number][number]]?: string | undefined }>(
        (vars) => vars[name] !== undefined || vars[other] === undefined,
        { path: [name], error: `must be set together with ${other}` },
      ),
    ),
    z.refine((vars) => vars.PHONE_HASH_KEY !== undefined, {
      path: ['PHONE_HASH_KEY'],
      error: longSecretWanted,
    }),
    z.refine((vars) => vars.SEALING_KEYS !== undefined, { path: ['SEALING_KEYS'], error: sealingKeysWanted }),
  );

function twilioId(kind: 'AC' | 'MG') {
  const error = `must be "${kind}" and 32 hexadecimal digits`;
  return z.string(error).check(z.regex(new RegExp(`^${kind}[0-9a-fA-F]{32}$`), error));
}
