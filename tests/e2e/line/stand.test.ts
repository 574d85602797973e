/** The stand in the built app: it needs a log-in, can be installed, and an admit on it reaches the guest's page. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { joinQueue, openShop } from '../support/factories.ts';
import { accessibilityProblems, journey, loggedOut } from '../support/harness.ts';

const here = journey();
const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true };

const webManifest = z.object({
  start_url: z.literal('/business/stand'),
  display: z.literal('standalone'),
  name: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.optional(z.string()) })),
});

test('a host logs in, opens the stand and admits with one tap', async () => {
  const shop = await openShop(here.app.origin);
  for (const firstName of ['Ana', 'Bo']) await joinQueue(here.app.origin, shop, { firstName });
  const { page, expectComplaint } = await here.newDesktop(undefined, tablet);
  expectComplaint(loggedOut);
  await page.goto('/business/stand');
  await page.waitForURL('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(shop.username);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(shop.password);
  await page.getByRole('button', { name: 'Sign In' }).tap();
  await page.waitForURL('/business/dashboard');
  await page.getByRole('button', { name: 'Queue tools' }).tap();
  await page.getByRole('link', { name: 'Open the stand' }).tap();
  await page.waitForURL('/business/stand');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Admit Ana Lindqvist' }).tap();
  const arriving = page.getByRole('region', { name: 'Arriving' });
  await arriving.getByText('Ana Lindqvist', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Admit/ }).count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.each(['dashboard', 'stand'])('the lazy parts of the %s load together with its entry', async (name) => {
  const html = await (await fetch(`${here.app.origin}/business/${name}`)).text();
  expect(html).toMatch(
    new RegExp(`<link rel="modulepreload" crossorigin href="/assets/${name}-[\\w-]{8}\\.js">`),
  );
  expect(html).toMatch(/<link rel="stylesheet" crossorigin href="\/assets\/line-[\w-]{8}\.css">/);
});

test('the stand asks for its data before its app runs', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop, { firstName: 'Ana' });
  const { page } = await here.newDesktop(shop, tablet);
  let startApp = () => {};
  const mayStart = new Promise<void>((resolve) => (startApp = resolve));
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await mayStart;
    await route.continue();
  });
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/auth/me'));
  await page.goto('/business/stand', { waitUntil: 'commit' });
  expect((await asked).status()).toBe(200);
  startApp();
  await page.getByRole('button', { name: 'Admit Ana Lindqvist' }).waitFor();
});

test('the browser takes the stand as an app of its own', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop, tablet);
  await page.goto('/business/stand');
  await page.getByText('Live', { exact: true }).waitFor();
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/stand.webmanifest', []]);
  const { icons } = webManifest.parse(JSON.parse(data ?? ''));
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The windows of these tests are private, and a private window cannot install an app. All other requirements for an
  // installation are met.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
});
