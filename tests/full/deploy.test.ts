/** `npm run deploy` with the real wrangler and a fake Cloudflare API. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { deploy, type Around } from '../../scripts/deploy/deploy.ts';
import { git, readSources } from '../../scripts/deploy/sources.ts';
import { withVariable } from '../../scripts/deploy/wrangler-file.ts';
import { newPushKeys } from '../../scripts/local/push-keys.ts';
import { projectRoot } from '../../scripts/local/settings.ts';
import { hashPassword } from '../../src/worker/platform/passwords.ts';
import { startCloudflareApi, TOKEN, type CloudflareApi } from '../cloudflare/cloudflare-api.ts';

/** A long limit, because the tests start about 24 wrangler processes, perhaps on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });
const origin = 'https://queue.example.com';
const production = { environment: 'production', check: false, generate: false, place: 'weur' } as const;
const pushKeys = newPushKeys();
const secrets = {
  ADMIN_USERNAME: 'somebody',
  ADMIN_PASSWORD_HASH: await hashPassword('a long password of a test'),
  TWILIO_AUTH_TOKEN: 'token',
  RESEND_API_KEY: 're_key',
  STRIPE_SECRET_KEY: 'sk_test_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  PHONE_HASH_KEY: 'k'.repeat(48),
  SEALING_KEYS: 's'.repeat(48),
  VAPID_PRIVATE_KEY: pushKeys.VAPID_PRIVATE_KEY,
};
const variables = {
  APP_ORIGIN: origin,
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
  SUPPORT_EMAIL: 'support@queue.example.com',
  LEGAL_ENTITY: 'A Shop Ltd',
  EMAIL_FROM: 'mail@queue.example.com',
  VAPID_PUBLIC_KEY: pushKeys.VAPID_PUBLIC_KEY,
  STRIPE_PRICE_STARTER_MONTHLY: 'price_1',
  STRIPE_PRICE_STARTER_YEARLY: 'price_2',
  STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_3',
  STRIPE_PRICE_PROFESSIONAL_YEARLY: 'price_4',
};

/** A cache of compiled code, because each wrangler call is a new process, which would compile wrangler again. */
const compileCache = mkdtempSync(path.join(tmpdir(), 'deploy-test-compiled-'));
let api: CloudflareApi;
let root: string;
let said: string[];

beforeEach(async () => {
  // Git must not use the signing keys and hooks of the user who runs the tests.
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  api = await startCloudflareApi();
  root = aProject();
  said = [];
});

afterAll(() => rmSync(compileCache, { recursive: true }));

afterEach(async () => {
  vi.unstubAllEnvs();
  await api.close();
  rmSync(root, { recursive: true });
  expect(api.unknown).toEqual([]);
});

test('a check changes nothing; an empty account gets a database with its tables, the code with its secrets, and is tried out; a second deployment makes nothing new, and where it does not answer says how to go back', async () => {
  expect(await deploy({ ...production, check: true }, around({ env: secrets })), said.join('\n')).toBe(true);
  expect(said.slice(1)).toEqual([
    'Would make the database "holdline" in weur.',
    'Building.',
    expect.stringMatching(/^The Worker weighs [\d.]+ KiB compressed\.$/),
    `Nothing is in the way of ${readSources(root).release}. Nothing was changed.`,
  ]);
  expect([api.changes, git(root, 'status', '--porcelain')]).toEqual([[], '']);

  expect(await deploy(production, around({ env: secrets })), said.join('\n')).toBe(true);
  const [[id, database] = []] = [...api.databases];
  expect(database).toMatchObject({ name: 'holdline', place: { primary_location_hint: 'weur' } });
  expect(tablesOf(api)).toEqual(expect.arrayContaining(['businesses', 'd1_migrations', 'visit_hours']));
  const { release } = readSources(root);
  expect(release).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{7}$/);
  const deployed = {
    metadata: {
      annotations: { 'workers/tag': release, 'workers/message': `Release ${release}` },
      exports: { LocationQueue: { type: 'durable-object' } },
      code_update_strategy: { mode: 'deferred', max_delay: 60 },
    },
    secrets: new Set(Object.keys(secrets)),
    domains: ['queue.example.com'],
    crons: ['17 * * * *'],
  };
  expect(api.workers.get('holdline')).toMatchObject(deployed);
  expect(api.changes[0]).toBe('POST /d1/database');
  expect(api.changes).toContain('PUT /workers/scripts/holdline');
  expect(said.at(-1)).toBe(`${release} runs at ${origin}.`);
  expect(said).toContainEqual(expect.stringMatching(/^Applied 0000_first_schema\.sql(, .*\.sql)?\.$/));
  for (const secret of Object.values(secrets)) expect(said.join('\n')).not.toContain(secret);

  expect(readFileSync(path.join(root, 'wrangler.toml'), 'utf8')).toContain(`database_id = "${id}"`);
  git(root, 'commit', '--quiet', '-am', 'The database has an id');
  api.changes.length = 0;
  const unconfigured = () => new Response('This server is not configured correctly.', { status: 503 });
  expect(await deploy(production, around({ answer: unconfigured }))).toBe(false);
  expect(api.databases.size).toBe(1);
  expect(api.changes).not.toContain('POST /d1/database');
  const { release: second } = readSources(root);
  expect(second).not.toBe(release);
  expect(api.workers.get('holdline')).toMatchObject({
    ...deployed,
    metadata: { annotations: { 'workers/tag': second } },
  });
  expect(said).toContain('The database is up to date.');
  expect(said.slice(-2)).toEqual([
    `✗ ${origin}/healthz answered 503: This server is not configured correctly., not release ${second}.`,
    '✗ To go back to the code before: npx wrangler rollback --name holdline --durable-objects-code-update-mode immediate (docs/deploy.md, "Going back").',
  ]);
});

test('a token that Cloudflare does not accept ends it before anything is looked at', async () => {
  const env = { ...secrets, CLOUDFLARE_API_TOKEN: 'wrong' };
  expect(await deploy(production, around({ env }))).toBe(false);
  expect(said).toEqual([
    '✗ Cloudflare does not accept the login, or cannot be reached: A request to the Cloudflare API (/user/tokens/verify) failed. Authentication error [code: 10000]',
  ]);
  expect(api.changes).toEqual([]);
});

test('without a terminal every secret that is missing is named, and nothing is changed', async () => {
  const { TWILIO_AUTH_TOKEN: _, STRIPE_SECRET_KEY: __, ...env } = secrets;
  expect(await deploy(production, around({ env }))).toBe(false);
  expect(said.slice(1)).toEqual([
    expect.stringContaining(
      '✗ These secrets are missing: TWILIO_AUTH_TOKEN, STRIPE_SECRET_KEY. Run this at a',
    ),
  ]);
  expect(api.changes).toEqual([]);
  expect(git(root, 'status', '--porcelain')).toBe('');
});

test('a migration that fails stops before the code; the next try gets to the upload, and the one after that through: none leaves half a key behind', async () => {
  const rows = new DatabaseSync(':memory:');
  rows.exec('CREATE TABLE businesses (something_else TEXT)');
  const id = 'd0000000-0000-4000-8000-000000000001';
  api.databases.set(id, { name: 'holdline', place: {}, rows });
  const { VAPID_PRIVATE_KEY: _, PHONE_HASH_KEY: __, ...env } = secrets;
  const file = path.join(root, 'wrangler.toml');
  writeFileSync(file, withVariable(readFileSync(file, 'utf8'), 'production', 'VAPID_PUBLIC_KEY', ''));
  git(root, 'commit', '--quiet', '-am', 'No key yet');
  expect(await deploy({ ...production, generate: true }, around({ env }))).toBe(false);
  expect(said).toContain(`Will write the database's id ${id} to wrangler.toml.`);
  expect(said.at(-3)).toContain('table `businesses` already exists');
  expect(said.slice(-2)).toEqual([
    '✗ A migration failed; what it said stands above. No code was deployed: what ran before goes on.',
    'wrangler.toml: VAPID_PUBLIC_KEY of [env.production] is "" now. Commit it afterwards.',
  ]);
  expect(api.changes).toEqual([]);
  expect(api.workers.size).toBe(0);

  rows.exec('DROP TABLE businesses');
  git(root, 'commit', '--quiet', '-am', 'The database has an id');
  api.refusing.add('PUT /workers/scripts/holdline');
  expect(await deploy({ ...production, generate: true }, around({ env }))).toBe(false);
  expect(said.slice(-2)).toEqual([
    '✗ wrangler did not finish; what it said stands above. Where it says "Uploaded", the new code runs already.',
    'wrangler.toml: VAPID_PUBLIC_KEY of [env.production] is "" now. Commit it afterwards.',
  ]);
  expect([git(root, 'status', '--porcelain'), api.workers.size]).toEqual(['', 0]);

  api.refusing.clear();
  api.refusing.add('PUT /workers/scripts/holdline/schedules');
  expect(await deploy({ ...production, generate: true }, around({ env }))).toBe(false);
  expect(api.workers.get('holdline')?.secrets).toEqual(new Set(Object.keys(secrets)));
  expect(said.at(-1)).toMatch(/^✗ wrangler did not finish/);
  expect(said).toContainEqual(expect.stringMatching(/^PHONE_HASH_KEY was made and is not shown/));
  expect(git(root, 'diff', '--unified=0')).toMatch(/^\+VAPID_PUBLIC_KEY = "[\w-]{87}"$/m);
});

function tablesOf({ databases }: CloudflareApi): unknown[] {
  const [database] = databases.values();
  return (database?.rows.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all() ?? []).map(
    ({ name }) => name,
  );
}

/** Makes a repository with this project's migrations and its filled-in configuration. Returns the folder. */
function aProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'deploy-test-'));
  for (const name of ['package.json', 'wrangler.toml', 'migrations']) {
    cpSync(path.join(projectRoot, name), path.join(folder, name), { recursive: true });
  }
  const file = path.join(folder, 'wrangler.toml');
  let text = readFileSync(file, 'utf8');
  for (const [name, value] of Object.entries(variables)) text = withVariable(text, 'production', name, value);
  writeFileSync(file, text);
  writeFileSync(path.join(folder, '.gitignore'), 'built\n');
  git(folder, 'init', '--quiet');
  git(folder, 'config', 'user.name', 'Somebody');
  git(folder, 'config', 'user.email', 'somebody@example.com');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '-m', 'Filled in');
  return folder;
}

/**
 * Writes the output files that `vite build` would write, without the product's code. Returns the path of the
 * configuration.
 */
function build(environment: string): string {
  const {
    configPath: _,
    userConfigPath: __,
    ...config
  } = unstable_readConfig({ config: path.join(root, 'wrangler.toml'), env: environment });
  const folder = path.join(root, 'built');
  mkdirSync(path.join(folder, 'client'), { recursive: true });
  writeFileSync(path.join(folder, 'client', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(
    path.join(folder, 'index.js'),
    'export class LocationQueue {}\nexport default { fetch: () => new Response() };\n',
  );
  const assets = { ...config.assets, directory: 'client' };
  const file = path.join(folder, 'wrangler.json');
  writeFileSync(file, JSON.stringify({ ...config, main: 'index.js', no_bundle: true, assets }));
  return file;
}

function around(changed: { env?: NodeJS.ProcessEnv; answer?: (url: string) => Response } = {}): Around {
  return {
    root,
    env: {
      PATH: process.env['PATH'],
      // Wrangler must not use the log-ins of the user who runs the tests.
      HOME: path.join(root, 'built'),
      NODE_COMPILE_CACHE: compileCache,
      CLOUDFLARE_API_BASE_URL: api.url,
      CLOUDFLARE_API_TOKEN: TOKEN,
      ...changed.env,
    },
    ended: new AbortController().signal,
    ask: null,
    build,
    fetch: async (url) => (changed.answer ?? answerAsDeployed)(url),
    pause: async () => {},
    say: (line) => said.push(line),
  };
}

/** Answers as the uploaded Worker would, because the fake API does not run the Worker. */
function answerAsDeployed(url: string): Response {
  const { pathname, search } = new URL(url);
  const version = api.workers.get('holdline')?.metadata.annotations?.['workers/tag'];
  if (pathname === '/healthz')
    return Response.json({ ok: true, version, ...(search && { object: { version } }) });
  if (pathname === '/stripe/prices') return Response.json({ ok: true, differences: [] });
  const type = pathname.startsWith('/auth/') ? 'application/json' : 'text/html';
  return new Response('', { status: pathname === '/' ? 200 : 404, headers: { 'content-type': type } });
}
