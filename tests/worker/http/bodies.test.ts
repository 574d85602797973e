import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { withStandIns } from '../../../src/worker/development/with-stand-ins.ts';
import { brokenDatabase, expectComplaints } from '../support/broken.ts';
import { call, newOwner, origin, read } from '../support/factories.ts';
import wranglerToml from '../../../wrangler.toml?raw';

/** The variables in the top level of `wrangler.toml`, which belong to no environment. */
const [ofNoEnvironment = ''] = wranglerToml.split('[env.');
const deployedVars = Object.fromEntries(
  [...ofNoEnvironment.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name = '', value = '']) => [name, value]),
);

const invalidJson = {
  status: 400,
  body: { error: 'The request was not readable.', code: 'invalid_json' },
};
const tooLarge = { status: 413, body: { error: 'That is too much to send at once.', code: 'too_large' } };
const notFound = { status: 404, body: { error: 'We could not find that.', code: 'not_found' } };

function ask(path: string, changes: Partial<Env>, init: RequestInit = {}) {
  return createApp().fetch(
    new Request(origin + path, init),
    { ...env, ...changes },
    createExecutionContext(),
  );
}

function bodyOf(bytes: number): string {
  const frame = JSON.stringify({ emailOrUsername: '', password: 'x' });
  return JSON.stringify({ emailOrUsername: 'a'.repeat(bytes - frame.length), password: 'x' });
}

test('the server says that it is well', async () => {
  expect(await read(await call('GET', '/healthz'))).toEqual({
    status: 200,
    body: { ok: true, version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
  });
});

test('a deployed server tells the release that it was tagged with', async () => {
  const RELEASE = { id: 'version', tag: '1.2.3+0a1b2c3', timestamp: '' };
  const response = await createApp().request('/healthz', {}, { ...env, RELEASE }, createExecutionContext());
  expect(await read(response)).toEqual({ status: 200, body: { ok: true, version: '1.2.3+0a1b2c3' } });
});

test.each(['{', '', 'undefined', "{'a':1}", '\u0000', '{"a":1}}'])(
  'the body %j is not readable',
  async (body) => {
    expect(await read(await call('POST', '/auth/login', { body }))).toEqual(invalidJson);
  },
);

test('no body at all is not readable', async () => {
  expect(await read(await call('POST', '/auth/login'))).toEqual(invalidJson);
});

test('bytes that are not UTF-8 are not readable', async () => {
  const body = new Uint8Array([0x22, 0xc3, 0x28, 0x22]);
  const response = await ask(
    '/auth/login',
    {},
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    },
  );
  expect(await read(response)).toEqual(invalidJson);
});

test.each(['null', '[]', '"text"', '7', 'true', '[{"emailOrUsername":"a"}]'])(
  'the body %s is not what was asked for',
  async (body) => {
    expect(await read(await call('POST', '/auth/login', { body }))).toEqual({
      status: 400,
      body: {
        error: 'Please check what you entered.',
        code: 'invalid_input',
        issues: { fieldErrors: {} },
      },
    });
  },
);

test('a body of 32 KiB is read, one byte more is not', async () => {
  expect((await call('POST', '/auth/login', { body: bodyOf(32 * 1024) })).status).toBe(400);
  expect(await read(await call('POST', '/auth/login', { body: bodyOf(32 * 1024 + 1) }))).toEqual(tooLarge);
});

test.each([
  'POST /auth/logout',
  'POST /auth/business/blue-door/queue/x/leave',
  'POST /auth/business/blue-door/queue/x/admit',
  'DELETE /auth/business/blue-door/queue/x',
  'DELETE /auth/locations/x',
  'PUT /nowhere',
])('too large a body is refused by %s too, which has none', async (each) => {
  const { cookie } = await newOwner();
  const [method = '', path = ''] = each.split(' ');
  const body = bodyOf(32 * 1024 + 1);
  // A request from a network has a Content-Length, but a request made from a string has none.
  const headers = { 'Content-Length': String(body.length) };
  expect(await read(await call(method, path, { body, cookie, headers }))).toEqual(tooLarge);
  expect((await call('GET', '/auth/me', { cookie })).status).toBe(200);
});

test('a stream that announces no length is counted', async () => {
  let sent = 0;
  const body = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      sent += 1;
      if (sent > 100) controller.close();
      else controller.enqueue(new Uint8Array(8 * 1024).fill(0x20));
    },
  });
  const response = await ask(
    '/auth/login',
    {},
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    },
  );
  expect(await read(response)).toEqual(tooLarge);
  expect(sent).toBeLessThan(20);
});

test('names from the object prototype are no fields', async () => {
  const body = '{"__proto__":{"emailOrUsername":"a","password":"b"},"constructor":1,"toString":2}';
  expect((await call('POST', '/auth/login', { body })).status).toBe(400);
});

test('deep nesting is only wrong input', async () => {
  const body = `{"emailOrUsername":${'['.repeat(15_000)}${']'.repeat(15_000)}}`;
  expect((await call('POST', '/auth/login', { body })).status).toBe(400);
});

test.each([
  '/auth',
  '/auth/nothing',
  '/auth/me/',
  '/stripe/nothing',
  '/admin/nothing',
  '/cdn-cgi/local/explorer',
  '/feedback/submit/x',
  '/sales/inquiry/x',
  '/sms/nothing',
  '/dev/nothing',
  '/healthz/nothing',
])('%s below the API is a JSON 404, never a page', async (path) => {
  const response = await call('GET', path);
  expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
  expect(await read(response)).toEqual(notFound);
});

test('a known path with another method says which ones it has', async () => {
  const response = await call('DELETE', '/auth/login', { body: {} });
  expect(response.headers.get('Allow')).toBe('POST');
  expect(await read(response)).toEqual({
    status: 405,
    body: { error: 'That is not possible here.', code: 'method_not_allowed' },
  });
  for (const path of ['/auth/login', '/feedback/submit', '/sales/inquiry']) {
    expect([path, (await call('GET', path)).status]).toEqual([path, 405]);
  }
  expect((await call('POST', '/auth/exists')).headers.get('Allow')).toBe('GET, HEAD');
});

test('a page that is posted to is not there', async () => {
  expect(await read(await call('POST', '/login', { body: {} }))).toEqual(notFound);
});

test('every answer carries the security headers', async () => {
  for (const path of ['/healthz', '/auth/me', '/auth/nothing']) {
    const { headers } = await ask(path, {});
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
    expect(headers.get('strict-transport-security')).toBeNull();
  }
  const https = await createApp().fetch(
    new Request('https://a.example/healthz'),
    env,
    createExecutionContext(),
  );
  expect(https.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});

test.each(['POST /login', 'GET /assets/old-chunk.js', 'GET /queue/'])(
  'what %s answers can be put into no frame and loads nothing foreign',
  async (each) => {
    const [method = '', path = ''] = each.split(' ');
    const { headers } = await ask(path, {}, { method });
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.* frame-ancestors 'none'$/);
  },
);

test('a page keeps the policy it set for itself', async () => {
  const { headers } = await call('GET', '/dev/outbox');
  expect(headers.get('content-security-policy')).toContain('style-src');
  expect(headers.get('x-frame-options')).toBe('DENY');
});

test('a wrong configuration serves nobody, says so once in the log and names the variable', async () => {
  const complaints = expectComplaints();
  const wrong = { APP_ENV: 'production', APP_ORIGIN: 'https://queue.example.com', SMS_PROVIDER: 'outbox' };
  for (const path of ['/healthz', '/auth/me', '/']) {
    const response = await ask(path, wrong);
    expect(response.status).toBe(503);
    expect(await response.text()).toBe(
      'This server is not configured correctly. Its log names what is wrong.\n',
    );
  }
  const lines = complaints();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('SMS_PROVIDER');
});

test('a deployment that is told to be development serves nobody: it has no stand-ins', async () => {
  const complaints = expectComplaints();
  const { STAND_INS: _, ...deployed } = withStandIns(env);
  const request = new Request(`${origin}/dev/outbox`);
  const response = await createApp().fetch(request, deployed, createExecutionContext());
  expect(response.status).toBe(503);
  expect(complaints()).toEqual([expect.stringContaining('APP_ENV is ')]);
});

test('a push key pair that does not match serves nobody, and is logged once', async () => {
  const complaints = expectComplaints();
  // The private key with the value 1 is valid, but does not belong to the configured public key.
  const other = { VAPID_PRIVATE_KEY: `${'A'.repeat(42)}E` };
  const answers = await Promise.all(['/healthz', '/auth/me', '/'].map(async (path) => ask(path, other)));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  const lines = complaints();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('VAPID_PUBLIC_KEY must be the other half');
});

test('the configuration of wrangler.toml as it stands serves nobody', async () => {
  const complaints = expectComplaints();
  const { APP_ENV = '', APP_ORIGIN = '', SMS_PROVIDER = '', EMAIL_PROVIDER = '' } = deployedVars;
  expect([APP_ENV, SMS_PROVIDER, EMAIL_PROVIDER]).not.toContain('');
  const asDeployed = { APP_ENV, APP_ORIGIN, SMS_PROVIDER, EMAIL_PROVIDER };
  for (const path of ['/', '/login', '/queue', '/healthz', '/dev/outbox', '/auth/me', '/robots.txt']) {
    expect((await ask(path, asDeployed)).status).toBe(503);
  }
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  expect((await ask('/auth/login', asDeployed, post)).status).toBe(503);
  expect(complaints()).toHaveLength(1);
});

test('a bug is a 500 and a log line without anything that was typed', async () => {
  const complaints = expectComplaints();
  const response = await ask('/auth/login', brokenDatabase('no such table: businesses'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ emailOrUsername: 'ada@example.com', password: 'secret-secret' }),
  });
  expect(await read(response)).toEqual({
    status: 500,
    body: { error: 'Something went wrong on our side. Please try again.', code: 'internal' },
  });
  const lines = complaints();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    event: 'unexpected_error',
    method: 'POST',
    route: '/auth/login',
    frames: expect.arrayContaining([expect.stringMatching(/^at /)]),
  });
  expect(lines[0]).not.toMatch(/ada@|secret-secret|select /);
});
