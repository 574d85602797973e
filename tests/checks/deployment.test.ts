/** What a deployment starts from, before anybody has configured it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import * as z from 'zod/mini';
import { projectRoot, secretNames } from '../../scripts/local/settings.ts';
import { readConfig } from '../../src/worker/config.ts';

const { vars, secrets } = unstable_readConfig({ config: path.join(projectRoot, 'wrangler.toml') });
const deployed = z.record(z.string(), z.string()).parse(vars);

test('wrangler.toml as it stands is refused, and so it is with an origin alone', () => {
  const providers = [
    expect.stringMatching(/^SMS_PROVIDER is "outbox"/),
    expect.stringMatching(/^EMAIL_PROVIDER is "outbox"/),
    expect.stringMatching(/^PAYMENT_PROVIDER is "local"/),
    expect.stringMatching(/^PHONE_HASH_KEY must be a secret of at least 32 characters/),
  ];
  expect(readConfig(deployed, { email: false })).toEqual({
    ok: false,
    problems: [
      'APP_ORIGIN must be an address such as "https://queue.example.com", without a path. It is not set. See "Configuration" in README.md.',
      ...providers,
    ],
  });
  const withOrigin = { ...deployed, APP_ORIGIN: 'https://queue.example.com' };
  expect(readConfig(withOrigin, { email: false })).toEqual({ ok: false, problems: providers });
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

test('a file keeps the permissions policy that the Worker gives its own answers', () => {
  const policyIn = (file: string) =>
    /Permissions-Policy'?: '?(.+?)'?,?\n/.exec(readFileSync(path.join(projectRoot, file), 'utf8'))?.[1];
  expect(policyIn('public/_headers')).toMatch(/^camera=\(\)/);
  expect(policyIn('public/_headers')).toBe(policyIn('src/worker/security/headers.ts'));
});
