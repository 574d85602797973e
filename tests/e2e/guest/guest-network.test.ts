/**
 * The guest's page on a network that fails, that delivers the page late, or that delivers only half of the page. Slow
 * calls and lost answers are tested in `tests/component/guest/network.test.ts`.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { visitCookieName } from '../../../src/worker/features/guest/visit-cookie.ts';
import { admitByName, joinQueue, markArrived, openShop } from '../support/factories.ts';
import { isSamePage, journey, markPage, toast } from '../support/harness.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();

test('without a network each step stays as it is, says so, and goes on when it is back', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  const offline = (now: boolean) => page.context().setOffline(now);
  expectComplaint(/^net::ERR_INTERNET_DISCONNECTED POST .*\/queue$/);
  expectComplaint(/^net::ERR_INTERNET_DISCONNECTED GET .*\/status$/);
  await page.goto(`/queue/${shop.username}`, { waitUntil: 'networkidle' });
  await markPage(page);
  await offline(true);
  await page.getByRole('textbox', { name: 'First Name' }).fill('Mara');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: /^Stay on Premises/ }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await toast(page, 'Failed to join queue').waitFor();
  await toast(page, 'Please try again').waitFor();
  await offline(false);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #1 in line').first().waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  // Waits until the service worker is ready, because without a service worker each attempt to cache the place would be
  // a failed request.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));

  const safe = 'No connection. Your place is safe with Blue Door Café. We’ll update as soon as you’re back.';
  await offline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await page.getByRole('status').filter({ hasText: safe }).waitFor();
  await page.waitForRequest(/\/status$/);
  await page.getByText('You are #1 in line').first().waitFor();
  const mara = await admitByName(here.app.origin, shop, 'Mara');
  const turnIcon = page.waitForResponse(/\/icon-turn\.svg$/);
  await offline(false);
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await toast(page, "You've been admitted!").waitFor();
  // Waits for the icon, because without a network the icon would be one more failed request.
  await turnIcon;

  await offline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^04:[0-5]\d$/);
  await markArrived(here.app.origin, shop, mara);
  await offline(false);
  await page.getByText('You’re checked in. Enjoy your visit.').waitFor();
  await expect.poll(() => page.title()).toBe('You’re checked in. Enjoy your visit.');
  expect(await isSamePage(page)).toBe(true);
});

test('a page whose script is not there yet does not call itself live, and nothing moves when it is', async () => {
  const shop = await openShop(here.app.origin);
  const { queueToken } = await joinQueue(here.app.origin, shop);
  const { page } = await here.newPhone();
  const cookie = { name: visitCookieName(here.app.origin), value: queueToken, url: here.app.origin };
  await page.context().addCookies([cookie]);
  const scripts = await holdCalls(page, /\/assets\/[^/]+\.js$/);
  await page.goto(`/queue/${shop.username}`, { waitUntil: 'commit' });
  await page.getByText('You are #1 in line').waitFor();
  const badge = page.getByText('Live', { exact: true });
  expect([await badge.count(), await badge.isVisible()]).toEqual([1, false]);
  scripts.release();
  await badge.waitFor();
  await toast(page, 'Queue restored').waitFor();
  const moved = await page.evaluate(() => {
    const shifts = new PerformanceObserver(() => undefined);
    shifts.observe({ type: 'layout-shift', buffered: true });
    // Leaves out layout shifts soon after input. A busy machine may lay out the page late, and the browser then counts
    // the shift as caused by the input.
    const byItself = shifts
      .takeRecords()
      .filter((shift) => !('hadRecentInput' in shift && shift.hadRecentInput));
    return byItself.map((shift) => JSON.stringify(shift));
  });
  expect(moved).toEqual([]);
});

/** The total layout shift when the second half of a page arrives later than the first half. */
async function movedByRest(page: Page, html: string, cut: number): Promise<number> {
  await page.goto('about:blank');
  return page.evaluate(
    async ([first, rest]) => {
      const frames = () =>
        new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
      let moved = 0;
      document.open();
      document.write(first);
      // Pauses the animation that shows an unfinished page after 2 seconds, because on a busy machine the second half
      // may need more than 2 seconds.
      for (const animation of document.getAnimations()) animation.pause();
      await frames();
      const add = (entries: PerformanceEntryList) => {
        // The type `PerformanceEntry` does not declare `value`.
        for (const shift of entries) moved += 'value' in shift ? Number(shift.value) : 0;
      };
      const shifts = new PerformanceObserver((list) => add(list.getEntries()));
      shifts.observe({ type: 'layout-shift', buffered: true });
      document.write(rest);
      document.close();
      await frames();
      add(shifts.takeRecords());
      return moved;
    },
    [html.slice(0, cut), html.slice(cut)] as const,
  );
}

test('a page of which half has come does not move under the eyes when the rest does', async () => {
  const { origin } = here.app;
  const shop = await openShop(origin);
  const { queueToken } = await joinQueue(origin, shop, { firstName: 'Mara' });
  await admitByName(origin, shop, 'Mara');
  const { page } = await here.newPhone();
  const moved: Record<string, number> = {};
  for (const [name, cookie] of [
    ['join', ''],
    ['turn', `${visitCookieName(origin)}=${queueToken}`],
  ] as const) {
    const answer = await fetch(`${origin}/queue/${shop.username}`, { headers: { cookie } });
    const html = (await answer.text()).replaceAll(/<link [^>]*>|<script (?!id="boot").*?<\/script>/gs, '');
    const body = html.indexOf('<body>');
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const cut = body + Math.floor(((html.length - body) * tenth) / 10);
      moved[`${name} ${tenth}`] = await movedByRest(page, html, cut);
    }
  }
  expect(Object.entries(moved).filter(([, by]) => by > 0)).toEqual([]);
});
