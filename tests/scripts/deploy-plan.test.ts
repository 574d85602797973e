/**
 * The plan of a deployment, the questions to the operator, and generated secrets. The plan is made only from an object
 * of facts, so these tests need no account at Cloudflare.
 */
import { expect, test } from 'vitest';
import { readArguments } from '../../scripts/deploy/arguments.ts';
import type { Declared, Facts } from '../../scripts/deploy/facts.ts';
import { askOperator } from '../../scripts/deploy/operator.ts';
import { chooseAccount, planDeployment, type Plan } from '../../scripts/deploy/plan.ts';
import { askSecrets, makeSecrets, sayToKeep } from '../../scripts/deploy/secrets.ts';
import { smokeTest } from '../../scripts/deploy/smoke.ts';
import { withDatabaseId, withVariable } from '../../scripts/deploy/wrangler-file.ts';
import { newPushKeys } from '../../scripts/local/push-keys.ts';
import { secretNames } from '../../scripts/local/variables.ts';
import { hashPassword } from '../../src/worker/platform/passwords.ts';
import { readConfig } from '../../src/worker/platform/config.ts';

const pushKeys = newPushKeys();
const database = { id: 'd1', name: 'holdline' };
/** The secrets that a first deployment needs, without TURNSTILE_SECRET_KEY. */
const secrets: readonly string[] = secretNames.filter((name) => name !== 'TURNSTILE_SECRET_KEY');

function declared(changed: Partial<Declared> = {}, vars: Declared['vars'] = {}): Declared {
  return {
    worker: 'holdline',
    workersDev: false,
    database,
    secrets,
    email: false,
    ...changed,
    vars: {
      APP_ENV: 'production',
      APP_ORIGIN: 'https://queue.example.com',
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
      EMAIL_PROVIDER: 'resend',
      SUPPORT_EMAIL: 'support@queue.example.com',
      LEGAL_ENTITY: 'A Shop Ltd',
      EMAIL_FROM: 'mail@example.com',
      VAPID_PUBLIC_KEY: pushKeys.VAPID_PUBLIC_KEY,
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_PRICE_STARTER_MONTHLY: 'price_1',
      STRIPE_PRICE_STARTER_YEARLY: 'price_2',
      STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_3',
      STRIPE_PRICE_PROFESSIONAL_YEARLY: 'price_4',
      ...vars,
    },
  };
}

/** The facts of a complete deployment. */
function facts(changed: Partial<Facts> = {}): Facts {
  return {
    environment: 'production',
    declared: declared(),
    other: declared(
      { worker: 'holdline-staging', database: { id: 'd2', name: 'holdline-staging' } },
      { APP_ORIGIN: 'https://staging.example.com' },
    ),
    uncommitted: [],
    found: { databases: [database, { id: 'd2', name: 'holdline-staging' }], secrets },
    given: {},
    place: null,
    canAsk: false,
    generate: false,
    ...changed,
  };
}

const domain = 'queue.example.com';
const workersDev = 'https://holdline.a-shop.workers.dev';
const noneYet = { databases: [], secrets: null };
const noDatabase = declared({ database: { id: '', name: 'holdline' } });
const noKeys = declared({}, { VAPID_PUBLIC_KEY: '' });

test.for<[string, Partial<Facts>, Plan]>([
  ['where all is there, nothing is left to do', {}, { ok: true, steps: [], domain }],
  [
    'an account without the database gets one where it was said to',
    { declared: noDatabase, found: { databases: [], secrets }, place: 'eu' },
    { ok: true, steps: [{ do: 'create_database', name: 'holdline', place: 'eu' }], domain },
  ],
  [
    'a database that was made before is taken',
    { declared: noDatabase },
    { ok: true, steps: [{ do: 'adopt_database', id: 'd1' }], domain },
  ],
  [
    'at a terminal the secrets of a new Worker are asked for, but for those that are given',
    { found: { ...noneYet, databases: [database] }, canAsk: true, given: { TWILIO_AUTH_TOKEN: 'token' } },
    {
      ok: true,
      steps: [{ do: 'ask', secrets: secrets.filter((name) => name !== 'TWILIO_AUTH_TOKEN') }],
      domain,
    },
  ],
  [
    'keys that nobody needs to know are made where that is asked for',
    {
      declared: noKeys,
      found: { databases: [database], secrets: secrets.filter((name) => !/VAPID|PHONE/.test(name)) },
      generate: true,
    },
    { ok: true, steps: [{ do: 'generate', secrets: ['VAPID_PRIVATE_KEY', 'PHONE_HASH_KEY'] }], domain },
  ],
  [
    "the platform's own address needs no domain",
    { declared: declared({ workersDev: true }, { APP_ORIGIN: workersDev }) },
    { ok: true, steps: [], domain: null },
  ],
])('%s', async ([, changed, plan]) => {
  expect(await planDeployment(facts(changed))).toEqual(plan);
});

test.for<[string, Partial<Facts>, RegExp[]]>([
  [
    'changed files',
    { uncommitted: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
    [/^These files differ from the last commit: a, b, c, d, e and 2 more\. Commit them/],
  ],
  [
    'a database to be made, and nobody said where',
    { declared: noDatabase, found: { databases: [], secrets } },
    [
      /^The database "holdline" is still to be made, and never moves: say by "--place" where most guests are \(weur, eeur, apac, oc, wnam, enam, eu, us, fedramp; docs\/deploy\.md\)\.$/,
    ],
  ],
  [
    'a database of another account',
    { found: { databases: [], secrets } },
    [
      /^The database_id of \[env\.production\] in wrangler\.toml is d1, which is no database of this account\./,
    ],
  ],
  [
    "the other environment's database",
    { declared: declared({ database: { id: 'd2', name: 'holdline' } }) },
    [/is that of the other environment\. Each has its own: set it to ""\.$/],
  ],
  [
    'a database of another name',
    { found: { databases: [{ id: 'd1', name: 'something' }], secrets } },
    [/is that of "something", not of "holdline"\./],
  ],
  [
    'variables that the Worker would refuse, all at once',
    {
      declared: declared({}, { APP_ORIGIN: '', SMS_PROVIDER: 'outbox', STRIPE_PRICE_STARTER_YEARLY: 'owl' }),
    },
    [
      /^APP_ORIGIN must be an address such as/,
      /^STRIPE_PRICE_STARTER_YEARLY must be the id of a price/,
      /^SMS_PROVIDER is "outbox"/,
    ],
  ],
  [
    'a provider of development',
    { declared: declared({}, { SMS_PROVIDER: 'outbox' }) },
    [/^SMS_PROVIDER is "outbox", which sends nothing/],
  ],
  [
    'a carrier of mails without its binding',
    { declared: declared({}, { EMAIL_PROVIDER: 'cloudflare' }) },
    [/^EMAIL_PROVIDER is "cloudflare", which needs the binding EMAIL/],
  ],
  [
    'a secret that the variables need and nobody wants',
    {
      declared: declared({ secrets: secrets.filter((name) => name !== 'RESEND_API_KEY') }),
      found: { databases: [database], secrets: secrets.filter((name) => name !== 'RESEND_API_KEY') },
    },
    [/^RESEND_API_KEY must be set where EMAIL_PROVIDER is "resend"\. It is not set\./],
  ],
  [
    'a given secret that is no such secret',
    {
      found: { databases: [database], secrets: secrets.filter((name) => name !== 'STRIPE_SECRET_KEY') },
      given: { STRIPE_SECRET_KEY: 'owl' },
    },
    [/^STRIPE_SECRET_KEY must be a secret key/],
  ],
  [
    'a given half of another key',
    {
      found: { databases: [database], secrets: secrets.filter((name) => name !== 'VAPID_PRIVATE_KEY') },
      given: { VAPID_PRIVATE_KEY: newPushKeys().VAPID_PRIVATE_KEY },
    },
    [/^VAPID_PUBLIC_KEY must be the other half of VAPID_PRIVATE_KEY\./],
  ],
  [
    'secrets that are missing, without a terminal',
    {
      found: {
        databases: [database],
        secrets: secrets.filter((name) => !['ADMIN_USERNAME', 'PHONE_HASH_KEY'].includes(name)),
      },
    },
    [
      /^These secrets are missing: ADMIN_USERNAME, PHONE_HASH_KEY\. .*wrangler\.toml\. "--generate" makes PHONE_HASH_KEY\.$/,
    ],
  ],
  [
    'a private key to be made beside a public one that somebody has',
    {
      found: { databases: [database], secrets: secrets.filter((name) => name !== 'VAPID_PRIVATE_KEY') },
      generate: true,
    },
    [/^These secrets are missing: VAPID_PRIVATE_KEY\. .*wrangler\.toml\.$/],
  ],
  [
    "the other environment's origin",
    { declared: declared({}, { APP_ORIGIN: 'https://staging.example.com' }) },
    [/^APP_ORIGIN of \[env\.production\] is that of the other environment\./],
  ],
  [
    'an origin with a port',
    { declared: declared({}, { APP_ORIGIN: 'https://queue.example.com:8443' }) },
    [/^APP_ORIGIN of \[env\.production\] names a port\./],
  ],
  [
    'the published password, hashed anew',
    { given: { ADMIN_PASSWORD_HASH: await hashPassword('lantern-at-the-door') } },
    [/^ADMIN_PASSWORD_HASH is of the password of development, which is published\./],
  ],
  [
    "an own domain beside the platform's address",
    { declared: declared({ workersDev: true }) },
    [/is a domain of your own; "workers_dev = true" opens a second address beside it\. Set it to false\.$/],
  ],
  [
    "an own domain beside the platform's address",
    { declared: declared({ workersDev: true }) },
    [/is a domain of your own; "workers_dev = true" opens a second address beside it\. Set it to false\.$/],
  ],
  [
    "the platform's address, closed",
    { declared: declared({}, { APP_ORIGIN: workersDev }) },
    [/is at workers\.dev, which "workers_dev = false" keeps closed\.$/],
  ],
  [
    "the platform's address of another Worker",
    { declared: declared({ workersDev: true }, { APP_ORIGIN: 'https://other.a-shop.workers.dev' }) },
    [/must begin with the Worker's name: "https:\/\/holdline\.<your subdomain>\.workers\.dev"\.$/],
  ],
])('refused: %s', async ([, changed, sentences]) => {
  expect(await planDeployment(facts(changed))).toEqual({
    ok: false,
    refusals: sentences.map((sentence) => expect.stringMatching(sentence)),
  });
});

const accounts = [
  { id: '1', name: 'One' },
  { id: '2', name: 'Two' },
];

test('the account is the only one there is, or the one that is named', () => {
  expect(chooseAccount(accounts.slice(1), undefined)).toEqual({ ok: true, account: accounts[1] });
  expect(chooseAccount(accounts, '1')).toEqual({ ok: true, account: accounts[0] });
  expect(chooseAccount([], '1')).toEqual({ ok: true, account: { id: '1', name: 'CLOUDFLARE_ACCOUNT_ID' } });
  expect([
    chooseAccount([], undefined),
    chooseAccount(accounts, undefined),
    chooseAccount(accounts, '3'),
  ]).toEqual([
    { ok: false, refusal: 'This login may use no account. Give it the account to deploy to.' },
    {
      ok: false,
      refusal:
        'This login may use several accounts: 1 (One), 2 (Two). Set CLOUDFLARE_ACCOUNT_ID to one of them.',
    },
    {
      ok: false,
      refusal: 'CLOUDFLARE_ACCOUNT_ID is no account that this login may use. It may use: 1 (One), 2 (Two).',
    },
  ]);
});

test('an environment has to be named', () => {
  expect(readArguments(['staging', '--check'])).toEqual({
    ok: true,
    asked: { environment: 'staging', check: true, generate: false, place: null },
  });
  expect(readArguments(['production', '--generate', '--place', 'apac'])).toEqual({
    ok: true,
    asked: { environment: 'production', check: false, generate: true, place: 'apac' },
  });
  for (const typed of [
    [],
    ['live'],
    ['staging', 'production'],
    ['production', '--force'],
    ['production', '--place'],
    ['production', '--place', 'atlantis'],
  ]) {
    expect(readArguments(typed)).toEqual({
      ok: false,
      refusal: expect.stringMatching(/^Say which environment: /),
    });
  }
});

test('a secret is asked for again while the Worker would refuse it', async () => {
  const answers = ['', 'owl', ' sk_live_1 '];
  const said: string[] = [];
  const known = facts({
    found: { databases: [database], secrets: secrets.filter((name) => name !== 'STRIPE_SECRET_KEY') },
  });
  const typed = await askSecrets(
    ['STRIPE_SECRET_KEY'],
    async () => answers.shift() ?? '',
    known,
    (line) => said.push(line),
  );
  expect(typed).toEqual({ STRIPE_SECRET_KEY: 'sk_live_1' });
  expect(said).toEqual([
    expect.stringMatching(
      /^STRIPE_SECRET_KEY is needed where PAYMENT_PROVIDER is "stripe"\. It is not set\./,
    ),
    expect.stringMatching(/^STRIPE_SECRET_KEY must be a secret key/),
  ]);
});

test('a secret that no variable needs is asked for as long as its name stands there', async () => {
  const answers = ['', 're_1'];
  const said: string[] = [];
  const carriedElsewhere = { EMAIL_PROVIDER: 'cloudflare' };
  const known = facts({ declared: declared({ email: true }, carriedElsewhere), found: noneYet });
  const ask = async () => answers.shift() ?? '';
  expect(await askSecrets(['RESEND_API_KEY'], ask, known, (line) => said.push(line))).toEqual({
    RESEND_API_KEY: 're_1',
  });
  expect(said).toEqual([
    'Nothing was typed. Whoever does without RESEND_API_KEY takes it out of wrangler.toml.',
  ]);
});

test('missing operator details are asked for, again if the Worker would refuse them', async () => {
  const answers = ['support@holdline.example', 'support@a-shop.com', '', 'A Shop Ltd'];
  const said: string[] = [];
  const ask = async () => answers.shift() ?? '';
  const unset = facts({ declared: declared({}, { SUPPORT_EMAIL: '', LEGAL_ENTITY: '' }) });
  expect(await askOperator(unset, ask, (line) => said.push(line))).toEqual([
    { name: 'SUPPORT_EMAIL', value: 'support@a-shop.com' },
    { name: 'LEGAL_ENTITY', value: 'A Shop Ltd' },
  ]);
  expect(said).toEqual([
    expect.stringMatching(/^SUPPORT_EMAIL must be the address that guests and owners write to/),
    expect.stringMatching(/^LEGAL_ENTITY must name who offers the product/),
  ]);
  expect(await askOperator(facts(), ask, (line) => said.push(line))).toEqual([]);
});

test('keys that are made are right, and are others each time', () => {
  const names = ['PHONE_HASH_KEY', 'SEALING_KEYS', 'VAPID_PRIVATE_KEY'];
  const made = makeSecrets(names);
  const { vars } = declared();
  const rest = {
    TWILIO_AUTH_TOKEN: 't',
    RESEND_API_KEY: 'r',
    STRIPE_SECRET_KEY: 'sk_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  expect(readConfig({ ...vars, ...rest, ...made }, { email: false, standIns: false })).toMatchObject({
    ok: true,
    config: {
      phoneHashKey: made['PHONE_HASH_KEY'],
      sealingSecrets: [made['SEALING_KEYS']],
      push: { publicKey: made['VAPID_PUBLIC_KEY'] },
    },
  });
  expect(makeSecrets(names)).not.toEqual(made);
  expect(makeSecrets([])).toEqual({});
});

test('the key of opt-outs is shown at a terminal, never in the log of a machine', () => {
  const made = makeSecrets(['PHONE_HASH_KEY', 'VAPID_PRIVATE_KEY']);
  const { PHONE_HASH_KEY: key = '', VAPID_PRIVATE_KEY: other = '' } = made;
  const shown = sayToKeep(made, true) ?? '';
  expect(shown).toMatch(/^Keep these in a password manager; they are shown this once/);
  expect(shown.split('\n').at(-1)).toBe(`PHONE_HASH_KEY ${key}`);
  expect(shown).not.toContain(other);
  const told = sayToKeep(made, false) ?? '';
  expect(told).toMatch(/^PHONE_HASH_KEY: made and not shown without a terminal, so nobody can keep them\./);
  expect(told).not.toContain(key);
  expect(sayToKeep(makeSecrets(['VAPID_PRIVATE_KEY']), true)).toBeNull();
});

const file = `[vars]
EMAIL_FROM = ""

[[env.staging.d1_databases]]
database_id = ""

[env.production.vars]
EMAIL_FROM = "" # whom mails are from
[[env.production.d1_databases]]
database_id = ""
`;

test('wrangler.toml is filled in where the environment has its line, and nowhere else', () => {
  expect(withDatabaseId(file, 'staging', 'd1')).toBe(file.replace('database_id = ""', 'database_id = "d1"'));
  expect(withVariable(file, 'production', 'EMAIL_FROM', 'a@b.example')).toBe(
    file.replace('EMAIL_FROM = "" # whom mails are from', 'EMAIL_FROM = "a@b.example"'),
  );
  expect(() => withVariable(file, 'staging', 'EMAIL_FROM', 'x')).toThrow(
    'wrangler.toml has no "EMAIL_FROM = " below [env.staging.vars].',
  );
});

/** The answers of release 1.1.0 to /healthz and to its deep check. */
const plainAnswer = () => Response.json({ ok: true, version: '1.1.0' });
const deepAnswer = (ofObject: string) =>
  Response.json({ ok: true, version: '1.1.0', object: { version: ofObject } });

test('a release that takes a while to answer is waited for, and wrong answers are told', async () => {
  const said: string[] = [];
  let asked = 0;
  const asking = {
    fetch: async (url: string, headers?: Record<string, string>) => {
      asked += 1;
      if (asked === 1) throw new Error('fetch failed', { cause: new Error('no such host') });
      if (url.endsWith('/healthz'))
        return Response.json({ ok: true, version: asked < 4 ? '1.0.0' : '1.1.0' });
      if (url.endsWith('/healthz?deep=1')) {
        expect(headers).toEqual({ Authorization: 'Bearer token' });
        return deepAnswer(asked < 7 ? '1.0.0' : '1.1.0');
      }
      return new Response('', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    },
    pause: async () => {},
    say: (line: string) => said.push(line),
  };
  const deployed = {
    origin: 'https://a.example',
    release: '1.1.0',
    inMaintenance: false,
    healthToken: 'token',
  };
  expect(await smokeTest(deployed, asking)).toEqual([
    'https://a.example/no-such-page answered 200:  as "text/html; charset=utf-8", not 404 as "text/html".',
    'https://a.example/auth/no-such-call answered 200:  as "text/html; charset=utf-8", not 404 as "application/json".',
    'https://a.example/stripe/prices answered 200: : the prices could not be compared.',
  ]);
  expect(said).toEqual([
    'Waiting: https://a.example/healthz could not be reached (no such host), not release 1.1.0.',
    'Waiting: https://a.example/healthz?deep=1 answered 200: {"ok":true,"version":"1.1.0","object":{"version":"1.0.0"}}, not release 1.1.0 in its objects.',
  ]);
});

test('an object that never takes the new code is reported, and one that does not answer, too', async () => {
  const deployed = {
    origin: 'https://a.example',
    release: '1.1.0',
    inMaintenance: false,
    healthToken: 'token',
  };
  for (const deep of [
    deepAnswer('1.0.0'),
    Response.json({ ok: false, version: '1.1.0', object: { ok: false } }, { status: 503 }),
  ]) {
    let paused = 0;
    const problems = await smokeTest(deployed, {
      fetch: async (url) => (url.endsWith('?deep=1') ? deep.clone() : plainAnswer()),
      pause: async (ms) => void (paused += ms),
      say: () => {},
    });
    expect(problems).toEqual([
      expect.stringMatching(
        /^https:\/\/a\.example\/healthz\?deep=1 answered .*, not release 1\.1\.0 in its objects\.$/,
      ),
    ]);
    expect(paused).toBeGreaterThan(60_000);
  }
});

test('without the token of the deep check only the Worker is asked, and the operator is told so', async () => {
  const asked: string[] = [];
  const said: string[] = [];
  await smokeTest(
    { origin: 'https://a.example', release: '1.1.0', inMaintenance: false, healthToken: null },
    {
      fetch: async (url) => {
        asked.push(url);
        return plainAnswer();
      },
      pause: async () => {},
      say: (line) => said.push(line),
    },
  );
  expect(asked).not.toContain('https://a.example/healthz?deep=1');
  expect(said).toEqual([
    'Whether objects run this release was not checked: HEALTH_TOKEN is not in the environment of this command.',
  ]);
});

test('closed for maintenance is what a release that is declared so has to answer, and no other', async () => {
  const asking = {
    fetch: async (url: string) => {
      const { pathname, search } = new URL(url);
      if (pathname === '/healthz') return search === '' ? plainAnswer() : deepAnswer('1.1.0');
      const type = pathname.startsWith('/auth/') ? 'application/json' : 'text/html';
      return new Response('', { status: 503, headers: { 'content-type': type } });
    },
    pause: async () => {},
    say: () => {},
  };
  const deployed = { origin: 'https://a.example', release: '1.1.0', healthToken: 'token' };
  expect(await smokeTest({ ...deployed, inMaintenance: true }, asking)).toEqual([]);
  expect(await smokeTest({ ...deployed, inMaintenance: false, healthToken: 'token' }, asking)).toEqual([
    'https://a.example/ answered 503:  as "text/html", not 200 as "text/html".',
    'https://a.example/no-such-page answered 503:  as "text/html", not 404 as "text/html".',
    'https://a.example/auth/no-such-call answered 503:  as "application/json", not 404 as "application/json".',
    'https://a.example/stripe/prices answered 503: : the prices could not be compared.',
  ]);
});

test('a provider of payments that is away is asked again for more than a minute', async () => {
  let paused = 0;
  const asking = (aliveAfterMs: number) => ({
    fetch: async (url: string) => {
      const { pathname, search } = new URL(url);
      if (pathname === '/healthz') return search === '' ? plainAnswer() : deepAnswer('1.1.0');
      if (pathname === '/stripe/prices') {
        if (paused < aliveAfterMs) return new Response('', { status: paused === 0 ? 429 : 503 });
        return Response.json({ ok: true, differences: [] });
      }
      const type = pathname.startsWith('/auth/') ? 'application/json' : 'text/html';
      return new Response('', { status: pathname === '/' ? 200 : 404, headers: { 'content-type': type } });
    },
    pause: async (ms: number) => void (paused += ms),
    say: () => {},
  });
  const deployed = {
    origin: 'https://a.example',
    release: '1.1.0',
    inMaintenance: false,
    healthToken: 'token',
  };
  expect(await smokeTest(deployed, asking(61_000))).toEqual([]);
  paused = 0;
  expect(await smokeTest(deployed, asking(Infinity))).toEqual([
    'https://a.example/stripe/prices answered 503: : the prices could not be compared.',
  ]);
  expect(paused).toBe(75_000);
});

test('prices that the provider charges otherwise than they are shown are named', async () => {
  const difference = {
    planKey: 'Starter Monthly',
    shown: '19.00 USD Monthly',
    charged: '29.00 USD Monthly',
  };
  const asking = {
    fetch: async (url: string) => {
      const { pathname, search } = new URL(url);
      if (pathname === '/healthz') return search === '' ? plainAnswer() : deepAnswer('1.1.0');
      if (pathname === '/stripe/prices') return Response.json({ ok: false, differences: [difference] });
      const type = pathname.startsWith('/auth/') ? 'application/json' : 'text/html';
      return new Response('', { status: pathname === '/' ? 200 : 404, headers: { 'content-type': type } });
    },
    pause: async () => {},
    say: () => {},
  };
  expect(
    await smokeTest(
      { origin: 'https://a.example', release: '1.1.0', inMaintenance: false, healthToken: 'token' },
      asking,
    ),
  ).toEqual([
    'The provider charges other prices than the pages show. Starter Monthly: shown 19.00 USD Monthly, charged 29.00 USD Monthly. Correct one of the two (docs/deploy.md, "Payments").',
  ]);
});
