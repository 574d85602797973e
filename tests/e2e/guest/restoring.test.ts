/**
 * A page that was loaded without its visit and has only the token that was stored (`docs/spec.md` section 4, "Page load with stored
 * token"): what it says while nothing answers, and what ends the visit on this device.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { guestCatalogues } from '../../../src/shared/copy/guest-catalogues.ts';
import { languages } from '../../../src/shared/languages.ts';
import { GUEST_POLL_MS } from '../../../src/shared/limits.ts';
import { tokenKey } from '../../../src/client/features/guest/visit/visit-rules.ts';
import { joinQueue, openShop, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { whatIsWrong } from '../support/look.ts';

const here = journey();
const statusCall = /\/queue\/token\/[^/]+\/status$/;

/** Opens the business's page with this token stored, in a browser that has no cookie of the visit. */
async function openWithToken(page: Page, shop: Shop, queueToken: string): Promise<void> {
  // Stored by a page that does not look for it.
  await page.goto('/robots.txt');
  await page.evaluate(([key, token]) => localStorage.setItem(key, token), [
    tokenKey(shop.username),
    queueToken,
  ] as const);
  await page.goto(`/queue/${shop.username}`);
}

function storedToken(page: Page, shop: Shop): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), tokenKey(shop.username));
}

test.for(languages)(
  'where asking fails the page says in words that the place is safe, and shows it once there are answers (%s)',
  async (language) => {
    const shop = await openShop(here.app.origin);
    const { queueToken } = await joinQueue(here.app.origin, shop);
    const { page, expectComplaint } = await here.newPhone({ locale: language });
    expectComplaint(/^503 GET .*\/status$/);
    await page.clock.install();
    // It opens, and says nothing.
    await page.routeWebSocket(/\/live$/, () => undefined);
    let isAway = true;
    let asked = 0;
    await page.route(statusCall, (route) => {
      asked += 1;
      return isAway ? route.fulfill({ status: 503 }) : route.continue();
    });
    await openWithToken(page, shop, queueToken);
    await expect.poll(() => asked).toBeGreaterThan(0);
    const copy = guestCatalogues[language];
    const words = page.getByRole('status').filter({ hasText: copy.connection.safe(shop.name) });
    await page.clock.fastForward(GUEST_POLL_MS);
    await words.waitFor();
    // Not only for a screen reader, and not held back from one.
    expect((await words.boundingBox())?.height).toBeGreaterThan(20);
    expect(await page.getByRole('main').getAttribute('aria-busy')).toBe('false');

    isAway = false;
    await page.clock.fastForward(GUEST_POLL_MS);
    await page.getByText(copy.toasts.restored, { exact: true }).first().waitFor();
    await page.getByRole('heading', { name: copy.status.title }).waitFor();
    await words.waitFor({ state: 'detached' });
  },
);

test('where no call is answered at all and no socket opens the page says so, too', async () => {
  const shop = await openShop(here.app.origin);
  const { queueToken } = await joinQueue(here.app.origin, shop);
  const { page } = await here.newPhone();
  await page.clock.install();
  await page.routeWebSocket(/\/live$/, (socket) => socket.close({ code: 1012 }));
  const held = Promise.withResolvers<void>();
  await page.route(statusCall, async (route) => {
    await held.promise;
    await route.continue();
  });
  await openWithToken(page, shop, queueToken);
  const words = page.getByText('No connection. Your place is safe with Blue Door Café.');
  await page.getByRole('status').filter({ hasText: 'Loading the queue' }).waitFor();
  await page.clock.fastForward(GUEST_POLL_MS);
  await words.waitFor();
  expect(await whatIsWrong(page)).toEqual([]);
  held.resolve();
  await toast(page, 'Queue restored').waitFor();
  await page.getByText('You are #1 in line').first().waitFor();
});

test('a check that fails says nothing about the visit: its token stays, and the place comes with the first answer', async () => {
  const shop = await openShop(here.app.origin);
  const { queueToken } = await joinQueue(here.app.origin, shop);
  const { page, expectComplaint } = await here.newPhone();
  await page.clock.install();
  await page.routeWebSocket(/\/live$/, (socket) => socket.close({ code: 1012 }));
  const failures = [403, 404, 408, 429, 500, 503];
  for (const status of failures) expectComplaint(new RegExp(`^${status} GET .*/status$`));
  expectComplaint(/^net::ERR_CONNECTION_FAILED GET .*\/status$/);
  const answers = failures.values();
  let lost = 0;
  await page.route(statusCall, (route) => {
    const { value: status } = answers.next();
    if (status !== undefined) return route.fulfill({ status });
    if (lost === 2) return route.continue();
    lost += 1;
    return route.abort('connectionfailed');
  });
  await openWithToken(page, shop, queueToken);
  await expect
    .poll(async () => {
      await page.clock.fastForward(GUEST_POLL_MS);
      expect(await storedToken(page, shop)).toBe(queueToken);
      expect(await page.getByRole('heading', { name: 'Enter your details' }).count()).toBe(0);
      return lost;
    })
    .toBe(2);
  await page.clock.fastForward(GUEST_POLL_MS);
  await page.getByText('You are #1 in line').first().waitFor();
  expect(await storedToken(page, shop)).toBe(queueToken);
});

test('a server that refuses the visit ends it on this device: the token goes, and the form is there', async () => {
  const shop = await openShop(here.app.origin);
  const other = await openShop(here.app.origin);
  const { queueToken } = await joinQueue(here.app.origin, other);
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^404 GET .*\/status$/);
  await page.routeWebSocket(/\/live$/, () => undefined);
  await openWithToken(page, shop, queueToken);
  await toast(page, 'Queue session ended').waitFor();
  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
  expect(await storedToken(page, shop)).toBeNull();
});
