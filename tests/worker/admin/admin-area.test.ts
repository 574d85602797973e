/** Rules for all calls of the admin area: access, refusals, and an installation without an admin. */
import { expect, test, vi } from 'vitest';
import { askWith, newAdmin, readText, statusOf } from '../support/admin-calls.ts';
import { apiCalls } from '../support/api-calls.ts';
import { call, newOwner, read } from '../support/factories.ts';
import { stopClock } from '../support/queue-factories.ts';

const notLoggedIn = {
  status: 401,
  body: { error: 'Please sign in to continue.', code: 'not_logged_in' },
};

const calls = apiCalls
  .filter(({ pattern }) => pattern.startsWith('/admin/'))
  .map(({ method, pattern, who }) => ({ method, path: pattern.replace(':username', 'blue-door'), who }));

const noAdmin = { ADMIN_USERNAME: '', ADMIN_PASSWORD_HASH: '' };

test('without a log-in, or with one that is not ours, every call is refused', async () => {
  for (const cookie of ['', 'holdline_admin=', 'holdline_admin=nobody']) {
    for (const { method, path, who } of calls) {
      if (who === 'anybody') continue;
      const response = await call(method, path, { cookie, ...(method === 'POST' && { body: {} }) });
      if (method === 'POST') {
        expect(await readText(response)).toEqual({ status: 401, text: 'Please sign in to continue.' });
      } else expect([path, await read(response)]).toEqual([path, notLoggedIn]);
    }
  }
});

test('where no admin is configured every call is the 404 of any unknown path', async () => {
  // The test compares all headers, so the date must not change.
  stopClock();
  const headers = { Cookie: 'holdline_admin=nobody', 'CF-Ray': '8f3c2a1b9d0e4f55' };
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];
  for (const method of methods) {
    const unknown = await askWith(noAdmin, method, '/admin/nothing-at-all', headers);
    const expected = [unknown.status, Object.fromEntries(unknown.headers), await unknown.text()];
    expect(expected[0]).toBe(404);
    for (const { path } of calls) {
      const response = await askWith(noAdmin, method, path, headers);
      const told = [response.status, Object.fromEntries(response.headers), await response.text()];
      expect([method, path, ...told]).toEqual([method, path, ...expected]);
    }
  }
});

test('once there is an operator, the area needs no configured admin', async () => {
  const headers = { Cookie: await newAdmin() };
  expect((await askWith(noAdmin, 'GET', '/admin/me', headers)).status).toBe(200);
});

test('half of the credentials are a wrong configuration', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const half = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD_HASH: '' };
  expect((await askWith(half, 'GET', '/healthz')).status).toBe(503);
  expect(String(logged.mock.calls)).toContain('ADMIN_PASSWORD_HASH must be set together with ADMIN_USERNAME');
  logged.mockClear();
});

test.each(['/admin/login', '/admin/logout', '/admin/update-credits'])(
  'what another site posts to %s is refused as plain text',
  async (path) => {
    const cookie = await newAdmin();
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ] as Record<string, string>[]) {
      expect(await readText(await call('POST', path, { body: {}, cookie, headers }))).toEqual({
        status: 403,
        text: 'This request came from another site.',
      });
    }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(
      await readText(await call('POST', path, { body: 'username=admin', cookie, headers: form })),
    ).toEqual({ status: 415, text: 'The request has to be JSON.' });
    expect(await statusOf(cookie)).toBe(200);
  },
);

test('an unreadable body is refused as plain text', async () => {
  const cookie = await newAdmin();
  const post = (path: string, body: string) => call('POST', path, { body, cookie });
  expect(await readText(await post('/admin/update-credits', '{'))).toEqual({
    status: 400,
    text: 'The request was not readable.',
  });
  expect(await readText(await post('/admin/login', ' '.repeat(33 * 1024)))).toEqual({
    status: 413,
    text: 'That is too much to send at once.',
  });
  expect(await readText(await post('/admin/nothing', '{}'))).toEqual({
    status: 404,
    text: 'We could not find that.',
  });
  expect(await readText(await post('/admin/me', '{}'))).toEqual({
    status: 405,
    text: 'That is not possible here.',
  });
});

test('every admin answer is private and not cached', async () => {
  await newOwner({ username: 'blue-door' });
  for (const { method, path } of calls) {
    const body = method === 'POST' && { body: {} };
    const { headers } = await call(method, path, { cookie: await newAdmin(), ...body });
    expect([path, headers.get('Cache-Control'), headers.get('X-Content-Type-Options')]).toEqual([
      path,
      'no-store',
      'nosniff',
    ]);
  }
});
