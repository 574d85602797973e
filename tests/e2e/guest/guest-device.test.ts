/** The guest's page on a device that stores no data, and on a device that freezes the page in the guest's pocket. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { admitByName, openShop, waitingVisit } from '../support/factories.ts';
import { isSamePage, journey, markPage, toast } from '../support/harness.ts';
import { cuttableSockets, joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();

test('a browser that keeps nothing joins, follows, turns over and leaves on the page it has', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await keepNothing(page);
  await joinOnPage(page, shop);
  expect(await page.context().cookies()).toEqual([]);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'I’m on my way' }).click();
  await page.getByText('The staff know you’re on your way.').waitFor();
  for (const language of ['Español', 'English']) {
    const told = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('link', { name: language }).click();
    await told;
  }
  await admitByName(here.app.origin, shop, 'Mara');
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();

  await joinOnPage(page, shop);
  await leaveOnPage(page);
  await toast(page, 'You left the queue').waitFor();
  await page.waitForURL('/queue');
  expect(await waitingVisit(here.app.origin, shop, 'Mara')).toBeUndefined();
});

test('a page that slept shows when it wakes what came meanwhile: the turn, and that it is over, with its socket or without', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const sockets = await cuttableSockets(page);
  await joinOnPage(page, shop);
  const pocket = await pocketOf(page);
  await pocket.freeze();
  const mara = await admitByName(here.app.origin, shop, 'Mara');
  // The old title proves that the page is frozen. A page that is not frozen would show the turn in its title.
  expect(await pocket.title()).toBe('#1 in line · Blue Door Café');
  await pocket.wake();
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await page.getByText('Your spot will be held for 5 minutes.').waitFor();
  await expect.poll(() => page.title()).toBe("It's your turn · Blue Door Café");

  await pocket.freeze();
  await here.app.endHold(shop.location.id, mara.id);
  const cut = sockets.cut();
  await pocket.wake();
  await cut;
  await page.getByText('Timer expired — your spot will be released.').waitFor();
  await page.getByRole('button', { name: 'Join again' }).waitFor();
});

test('a page that the browser kept whole asks at once on the way back, and shows the turn that came meanwhile', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhoneThatKeepsPages();
  expectComplaint(/^console: WebSocket .* failed: Page entered Back-Forward Cache\.$/);
  await page.clock.install();
  await joinOnPage(page, shop);
  await page.getByText('Live', { exact: true }).waitFor();
  // Waits until the service worker is ready, because a service worker that becomes ready later would make the browser
  // reload the page.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await markPage(page);
  // Stops the page's timers, so that only the return to the page can trigger a call.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/queue');
  await admitByName(here.app.origin, shop, 'Mara');
  // Does not use `goBack`, because `goBack` waits for a load, and a page from the back-forward cache does not load
  // again.
  await page.evaluate(() => history.back());
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  expect(await isSamePage(page)).toBe(true);
});

/** Blocks every kind of storage, as a browser does for a site whose cookies are blocked. */
async function keepNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    // These methods return promises, which reject with the error.
    for (const name of ['register', 'getRegistration'])
      Object.defineProperty(navigator.serviceWorker, name, { value: async () => refuse() });
  });
  await page.route(/\/auth\/business\/[^/]+\/queue$/, async (route) => {
    const answer = await route.fetch();
    await page.context().clearCookies();
    const { 'set-cookie': _blocked, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
}

/** Functions that freeze the page and wake it, as a phone does in a pocket. */
async function pocketOf(page: Page) {
  const phone = await page.context().newCDPSession(page);
  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  let stoppedAt: Promise<unknown> | undefined;
  return {
    freeze: async () => {
      await look('hidden');
      // A browser does not freeze a visible page, but its debugger can stop any page.
      await phone.send('Debugger.enable');
      const stopped = new Promise((resolve) => phone.once('Debugger.paused', resolve));
      await phone.send('Debugger.pause');
      // The debugger stops in this expression, and answers only after the page has resumed.
      stoppedAt = phone.send('Runtime.evaluate', { expression: '0' });
      await stopped;
    },
    wake: async () => {
      await phone.send('Debugger.resume');
      await stoppedAt;
      await phone.send('Debugger.disable');
      await look('visible');
    },
    /** The page's title, which can also be read while the page is frozen. */
    title: async () => (await phone.send('Target.getTargetInfo')).targetInfo.title,
  };
}
