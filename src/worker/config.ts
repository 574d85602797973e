/**
 * The configuration, checked once. Also imported by the Node script behind `npm start`, so this file uses nothing
 * of the platform and only TypeScript that can be erased.
 */
import { createECDH } from 'node:crypto';
import * as z from 'zod/mini';
import { EMAIL_ADDRESS } from '../shared/email-address.ts';
import type { PlanKey } from '../shared/plans.ts';
import { isPasswordHash } from './security/passwords.ts';

/** The variables as the platform or the shell hands them over. */
export type ConfigVariables = Record<string, string | undefined>;

export type Config = {
  environment: 'development' | 'production';
  /** Everything that people ask for is answered with "we will be right back". */
  inMaintenance: boolean;
  /** Scheme, host and port, without a slash at the end. Links are built from it, never from a request. */
  origin: string;
  /** Who carries the texts. */
  sms: { provider: 'outbox' } | ({ provider: 'twilio' } & TwilioAccount);
  email: EmailConfig;
  /** Who takes the payments. */
  payments: { provider: 'local' } | ({ provider: 'stripe' } & StripeAccount);
  /** What signs reminders by web push; null: none are offered. */
  push: PushConfig | null;
  /** Makes of a phone number what stands for it in the database (`phone/number-hash.ts`). */
  phoneHashKey: string;
  /** Who may enter the admin area; null: there is none. */
  admin: AdminCredentials | null;
};

/** Who carries mails. `from` is a plain address: the product's name is put before it. `apiBaseUrl` ends without a slash. */
export type EmailConfig =
  | { provider: 'outbox' }
  | { provider: 'resend'; apiBaseUrl: string; apiKey: string; from: string }
  | { provider: 'cloudflare'; from: string };

/** An account at Twilio. `apiBaseUrl` without a slash at the end. */
export type TwilioAccount = {
  apiBaseUrl: string;
  accountSid: string;
  authToken: string;
  messagingServiceSid: string;
};

/** An account at Stripe, and its prices of what we sell. `apiBaseUrl` without a slash at the end. */
export type StripeAccount = {
  apiBaseUrl: string;
  secretKey: string;
  /** Any of them may have signed a webhook: two while one is replaced. */
  webhookSecrets: string[];
  prices: Record<PlanKey, string>;
};

/**
 * The two halves of one key of P-256, as base64url. `standIn`: where reminders go in place of the push services, without a
 * slash at the end; on a developer's machine only.
 */
export type PushConfig = { publicKey: string; privateKey: string; standIn: string | null };

/** `passwordHash` as `npm run admin:password` prints it. */
export type AdminCredentials = { username: string; passwordHash: string };

/** The admin of a developer's machine. Its password stands in README.md, so production refuses it. */
export const developmentAdmin: AdminCredentials = {
  username: 'admin',
  passwordHash: '$scrypt$ln=14,r=8,p=5$e6pz+g/2vzzSrE7X8p45vw$KphOyV8SnUN0bZNVWAIa1avehtg6QjR8PUOM/ZrQfX0',
};

/** The key of a developer's machine. It stands in a public file, so production refuses it. */
export const developmentPhoneHashKey = 'of-development-and-tests-and-of-no-use-elsewhere';

const whereExplained = 'See "Configuration" in README.md.';

const originWanted = 'must be an address such as "https://queue.example.com", without a path';

const phoneHashKeyWanted =
  'must be a secret of at least 32 characters, such as "openssl rand -base64 48" prints';

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be ${values.map((value) => `"${value}"`).join(' or ')}`);

/** Empty where the texts go elsewhere. */
const twilioVariables = {
  TWILIO_API_BASE_URL: z.optional(z.string(originWanted).check(z.refine(isOrigin, { error: originWanted }))),
  TWILIO_ACCOUNT_SID: z.optional(twilioId('AC')),
  TWILIO_AUTH_TOKEN: z.optional(z.string()),
  TWILIO_MESSAGING_SERVICE_SID: z.optional(twilioId('MG')),
};
const neededByTwilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_MESSAGING_SERVICE_SID'] as const;

/** What is bought, by the variable that holds its price's id. */
const priceVariables = {
  'Starter Monthly': 'STRIPE_PRICE_STARTER_MONTHLY',
  'Starter Yearly': 'STRIPE_PRICE_STARTER_YEARLY',
  'Professional Monthly': 'STRIPE_PRICE_PROFESSIONAL_MONTHLY',
  'Professional Yearly': 'STRIPE_PRICE_PROFESSIONAL_YEARLY',
} as const satisfies Record<PlanKey, string>;

const priceId = z.optional(
  z.string().check(z.regex(/^price_\w+$/, 'must be the id of a price, such as "price_1MoBy5"')),
);

/** Empty where nobody pays in earnest. */
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
const neededByStripe = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  ...Object.values(priceVariables),
] as const;

/** Neither of two is of use without the other. */
const together = [
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'],
  ['ADMIN_USERNAME', 'ADMIN_PASSWORD_HASH'],
  ['ADMIN_PASSWORD_HASH', 'ADMIN_USERNAME'],
] as const;

const variables = z
  .object({
    APP_ENV: oneOf(['development', 'production']),
    MAINTENANCE: z._default(oneOf(['off', 'on']), 'off'),
    APP_ORIGIN: z.string(originWanted).check(z.refine(isOrigin, { error: originWanted })),
    SMS_PROVIDER: oneOf(['outbox', 'twilio']),
    ...twilioVariables,
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
    PHONE_HASH_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{32,200}$/, phoneHashKeyWanted))),
    PAYMENT_PROVIDER: oneOf(['local', 'stripe']),
    ...stripeVariables,
    ADMIN_USERNAME: z.optional(z.string()),
    ADMIN_PASSWORD_HASH: z.optional(
      z.string().check(z.refine(isPasswordHash, { error: 'must be what "npm run admin:password" prints' })),
    ),
  })
  .check(
    z.refine((vars) => vars.APP_ENV !== 'production' || !vars.APP_ORIGIN.startsWith('http:'), {
      path: ['APP_ORIGIN'],
      error: 'must start with "https:" in production',
    }),
    z.refine((vars) => vars.APP_ENV !== 'production' || !vars.TWILIO_API_BASE_URL?.startsWith('http:'), {
      path: ['TWILIO_API_BASE_URL'],
      error: 'must start with "https:" in production',
    }),
    ...neededByTwilio.map((name) =>
      z.refine<{ SMS_PROVIDER: string } & { [Name in typeof name]?: string | undefined }>(
        (vars) => vars.SMS_PROVIDER !== 'twilio' || vars[name] !== undefined,
        { path: [name], error: 'is needed where SMS_PROVIDER is "twilio"' },
      ),
    ),
    ...(['SMS_PROVIDER', 'EMAIL_PROVIDER'] as const).map((name) =>
      z.refine<Record<'APP_ENV' | typeof name, string>>(
        (vars) => vars.APP_ENV !== 'production' || vars[name] !== 'outbox',
        {
          path: [name],
          error:
            'is "outbox", which sends nothing and is for development only; production needs a real provider',
        },
      ),
    ),
    z.refine((vars) => vars.APP_ENV !== 'production' || vars.PAYMENT_PROVIDER !== 'local', {
      path: ['PAYMENT_PROVIDER'],
      error: 'is "local", where nobody pays anything, and is for development only; production needs "stripe"',
    }),
    z.refine((vars) => vars.APP_ENV !== 'production' || isSafeToCall(vars.STRIPE_API_BASE_URL), {
      path: ['STRIPE_API_BASE_URL'],
      error: 'must start with "https:" in production, as the key goes there',
    }),
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
    z.refine((vars) => vars.APP_ENV !== 'production' || isSafeToCall(vars.RESEND_API_BASE_URL), {
      path: ['RESEND_API_BASE_URL'],
      error: 'must start with "https:" in production, as the key goes there',
    }),
    ...together.map(([name, other]) =>
      z.refine<{ [Name in (typeof together)[number][number]]?: string | undefined }>(
        (vars) => vars[name] !== undefined || vars[other] === undefined,
        { path: [name], error: `must be set together with ${other}` },
      ),
    ),
    z.refine(isOneKey, {
      path: ['VAPID_PUBLIC_KEY'],
      error: 'must be the other half of VAPID_PRIVATE_KEY',
    }),
    z.refine((vars) => vars.APP_ENV !== 'production' || vars.PUSH_STAND_IN === undefined, {
      path: ['PUSH_STAND_IN'],
      error: 'takes reminders in place of the push services, and is for development only',
    }),
    z.refine((vars) => vars.PHONE_HASH_KEY !== undefined, {
      path: ['PHONE_HASH_KEY'],
      error: phoneHashKeyWanted,
    }),
    z.refine((vars) => vars.APP_ENV !== 'production' || vars.PHONE_HASH_KEY !== developmentPhoneHashKey, {
      path: ['PHONE_HASH_KEY'],
      error: 'is the one of development, which is published',
    }),
    z.refine(
      (vars) => vars.APP_ENV !== 'production' || vars.ADMIN_PASSWORD_HASH !== developmentAdmin.passwordHash,
      { path: ['ADMIN_PASSWORD_HASH'], error: 'is the one of development, whose password is published' },
    ),
  );

/**
 * Reads the variables of `README.md`, section "Configuration". Each problem is one sentence that names its variable.
 * `bindings` says which of the optional ones of `wrangler.toml` there are.
 */
export function readConfig(
  vars: ConfigVariables,
  bindings: { email: boolean },
): { ok: true; config: Config } | { ok: false; problems: string[] } {
  const parsed = variables.safeParse({
    APP_ENV: vars['APP_ENV'],
    // Empty counts as not set, as in `local/settings.ts`.
    MAINTENANCE: vars['MAINTENANCE'] || undefined,
    APP_ORIGIN: vars['APP_ORIGIN'],
    SMS_PROVIDER: vars['SMS_PROVIDER'],
    EMAIL_PROVIDER: vars['EMAIL_PROVIDER'],
    EMAIL_FROM: vars['EMAIL_FROM'] || undefined,
    RESEND_API_BASE_URL: vars['RESEND_API_BASE_URL'] || undefined,
    RESEND_API_KEY: vars['RESEND_API_KEY'] || undefined,
    TWILIO_API_BASE_URL: vars['TWILIO_API_BASE_URL'] || undefined,
    TWILIO_ACCOUNT_SID: vars['TWILIO_ACCOUNT_SID'] || undefined,
    TWILIO_AUTH_TOKEN: vars['TWILIO_AUTH_TOKEN'] || undefined,
    TWILIO_MESSAGING_SERVICE_SID: vars['TWILIO_MESSAGING_SERVICE_SID'] || undefined,
    VAPID_PUBLIC_KEY: vars['VAPID_PUBLIC_KEY'] || undefined,
    VAPID_PRIVATE_KEY: vars['VAPID_PRIVATE_KEY'] || undefined,
    PUSH_STAND_IN: vars['PUSH_STAND_IN'] || undefined,
    PHONE_HASH_KEY: vars['PHONE_HASH_KEY'] || undefined,
    PAYMENT_PROVIDER: vars['PAYMENT_PROVIDER'],
    STRIPE_API_BASE_URL: vars['STRIPE_API_BASE_URL'] || undefined,
    ...Object.fromEntries(neededByStripe.map((name) => [name, vars[name] || undefined])),
    ADMIN_USERNAME: vars['ADMIN_USERNAME'] || undefined,
    ADMIN_PASSWORD_HASH: vars['ADMIN_PASSWORD_HASH'] || undefined,
  });
  if (!parsed.success) {
    return { ok: false, problems: parsed.error.issues.map((issue) => problem(issue, vars)) };
  }
  if (parsed.data.EMAIL_PROVIDER === 'cloudflare' && !bindings.email) {
    return {
      ok: false,
      problems: [
        `EMAIL_PROVIDER is "cloudflare", which needs the binding EMAIL of wrangler.toml. ${whereExplained}`,
      ],
    };
  }
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: passwordHash } = parsed.data;
  return {
    ok: true,
    config: {
      environment: parsed.data.APP_ENV,
      inMaintenance: parsed.data.MAINTENANCE === 'on',
      origin: new URL(parsed.data.APP_ORIGIN).origin,
      sms: smsOf(parsed.data),
      email: emailOf(parsed.data),
      payments: paymentsOf(parsed.data),
      push: pushOf(parsed.data),
      phoneHashKey: parsed.data.PHONE_HASH_KEY ?? '',
      admin: username === undefined || passwordHash === undefined ? null : { username, passwordHash },
    },
  };
}

function emailOf(vars: z.infer<typeof variables>): EmailConfig {
  const { EMAIL_PROVIDER: provider, EMAIL_FROM: from = '', RESEND_API_KEY: apiKey = '' } = vars;
  if (provider === 'outbox') return { provider };
  if (provider === 'cloudflare') return { provider, from };
  return { provider, apiBaseUrl: vars.RESEND_API_BASE_URL.replace(/\/+$/, ''), apiKey, from };
}

function smsOf(vars: z.infer<typeof variables>): Config['sms'] {
  const {
    TWILIO_API_BASE_URL: baseUrl = 'https://api.twilio.com',
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid,
  } = vars;
  const isWhole = accountSid !== undefined && authToken !== undefined && messagingServiceSid !== undefined;
  if (vars.SMS_PROVIDER === 'outbox' || !isWhole) return { provider: 'outbox' };
  const apiBaseUrl = new URL(baseUrl).origin;
  return { provider: 'twilio', apiBaseUrl, accountSid, authToken, messagingServiceSid };
}

function paymentsOf(vars: z.infer<typeof variables>): Config['payments'] {
  if (vars.PAYMENT_PROVIDER === 'local') return { provider: 'local' };
  const price = (key: PlanKey) => vars[priceVariables[key]] ?? '';
  return {
    provider: 'stripe',
    apiBaseUrl: new URL(vars.STRIPE_API_BASE_URL).origin,
    secretKey: vars.STRIPE_SECRET_KEY ?? '',
    webhookSecrets: vars.STRIPE_WEBHOOK_SECRET?.split(',') ?? [],
    prices: {
      'Starter Monthly': price('Starter Monthly'),
      'Starter Yearly': price('Starter Yearly'),
      'Professional Monthly': price('Professional Monthly'),
      'Professional Yearly': price('Professional Yearly'),
    },
  };
}

/** What Twilio names its things by. */
function twilioId(kind: 'AC' | 'MG') {
  const error = `must be "${kind}" and 32 hexadecimal digits`;
  return z.string(error).check(z.regex(new RegExp(`^${kind}[0-9a-fA-F]{32}$`), error));
}

function pushOf(vars: z.infer<typeof variables>): PushConfig | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUSH_STAND_IN: standIn } = vars;
  if (publicKey === undefined || privateKey === undefined) return null;
  return { publicKey, privateKey, standIn: standIn?.replace(/\/+$/, '') ?? null };
}

function problem(issue: z.core.$ZodIssue, vars: ConfigVariables): string {
  const name = String(issue.path[0]);
  const value = vars[name];
  const found = value === undefined || value === '' ? ' It is not set.' : '';
  return `${name} ${issue.message}.${found} ${whereExplained}`;
}

/** Browsers are told the one half and services are shown the other: of two keys nobody would ever be reminded. */
function isOneKey(vars: {
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
}): boolean {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = vars;
  if (publicKey === undefined || privateKey === undefined) return true;
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url') === publicKey;
  } catch {
    // No number of the curve.
    return false;
  }
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    // Whatever else an address can carry (path, query, user) would be lost or would break links.
    (value === url.origin || value === `${url.origin}/`)
  );
}

function isBaseUrl(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    !/[?#\s]/.test(value)
  );
}

/** A stand-in on this very machine may be called without https. */
function isSafeToCall(baseUrl: string): boolean {
  const url = URL.parse(baseUrl);
  return url?.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
}
