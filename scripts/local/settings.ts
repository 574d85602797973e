/** What the environment says about a local run (`docs/configuration.md`), checked before anything starts. */
import path from 'node:path';
import { pushKeyProblem, readConfig } from '../../src/worker/platform/config.ts';
import { developmentAdmin, developmentPhoneHashKey } from '../../src/worker/platform/config-variables.ts';

export const projectRoot = path.dirname(path.dirname(import.meta.dirname));

export const DEFAULT_PORT = 8787;

/** `quiet`: the demo business is seeded and stands still. `off`: it is not seeded. */
const demoModes = ['on', 'quiet', 'off'] as const;

export type Settings = {
  demo: (typeof demoModes)[number];
  port: number;
  /** The address to listen on. The loopback address serves both `localhost` and `127.0.0.1`. */
  host: string;
  /** Absolute path of the folder that holds the database and the queues. */
  stateDir: string;
  /** What the Worker sees as its variables. */
  vars: {
    APP_ENV: string;
    MAINTENANCE: string;
    APP_ORIGIN: string;
    SMS_PROVIDER: string;
    TWILIO_API_BASE_URL: string;
    TWILIO_ACCOUNT_SID: string;
    TWILIO_AUTH_TOKEN: string;
    TWILIO_MESSAGING_SERVICE_SID: string;
    EMAIL_PROVIDER: string;
    EMAIL_FROM: string;
    RESEND_API_BASE_URL: string;
    RESEND_API_KEY: string;
    VAPID_PUBLIC_KEY: string;
    VAPID_PRIVATE_KEY: string;
    PUSH_STAND_IN: string;
    PHONE_HASH_KEY: string;
    PAYMENT_PROVIDER: string;
    STRIPE_API_BASE_URL: string;
    STRIPE_SECRET_KEY: string;
    STRIPE_WEBHOOK_SECRET: string;
    STRIPE_PRICE_STARTER_MONTHLY: string;
    STRIPE_PRICE_STARTER_YEARLY: string;
    STRIPE_PRICE_PROFESSIONAL_MONTHLY: string;
    STRIPE_PRICE_PROFESSIONAL_YEARLY: string;
    TURNSTILE_SITE_KEY: string;
    TURNSTILE_SECRET_KEY: string;
    TURNSTILE_BASE_URL: string;
    ADMIN_USERNAME: string;
    ADMIN_PASSWORD_HASH: string;
  };
};

/** Variables that a deployment keeps as secrets; the same names as in `wrangler.toml`. */
export const secretNames = [
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD_HASH',
  'TWILIO_AUTH_TOKEN',
  'RESEND_API_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'VAPID_PRIVATE_KEY',
  'PHONE_HASH_KEY',
  'TURNSTILE_SECRET_KEY',
] as const;

/** What the Worker is told on a developer's machine and in tests. `wrangler.toml` itself serves nobody. */
export function developmentVars(port: number): Settings['vars'] {
  return {
    APP_ENV: 'development',
    MAINTENANCE: 'off',
    APP_ORIGIN: `http://localhost:${port}`,
    SMS_PROVIDER: 'outbox',
    TWILIO_API_BASE_URL: '',
    TWILIO_ACCOUNT_SID: '',
    TWILIO_AUTH_TOKEN: '',
    TWILIO_MESSAGING_SERVICE_SID: '',
    EMAIL_PROVIDER: 'outbox',
    EMAIL_FROM: '',
    RESEND_API_BASE_URL: '',
    RESEND_API_KEY: '',
    VAPID_PUBLIC_KEY: '',
    VAPID_PRIVATE_KEY: '',
    PUSH_STAND_IN: '',
    PHONE_HASH_KEY: developmentPhoneHashKey,
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
    ADMIN_USERNAME: developmentAdmin.username,
    ADMIN_PASSWORD_HASH: developmentAdmin.passwordHash,
  };
}

/** Reads and checks the environment. Every problem is one sentence that names its variable. */
export async function readSettings(
  env: Record<string, string | undefined>,
): Promise<{ ok: true; settings: Settings } | { ok: false; problems: string[] }> {
  const problems: string[] = [];
  // An empty variable counts as not set, as in most shells' idioms.
  const value = (name: string) => env[name] || undefined;

  const typedPort = value('PORT') ?? String(DEFAULT_PORT);
  const port = /^\d{1,5}$/.test(typedPort) ? Number(typedPort) : 0;
  if (port < 1 || port > 65_535) {
    problems.push(
      `PORT must be a number from 1 to 65535, not "${typedPort}". See "Configuration" in README.md.`,
    );
  }
  const stateDir = path.resolve(projectRoot, value('STATE_DIR') ?? '.state');
  if (stateDir === projectRoot || stateDir === path.parse(stateDir).root) {
    problems.push(
      `STATE_DIR must be a folder of its own, not "${stateDir}". See "Configuration" in README.md.`,
    );
  }
  const typedDemo = value('DEMO') ?? 'on';
  const demo = demoModes.find((mode) => mode === typedDemo);
  if (demo === undefined) {
    problems.push(`DEMO must be on, quiet or off, not "${typedDemo}". See "Configuration" in README.md.`);
  }
  const usual = developmentVars(port);
  const APP_ENV = value('APP_ENV') ?? usual.APP_ENV;
  // The admin of development is nobody's in production.
  const usualAdmin = APP_ENV === 'production' ? { ADMIN_USERNAME: '', ADMIN_PASSWORD_HASH: '' } : usual;
  const vars = {
    APP_ENV,
    MAINTENANCE: value('MAINTENANCE') ?? usual.MAINTENANCE,
    APP_ORIGIN: value('APP_ORIGIN') ?? usual.APP_ORIGIN,
    SMS_PROVIDER: value('SMS_PROVIDER') ?? usual.SMS_PROVIDER,
    TWILIO_API_BASE_URL: value('TWILIO_API_BASE_URL') ?? usual.TWILIO_API_BASE_URL,
    TWILIO_ACCOUNT_SID: value('TWILIO_ACCOUNT_SID') ?? usual.TWILIO_ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: value('TWILIO_AUTH_TOKEN') ?? usual.TWILIO_AUTH_TOKEN,
    TWILIO_MESSAGING_SERVICE_SID: value('TWILIO_MESSAGING_SERVICE_SID') ?? usual.TWILIO_MESSAGING_SERVICE_SID,
    EMAIL_PROVIDER: value('EMAIL_PROVIDER') ?? usual.EMAIL_PROVIDER,
    EMAIL_FROM: value('EMAIL_FROM') ?? usual.EMAIL_FROM,
    RESEND_API_BASE_URL: value('RESEND_API_BASE_URL') ?? usual.RESEND_API_BASE_URL,
    RESEND_API_KEY: value('RESEND_API_KEY') ?? usual.RESEND_API_KEY,
    VAPID_PUBLIC_KEY: value('VAPID_PUBLIC_KEY') ?? usual.VAPID_PUBLIC_KEY,
    VAPID_PRIVATE_KEY: value('VAPID_PRIVATE_KEY') ?? usual.VAPID_PRIVATE_KEY,
    PUSH_STAND_IN: value('PUSH_STAND_IN') ?? usual.PUSH_STAND_IN,
    PHONE_HASH_KEY: value('PHONE_HASH_KEY') ?? (APP_ENV === 'production' ? '' : usual.PHONE_HASH_KEY),
    PAYMENT_PROVIDER: value('PAYMENT_PROVIDER') ?? usual.PAYMENT_PROVIDER,
    STRIPE_API_BASE_URL: value('STRIPE_API_BASE_URL') ?? usual.STRIPE_API_BASE_URL,
    STRIPE_SECRET_KEY: value('STRIPE_SECRET_KEY') ?? usual.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: value('STRIPE_WEBHOOK_SECRET') ?? usual.STRIPE_WEBHOOK_SECRET,
    STRIPE_PRICE_STARTER_MONTHLY: value('STRIPE_PRICE_STARTER_MONTHLY') ?? usual.STRIPE_PRICE_STARTER_MONTHLY,
    STRIPE_PRICE_STARTER_YEARLY: value('STRIPE_PRICE_STARTER_YEARLY') ?? usual.STRIPE_PRICE_STARTER_YEARLY,
    STRIPE_PRICE_PROFESSIONAL_MONTHLY:
      value('STRIPE_PRICE_PROFESSIONAL_MONTHLY') ?? usual.STRIPE_PRICE_PROFESSIONAL_MONTHLY,
    STRIPE_PRICE_PROFESSIONAL_YEARLY:
      value('STRIPE_PRICE_PROFESSIONAL_YEARLY') ?? usual.STRIPE_PRICE_PROFESSIONAL_YEARLY,
    TURNSTILE_SITE_KEY: value('TURNSTILE_SITE_KEY') ?? usual.TURNSTILE_SITE_KEY,
    TURNSTILE_SECRET_KEY: value('TURNSTILE_SECRET_KEY') ?? usual.TURNSTILE_SECRET_KEY,
    TURNSTILE_BASE_URL: value('TURNSTILE_BASE_URL') ?? usual.TURNSTILE_BASE_URL,
    ADMIN_USERNAME: value('ADMIN_USERNAME') ?? usualAdmin.ADMIN_USERNAME,
    ADMIN_PASSWORD_HASH: value('ADMIN_PASSWORD_HASH') ?? usualAdmin.ADMIN_PASSWORD_HASH,
  };
  // What is bound is known to the Worker only, which looks again.
  const config = readConfig(vars, { email: true, standIns: true });
  if (!config.ok && (problems.length === 0 || env['APP_ORIGIN'])) problems.push(...config.problems);
  const keyProblem = config.ok ? await pushKeyProblem(config.config.push) : null;
  if (keyProblem !== null) problems.push(keyProblem);

  return problems.length > 0 || demo === undefined
    ? { ok: false, problems }
    : { ok: true, settings: { demo, port, host: value('HOST') ?? '127.0.0.1', stateDir, vars } };
}
