/** The guest's page on a device whose clock is wrong, that keeps nothing, or that stops the page in a pocket. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  admitByName,
  joinQueue,
  linkInText,
  newNumber,
  openShop,
  waitingVisit,
} from '../support/factories.ts';
import { isSamePage, journey, markPage, toast } from '../support/harness.ts';
import { phones, shiftByLateFonts } from '../support/look.ts';
import { cuttableSockets, fillJoinForm, holdCalls, joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();
const TWO_DAYS_MS = 48 * 3_600_000;

test.for(phones)(
  'on an %s the text gets its own font once the page answers taps, and nothing moves by it',
  async (phone) => {
    const shop = await openShop(here.app.origin);
    const { page } = await here.newPhone();
    await joinOnPage(page, shop);
    expect(await shiftByLateFonts(page, `/queue/${shop.username}`, phone)).toBeLessThan(0.005);
    const hasBoth = () =>
      document.fonts.check("16px 'Figtree'", 'line') && document.fonts.check("700 96px 'Bricolage'", '1');
    expect(await page.evaluate(hasBoth)).toBe(true);
  },
);

/** Whether the text is to be drawn in its own font. */
const usesOwnFont = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--own-font') !== '');

test('a name with letters beyond Western Europe’s gets its font with the text’s, and both are there when they are put in use', async () => {
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
});

test('where no font comes the page works in the phone’s', async () => {
  const shop = await openShop(here.app.origin);
  const device = await here.newPhone();
  const { page } = device;
  device.expectComplaint(/bricolage-digits/);
  device.expectComplaint(/figtree-latin/);
  await page.route(/\.woff2$/, (route) => route.abort());
  await joinOnPage(page, shop);
  await page.locator('#own-font:not([media])').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => document.fonts.check("16px 'Figtree'", 'line'))).toBe(false);
});

test.for([
  ['ahead', TWO_DAYS_MS],
  ['behind', -TWO_DAYS_MS],
] as const)('all times are the server’s on a device 2 days %s', async ([, wrongByMs]) => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  const { page } = await here.newPhone();
  await page.addInitScript((byMs) => {
    const Real = Date;
    const now = () => Real.now() + byMs;
    globalThis.Date = new Proxy(Real, {
      construct: (_, given) => Reflect.construct(Real, given.length === 0 ? [now()] : given),
      get: (_, name) => (name === 'now' ? now : Reflect.get(Real, name)),
    });
  }, wrongByMs);
  await fillJoinForm(page, shop);
  const joinedAt = Date.now();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #2 in line').first().waitFor();
  expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now())).toBeGreaterThan(TWO_DAYS_MS / 2);
  // One ahead: 5 minutes, shown by the zone of the device.
  const around = page.getByText(/^around /);
  expect(timesFrom(joinedAt + 5 * 60_000, Date.now() + 5 * 60_000)).toContain(await around.innerText());
  await admitByName(here.app.origin, shop, 'Bo');
  const mara = await admitByName(here.app.origin, shop, 'Mara');
  await page.getByText('Your spot will be held for 5 minutes.').waitFor();
  await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^(05:00|04:5\d)$/);
  // Also before the first answer after a load: no other time is shown for a moment, nor the end of the hold.
  const asked = await holdCalls(page, /\/status$/);
  await page.routeWebSocket(/\/live$/, () => new Promise(() => {}));
  await page.reload();
  await toast(page, 'Welcome back!').waitFor();
  expect(await page.getByRole('timer').innerText()).toMatch(/^(05:00|04:[345]\d)$/);
  asked.release();
  await here.app.endHold(shop.location.id, mara.id);
  await page.getByText('Timer expired — your spot will be released.').waitFor();
});

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

test('a page that slept through its turn shows it when it wakes, and after the hold that it is over', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await joinOnPage(page, shop);
  const pocket = await pocketOf(page);
  await pocket.freeze();
  const mara = await admitByName(here.app.origin, shop, 'Mara');
  await pocket.wake();
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await page.getByText('Your spot will be held for 5 minutes.').waitFor();
  await expect.poll(() => page.title()).toBe("It's your turn · Blue Door Café");

  await pocket.freeze();
  await here.app.endHold(shop.location.id, mara.id);
  await pocket.wake();
  await page.getByText('Timer expired — your spot will be released.').waitFor();
});

test('a page that slept through turn and hold, and lost its socket, says that it is over', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const sockets = await cuttableSockets(page);
  await joinOnPage(page, shop);
  const pocket = await pocketOf(page);
  await pocket.freeze();
  const mara = await admitByName(here.app.origin, shop, 'Mara');
  await here.app.endHold(shop.location.id, mara.id);
  const cut = sockets.cut();
  await pocket.wake();
  await cut;
  await page.getByText('Timer expired — your spot will be released.').waitFor();
  await page.getByRole('button', { name: 'Join the queue again' }).waitFor();
});

test('a page that the browser kept whole asks at once on the way back, and shows the turn that came meanwhile', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhoneThatKeepsPages();
  expectComplaint(/^console: WebSocket .* failed: Page entered Back-Forward Cache\.$/);
  await page.clock.install();
  await joinOnPage(page, shop);
  await page.getByText('Live', { exact: true }).waitFor();
  // One that comes only now would have the browser load the page anew.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await markPage(page);
  // No timer of the page runs any more: what it does it does because it is looked at.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto('/queue');
  await admitByName(here.app.origin, shop, 'Mara');
  // What comes back whole is not loaded: `goBack` would wait for it.
  await page.evaluate(() => history.back());
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  expect(await isSamePage(page)).toBe(true);
});

test('a second device takes the visit over from one that sleeps, which knows it all when it wakes', async () => {
  const shop = await openShop(here.app.origin);
  const { page: first } = await here.newPhone();
  await fillJoinForm(first, shop);
  await first.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await first.getByRole('textbox', { name: 'Phone Number' }).fill(newNumber());
  await first.getByRole('button', { name: 'Next' }).click();
  await first.getByText('You are #1 in line').first().waitFor();
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  const pocket = await pocketOf(first);
  await pocket.freeze();
  await admitByName(here.app.origin, shop, 'Mara');

  const { page: second } = await here.newPhone();
  await second.goto(await linkInText(here.app.origin, shop));
  await second.getByRole('heading', { name: "It's your turn" }).waitFor();
  // It does sleep: otherwise it would know by now.
  expect(await pocket.title()).toBe('#1 in line · Blue Door Café');
  await second.getByRole('button', { name: 'I need 5 more minutes' }).click();
  await second.getByRole('button', { name: 'Let them go first' }).click();
  await second.getByText('You are #2 in line').first().waitFor();
  await pocket.wake();
  await first.getByText('You are #2 in line').first().waitFor();

  await pocket.freeze();
  await leaveOnPage(second);
  await toast(second, 'You left the queue').waitFor();
  await pocket.wake();
  await toast(first, 'You left the queue').waitFor();
  await first.waitForURL('/queue');
});

/** The estimate's line at both ends of a short while, as a guest in Jakarta reads it. */
function timesFrom(fromMs: number, toMs: number): string[] {
  const clock = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Asia/Jakarta',
  });
  return [fromMs, toMs].map((at) => `around ${clock.format(at)}`);
}

/** Every way to keep something is blocked, as a browser does for a site whose cookies are. */
async function keepNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    // These answer with a promise.
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

/** The phone's power over a page that nobody looks at: nothing in it runs until it is looked at again. */
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
      // The browser freezes no page that it shows; its debugger stops any.
      await phone.send('Debugger.enable');
      const stopped = new Promise((resolve) => phone.once('Debugger.paused', resolve));
      await phone.send('Debugger.pause');
      // What it stops at is answered when it goes on.
      stoppedAt = phone.send('Runtime.evaluate', { expression: '0' });
      await stopped;
    },
    wake: async () => {
      await phone.send('Debugger.resume');
      await stoppedAt;
      await phone.send('Debugger.disable');
      await look('visible');
    },
    /** The page's title, also while it sleeps. */
    title: async () => (await phone.send('Target.getTargetInfo')).targetInfo.title,
  };
}
