import { expect, test } from 'vitest';
import { newPushKeys } from '../../../scripts/local/push-keys.ts';
import {
  pushKeyProblem,
  readConfig as read,
  type ConfigVariables,
} from '../../../src/worker/platform/config.ts';
import {
  developmentAdmin,
  developmentPhoneHashKey,
  developmentSealingKey,
} from '../../../src/worker/platform/config-variables.ts';

const readConfig = (vars: ConfigVariables, bindings = { email: false }) =>
  read(vars, { ...bindings, standIns: true });

const development = {
  APP_ENV: 'development',
  APP_ORIGIN: 'http://localhost:8787',
  SMS_PROVIDER: 'outbox',
  EMAIL_PROVIDER: 'outbox',
  PAYMENT_PROVIDER: 'local',
  PHONE_HASH_KEY: developmentPhoneHashKey,
  SEALING_KEYS: developmentSealingKey,
};

/** A secret of 32 characters with 16 different characters. */
const strongSecret = '0123456789abcdef'.repeat(2);

const phoneHashKeyWanted =
  'PHONE_HASH_KEY must be a secret of at least 32 characters, such as "openssl rand -base64 48" prints.';

test('the defaults of one machine are a configuration', () => {
  expect(readConfig(development)).toEqual({
    ok: true,
    config: {
      environment: 'development',
      inMaintenance: false,
      origin: 'http://localhost:8787',
      sms: { provider: 'outbox' },
      email: { provider: 'outbox' },
      payments: { provider: 'local' },
      push: null,
      turnstile: null,
      breachedPasswords: null,
      phoneHashKey: developmentPhoneHashKey,
      sealingSecrets: [developmentSealingKey],
      healthToken: null,
      protectedNames: [],
      textBudgets: { unproven: 60, trials: 600, country: 2000, codes: 60, account: 60 },
      textPrices: {},
      admin: null,
    },
  });
});

const pushKeys = newPushKeys();
const refusedKey =
  'VAPID_PUBLIC_KEY must be the other half of VAPID_PRIVATE_KEY. See "Configuration" in README.md.';

test('both halves of one key offer reminders', () => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = pushKeys;
  expect(readConfig({ ...development, ...pushKeys })).toMatchObject({
    config: { push: { publicKey, privateKey, standIn: null } },
  });
  const PUSH_STAND_IN = 'http://127.0.0.1:4011/';
  expect(readConfig({ ...development, ...pushKeys, PUSH_STAND_IN })).toMatchObject({
    config: { push: { publicKey, privateKey, standIn: 'http://127.0.0.1:4011' } },
  });
});

test.each([
  [{ VAPID_PRIVATE_KEY: '' }, 'VAPID_PRIVATE_KEY must be set together with VAPID_PUBLIC_KEY. It is not set.'],
  [{ VAPID_PUBLIC_KEY: '' }, 'VAPID_PUBLIC_KEY must be set together with VAPID_PRIVATE_KEY. It is not set.'],
  [{ PUSH_STAND_IN: 'owl' }, 'PUSH_STAND_IN must be an address without a query.'],
])('%j is no key for reminders, or no place for them', (wrong, sentence) => {
  expect(readConfig({ ...development, ...pushKeys, ...wrong })).toEqual({
    ok: false,
    problems: [`${sentence} See "Configuration" in README.md.`],
  });
});

test.each([
  ['both halves of one key', pushKeys, null],
  ['halves of two', { ...pushKeys, VAPID_PUBLIC_KEY: newPushKeys().VAPID_PUBLIC_KEY }, refusedKey],
  ['no number of the curve', { ...pushKeys, VAPID_PRIVATE_KEY: '_'.repeat(43) }, refusedKey],
  ['no point of the curve', { ...pushKeys, VAPID_PUBLIC_KEY: `BA${'A'.repeat(85)}` }, refusedKey],
  ['no key', { VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' }, null],
])('%s, as what signs reminders', async (_, keys, problem) => {
  const read = readConfig({ ...development, ...keys });
  expect(read.ok).toBe(true);
  expect(read.ok && (await pushKeyProblem(read.config.push))).toBe(problem);
});

test('an invalid key is refused', () => {
  const read = readConfig({ ...development, VAPID_PUBLIC_KEY: 'BAAA', VAPID_PRIVATE_KEY: 'short' });
  expect(read.ok ? [] : read.problems.slice(0, 2)).toEqual([
    'VAPID_PUBLIC_KEY must be a point of P-256 as base64url, 87 characters. See "Configuration" in README.md.',
    'VAPID_PRIVATE_KEY must be a number of P-256 as base64url, 43 characters. See "Configuration" in README.md.',
  ]);
});

test('production sends reminders to the push services alone', () => {
  const production = { ...development, APP_ENV: 'production', APP_ORIGIN: 'https://a.example' };
  const read = readConfig({ ...production, ...pushKeys, PUSH_STAND_IN: 'https://elsewhere.example' });
  expect(read.ok ? [] : read.problems).toContain(
    'PUSH_STAND_IN takes reminders in place of the push services, and is for development only. See "Configuration" in README.md.',
  );
});

test('an admin is both a name and a hash, or there is none', () => {
  const { username, passwordHash } = developmentAdmin;
  const both = { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: passwordHash };
  expect(readConfig({ ...development, ...both })).toMatchObject({ config: { admin: developmentAdmin } });
  const none = { ADMIN_USERNAME: '', ADMIN_PASSWORD_HASH: '' };
  expect(readConfig({ ...development, ...none })).toMatchObject({ config: { admin: null } });
  expect(readConfig({ ...development, ADMIN_USERNAME: username })).toEqual({
    ok: false,
    problems: [
      'ADMIN_PASSWORD_HASH must be set together with ADMIN_USERNAME. It is not set. See "Configuration" in README.md.',
    ],
  });
  expect(readConfig({ ...development, ADMIN_PASSWORD_HASH: passwordHash })).toEqual({
    ok: false,
    problems: [
      'ADMIN_USERNAME must be set together with ADMIN_PASSWORD_HASH. It is not set. See "Configuration" in README.md.',
    ],
  });
});

test.each(['lantern-at-the-door', '$2b$10$abcdefghijklmnopqrstuv', '$scrypt$ln=30,r=8,p=5$c2FsdA$a2V5'])(
  'what is no hash of ours is refused, and not repeated: %s',
  (ADMIN_PASSWORD_HASH) => {
    expect(readConfig({ ...development, ADMIN_USERNAME: 'admin', ADMIN_PASSWORD_HASH })).toEqual({
      ok: false,
      problems: [
        'ADMIN_PASSWORD_HASH must be what "npm run admin:password" prints. See "Configuration" in README.md.',
      ],
    });
  },
);

test('production refuses the published password of development', () => {
  const { username, passwordHash } = developmentAdmin;
  const both = { ADMIN_USERNAME: username, ADMIN_PASSWORD_HASH: passwordHash };
  const read = readConfig({
    ...development,
    ...both,
    APP_ENV: 'production',
    APP_ORIGIN: 'https://a.example',
  });
  expect(read.ok ? [] : read.problems).toContain(
    'ADMIN_PASSWORD_HASH is the one of development, whose password is published. See "Configuration" in README.md.',
  );
});

test('the key of phone numbers is a long secret, in production not the published one', () => {
  const explained = 'See "Configuration" in README.md.';
  const problemsWith = (about: ConfigVariables) => {
    const read = readConfig({ ...development, ...about });
    return read.ok ? [] : read.problems;
  };
  for (const PHONE_HASH_KEY of ['a'.repeat(31), `${'a'.repeat(40)} b`, 'a'.repeat(201)])
    expect(problemsWith({ PHONE_HASH_KEY })).toEqual([`${phoneHashKeyWanted} ${explained}`]);
  expect(problemsWith({ PHONE_HASH_KEY: '' })).toEqual([`${phoneHashKeyWanted} It is not set. ${explained}`]);
  const production = { APP_ENV: 'production', APP_ORIGIN: 'https://a.example' };
  const published = `PHONE_HASH_KEY is the one of development, which is published. ${explained}`;
  expect(problemsWith(production)).toContain(published);
  expect(problemsWith({ ...production, PHONE_HASH_KEY: strongSecret })).not.toContain(published);
});

test('the keys that seal at rest are long secrets, the newest first, in production not the published one', () => {
  const explained = 'See "Configuration" in README.md.';
  const [newest, older] = [strongSecret, `${strongSecret}-older`];
  expect(readConfig({ ...development, SEALING_KEYS: `${newest},${older}` })).toMatchObject({
    config: { sealingSecrets: [newest, older] },
  });
  const wanted =
    'SEALING_KEYS must be secrets of at least 32 characters, such as "openssl rand -base64 48" prints, the newest first, with commas between.';
  for (const SEALING_KEYS of ['a'.repeat(31), `${newest},short`, `${newest},`, `,${newest}`])
    expect(readConfig({ ...development, SEALING_KEYS })).toEqual({
      ok: false,
      problems: [`${wanted} ${explained}`],
    });
  expect(readConfig({ ...development, SEALING_KEYS: '' })).toEqual({
    ok: false,
    problems: [`${wanted} It is not set. ${explained}`],
  });
  const production = { APP_ENV: 'production', SEALING_KEYS: `${newest},${developmentSealingKey}` };
  const read = readConfig({ ...development, ...production });
  expect(read.ok ? [] : read.problems).toContain(
    `SEALING_KEYS has the one of development, which is published. ${explained}`,
  );
});

const twilio = {
  ...development,
  SMS_PROVIDER: 'twilio',
  TWILIO_ACCOUNT_SID: `AC${'0a'.repeat(16)}`,
  TWILIO_AUTH_TOKEN: 'a secret',
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0B'.repeat(16)}`,
};

test('texts by Twilio need its account, and where it answers may be another place', () => {
  const sms = {
    provider: 'twilio',
    apiBaseUrl: 'https://api.twilio.com',
    accountSid: twilio.TWILIO_ACCOUNT_SID,
    authToken: 'a secret',
    messagingServiceSid: twilio.TWILIO_MESSAGING_SERVICE_SID,
  };
  expect(readConfig(twilio)).toMatchObject({ config: { sms } });
  expect(readConfig({ ...twilio, TWILIO_API_BASE_URL: 'http://127.0.0.1:9100/' })).toMatchObject({
    config: { sms: { ...sms, apiBaseUrl: 'http://127.0.0.1:9100' } },
  });
  expect(readConfig({ ...twilio, SMS_PROVIDER: 'outbox' })).toMatchObject({
    config: { sms: { provider: 'outbox' } },
  });
});

test.each(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_MESSAGING_SERVICE_SID'] as const)(
  'without %s Twilio cannot be used',
  (name) => {
    expect(readConfig({ ...twilio, [name]: '' })).toEqual({
      ok: false,
      problems: [
        `${name} is needed where SMS_PROVIDER is "twilio". It is not set. See "Configuration" in README.md.`,
      ],
    });
  },
);

test.each([
  ['TWILIO_ACCOUNT_SID', 'AC1', 'must be "AC" and 32 hexadecimal digits'],
  ['TWILIO_ACCOUNT_SID', twilio.TWILIO_MESSAGING_SERVICE_SID, 'must be "AC" and 32 hexadecimal digits'],
  ['TWILIO_MESSAGING_SERVICE_SID', 'MG1', 'must be "MG" and 32 hexadecimal digits'],
  [
    'TWILIO_API_BASE_URL',
    'https://a.example/path',
    'must be an address such as "https://queue.example.com", without a path',
  ],
])('%s=%s is refused', (name, value, words) => {
  expect(readConfig({ ...twilio, [name]: value })).toEqual({
    ok: false,
    problems: [`${name} ${words}. See "Configuration" in README.md.`],
  });
});

test('a slash at the end of the origin does no harm', () => {
  expect(readConfig({ ...development, APP_ORIGIN: 'https://Queue.example.com/' })).toMatchObject({
    ok: false,
  });
  expect(readConfig({ ...development, APP_ORIGIN: 'https://queue.example.com/' })).toMatchObject({
    config: { origin: 'https://queue.example.com' },
  });
});

test('all missing variables are named', () => {
  expect(readConfig({})).toEqual({
    ok: false,
    problems: [
      'APP_ENV must be "development" or "staging" or "production". It is not set. See "Configuration" in README.md.',
      'APP_ORIGIN must be an address such as "https://queue.example.com", without a path. It is not set. See "Configuration" in README.md.',
      'SMS_PROVIDER must be "outbox" or "twilio". It is not set. See "Configuration" in README.md.',
      'EMAIL_PROVIDER must be "outbox" or "resend" or "cloudflare". It is not set. See "Configuration" in README.md.',
      'PAYMENT_PROVIDER must be "local" or "stripe". It is not set. See "Configuration" in README.md.',
    ],
  });
});

test.each([
  'localhost:8787',
  'ftp://a.example',
  'https://a.example/app',
  'https://u:p@a.example',
  'https://a.example?x',
])('the origin %s is refused', (APP_ORIGIN) => {
  expect(readConfig({ ...development, APP_ORIGIN })).toEqual({
    ok: false,
    problems: [
      'APP_ORIGIN must be an address such as "https://queue.example.com", without a path. See "Configuration" in README.md.',
    ],
  });
});

test('production refuses an origin without https and providers that send nothing', () => {
  const production = {
    ...development,
    APP_ENV: 'production',
    PHONE_HASH_KEY: strongSecret,
    SEALING_KEYS: strongSecret,
  };
  expect(readConfig(production)).toEqual({
    ok: false,
    problems: [
      'APP_ORIGIN must start with "https:" outside of development. See "Configuration" in README.md.',
      'SUPPORT_EMAIL must be the address that guests and owners write to; nobody reads one of ".example". It is not set. See "Configuration" in README.md.',
      'LEGAL_ENTITY must name who offers the product, as the terms and the policy do; nobody is called ".example". It is not set. See "Configuration" in README.md.',
      'SMS_PROVIDER is "outbox", which sends nothing and is for development only; a deployment needs a real provider. See "Configuration" in README.md.',
      'EMAIL_PROVIDER is "outbox", which sends nothing and is for development only; a deployment needs a real provider. See "Configuration" in README.md.',
      'PAYMENT_PROVIDER is "local", where nobody pays anything, and is for development only; a deployment needs "stripe". See "Configuration" in README.md.',
    ],
  });
});

test.each([
  ['SUPPORT_EMAIL', 'support@holdline.example', 'nobody reads one of ".example"'],
  ['SUPPORT_EMAIL', 'support@holdline.EXAMPLE', 'nobody reads one of ".example"'],
  ['SUPPORT_EMAIL', 'write to us', 'must be one address'],
  ['LEGAL_ENTITY', 'Holdline.example', 'nobody is called ".example"'],
  ['LEGAL_ENTITY', 'x'.repeat(201), 'at most 200 letters'],
])('production refuses %s %j', (name, value, why) => {
  const read = readConfig({ ...development, APP_ENV: 'production', [name]: value });
  expect(read).toMatchObject({ problems: expect.arrayContaining([expect.stringContaining(why)]) });
});

test('a build without stand-ins is for production only', () => {
  expect(read(development, { email: false, standIns: false })).toEqual({
    ok: false,
    problems: [
      'APP_ENV is "development", for which a deployment is not built; it must be "staging" or "production". See "Configuration" in README.md.',
    ],
  });
});

test('a misspelt choice is refused', () => {
  expect(
    readConfig({ ...development, APP_ENV: 'prod', SMS_PROVIDER: 'pigeon', EMAIL_PROVIDER: 'owl' }),
  ).toEqual({
    ok: false,
    problems: [
      'APP_ENV must be "development" or "staging" or "production". See "Configuration" in README.md.',
      'SMS_PROVIDER must be "outbox" or "twilio". See "Configuration" in README.md.',
      'EMAIL_PROVIDER must be "outbox" or "resend" or "cloudflare". See "Configuration" in README.md.',
    ],
  });
});

const resend = {
  ...development,
  EMAIL_PROVIDER: 'resend',
  EMAIL_FROM: 'mail@queue.example.com',
  RESEND_API_KEY: 're_key',
};

test('mails by Resend need a sender and a key, and go to its own address where no other is set', () => {
  expect(readConfig(resend)).toMatchObject({
    config: {
      email: {
        provider: 'resend',
        apiBaseUrl: 'https://api.resend.com',
        apiKey: 're_key',
        from: 'mail@queue.example.com',
      },
    },
  });
  expect(readConfig({ ...resend, RESEND_API_BASE_URL: 'http://127.0.0.1:4010/resend/' })).toMatchObject({
    config: { email: { apiBaseUrl: 'http://127.0.0.1:4010/resend' } },
  });
  expect(readConfig({ ...resend, EMAIL_FROM: '', RESEND_API_KEY: '' })).toEqual({
    ok: false,
    problems: [
      'EMAIL_FROM must be set where EMAIL_PROVIDER is "resend". It is not set. See "Configuration" in README.md.',
      'RESEND_API_KEY must be set where EMAIL_PROVIDER is "resend". It is not set. See "Configuration" in README.md.',
    ],
  });
});

test('mails by Cloudflare need a sender and the binding', () => {
  const cloudflare = { ...development, EMAIL_PROVIDER: 'cloudflare', EMAIL_FROM: 'mail@queue.example.com' };
  expect(readConfig(cloudflare, { email: true })).toMatchObject({
    config: { email: { provider: 'cloudflare', from: 'mail@queue.example.com' } },
  });
  expect(readConfig(cloudflare)).toEqual({
    ok: false,
    problems: [
      'EMAIL_PROVIDER is "cloudflare", which needs the binding EMAIL of wrangler.toml. See "Configuration" in README.md.',
    ],
  });
  expect(readConfig({ ...cloudflare, EMAIL_FROM: undefined }, { email: true })).toEqual({
    ok: false,
    problems: [
      'EMAIL_FROM must be set where EMAIL_PROVIDER is "cloudflare". It is not set. See "Configuration" in README.md.',
    ],
  });
});

test.each([
  [
    { EMAIL_FROM: 'Holdline <mail@queue.example.com>' },
    'EMAIL_FROM must be one address, such as "mail@example.com".',
  ],
  [
    { EMAIL_FROM: 'mail@queue.example.com\r\nBcc: a@b.c' },
    'EMAIL_FROM must be one address, such as "mail@example.com".',
  ],
  [{ RESEND_API_KEY: 're_key\r\nX: y' }, 'RESEND_API_KEY must be a key without spaces and line breaks.'],
  [{ RESEND_API_BASE_URL: 'api.resend.com' }, 'RESEND_API_BASE_URL must be an address without a query.'],
  [{ RESEND_API_BASE_URL: 'https://a.example?b' }, 'RESEND_API_BASE_URL must be an address without a query.'],
  [
    { RESEND_API_BASE_URL: 'https://u:p@a.example' },
    'RESEND_API_BASE_URL must be an address without a query.',
  ],
])('%j is refused', (change, sentence) => {
  expect(readConfig({ ...resend, ...change })).toEqual({
    ok: false,
    problems: [`${sentence} See "Configuration" in README.md.`],
  });
});

const stripe = {
  ...development,
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2',
  STRIPE_PRICE_STARTER_MONTHLY: 'price_sm',
  STRIPE_PRICE_STARTER_YEARLY: 'price_sy',
  STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_pm',
  STRIPE_PRICE_PROFESSIONAL_YEARLY: 'price_py',
};

test('payments by Stripe have a key, one or two secrets, and a price for each plan', () => {
  expect(readConfig(stripe)).toMatchObject({
    config: {
      payments: {
        provider: 'stripe',
        apiBaseUrl: 'https://api.stripe.com',
        secretKey: 'sk_test_1',
        webhookSecrets: ['whsec_1', 'whsec_2'],
        prices: {
          'Starter Monthly': 'price_sm',
          'Starter Yearly': 'price_sy',
          'Professional Monthly': 'price_pm',
          'Professional Yearly': 'price_py',
        },
      },
    },
  });
  expect(readConfig({ ...development, PAYMENT_PROVIDER: 'stripe' })).toEqual({
    ok: false,
    problems: Object.keys(stripe)
      .filter((name) => name.startsWith('STRIPE_'))
      .map(
        (name) =>
          `${name} is needed where PAYMENT_PROVIDER is "stripe". It is not set. See "Configuration" in README.md.`,
      ),
  });
});

const turnstileKeys = {
  TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
  TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
};

test('both keys of Turnstile have the forms checked', () => {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = turnstileKeys;
  expect(readConfig({ ...development, ...turnstileKeys })).toMatchObject({
    config: { turnstile: { siteKey, secretKey, origin: 'https://challenges.cloudflare.com' } },
  });
  expect(
    readConfig({ ...development, ...turnstileKeys, TURNSTILE_BASE_URL: 'http://127.0.0.1:4012/' }),
  ).toMatchObject({ config: { turnstile: { origin: 'http://127.0.0.1:4012' } } });
});

test.each([
  [
    { TURNSTILE_SITE_KEY: '' },
    'TURNSTILE_SITE_KEY must be set together with TURNSTILE_SECRET_KEY. It is not set.',
  ],
  [
    { TURNSTILE_SECRET_KEY: '' },
    'TURNSTILE_SECRET_KEY must be set together with TURNSTILE_SITE_KEY. It is not set.',
  ],
  [
    { TURNSTILE_SITE_KEY: 'a key' },
    'TURNSTILE_SITE_KEY must be a key of Turnstile, such as "0x4AAAAAAA...".',
  ],
  [
    { TURNSTILE_BASE_URL: 'https://elsewhere.example/path' },
    'TURNSTILE_BASE_URL must be an address such as "https://queue.example.com", without a path.',
  ],
])('%j does not have the forms checked', (wrong, sentence) => {
  expect(readConfig({ ...development, ...turnstileKeys, ...wrong })).toEqual({
    ok: false,
    problems: [`${sentence} See "Configuration" in README.md.`],
  });
});

test('breached passwords are looked up at the configured address, in production by https', () => {
  const url = { BREACHED_PASSWORDS_BASE_URL: 'https://api.pwnedpasswords.com/' };
  expect(readConfig({ ...development, ...url })).toMatchObject({
    config: { breachedPasswords: 'https://api.pwnedpasswords.com' },
  });
  const http = { APP_ENV: 'production', BREACHED_PASSWORDS_BASE_URL: 'http://api.pwnedpasswords.com' };
  expect(readConfig({ ...development, ...http })).toMatchObject({
    problems: expect.arrayContaining([
      expect.stringContaining('BREACHED_PASSWORDS_BASE_URL must start with "https:" outside of development'),
    ]),
  });
});

/** The problems with the variable `name` after `vars` have replaced variables of `development`. */
function problemsOf(name: string, vars: ConfigVariables): string[] {
  const read = readConfig({ ...development, ...vars });
  return read.ok ? [] : read.problems.filter((problem) => problem.startsWith(`${name} `));
}

test.each([
  ['TWILIO_API_BASE_URL', 'https://api.dublin.ie1.twilio.com', 'twilio.com'],
  ['STRIPE_API_BASE_URL', 'https://api.stripe.com', 'api.stripe.com'],
  ['RESEND_API_BASE_URL', 'https://api.resend.com/v1', 'api.resend.com'],
  ['TURNSTILE_BASE_URL', 'https://challenges.cloudflare.com', 'challenges.cloudflare.com'],
])('outside of development %s is of the provider and https, as secrets go there', (name, own, host) => {
  const problem = `${name} must start with "https:" and end with "${host}" outside of development, as secrets go there. See "Configuration" in README.md.`;
  for (const APP_ENV of ['staging', 'production']) {
    expect(problemsOf(name, { APP_ENV, [name]: own })).toEqual([]);
    expect(problemsOf(name, { APP_ENV, [name]: '' })).toEqual([]);
    for (const wrong of [
      own.replace('https:', 'http:'),
      'http://localhost:4010',
      `https://${host}.example`,
      `https://not${host}`,
    ])
      expect([wrong, ...problemsOf(name, { APP_ENV, [name]: wrong })]).toEqual([wrong, problem]);
  }
});

test.each([
  ['STRIPE_SECRET_KEY', 'sk_test_1', 'is a key of the test mode, where nobody pays; only staging takes it'],
  ['STRIPE_SECRET_KEY', 'rk_test_1', 'is a key of the test mode, where nobody pays; only staging takes it'],
  [
    'TURNSTILE_SITE_KEY',
    '1x00000000000000000000AA',
    'is a key for tests, which checks nothing; only staging takes it',
  ],
  [
    'TURNSTILE_SECRET_KEY',
    '2x0000000000000000000000000000000AA',
    'is a key for tests, which checks nothing; only staging takes it',
  ],
])('production refuses %s=%s, a key for tests', (name, key, why) => {
  const vars = { ...turnstileKeys, [name]: key };
  expect(problemsOf(name, { ...vars, APP_ENV: 'production' })).toEqual([
    `${name} ${why}. See "Configuration" in README.md.`,
  ]);
  expect(problemsOf(name, { ...vars, APP_ENV: 'staging' })).toEqual([]);
});

test.each(['PHONE_HASH_KEY', 'SEALING_KEYS', 'HEALTH_TOKEN'])(
  'outside of development %s is drawn by chance',
  (name) => {
    const weak = `${name} has fewer than 9 different characters; it must be a secret of at least 32 characters, such as "openssl rand -base64 48" prints. See "Configuration" in README.md.`;
    expect(problemsOf(name, { APP_ENV: 'production', [name]: 'a'.repeat(32) })).toEqual([weak]);
    expect(problemsOf(name, { APP_ENV: 'staging', [name]: 'abcdefgh'.repeat(4) })).toEqual([weak]);
    expect(problemsOf(name, { APP_ENV: 'production', [name]: strongSecret })).toEqual([]);
    expect(problemsOf(name, { [name]: 'a'.repeat(32) })).toEqual([]);
  },
);

const [, , , salt = '', key = ''] = developmentAdmin.passwordHash.split('$');
test.each([
  `$scrypt$ln=1,r=1,p=1$${salt}$${key}`,
  `$scrypt$ln=13,r=8,p=5$${salt}$${key}`,
  `$scrypt$ln=14,r=8,p=5$c2FsdA$${key}`,
  `$scrypt$ln=14,r=8,p=5$${salt}$a2V5`,
])('a hash that is cheap to guess is for development only: %s', (ADMIN_PASSWORD_HASH) => {
  const vars = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD_HASH };
  expect(problemsOf('ADMIN_PASSWORD_HASH', vars)).toEqual([]);
  expect(problemsOf('ADMIN_PASSWORD_HASH', { ...vars, APP_ENV: 'production' })).toEqual([
    'ADMIN_PASSWORD_HASH is cheaper to guess than what "npm run admin:password" prints. See "Configuration" in README.md.',
  ]);
});
