/** What an owner is told while something works less well than it should. That it is noticed: `database-health.test.ts`. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop } from '../support/factories.ts';
import { accessibilityProblems, journey } from '../support/harness.ts';

const here = journey();
/** The owner's poll, and then some. */
const POLL_MS = 11_000;

const since = '2026-11-20T12:05:00.000Z';
const failures = { database: { awaySince: since }, texts: { held: { reason: 'away', since } } };
const noTexts =
  /^No texts have gone out since .+: please call names until they do; the queue works as ever\.$/;
const waits =
  /^Since .+ texts and charts have to wait for our database: please call names for now; .+ nothing is lost\.$/;

/** The server says so of each location, until what is answered is called. */
async function withFailures(page: Page): Promise<() => Promise<void>> {
  await page.route('**/auth/me', async (route) => {
    const response = await route.fetch();
    const user: { locations: object[] } = await response.json();
    const locations = user.locations.map((location) => ({ ...location, ...failures }));
    await route.fulfill({
      response,
      json: { ...user, locations },
      headers: { ...response.headers(), etag: '"1"' },
    });
  });
  return () => page.unroute('**/auth/me');
}

test('the settings say what does not work, what does, and what to do, until it is well again', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop, { viewport: { width: 320, height: 640 } });
  await page.clock.install();
  const heal = await withFailures(page);
  await page.goto('/business/settings');
  const lines = page.getByRole('status').filter({ hasText: /since/i }).getByRole('paragraph');
  await lines.first().waitFor();
  expect(await lines.allInnerTexts()).toEqual([expect.stringMatching(noTexts), expect.stringMatching(waits)]);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await heal();
  await page.clock.fastForward(POLL_MS);
  await lines.first().waitFor({ state: 'detached' });
});

test('the dashboard says it beside the notice about texts, which it has already', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await page.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const said = String(message);
      socket.send(said.startsWith('{') ? JSON.stringify({ ...JSON.parse(said), ...failures }) : said);
    });
  });
  await page.goto('/business/dashboard');
  const lines = page.getByRole('status').filter({ hasText: /since/i }).getByRole('paragraph');
  await lines.first().waitFor();
  expect(await lines.allInnerTexts()).toEqual([expect.stringMatching(waits)]);
  await page.getByRole('alert').filter({ hasText: 'Texts are not going out' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
