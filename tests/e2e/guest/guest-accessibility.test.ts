/**
 * Accessibility of guests' pages that only the Worker renders: axe-core, and no cut-off text on narrow screens or in
 * large text. All other states are tested in `tests/component/guest/accessibility.test.ts`.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { admitByName, joinQueue, linkInText, newNumber, openShop, type Shop } from '../support/factories.ts';
import { journey, type Device } from '../support/harness.ts';
import { whatIsWrong } from '../support/look.ts';

const here = journey();
const narrow = { viewport: { width: 320, height: 640 }, isMobile: false };

/** The problems of each checked state of a page. */
type Seen = { [state: string]: string[] };

test('the question before a link to another place', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone(narrow);
  await join(page, shop);
  await joinQueue(here.app.origin, shop, {
    firstName: 'Bo',
    phoneNumber: newNumber(),
    waitingPreference: 'wait_anywhere',
  });
  await admitByName(here.app.origin, shop, 'Bo');
  await page.goto(await linkInText(here.app.origin, shop));
  const seen: Seen = { asked: await whatIsWrong(page) };
  await page.locator('main a').first().click();
  await untilAtPosition(page, 1);
  await page.goBack();
  await page.locator('main a').last().click();
  await page.locator('[role=timer]').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(seen).toEqual(nothingWrongIn(seen));
});

test('the pages of a browser without scripts', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await phoneWithoutScripts();
  const seen: Seen = {};
  const look = async (state: string) => {
    await runTimersAtOnce(page);
    seen[state] = await whatIsWrong(page);
  };
  const submit = () => page.locator('main form button[type=submit]:visible').first().click();
  await page.goto('/queue');
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('look-up with an error');
  await page.goto(`/queue/${shop.username}`);
  await submit();
  await page.locator('[aria-invalid]').first().waitFor();
  await look('details with errors');
  await page.locator('[name=firstName]').fill('Mara');
  await page.locator('[name=lastName]').fill('Lindqvist');
  await submit();
  await page.locator('[value=wait_anywhere]').check();
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('preference with an error');
  await page.locator('[value=on_premises]').check();
  await submit();
  await page.getByText('You are #1 in line').waitFor();
  await look('status');
  await page.locator('[value=wait_anywhere]').check();
  await submit();
  await page.locator('[aria-invalid]').waitFor();
  await look('asked for the number');
  await admitByName(here.app.origin, shop, 'Mara');
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await look('turn');
  // axe-core reports a page that refreshes itself as a problem, but without scripts this page needs the refresh.
  const refreshes = ['meta-refresh: <meta http-equiv="refresh" content="15">'];
  expect(seen).toEqual({ ...nothingWrongIn(seen), status: refreshes, turn: refreshes });
});

async function phoneWithoutScripts(): Promise<Device> {
  const device = await here.newPhone({ ...narrow, javaScriptEnabled: false });
  device.expectComplaint(/^csp GET \/assets\/[\w.-]+\.js$/);
  return device;
}

/** Runs timers at once, because axe-core waits for timers, which do not fire in a page without scripts. */
function runTimersAtOnce(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.assign(window, {
      setTimeout: (run: (...given: unknown[]) => void, _ms: number, ...given: unknown[]) => {
        void Promise.resolve().then(() => run(...given));
        return 0;
      },
    });
  });
}

async function join(page: Page, shop: Shop): Promise<void> {
  await page.goto(`/queue/${shop.username}`);
  await page.locator('[name=firstName]').fill('Mara');
  await page.locator('[name=lastName]').fill('Lindqvist');
  await page.locator('[type=submit]').click();
  await page.locator('[value=on_premises]').check();
  await page.locator('[type=submit]').click();
  await untilAtPosition(page, 1);
}

function untilAtPosition(page: Page, position: number): Promise<void> {
  return page.locator('main p > span').getByText(`#${position}`, { exact: true }).waitFor();
}

function nothingWrongIn(seen: Seen): Seen {
  return Object.fromEntries(Object.keys(seen).map((state) => [state, []]));
}
