/**
 * The parsed configuration. The Node script behind `npm start` imports this file, too, so the file uses no platform API
 * and only erasable TypeScript.
 */
import type * as z from 'zod/mini';
import { isCountry } from '../../shared/countries.ts';
import type { PlanKey } from '../../shared/plans.ts';
import type { TextPrices } from '../../shared/text/text-prices.ts';
import { neededByStripe, priceVariables, variables } from './config-variables.ts';

/** Variables from the platform or the shell. */
export type ConfigVariables = Record<string, string | undefined>;

export type Config = {
  environment: 'development' | 'staging' | 'production';
  /** Whether maintenance mode is on, in which people get "we will be right back". */
  inMaintenance: boolean;
  /**
   * Scheme, host and port, without a slash at the end. Links are built from the configured origin, never from
   * a request.
   */
  origin: string;
  /** Provider of texts. */
  sms: { provider: 'outbox' } | ({ provider: 'twilio' } & TwilioAccount);
  email: EmailConfig;
  /** Provider of payments. */
  payments: { provider: 'local' } | ({ provider: 'stripe' } & StripeAccount);
  /** Web push keys for reminders; null: reminders are not offered. */
  push: PushConfig | null;
  /** Turnstile, the bot check of the feedback and the sales form; null: no bot check. */
  turnstile: TurnstileConfig | null;
  /** URL of the list of breached passwords, without a slash at the end; null: no look-up. */
  breachedPasswords: string | null;
  /** Key of the hashes of phone numbers (`platform/number-hash.ts`). */
  phoneHashKey: string;
  /** Secrets that seal values at rest (`platform/at-rest.ts`), the newest first. */
  sealingSecrets: readonly string[];
  /** Bearer token of the deep health check; null: the check is answered only in development. */
  healthToken: string | null;
  /**
   * Protected names in addition to the built-in names: texts contain a protected name only after an operator's
   * approval.
   */
  protectedNames: readonly string[];
  /**
   * The maximum numbers of texts in an hour: for all unproven accounts together, for all trials together, for each
   * country, for codes to owners on a trial, and for one account. The maximum for one account is twice the number of
   * texts in the account's busiest hour of the last 28 days (without today), if this is more than the configured
   * maximum (`text-permits.ts`).
   */
  textBudgets: { unproven: number; trials: number; country: number; codes: number; account: number };
  /** SMS credits of a text, for countries where the price differs from `text/text-prices.ts`. */
  textPrices: TextPrices;
  /** Log-in of the admin area; null: there is no admin area. */
  admin: AdminCredentials | null;
};

/**
 * Provider of mails. `from` is a plain address, to which the product's name is added. `apiBaseUrl` ends without a
 * slash.
 */
export type EmailConfig =
  | { provider: 'outbox' }
  | { provider: 'resend'; apiBaseUrl: string; apiKey: string; from: string }
  | { provider: 'cloudflare'; from: string };

/** A Twilio account. `apiBaseUrl` ends without a slash. */
export type TwilioAccount = {
  apiBaseUrl: string;
  accountSid: string;
  authToken: string;
  messagingServiceSid: string;
};

/** A Stripe account with our prices. `apiBaseUrl` ends without a slash. */
export type StripeAccount = {
  apiBaseUrl: string;
  secretKey: string;
  /** Secrets that verify webhooks: two secrets while one of them is being replaced. */
  webhookSecrets: string[];
  prices: Record<PlanKey, string>;
};

/**
 * A P-256 key pair in base64url. `standIn`: in development, the URL that replaces the push services; without
 * a slash at the end.
 */
export type PushConfig = { publicKey: string; privateKey: string; standIn: string | null };

/**
 * A Turnstile widget. `origin`: host of the widget's script and of the token verification, without a slash at the end.
 */
export type TurnstileConfig = { siteKey: string; secretKey: string; origin: string };

/** `passwordHash` is the output of `npm run admin:password`. */
export type AdminCredentials = { username: string; passwordHash: string };

/** The budget of an account if `TEXT_BUDGETS` has only four numbers, as in earlier releases. */
const ACCOUNT_TEXTS_AN_HOUR = 60;

const whereExplained = 'See "Configuration" in README.md.';

/**
 * Parses the variables of `docs/configuration.md`. Each problem is a sentence that names its variable. `bindings`:
 * whether the optional binding EMAIL (`wrangler.toml`) exists, and whether the development entry's stand-ins exist.
 */
export function readConfig(
  vars: ConfigVariables,
  bindings: { email: boolean; standIns: boolean },
): { ok: true; config: Config } | { ok: false; problems: string[] } {
  const parsed = variables.safeParse({
    APP_ENV: vars['APP_ENV'],
    // An empty variable counts as not set, as in `local/settings.ts`.
    MAINTENANCE: vars['MAINTENANCE'] || undefined,
    APP_ORIGIN: vars['APP_ORIGIN'],
    SMS_PROVIDER: vars['SMS_PROVIDER'],
    SUPPORT_EMAIL: vars['SUPPORT_EMAIL'] || undefined,
    LEGAL_ENTITY: vars['LEGAL_ENTITY'] || undefined,
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
    SEALING_KEYS: vars['SEALING_KEYS'] || undefined,
    HEALTH_TOKEN: vars['HEALTH_TOKEN'] || undefined,
    PROTECTED_NAMES: vars['PROTECTED_NAMES'] || undefined,
    TEXT_BUDGETS: vars['TEXT_BUDGETS'] || undefined,
    TEXT_PRICES: vars['TEXT_PRICES'] || undefined,
    PAYMENT_PROVIDER: vars['PAYMENT_PROVIDER'],
    STRIPE_API_BASE_URL: vars['STRIPE_API_BASE_URL'] || undefined,
    ...Object.fromEntries(neededByStripe.map((name) => [name, vars[name] || undefined])),
    TURNSTILE_SITE_KEY: vars['TURNSTILE_SITE_KEY'] || undefined,
    TURNSTILE_SECRET_KEY: vars['TURNSTILE_SECRET_KEY'] || undefined,
    TURNSTILE_BASE_URL: vars['TURNSTILE_BASE_URL'] || undefined,
    BREACHED_PASSWORDS_BASE_URL: vars['BREACHED_PASSWORDS_BASE_URL'] || undefined,
    ADMIN_USERNAME: vars['ADMIN_USERNAME'] || undefined,
    ADMIN_PASSWORD_HASH: vars['ADMIN_PASSWORD_HASH'] || undefined,
  });
  if (!parsed.success) {
    return { ok: false, problems: parsed.error.issues.map((issue) => problem(issue, vars)) };
  }
  if (parsed.data.APP_ENV === 'development' && !bindings.standIns) {
    return {
      ok: false,
      problems: [
        `APP_ENV is "development", for which a deployment is not built; it must be "staging" or "production". ${whereExplained}`,
      ],
    };
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
      turnstile: turnstileOf(parsed.data),
      breachedPasswords: parsed.data.BREACHED_PASSWORDS_BASE_URL?.replace(/\/+$/, '') ?? null,
      phoneHashKey: parsed.data.PHONE_HASH_KEY ?? '',
      sealingSecrets: parsed.data.SEALING_KEYS?.split(',') ?? [],
      healthToken: parsed.data.HEALTH_TOKEN ?? null,
      textBudgets: textBudgetsOf(parsed.data.TEXT_BUDGETS),
      textPrices: textPricesOf(parsed.data.TEXT_PRICES),
      protectedNames: parsed.data.PROTECTED_NAMES.split(',').filter((name) => name.trim() !== ''),
      admin: username === undefined || passwordHash === undefined ? null : { username, passwordHash },
    },
  };
}

/**
 * Checks that the web push keys are a pair. Returns the problem as a sentence; null: no problem. If the two keys came
 * from different pairs, push services would refuse every reminder. This check is a separate function, because the check
 * is asynchronous.
 */
export async function pushKeyProblem(push: PushConfig | null): Promise<string | null> {
  if (push === null || (await isOneKey(push))) return null;
  return `VAPID_PUBLIC_KEY must be the other half of VAPID_PRIVATE_KEY. ${whereExplained}`;
}

/** Whether the public key verifies a signature of the private key. */
async function isOneKey({ publicKey, privateKey }: PushConfig): Promise<boolean> {
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.toString('base64url', 1, 33);
  const y = point.toString('base64url', 33);
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const signature = { name: 'ECDSA', hash: 'SHA-256' };
  const something = new Uint8Array(32);
  try {
    const half = { kty: 'EC', crv: 'P-256', x, y };
    const signing = await crypto.subtle.importKey('jwk', { ...half, d: privateKey }, curve, false, ['sign']);
    const verifying = await crypto.subtle.importKey('jwk', half, curve, false, ['verify']);
    const signed = await crypto.subtle.sign(signature, signing, something);
    return await crypto.subtle.verify(signature, verifying, signed, something);
  } catch {
    // A key is invalid, or the runtime noticed that the two keys are not a pair.
    return false;
  }
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

function textBudgetsOf(budgets: string): Config['textBudgets'] {
  const [unproven = 0, trials = 0, country = 0, codes = 0, account = ACCOUNT_TEXTS_AN_HOUR] = (
    budgets.match(/\d+/g) ?? []
  ).map(Number);
  return { unproven, trials, country, codes, account };
}

/** Leaves out codes that belong to no known country, because no phone number has such a code. */
function textPricesOf(prices: string): TextPrices {
  const pairs = prices.split(',').flatMap((pair) => {
    const [country = '', credits] = pair.split('=');
    return isCountry(country) ? [[country, Number(credits)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function pushOf(vars: z.infer<typeof variables>): PushConfig | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUSH_STAND_IN: standIn } = vars;
  if (publicKey === undefined || privateKey === undefined) return null;
  return { publicKey, privateKey, standIn: standIn?.replace(/\/+$/, '') ?? null };
}

function turnstileOf(vars: z.infer<typeof variables>): TurnstileConfig | null {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = vars;
  if (siteKey === undefined || secretKey === undefined) return null;
  return { siteKey, secretKey, origin: new URL(vars.TURNSTILE_BASE_URL).origin };
}

function problem(issue: z.core.$ZodIssue, vars: ConfigVariables): string {
  const name = String(issue.path[0]);
  const value = vars[name];
  const found = value === undefined || value === '' ? ' It is not set.' : '';
  return `${name} ${issue.message}.${found} ${whereExplained}`;
}
