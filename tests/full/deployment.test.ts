/** Checks the configuration, the build and the documents, as they are before a deployment is configured. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import * as z from 'zod/mini';
import { environments } from '../../scripts/deploy/facts.ts';
import { OBJECTS_WITHIN_SECONDS } from '../../scripts/deploy/smoke.ts';
import { noTelemetryEnv } from '../../scripts/local/no-telemetry-env.ts';
import { projectRoot } from '../../scripts/local/settings.ts';
import { secretNames } from '../../scripts/local/variables.ts';
import { neededByStripe } from '../../src/worker/platform/config-variables.ts';
import { always } from '../../src/worker/http/headers.ts';
import { readConfig } from '../../src/worker/platform/config.ts';

/** A long limit, because the tests start processes, perhaps on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

/** The limit for the code that is loaded at the start, in characters of the uncompressed build. */
const MOST_CODE_AT_START = 2_000_000;

const unnamed = unstable_readConfig({ config: path.join(projectRoot, 'wrangler.toml') });
const { vars, secrets } = unnamed;
const deployed = z.record(z.string(), z.string()).parse(vars);

test('the unchanged wrangler.toml is refused, and also one with only an origin', () => {
  const providers = [
    expect.stringMatching(/^SUPPORT_EMAIL must be the address that guests and owners write to/),
    expect.stringMatching(/^SMS_PROVIDER is "outbox"/),
    expect.stringMatching(/^EMAIL_PROVIDER is "outbox"/),
    expect.stringMatching(/^PAYMENT_PROVIDER is "local"/),
    expect.stringMatching(/^PHONE_HASH_KEY must be a secret of at least 32 characters/),
  ];
  expect(readConfig(deployed, { email: false, standIns: false })).toEqual({
    ok: false,
    problems: [
      'APP_ORIGIN must be an address such as "https://queue.example.com", without a path. It is not set. See "Configuration" in README.md.',
      ...providers,
    ],
  });
  const withOrigin = { ...deployed, APP_ORIGIN: 'https://queue.example.com' };
  expect(readConfig(withOrigin, { email: false, standIns: false })).toEqual({
    ok: false,
    problems: providers,
  });
});

test.for(environments)(
  '%s has what the Worker asks for, and nothing of another environment',
  (environment) => {
    const one = unstable_readConfig({ config: path.join(projectRoot, 'wrangler.toml'), env: environment });
    expect(namesIn(one)).toEqual(namesIn(unnamed));
    expect(one.vars['APP_ENV']).toBe(environment);
    expect(secretNames).toEqual(expect.arrayContaining(one.secrets?.required ?? []));
    expect(one.preview_urls).toBe(false);
  },
);

test('a deployment waits for longer than an object may keep the code of before', () => {
  const { mode, max_delay } = unnamed.durable_objects.code_update_strategy ?? {};
  expect([mode, max_delay]).toEqual(['deferred', 60]);
  expect(OBJECTS_WITHIN_SECONDS).toBeGreaterThan(60);
});

test('no two environments share a name, a database or a count of requests', () => {
  const all = environments.map((env) =>
    unstable_readConfig({ config: path.join(projectRoot, 'wrangler.toml'), env }),
  );
  const told = [...all, unnamed].map(({ d1_databases: [database], ratelimits }) => [
    database?.database_name,
    ...ratelimits.map(({ namespace_id }: Named) => namespace_id),
  ]);
  const counts = told.flatMap(([, ...namespaces]) => namespaces);
  expect(new Set(all.map(({ name }) => name)).size).toBe(environments.length);
  expect([counts.length, new Set(counts).size]).toEqual([9, 9]);
  expect(new Set(told.slice(0, -1).map(([name]) => name)).size).toBe(environments.length);
});

test('the built Worker passes a dry run of its deployment and weighs at most 1 MB compressed', () => {
  const built = path.join(projectRoot, 'dist', 'holdline', 'wrangler.json');
  const dryRun = spawnSync('wrangler', ['deploy', '--config', built, '--dry-run'], {
    env: { ...process.env, ...noTelemetryEnv, WRANGLER_LOG: 'log' },
    encoding: 'utf8',
  });
  expect(dryRun.status, dryRun.stderr).toBe(0);
  const [, kib] = /gzip: ([\d.]+) KiB/.exec(dryRun.stdout) ?? [];
  expect(Number(kib)).toBeLessThanOrEqual(1_000_000 / 1024);
});

test('a Worker starts without code that guests do not need: Stripe, passkeys, the public pages, the list of passwords', () => {
  const built = path.join(projectRoot, 'dist', 'holdline');
  const code = filesAtStart(built, 'index.js').map((file) => readFileSync(path.join(built, file), 'utf8'));
  // The size of this code is limited, because the startup time depends on the size (`npm run bench:start`).
  expect(code.join('').length).toBeLessThan(MOST_CODE_AT_START);
  const late = [
    'node_modules/stripe/',
    'node_modules/react-router/',
    'node_modules/@simplewebauthn/',
    'common-passwords.txt',
  ];
  const all = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(built, file), 'utf8'));
  for (const source of late) {
    // Before the code of each source file, the build writes a comment with the path of this file.
    const from = new RegExp(`^\\s*//.*${source.replaceAll('.', '\\.')}`, 'm');
    expect(all.filter((text) => from.test(text))).not.toEqual([]);
    expect(code.filter((text) => from.test(text))).toEqual([]);
  }
});

test('a Worker starts with only one small Node module: the others load half of Node', () => {
  const built = path.join(projectRoot, 'dist', 'holdline');
  const imported = filesAtStart(built, 'index.js').flatMap((file) => {
    const text = readFileSync(path.join(built, file), 'utf8');
    return Array.from(text.matchAll(/^(?:import|export)\b[^;]*?["'](node:[^"']+)["']/gm), ([, name]) => name);
  });
  expect(imported).toEqual(['node:async_hooks']);
});

test('the build removes the unused parts of libraries', () => {
  const worker = path.join(projectRoot, 'dist', 'holdline');
  const start = filesAtStart(worker, 'index.js').map((file) => readFileSync(path.join(worker, file), 'utf8'));
  expect(start.join('')).toContain('defineTemporalClass');
  expect(start.join('')).not.toContain('globalThis.process');
});

test('every secret is known to the build, which must not keep it', () => {
  expect(secrets?.required).toEqual([...secretNames]);
});

test('every file insists on https for a year, and none may be framed', () => {
  const headers = readFileSync(path.join(projectRoot, 'public/_headers'), 'utf8');
  const [always = ''] = headers.split(/^#/m);
  expect(always).toMatch(/^\/\*\n/);
  expect(always).toContain('Strict-Transport-Security: max-age=31536000; includeSubDomains\n');
  const policies = [...headers.matchAll(/Content-Security-Policy: (.+)/g)].map(([, policy]) => policy);
  expect(policies).toHaveLength(7);
  for (const policy of policies) {
    expect(policy).toMatch(
      /^default-src 'none'; .*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  }
});

test('a file, which is served without the Worker, has the headers that the Worker gives its own answers', () => {
  const [ofAllFiles = ''] = readFileSync(path.join(projectRoot, 'public/_headers'), 'utf8').split(/^#/m);
  const { 'Content-Security-Policy': _ofEachKind, ...headers } = always;
  for (const [name, value] of Object.entries(headers)) expect(ofAllFiles).toContain(`  ${name}: ${value}\n`);
});

test('every kind of file in the build has a policy and a time in caches of its own', () => {
  const rules = readFileSync(path.join(projectRoot, 'public/_headers'), 'utf8').split(/^(?=[/#])/m);
  const covered = ['Content-Security-Policy', 'Cache-Control'].map((name) =>
    rules.filter((rule) => rule.includes(`  ${name}: `)).map((rule) => globOf(rule.split('\n', 1)[0] ?? '')),
  );
  const { run_worker_first: byWorker } = unnamed.assets ?? {};
  const workers = Array.isArray(byWorker) ? byWorker.map(globOf) : [];
  const folder = path.join(projectRoot, 'dist', 'client');
  const served = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '_headers')
    .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name))}`)
    .filter((file) => !workers.some((pattern) => pattern.test(file)));
  expect(served.length).toBeGreaterThan(50);
  for (const patterns of covered)
    expect(served.filter((file) => !patterns.some((pattern) => pattern.test(file)))).toEqual([]);
  expect(served.filter((file) => /\.html$|^\/\.|\.mp4$|\.webm$|^\/site-sw\.js$/.test(file))).toEqual([]);
});

/** The regular expression that matches the same texts as a pattern with `*`. */
function globOf(pattern: string): RegExp {
  const escaped = pattern.split('*').map((part) => part.replaceAll(/[.\\+?^${}()|[\]]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.join('.*')}$`);
}

test('docs/deploy.md tells of all that has to be filled in, and names commands that there are', () => {
  const page = readFileSync(path.join(projectRoot, 'docs/deploy.md'), 'utf8');
  const filledIn = [
    'APP_ORIGIN',
    'TWILIO_ACCOUNT_SID',
    'TWILIO_MESSAGING_SERVICE_SID',
    'EMAIL_FROM',
    'SUPPORT_EMAIL',
    'LEGAL_ENTITY',
  ];
  const untold = [...secretNames, ...neededByStripe, ...filledIn].filter((name) => !page.includes(name));
  expect(untold).toEqual([]);
  const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8'));
  const commands = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([]);
  // The message of a failed deployment refers to this section.
  expect(page).toContain('\n## Going back\n');
});

type Named = Record<string, unknown>;

/** The names and other values of a configuration that the code depends on. */
function namesIn(config: typeof unnamed) {
  return {
    vars: Object.keys(config.vars).toSorted(),
    objects: config.durable_objects,
    exports: config.exports,
    databases: config.d1_databases.map(({ binding, migrations_dir }: Named) => [binding, migrations_dir]),
    shields: config.ratelimits.map(({ name, simple }: Named) => [name, simple]),
    release: config.version_metadata,
    assets: config.assets,
    limits: config.limits,
    observability: config.observability,
    crons: config.triggers,
  };
}

/** This file and all its static imports, direct and indirect. */
function filesAtStart(folder: string, file: string, known = new Set<string>()): string[] {
  if (known.has(file)) return [];
  known.add(file);
  const text = readFileSync(path.join(folder, file), 'utf8');
  const imported = [...text.matchAll(/^(?:import|export)\b[^;]*?["'](\.[^"']+)["']/gm)];
  for (const [, found = ''] of imported) filesAtStart(folder, path.join(path.dirname(file), found), known);
  return [...known];
}
