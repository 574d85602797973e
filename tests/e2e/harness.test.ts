/** The harness keeps its word: a device reports what its page complains about, and what was announced has to come. */
import { expect, test } from 'vitest';
import { watchForComplaints, type Complaints } from './complaints.ts';
import { journey } from './harness.ts';

const here = journey();

test('an error on the console is a complaint', async () => {
  const { page, heard } = await watchedPage(/^console: the shop is on fire$/);
  await page.evaluate("console.error('the shop is on fire')");
  await expect.poll(heard.unexpected).toEqual(['console: the shop is on fire']);
});

test('an error that nobody caught is a complaint', async () => {
  const { page, heard } = await watchedPage(/^uncaught: Error: nobody caught this/);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('nobody caught this');
    });
  });
  await expect
    .poll(heard.unexpected)
    .toEqual([expect.stringMatching(/^uncaught: Error: nobody caught this/)]);
});

test('a refused request is a complaint', async () => {
  const { page, heard } = await watchedPage(/^404 GET \/nowhere$/);
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect.poll(heard.unexpected).toEqual(['404 GET /nowhere']);
});

test('a request that broke off is a complaint', async () => {
  const { page, heard } = await watchedPage(/^net::ERR_CONNECTION_FAILED GET \/broken$/);
  await page.route('**/broken', (route) => route.abort('connectionfailed'));
  await page.evaluate(() => fetch('/broken').catch(() => null));
  await expect.poll(heard.unexpected).toEqual(['net::ERR_CONNECTION_FAILED GET /broken']);
});

test('a complaint that was announced and never came is told apart from one that came', async () => {
  const { page, heard } = await watchedPage(/^404 GET \/nowhere$/);
  heard.expect(/^404 GET \/nowhere$/);
  heard.expect(/^409 POST \/never$/);
  await page.goto('/nowhere');
  await expect.poll(heard.missing).toEqual([/^409 POST \/never$/]);
  expect(heard.unexpected()).toEqual([]);
});

test.fails('a complaint of a page that nobody announced fails the test', async () => {
  const { page } = await here.newDesktop();
  await page.goto('/nowhere');
});

test.fails('an announced complaint that never comes fails the test', async () => {
  const { page, expectComplaint } = await here.newDesktop();
  expectComplaint(/^404 GET \/nowhere$/);
  await page.goto('/login');
});

test('the runtime shows nobody the database', async () => {
  for (const path of ['/cdn-cgi/explorer', '/cdn-cgi/explorer/', '/cdn-cgi/explorer/api/d1/database']) {
    expect([path, (await fetch(here.app.origin + path)).status]).toEqual([path, 404]);
  }
});

test('a file that is opened by itself may do nothing and be framed by nobody', async () => {
  const { headers } = await fetch(`${here.app.origin}/icon.svg`);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cache-control': 'public, max-age=86400',
  });
});

test('a file of an older build is missing, and nobody keeps that for a year', async () => {
  const { status, headers } = await fetch(`${here.app.origin}/assets/old-chunk.js`);
  expect({ status, kept: headers.get('cache-control') }).toEqual({ status: 404, kept: 'no-store' });
});

/** A device whose complaint is announced to its own harness, and a second watcher that nobody has told anything. */
async function watchedPage(announced: RegExp) {
  const { page, expectComplaint } = await here.newDesktop();
  expectComplaint(announced);
  await page.goto('/login');
  const heard: Complaints = watchForComplaints(page, here.app.origin);
  return { page, heard };
}
