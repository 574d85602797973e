/**
 * The configuration, checked once. Also imported by the Node script behind `npm start`, so this file uses nothing
 * of the platform and only TypeScript that can be erased.
 */
import * as z from 'zod/mini';
import { isPasswordHash } from './security/passwords.ts';

/** The variables as the platform or the shell hands them over. */
export type ConfigVariables = Record<string, string | undefined>;

export type Config = {
  environment: 'development' | 'production';
  /** Scheme, host and port, without a slash at the end. Links are built from it, never from a request. */
  origin: string;
  smsProvider: 'outbox';
  emailProvider: 'outbox';
  /** Who may enter the admin area; null: there is none. */
  admin: AdminCredentials | null;
};

/** `passwordHash` as `npm run admin:password` prints it. */
export type AdminCredentials = { username: string; passwordHash: string };

/** The admin of a developer's machine. Its password stands in README.md, so production refuses it. */
export const developmentAdmin: AdminCredentials = {
  username: 'admin',
  passwordHash: '$scrypt$ln=14,r=8,p=5$e6pz+g/2vzzSrE7X8p45vw$KphOyV8SnUN0bZNVWAIa1avehtg6QjR8PUOM/ZrQfX0',
};

const whereExplained = 'See "Configuration" in README.md.';

const originWanted = 'must be an address such as "https://queue.example.com", without a path';

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be ${values.map((value) => `"${value}"`).join(' or ')}`);

const variables = z
  .object({
    APP_ENV: oneOf(['development', 'production']),
    APP_ORIGIN: z.string(originWanted).check(z.refine(isOrigin, { error: originWanted })),
    SMS_PROVIDER: oneOf(['outbox']),
    EMAIL_PROVIDER: oneOf(['outbox']),
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
    z.refine((vars) => vars.ADMIN_PASSWORD_HASH === undefined || vars.ADMIN_USERNAME !== undefined, {
      path: ['ADMIN_USERNAME'],
      error: 'must be set together with ADMIN_PASSWORD_HASH',
    }),
    z.refine((vars) => vars.ADMIN_USERNAME === undefined || vars.ADMIN_PASSWORD_HASH !== undefined, {
      path: ['ADMIN_PASSWORD_HASH'],
      error: 'must be set together with ADMIN_USERNAME',
    }),
    z.refine(
      (vars) => vars.APP_ENV !== 'production' || vars.ADMIN_PASSWORD_HASH !== developmentAdmin.passwordHash,
      { path: ['ADMIN_PASSWORD_HASH'], error: 'is the one of development, whose password is published' },
    ),
  );

/**
 * Reads the variables of `README.md`, section "Configuration". Each problem is one sentence that names its variable.
 */
export function readConfig(
  vars: ConfigVariables,
): { ok: true; config: Config } | { ok: false; problems: string[] } {
  const parsed = variables.safeParse({
    APP_ENV: vars['APP_ENV'],
    APP_ORIGIN: vars['APP_ORIGIN'],
    SMS_PROVIDER: vars['SMS_PROVIDER'],
    EMAIL_PROVIDER: vars['EMAIL_PROVIDER'],
    // Empty counts as not set, as in `local/settings.ts`.
    ADMIN_USERNAME: vars['ADMIN_USERNAME'] || undefined,
    ADMIN_PASSWORD_HASH: vars['ADMIN_PASSWORD_HASH'] || undefined,
  });
  if (!parsed.success) {
    return { ok: false, problems: parsed.error.issues.map((issue) => problem(issue, vars)) };
  }
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: passwordHash } = parsed.data;
  return {
    ok: true,
    config: {
      environment: parsed.data.APP_ENV,
      origin: new URL(parsed.data.APP_ORIGIN).origin,
      smsProvider: parsed.data.SMS_PROVIDER,
      emailProvider: parsed.data.EMAIL_PROVIDER,
      admin: username === undefined || passwordHash === undefined ? null : { username, passwordHash },
    },
  };
}

function problem(issue: z.core.$ZodIssue, vars: ConfigVariables): string {
  const name = String(issue.path[0]);
  const value = vars[name];
  const found = value === undefined || value === '' ? ' It is not set.' : '';
  return `${name} ${issue.message}.${found} ${whereExplained}`;
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
