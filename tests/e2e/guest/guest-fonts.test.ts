/** The fonts of the guest's page load only after the page reacts to taps. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visitCookieName } from '../../../src/worker/features/guest/visit-cookie.ts';
import { admitByName, joinQueue, openShop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
import { phones, shiftByLateFonts } from '../support/look.ts';
import { joinOnPage } from '../support/steps.ts';

const here = journey();

test('place and turn get their own fonts once the page answers taps, and nothing moves by it on any phone', async () => {
  const { origin } = here.app;
  const shop = await openShop(origin);
  const called = await joinQueue(origin, shop, { firstName: 'Ana' });
  const waiting = await joinQueue(origin, shop, { firstName: 'Mara' });
  await admitByName(origin, shop, 'Ana');
  for (const phone of phones) {
    for (const { queueToken } of [waiting, called]) {
      const { page } = await here.newPhone();
      const cookie = { name: visitCookieName(origin), value: queueToken, url: origin };
      await page.context().addCookies([cookie]);
      expect(await shiftByLateFonts(page, `/queue/${shop.username}`, phone), phone).toBe(0);
      const hasBoth = () =>
        document.fonts.check("16px 'Figtree'", 'line') && document.fonts.check("700 96px 'Bricolage'", '1');
      expect(await page.evaluate(hasBoth), phone).toBe(true);
    }
  }
});

/** Whether the browser now draws the text in the product's own font. */
const usesOwnFont = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--own-font') !== '');

test('a name with letters beyond Western Europe’s gets its font with the text’s; where no font comes the page works in the phone’s', async () => {
  const shop = await openShop(here.app.origin, { name: 'Łąka' });
  const { page } = await here.newPhone();
  const held = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/figtree-latin-ext-[-\w]+\.woff2$/);
  await page.route(/\.woff2$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/queue/${shop.username}`);
  await asked;
  expect(await usesOwnFont(page)).toBe(false);
  held.resolve();
  await page.locator('#own-font:not([media])').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => document.fonts.check("16px 'Figtree', 'Figtree Ext'", 'Łąka line'))).toBe(
    true,
  );
  expect(await usesOwnFont(page)).toBe(true);

  const without = await here.newPhone();
  without.expectComplaint(/bricolage-digits/);
  without.expectComplaint(/figtree-latin/);
  await without.page.route(/\.woff2$/, (route) => route.abort());
  await joinOnPage(without.page, shop);
  await without.page.locator('#own-font:not([media])').waitFor({ state: 'attached' });
  expect(await without.page.evaluate(() => document.fonts.check("16px 'Figtree'", 'line'))).toBe(false);
});
