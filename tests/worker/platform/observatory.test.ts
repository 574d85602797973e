/** The headers of pages, calls and files get the best grade of MDN's HTTP Observatory (`observatory.ts`). */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { contentSecurityPolicy } from '../../../src/worker/pages/page-headers.ts';
import { goodPassword } from '../support/factories.ts';
import { fileHeaders } from '../support/file-headers.ts';
import { gradeOf } from '../support/observatory.ts';
import { anOwnersLocation, join } from '../support/owner-calls.ts';

const https = 'https://queue.example.com';

/** Calls the Worker as a deployment with https. */
async function ask(path: string, init: RequestInit = {}): Promise<{ headers: Headers; html: string }> {
  const request = new Request(https + path, { redirect: 'manual', ...init });
  const response = await createApp().fetch(request, { ...env, APP_ORIGIN: https }, createExecutionContext());
  const html = await response.text();
  const headers = new Headers(response.headers);
  // Without a build, a page has a policy for the dev server. The test uses the policy of a build instead.
  if (headers.get('Content-Type')?.startsWith('text/html') && path !== '/dev/outbox') {
    headers.set(
      'Content-Security-Policy',
      contentSecurityPolicy('bm9uY2Ugb2YgdGVzdHM=', { onDevServer: false }),
    );
  }
  return { headers, html };
}

const best = { csp: 10, cookies: 0, cors: 0, referrer: 5, transport: 0, scripts: 0, contentType: 0 };
const full = { points: { ...best, frames: 5, resources: 10 }, score: 130, grade: 'A+' };

test.each([
  '/',
  '/login',
  '/signup',
  '/forgot',
  '/reset?token=x',
  '/verify?token=x',
  '/feedback',
  '/sales',
  '/queue',
  '/queue/nobody',
  '/business/dashboard',
  '/business/stand',
  '/business/settings',
  '/business/account',
  '/admin',
  '/nowhere',
  '/dev/outbox',
  '/healthz',
  '/auth/me',
  '/auth/exists?username=nobody',
  '/auth/nothing',
  '/admin/me',
  '/stripe/nothing',
])('%s is graded A+ with 130 points', async (path) => {
  const { headers, html } = await ask(path);
  expect(gradeOf(headers, html)).toEqual(full);
});

test('the page of a guest in line, and a log-in with its cookie, are graded no worse', async () => {
  const place = await anOwnersLocation();
  const { username } = place.owner.business;
  const { queueToken } = await join(place);
  const page = await ask(`/queue/${username}`, { headers: { Cookie: `holdline_visit=${queueToken}` } });
  expect(gradeOf(page.headers, page.html)).toEqual(full);
  const body = JSON.stringify({ emailOrUsername: username, password: goodPassword });
  const headers = { 'Content-Type': 'application/json' };
  const logIn = await ask('/auth/login', { method: 'POST', headers, body });
  expect(logIn.headers.getSetCookie()).toHaveLength(2);
  const withCookie = { ...full.points, cookies: 5 };
  expect(gradeOf(logIn.headers)).toEqual({ points: withCookie, score: 135, grade: 'A+' });
});

test.each([
  ['/assets/index-1.js', 120],
  ['/assets/queue-1.css', 120],
  ['/assets/figtree-1.woff2', 120],
  ['/icon.svg', 120],
  ['/icon-turn.svg', 120],
  ['/queue-sw.js', 130],
  ['/site-sw.js', 130],
  ['/manifest.webmanifest', 130],
  ['/stand.webmanifest', 130],
  ['/device.webmanifest', 130],
])('the file %s is graded A+ with %i points', (path, score) => {
  expect(gradeOf(fileHeaders(path))).toMatchObject({ score, grade: 'A+' });
});

test('what is missing or weak costs what the observatory takes for it', async () => {
  const { headers } = await ask('/login');
  const scoreWith = (name: string, value: string | null, html?: string) => {
    const changed = new Headers(headers);
    if (value === null) changed.delete(name);
    else changed.set(name, value);
    const { score, grade } = gradeOf(changed, html);
    return [score, grade];
  };
  expect(scoreWith('Content-Security-Policy', null)).toEqual([75, 'B']);
  expect(scoreWith('Content-Security-Policy', "script-src 'self' 'unsafe-inline'")).toEqual([80, 'B+']);
  expect(scoreWith('Content-Security-Policy', "default-src 'self' 'unsafe-eval'")).toEqual([105, 'A+']);
  expect(scoreWith('Strict-Transport-Security', null)).toEqual([80, 'B+']);
  expect(scoreWith('Strict-Transport-Security', 'max-age=60')).toEqual([120, 'A+']);
  expect(scoreWith('X-Content-Type-Options', null)).toEqual([125, 'A+']);
  expect(scoreWith('Referrer-Policy', 'unsafe-url')).toEqual([120, 'A+']);
  expect(scoreWith('Access-Control-Allow-Credentials', 'true')).toEqual([50, 'C']);
  expect(scoreWith('Set-Cookie', 'session=1; HttpOnly; SameSite=Lax')).toEqual([60, 'C+']);
  expect(scoreWith('Set-Cookie', 'session=1; Secure; SameSite=Lax')).toEqual([70, 'B']);
  expect(scoreWith('X-A', 'b', '<script src="https://evil.example/a.js"></script>')).toEqual([125, 'A+']);
});
