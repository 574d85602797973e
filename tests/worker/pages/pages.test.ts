import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { clockSamples } from '../../../src/shared/time/clock-samples.ts';
import { HOLD_MS, UNRESOLVED_AFTER_HOLD_MS } from '../../../src/shared/limits.ts';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { createApp } from '../../../src/worker/app.ts';
import { contentSecurityPolicy } from '../../../src/worker/pages/page-headers.ts';
import { assets, bootOf, catalogues, open } from '../support/built-pages.ts';
import {
  call,
  cookieOf,
  goodPassword,
  joinParty,
  me,
  newOwner,
  origin,
  party,
} from '../support/factories.ts';
import { anOwnersLocation } from '../support/owner-calls.ts';

const cafe = () => anOwnersLocation({ username: 'Blue-Door', name: 'Blue Door Café' });

async function joinHere(overrides: Record<string, unknown> = {}): Promise<string> {
  const body = party({ address: '14 Kemang Raya, Jakarta', ...overrides });
  return cookieOf(await call('POST', '/auth/business/Blue-Door/queue', { body }), 'holdline_visit');
}

test('the look-up page arrives rendered', async () => {
  const page = await open('/queue');
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('<title>Join the Queue</title>');
  expect(html).toContain('Enter the business username to continue');
  expect(html).toContain('Business Username');
});

test('a page styles nothing inline without its nonce and keeps no copy of the file’s tag', async () => {
  const page = await open('/queue');
  const html = await page.text();
  const [first, ...styles] = [...html.matchAll(/<style([^>]*)>/g)].map(([, attributes]) => attributes);
  expect(first).toMatch(/^ nonce="[\w+/]{22}=="$/);
  expect(styles).toEqual([` id="own-font" media="(scripting: none)"${first}`, first]);
  expect(html).toContain('body{color:red}');
  expect(html).not.toContain('rel="stylesheet"');
  expect(html).not.toMatch(/ style="/);
  expect(page.headers.get('Cache-Control')).toBe('private, no-cache');
  expect(page.headers.has('ETag')).toBe(false);
  expect(page.headers.has('Content-Security-Policy')).toBe(true);
  expect(await (await open('/queue')).text()).not.toContain(first);
});

test('the policy of the built pages lets nothing inline run and nothing foreign in', () => {
  expect(contentSecurityPolicy('bm9uY2U=', { onDevServer: false })).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-bm9uY2U='; img-src 'self' data: blob:; " +
      "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'none'",
  );
});

test('the guest’s page lets its own inline script run, by the nonce of its answer, and no other', async () => {
  const inline = contentSecurityPolicy('bm9uY2U=', { onDevServer: false, runsInline: true });
  expect(inline).toContain("; script-src 'self' 'nonce-bm9uY2U='; style-src 'self' 'nonce-bm9uY2U=';");
  const scripts = [...(await (await open('/queue')).text()).matchAll(/<script(?![^>]* src=)[^>]*>/g)];
  expect(scripts.map(([tag]) => tag)).toEqual(['<script id="boot" type="application/json">']);
});

test('a business’s page arrives with the form and its locations, and is not for search engines', async () => {
  const { location } = await cafe();
  const page = await open('/queue/Blue-Door');
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('X-Robots-Tag')).toBe('noindex');
  expect(html).toContain('Enter your details');
  expect(html).toContain('Blue Door Café - 14 Kemang Raya, Jakarta');
  expect(html).toContain('<title>Join the queue · Blue Door Café</title>');
  expect(html).not.toContain('rel="preload" as="font"');
  expect(bootOf(html)).toEqual({
    path: '/queue/Blue-Door',
    language: 'en',
    catalogues,
    clocks: clockSamples([]),
    reminder: { key: env.VAPID_PUBLIC_KEY, likely: true },
    business: {
      username: 'Blue-Door',
      addresses: [
        {
          locationId: location.id,
          address: '14 Kemang Raya, Jakarta',
          businessName: 'Blue Door Café',
          accepting: true,
          smsAvailable: true,
          line: { parties: 0, low: 0, high: 0 },
        },
      ],
    },
  });
});

test.each([
  ['en', 'Join the queue · Blue Door Café', 'Join the queue from your phone and wait where you like.'],
  ['id', 'Gabung antrean · Blue Door Café', 'Gabung antrean dari ponsel Anda dan tunggu di mana saja.'],
  ['es', 'Unirse a la fila · Blue Door Café', 'Únase a la fila desde su teléfono y espere donde quiera.'],
  ['ar', 'انضم إلى الطابور · Blue Door Café', 'انضم إلى الطابور من هاتفك وانتظر حيثما شئت.'],
])(
  'a link to a business that is shared tells whose queue it is: %s',
  async (language, title, description) => {
    await cafe();
    const headers = { 'Accept-Language': language };
    const html = await (await open('/queue/Blue-Door?from=qr', undefined, { headers })).text();
    expect(toldOf(html)).toEqual({
      description,
      'og:type': 'website',
      'og:site_name': 'Holdline',
      'og:title': title,
      'og:description': description,
      'og:url': `${origin}/queue/Blue-Door`,
      'og:image': `${origin}/share.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining('Holdline'),
      'twitter:card': 'summary_large_image',
    });
  },
);

test('a page with a guest’s place, or of an unknown business, has no link preview', async () => {
  await cafe();
  const mine = await (await open('/queue/Blue-Door', await joinHere())).text();
  const unknown = await (await open('/queue/nobody')).text();
  expect([toldOf(mine), toldOf(unknown)]).toEqual([{ description: '' }, { description: '' }]);
  expect(mine + unknown).not.toContain('canonical');
});

/** The content of each meta tag in a page's head, by name. */
function toldOf(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:name|property)="([\w:]+)" content="([^"]*)">/g);
  return Object.fromEntries([...tags].map(([, name = '', content = '']) => [name, content]));
}

test('who is in line sees the place in the first paint', async () => {
  const { owner, location } = await cafe();
  await joinParty(owner, location, { firstName: 'Grace' });
  const cookie = await joinHere({ firstName: 'Maya', numGuests: 2 });
  const html = await (await open('/queue/Blue-Door', cookie)).text();
  expect(html).toContain('<title>#2 in line · Blue Door Café</title>');
  expect(html.replaceAll(/<[^>]+>|<!-- -->/g, '')).toContain('You are #2 in line');
  expect(html).toContain('There is 1 person ahead of you');
  // The badge is hidden until the page has checked its connection, but the page already leaves space for the badge.
  expect(html).toMatch(/<span class="\w+" role="status"><i class="\w+"><\/i>Live<\/span>/);
  // The page loads its fonts after the scripts.
  expect(html).not.toContain('.woff2"');
  expect(bootOf(html)).toMatchObject({ visit: { status: { position: 2, customer: { firstName: 'Maya' } } } });
});

test('a page says whether it may offer a reminder, and to whom it shows the switch before it is alive', async () => {
  await cafe();
  const cookie = await joinHere();
  const offered = { reminder: { key: env.VAPID_PUBLIC_KEY, likely: true } };
  const page = await (await open('/queue/Blue-Door', cookie)).text();
  expect(bootOf(page)).toMatchObject(offered);
  expect(page).toContain('Remind me on this phone');
  const headers = { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' };
  const onIphone = await (await open('/queue/Blue-Door', cookie, { headers })).text();
  expect(bootOf(onIphone)).toMatchObject({ reminder: { ...offered.reminder, likely: false } });
  expect(onIphone).not.toContain('Remind me on this phone');
});

test('without keys no page offers a reminder', async () => {
  await cafe();
  const cookie = await joinHere();
  const without = { ...env, ASSETS: assets, VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '' };
  const request = new Request(`${origin}/queue/Blue-Door`, { headers: { Cookie: cookie } });
  const page = await (await createApp().fetch(request, without, createExecutionContext())).text();
  expect(bootOf(page)).not.toHaveProperty('reminder');
  expect(bootOf(page)).toHaveProperty('visit');
  expect(page).not.toContain('Remind me on this phone');
});

test('a name cannot break out of the page', async () => {
  await cafe();
  const cookie = await joinHere({ firstName: '</script><img src=x onerror=alert(1)>' });
  const html = await (await open('/queue/Blue-Door', cookie)).text();
  expect(html).not.toContain('<img');
  expect(bootOf(html)).toMatchObject({
    visit: { status: { customer: { firstName: '</script><img src=x onerror=alert(1)>' } } },
  });
});

test('a visit that is long over shows the form, and its cookie goes', async () => {
  const { owner } = await cafe();
  const cookie = await joinHere();
  const [visit] = (await me(owner)).locations[0]?.queue ?? [];
  if (visit === undefined) throw new Error('Nobody is in line');
  const path = `/auth/business/Blue-Door/queue/${encodeURIComponent(customerKey(visit))}/admit`;
  expect((await call('POST', path, { cookie: owner.cookie })).status).toBe(200);
  const turn = await open('/queue/Blue-Door', cookie);
  expect(turn.headers.getSetCookie()).toEqual([]);
  const turnHtml = await turn.text();
  expect(turnHtml).toContain('It&#x27;s your turn');
  expect(turnHtml).toContain('Your spot will be held for 5 minutes.');

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOLD_MS + 1000 });
  const expired = await (await open('/queue/Blue-Door', cookie)).text();
  expect(expired).toContain('<title>Your time is up · Blue Door Café</title>');

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + UNRESOLVED_AFTER_HOLD_MS + 1000 });
  const later = await open('/queue/Blue-Door', cookie);
  const laterHtml = await later.text();
  expect(laterHtml).toContain('Enter your details');
  // The page's data still contains the ended visit, so that the page can tell the guest that the session has ended.
  expect(bootOf(laterHtml)).toMatchObject({ visit: { status: { customer: { firstName: 'Ada' } } } });
  expect(later.headers.getSetCookie().map((line) => line.replace(/; SameSite.*| HttpOnly;?/g, ''))).toEqual([
    expect.stringMatching(/^holdline_visit=; Max-Age=0; Path=\/auth\/business\/Blue-Door\/queue/),
    expect.stringMatching(/^holdline_visit=; Max-Age=0; Path=\/queue\/Blue-Door/),
  ]);
});

test.each([
  ['/queue/blue-DOOR', 302, '/queue/Blue-Door'],
  ['/queue/blue-door?from=qr', 302, '/queue/Blue-Door?from=qr'],
  ['/queue/Blue-Door/', 308, '/queue/Blue-Door'],
  ['/queue/', 308, '/queue'],
])('%s leads to the one address of the page', async (path, status, location) => {
  await cafe();
  const answer = await open(path);
  expect([answer.status, answer.headers.get('Location')]).toEqual([status, location]);
});

test('an unknown business is a 404 that says so and leads on', async () => {
  const page = await open('/queue/nobody');
  const html = await page.text();
  expect(page.status).toBe(404);
  expect(html).toContain('We don’t know this business');
  expect(html).toContain('href="/queue"');
});

test('the address of a deleted business says that it has closed', async () => {
  const { cookie } = await newOwner({ username: 'Blue-Door' });
  await call('POST', '/auth/delete-account', { cookie, body: { password: goodPassword } });
  const page = await open('/queue/blue-door');
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('This business has closed its line here');
});

test('a business without locations is left to the page, which tells it and goes on', async () => {
  await newOwner({ username: 'Empty' });
  const page = await open('/queue/Empty');
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).toContain('<div id="root"></div>');
  expect(bootOf(html)).toEqual({
    path: '/queue/Empty',
    language: 'en',
    catalogues,
    clocks: clockSamples([]),
    reminder: { key: env.VAPID_PUBLIC_KEY, likely: true },
    business: { username: 'Empty', addresses: [] },
  });
});

test('the start page sends an owner who is logged in to the dashboard', async () => {
  const owner = await newOwner();
  const answer = await open('/', owner.cookie);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/business/dashboard']);
  expect((await open('/', 'holdline_session=ended')).status).toBe(200);
});

test.each([
  ['/business/dashboard', '/manifest.webmanifest'],
  ['/business/stand', '/stand.webmanifest'],
  ['/device', '/device.webmanifest'],
])('%s is installed by the manifest %s', async (path, manifest) => {
  const html = await (await open(path)).text();
  expect(/<link rel="manifest" href="([^"]+)"/.exec(html)?.[1]).toBe(manifest);
});

test.each([
  ['/', 200, 'text/html; charset=utf-8'],
  ['/login', 200, 'text/html; charset=utf-8'],
  ['/signup', 200, 'text/html; charset=utf-8'],
  ['/feedback', 200, 'text/html; charset=utf-8'],
  ['/sales', 200, 'text/html; charset=utf-8'],
  ['/business/dashboard', 200, 'text/html; charset=utf-8'],
  ['/business/stand', 200, 'text/html; charset=utf-8'],
  ['/business/settings', 200, 'text/html; charset=utf-8'],
  ['/nowhere', 404, 'text/html; charset=utf-8'],
  ['/index.html', 404, 'text/html; charset=utf-8'],
  ['/queue.html', 404, 'text/html; charset=utf-8'],
  ['/site.html', 404, 'text/html; charset=utf-8'],
  // A path that begins with a dot is not a page, even if the build has such a file.
  ['/.vite/manifest.json', 404, 'text/html; charset=utf-8'],
  ['/.git/config', 404, 'text/html; charset=utf-8'],
  ['/assets/old-chunk.js', 404, 'text/plain; charset=UTF-8'],
  ['/icon-turn.svg', 200, 'image/svg+xml'],
  ['/queue/%E0%A4%A', 404, 'text/html; charset=utf-8'],
])('%s answers %i as %s', async (path, status, type) => {
  const answer = await open(path);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, type]);
});

test("the admin's page is there where an admin is configured, for no search engine, and else the 404 page", async () => {
  const there = await open('/admin');
  expect([there.status, there.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex']);
  const none = { ...env, ASSETS: assets, ADMIN_USERNAME: '', ADMIN_PASSWORD_HASH: '' };
  const request = new Request(`${origin}/admin`);
  const absent = await createApp().fetch(request, none, createExecutionContext());
  expect([absent.status, absent.headers.get('X-Robots-Tag')]).toEqual([404, null]);
  expect(await absent.text()).toContain('404 - Page Not Found');
});
