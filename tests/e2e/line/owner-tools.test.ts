/** What an owner does with those who are called, and takes back (`docs/spec.md` 10.5 and 10.13). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { admit, joinQueue, newNumber, openShop, remove, setUp, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { holdCalls, namesIn } from '../support/steps.ts';

const here = journey();
const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  waitingPreference: 'wait_anywhere',
  phoneNumber: newNumber(),
} as const;
const budi = { firstName: 'Budi', lastName: 'Santoso' };
const cleo = { firstName: 'Cleo', lastName: 'Dewi' };

test('an arriving guest has come, has not come, is called again or is put back', async () => {
  const shop = await openShop(here.app.origin);
  await joinAll(shop, [ada, budi, cleo], 'admitted');
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByText('Admitted guests whose spot is being held').waitFor();
  expect(await namesIn(page, 'arriving')).toEqual(['Ada Lovelace', 'Budi Santoso', 'Cleo Dewi']);

  await page.getByRole('button', { name: 'Arrived Budi Santoso', exact: true }).click();
  await toast(page, 'Marked as arrived').waitFor();
  await toast(page, 'Budi Santoso is here.').waitFor();
  await page.getByRole('button', { name: 'No-show Cleo Dewi', exact: true }).click();
  await toast(page, 'Marked as no-show').waitFor();
  await toast(page, 'Cleo Dewi did not come.').waitFor();
  expect(await namesIn(page, 'arriving')).toEqual(['Ada Lovelace']);

  await page.getByText('Text sent', { exact: true }).waitFor();
  const more = page.getByRole('button', { name: 'More for Ada Lovelace' });
  await more.click();
  await page.getByRole('button', { name: 'Call again by text' }).click();
  await toast(page, 'Called again').waitFor();
  await toast(page, 'Another text to Ada Lovelace is on its way.').waitFor();
  await page.getByText('Called again Just now').waitFor();
  // Once only.
  await more.click();
  expect(await page.getByRole('button', { name: 'Call again by text' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Put back in line' }).click();
  await toast(page, 'Ada Lovelace is first in line again.').waitFor();
  await page.getByText('Admit a guest and their hold runs here.').waitFor();
  expect(await namesIn(page, 'queue')).toEqual(['Ada Lovelace']);
});

test('who waits at the door is not offered a text, and an ended hold says so', async () => {
  const shop = await openShop(here.app.origin);
  const [visitId = ''] = await joinAll(shop, [budi], 'admitted');
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByText(/^0[45]:\d\d left$/).waitFor();
  await page.getByRole('button', { name: 'More for Budi Santoso' }).click();
  await page.getByRole('button', { name: 'Put back in line' }).waitFor();
  expect(await page.getByRole('button', { name: 'Call again by text' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await here.app.endHold(shop.location.id, visitId);
  await page.getByText('Hold ended', { exact: true }).waitFor();
});

test('an admit is taken back by the button of its toast, a remove by the key U', async () => {
  const shop = await openShop(here.app.origin);
  await setUp(here.app.origin, shop, { undo: true });
  await joinAll(shop, [ada, budi]);
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByRole('button', { name: 'Admit Ada Lovelace' }).click();
  await toast(page, 'Ada Lovelace has been admitted and will proceed to their turn.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await toast(page, 'Undone').waitFor();
  await toast(page, 'Ada Lovelace is number 1 in line again.').waitFor();
  expect(await namesIn(page, 'queue')).toEqual(['Ada Lovelace', 'Budi Santoso']);
  expect(await namesIn(page, 'arriving')).toEqual([]);
  await expect.poll(() => inFocus(page)).toBe('Admit Ada Lovelace');

  await page.getByRole('button', { name: 'Remove Budi Santoso' }).click();
  await toast(page, 'Budi Santoso has been removed from the queue.').waitFor();
  expect(await namesIn(page, 'queue')).toEqual(['Ada Lovelace']);
  await page.keyboard.press('u');
  await toast(page, 'Budi Santoso is number 2 in line again.').waitFor();
  expect(await namesIn(page, 'queue')).toEqual(['Ada Lovelace', 'Budi Santoso']);
});

test('an undo that another tablet has overtaken is refused, and names the guest', async () => {
  const shop = await openShop(here.app.origin);
  await setUp(here.app.origin, shop, { undo: true });
  await joinAll(shop, [ada, budi]);
  const { page, expectComplaint } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByRole('button', { name: 'Admit Ada Lovelace' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  const other = await here.newDesktop(shop);
  await other.page.goto('/business/dashboard');
  await other.page.getByRole('button', { name: 'Admit Budi Santoso' }).click();
  await toast(other.page, 'Customer admitted').waitFor();
  expectComplaint(/^409 POST .*\/undo$/);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await toast(page, 'Failed to undo').waitFor();
  await toast(page, 'Ada Lovelace').waitFor();
  await expect.poll(() => namesIn(page, 'arriving')).toEqual(['Ada Lovelace', 'Budi Santoso']);
});

test('without the setting nothing offers an undo', async () => {
  const shop = await openShop(here.app.origin);
  await joinAll(shop, [ada]);
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByRole('button', { name: 'Admit Ada Lovelace' }).click();
  await toast(page, 'Customer admitted').waitFor();
  expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0);
});

test.for([
  { action: 'admit', press: 'Admit Ada Lovelace', method: 'POST', title: 'Failed to admit customer' },
  { action: '', press: 'Remove Ada Lovelace', method: 'DELETE', title: 'Failed to remove customer' },
  { action: 'arrived', press: 'Arrived Budi Santoso', method: 'POST', title: 'Failed to mark as arrived' },
  { action: 'no-show', press: 'No-show Budi Santoso', method: 'POST', title: 'Failed to mark as no-show' },
])('$press shows at once and is taken back by a refusal that names the guest', async (about) => {
  const { action, press, method, title } = about;
  const shop = await openShop(here.app.origin);
  await joinAll(shop, [budi], 'admitted');
  await joinAll(shop, [ada]);
  const { page, expectComplaint } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByRole('button', { name: press }).waitFor();
  const before = [await namesIn(page, 'queue'), await namesIn(page, 'arriving')];
  const answer = Promise.withResolvers<void>();
  expectComplaint(new RegExp(`^503 ${method} `));
  await page.route(action === '' ? /\/queue\/[^/]+$/ : `**/${action}*`, async (route) => {
    await answer.promise;
    await route.fulfill({ status: 503, json: { error: 'The database is away.' } });
  });
  await page.getByRole('button', { name: press }).click();
  await expect
    .poll(async () => [await namesIn(page, 'queue'), await namesIn(page, 'arriving')])
    .not.toEqual(before);
  answer.resolve();
  await toast(page, title).waitFor();
  await toast(page, press.split(' ').slice(1).join(' ')).waitFor();
  await toast(page, 'The database is away.').waitFor();
  expect([await namesIn(page, 'queue'), await namesIn(page, 'arriving')]).toEqual(before);
});

test('a second tablet sees it, and whoever works there with keys stays where they were', async () => {
  const shop = await openShop(here.app.origin);
  await joinAll(shop, [ada, budi, cleo]);
  const { page: one } = await here.newDesktop(shop);
  const { page: two } = await here.newDesktop(shop);
  await one.goto('/business/dashboard');
  await two.goto('/business/dashboard');
  await two.getByRole('button', { name: 'Remove Ada Lovelace' }).focus();
  await one.getByRole('button', { name: 'Admit Ada Lovelace' }).click();
  await expect.poll(() => namesIn(two, 'arriving')).toEqual(['Ada Lovelace']);
  expect(await namesIn(two, 'queue')).toEqual(['Budi Santoso', 'Cleo Dewi']);
  expect(await inFocus(two)).toBe('Remove Budi Santoso');
});

test('a press for whom another tablet has admitted meets nobody else', async () => {
  const shop = await openShop(here.app.origin);
  const joined = [await joinQueue(here.app.origin, shop, ada), await joinQueue(here.app.origin, shop, budi)];
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  const button = page.getByRole('button', { name: 'Admit Ada Lovelace' });
  await button.waitFor();
  // As soon as Budi stands where Ada stood, the finger comes down on that spot.
  await page.evaluate(() => {
    const list = document.querySelector('[data-list="queue"]');
    const press = () => list?.querySelector<HTMLElement>('[data-kind="admit"]')?.click();
    new MutationObserver(() => requestAnimationFrame(press)).observe(list ?? document, { childList: true });
  });
  const [first] = joined;
  if (first !== undefined) await admit(here.app.origin, shop, first.customer);
  await expect.poll(() => namesIn(page, 'arriving')).toEqual(['Ada Lovelace']);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await toast(page, 'Queue refreshed').waitFor();
  expect(await namesIn(page, 'queue')).toEqual(['Budi Santoso']);
});

test('who leaves disarms the rows below for a moment, and nothing else', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop, ada);
  const { customer } = await joinQueue(here.app.origin, shop, budi);
  await joinQueue(here.app.origin, shop, cleo);
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  await page.getByRole('button', { name: 'Admit Cleo Dewi' }).waitFor();
  // As soon as Cleo stands where Budi stood.
  await page.evaluate(() => {
    const list = document.querySelector('[data-list="queue"]');
    const note = () => {
      const buttons = [...document.querySelectorAll('[data-list="queue"] [data-kind="admit"]')];
      const refresh = [...document.querySelectorAll('button')].filter(
        ({ textContent }) => textContent === 'Refresh',
      );
      const resting = [...buttons, ...refresh].map((button) => button.ariaDisabled === 'true');
      document.documentElement.dataset['resting'] = resting.join();
    };
    new MutationObserver(note).observe(list ?? document, { childList: true });
  });
  await remove(here.app.origin, shop, customer);
  await expect.poll(() => page.locator('html').getAttribute('data-resting')).toBe('false,true,false');
  await expect
    .poll(() => page.getByRole('button', { name: 'Admit Cleo Dewi' }).getAttribute('aria-disabled'))
    .toBe(null);
});

test.for([
  { press: 'Admit Ada Lovelace', address: /\/admit\?/, told: 'Customer admitted' },
  { press: 'Remove Ada Lovelace', address: /\/queue\/[^/]+$/, told: 'Customer removed' },
])('$press without an answer is told as what became of it', async ({ press, address, told }) => {
  const shop = await openShop(here.app.origin);
  await joinAll(shop, [ada]);
  const { page, expectComplaint } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  expectComplaint(/^net::ERR_FAILED (POST|DELETE) /);
  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: press }).click();
  await toast(page, told).waitFor();
  expect(await namesIn(page, 'queue')).toEqual([]);
  expect(await page.getByText(/^Failed to/).count()).toBe(0);
});

test('a failure stays to be read while the owner goes on with another guest', async () => {
  const shop = await openShop(here.app.origin);
  await joinAll(shop, [ada, budi]);
  const { page, expectComplaint } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  expectComplaint(/^503 POST .*\/admit\?/);
  await page.route(
    /\/admit\?/,
    (route) => route.fulfill({ status: 503, json: { error: 'The database is away.' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Admit Ada Lovelace' }).click();
  await toast(page, 'Failed to admit customer').waitFor();
  await page.getByRole('button', { name: 'Remove Budi Santoso' }).click();
  await toast(page, 'Customer removed').waitFor();
  expect([
    await toast(page, 'Failed to admit customer').count(),
    await toast(page, 'Ada Lovelace').count(),
  ]).toEqual([1, 1]);
});

test('while an admit is on its way, Admit, Remove and Refresh rest', async () => {
  const shop = await openShop(here.app.origin);
  await joinAll(shop, [ada, budi]);
  const { page } = await here.newDesktop(shop);
  await page.goto('/business/dashboard');
  const call = await holdCalls(page, /\/admit/);
  await page.getByRole('button', { name: 'Admit Ada Lovelace' }).click();
  await expect.poll(() => namesIn(page, 'queue')).toEqual(['Budi Santoso']);
  const resting = ['Admit Budi Santoso', 'Remove Budi Santoso', 'Refresh'];
  const states = () =>
    Promise.all(
      resting.map((name) => page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')),
    );
  expect(await states()).toEqual(['true', 'true', 'true']);
  call.release();
  await toast(page, 'Customer admitted').waitFor();
  await expect.poll(states).toEqual([null, null, null]);
});

/** Everybody joins in this order, and is admitted where that is wanted; answers the visits' ids. */
async function joinAll(
  shop: Shop,
  guests: Parameters<typeof joinQueue>[2][],
  then?: 'admitted',
): Promise<string[]> {
  const ids: string[] = [];
  for (const guest of guests) {
    const { customer } = await joinQueue(here.app.origin, shop, guest);
    if (then === 'admitted') await admit(here.app.origin, shop, customer);
    ids.push(customer.id);
  }
  return ids;
}

/** What the button in focus is called by a reader. */
function inFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const ids = document.activeElement?.getAttribute('aria-labelledby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  });
}
