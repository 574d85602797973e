/** Error pages: the Worker fails, a service does not answer, or the site is in maintenance. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { assets } from '../support/built-pages.ts';
import { brokenDatabase, brokenObject, expectComplaints, noFiles } from '../support/broken.ts';
import { joinParty, newLocation, newOwner, origin } from '../support/factories.ts';

type Bindings = Partial<Pick<Env, 'DB' | 'LOCATION_QUEUE' | 'ASSETS'>> & { MAINTENANCE?: string };

async function ask(path: string, bindings: Bindings, init: RequestInit = {}): Promise<Response> {
  const request = new Request(origin + path, { redirect: 'manual', ...init });
  return createApp().fetch(request, { ...env, ASSETS: assets, ...bindings }, createExecutionContext());
}

/** The parts of an answer for people, and the parts for programs. */
async function told(response: Response) {
  const html = await response.text();
  const { headers, status } = response;
  return {
    status,
    retryAfter: headers.get('Retry-After'),
    type: headers.get('Content-Type'),
    cache: headers.get('Cache-Control'),
    title: /<h1>(.*?)<\/h1>/.exec(html)?.[1],
    says: /<p>(.*?)<\/p>/.exec(html)?.[1],
    leadsTo: [...html.matchAll(/<a[^>]*?href="([^"]*)"/g)].map(([, href]) => href),
    needs: [...html.matchAll(/<(script|link|img)\b/g)].map(([tag]) => tag),
  };
}

const page = {
  type: 'text/html; charset=utf-8',
  cache: 'no-store',
  leadsTo: ['/', ''],
  needs: [],
};
const broken = {
  ...page,
  status: 500,
  retryAfter: null,
  title: 'Something went wrong on our side',
  says: 'Nobody has lost their place in line. Please try again; if this page comes back, write to support@holdline.example.',
};
const away = {
  ...page,
  status: 503,
  retryAfter: '2',
  title: 'This page needs a moment',
  says: 'A part of Holdline cannot be reached right now. Nobody has lost their place in line. Please try again in a few seconds.',
};
const closed = {
  ...page,
  status: 503,
  retryAfter: '300',
  title: 'We will be right back',
  says: 'Holdline is closed for a few minutes while we work on it. Everybody in line keeps their place. Please try again in five minutes; in a hurry, ask the staff.',
};

test.each(['/', '/login', '/business/dashboard', '/queue', '/no-such-page'])(
  'a visitor of %s is told what to do when the page cannot be made, even without a build',
  async (path) => {
    const complaints = expectComplaints();
    expect(await told(await ask(path, { ASSETS: noFiles }))).toEqual(broken);
    expect(complaints().join()).toContain('"event":"unexpected_error"');
  },
);

test.each(['D1_ERROR: database is locked: SQLITE_BUSY', 'D1_ERROR: Network connection lost.'])(
  'a form of a guest that meets a database that says %j is answered with a page that says when to try again',
  async (message) => {
    const form = {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
      body: 'form=details',
    };
    expect(await told(await ask('/queue/blue-door', brokenDatabase(message), form))).toEqual(away);
  },
);

test.each([
  ['leave', 'leave'],
  ['way', 'status'],
] as const)(
  'the form %s of a guest that meets its location away is answered with a page that says when to try again',
  async (form, asked) => {
    const owner = await newOwner({ username: 'blue-door' });
    const location = await newLocation(owner);
    const { queueToken } = await joinParty(owner, location);
    // The platform throws this error while it moves an object.
    const moved = Object.assign(new Error('The object is being moved'), { retryable: true });
    const response = await ask('/queue/blue-door', brokenObject(location.id, asked, moved), {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin', Cookie: `holdline_visit=${queueToken}` },
      // The form has no number, so it is refused. The page with the refusal also needs the location.
      body: new URLSearchParams({ form, waitingPreference: 'wait_anywhere' }),
    });
    expect(await told(response)).toEqual(away);
  },
);

test('a guest is told in the language of the browser, written the right way', async () => {
  const complaints = expectComplaints();
  const arabic = { headers: { 'Accept-Language': 'ar' } };
  const response = await ask('/queue', { ASSETS: noFiles }, arabic);
  const html = await response.clone().text();
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect((await told(response)).title).toBe('حدث خطأ من جانبنا');
  expect((await told(await ask('/help', { ASSETS: noFiles }, arabic))).title).toBe(broken.title);
  expect(complaints()).toHaveLength(2);
});

test('the page has no scripts, no foreign resources and no referrer', async () => {
  const complaints = expectComplaints();
  const { headers } = await ask('/reset?token=secret', { ASSETS: noFiles });
  expect(headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; img-src 'self'; style-src 'nonce-[\w+/]{22}=='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(complaints().join()).not.toContain('secret');
});

test.each(['/', '/login', '/business/dashboard', '/queue', '/queue/blue-door', '/robots.txt', '/nowhere'])(
  'in maintenance %s says that we will be right back',
  async (path) => {
    expect(await told(await ask(path, { MAINTENANCE: 'on' }))).toEqual(closed);
  },
);

test.each([
  ['GET', '/auth/me'],
  ['POST', '/auth/login'],
  ['POST', '/stripe/create-checkout-session'],
  ['GET', '/auth/business/blue-door/queue/token/x/status'],
])('in maintenance %s %s is refused until later, and nothing is done', async (method, path) => {
  const response = await ask(path, { MAINTENANCE: 'on' }, { method });
  expect([response.status, response.headers.get('Retry-After'), await response.json()]).toEqual([
    503,
    '300',
    { error: 'We could not do that right now. Nothing was changed. Please try again.', code: 'try_again' },
  ]);
});

test.each([
  ['GET', '/healthz'],
  ['POST', '/stripe/webhook'],
  ['POST', '/sms/status'],
  ['POST', '/sms/inbound'],
  ['GET', '/assets/queue-1.css'],
  ['GET', '/icon-turn.svg'],
])('in maintenance %s %s is answered as always', async (method, path) => {
  const usual = await ask(path, {}, { method });
  const now = await ask(path, { MAINTENANCE: 'on' }, { method });
  expect(now.status).not.toBe(503);
  expect([now.status, await now.text()].join()).toBe([usual.status, await usual.text()].join());
});
