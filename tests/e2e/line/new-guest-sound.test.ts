/** The bell for new guests: heard when it is switched on, for whoever comes by themselves, and all day long. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { joinQueue, openShop, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';

const here = journey();

test('switching the bell on lets it be heard, and then each new guest', async () => {
  const { page, shop } = await openWithEars();
  await join(page, shop, 'Ada');
  await switchOn(page);
  await expect.poll(() => chimes(page)).toBe(1);
  await join(page, shop, 'Budi');
  await expect.poll(() => chimes(page)).toBe(2);
});

test('a guest whom the owner adds rings no bell, even where the line tells of them before the answer', async () => {
  const { page, shop } = await openWithEars();
  await switchOn(page);
  await expect.poll(() => chimes(page)).toBe(1);
  await page.route('**/visits', async (route) => {
    const response = await route.fetch();
    await page.getByRole('heading', { name: 'Eka' }).waitFor();
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Add walk-in' }).click();
  await page.getByRole('textbox', { name: 'First Name' }).fill('Eka');
  await page.keyboard.press('Enter');
  await toast(page, 'Walk-in added').waitFor();
  await join(page, shop, 'Budi');
  await expect.poll(() => chimes(page)).toBe(2);
});

test('a system that took the sound away gives it back when the page is seen again, or pressed', async () => {
  const { page, shop } = await openWithEars();
  await switchOn(page);
  await expect.poll(() => chimes(page)).toBe(1);
  await page.evaluate('ears.suspend()');
  await join(page, shop, 'Ada');
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await join(page, shop, 'Budi');
  await expect.poll(() => chimes(page)).toBe(2);
  for (const [n, firstName] of ['Cleo', 'Dewi'].entries()) {
    await page.evaluate('ears.suspend()');
    await page.getByRole('heading', { level: 1 }).click();
    await join(page, shop, firstName);
    await expect.poll(() => chimes(page)).toBe(3 + n);
  }
});

test('the switch is kept over a reload, and the first press lets the page sound again', async () => {
  const { page, shop } = await openWithEars();
  await switchOn(page);
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  await join(page, shop, 'Ada');
  await page.getByRole('heading', { level: 1 }).click();
  await join(page, shop, 'Budi');
  await expect.poll(() => chimes(page)).toBe(1);
});

/** A dashboard that writes down what it would have sounded. */
async function openWithEars() {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await page.addInitScript(() => {
    const ears = { tones: 0, context: null as null | { state: string }, suspend: () => {} };
    ears.suspend = () => ears.context && (ears.context.state = 'suspended');
    const param = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    const node = () => ({ connect: (next: unknown) => next });
    Object.assign(window, {
      ears,
      AudioContext: class {
        state = 'suspended';
        currentTime = 0;
        destination = {};
        constructor() {
          ears.context = this;
        }
        resume() {
          this.state = 'running';
          return Promise.resolve();
        }
        createOscillator = () => ({ ...node(), frequency: {}, start: () => (ears.tones += 1), stop() {} });
        createGain = () => ({ ...node(), gain: param });
      },
    });
  });
  await page.goto('/business/dashboard');
  await page.getByText('Live', { exact: true }).waitFor();
  return { page, shop };
}

async function switchOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Queue tools' }).click();
  await page.getByRole('switch', { name: 'Sound for new guests', checked: false }).click();
}

/** Joins and is seen on the page. */
async function join(page: Page, shop: Shop, firstName: string): Promise<void> {
  await joinQueue(here.app.origin, shop, { firstName });
  await page.getByRole('heading', { name: firstName }).waitFor();
}

/** How often the bell rang: it has two notes. */
async function chimes(page: Page): Promise<number> {
  return (await page.evaluate<number>('ears.tones')) / 2;
}
