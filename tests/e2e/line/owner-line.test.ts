/** How an owner works the line: moves, keys, walk-ins, pausing (`docs/spec.md` 10.10 and 10.13). */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { joinQueue, openShop, setUp, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { namesIn } from '../support/steps.ts';

const here = journey();
const names = ['Ada', 'Budi', 'Cleo', 'Dewi'];

test('a guest is moved from the menu, the new place is announced, and the focus stays with the guest', async () => {
  const { page } = await aLine();
  const move = async (who: string, how: string) => {
    await page.getByRole('button', { name: `More for ${who} X` }).click();
    await page.getByRole('button', { name: how, exact: true }).click();
  };
  await move('Cleo', 'Move up');
  await page.getByText('Cleo X is now number 2 of 4 in line.').waitFor({ state: 'attached' });
  expect(await firstNames(page)).toEqual(['Ada', 'Cleo', 'Budi', 'Dewi']);
  expect(await focusLabel(page)).toBe('More for Cleo X');
  await move('Ada', 'Skip: one place back');
  expect(await firstNames(page)).toEqual(['Cleo', 'Ada', 'Budi', 'Dewi']);
  await move('Dewi', 'To the front');
  expect(await firstNames(page)).toEqual(['Dewi', 'Cleo', 'Ada', 'Budi']);
  await move('Dewi', 'To the end');
  await page.getByText('Dewi X is now number 4 of 4 in line.').waitFor({ state: 'attached' });
  expect(await firstNames(page)).toEqual(['Cleo', 'Ada', 'Budi', 'Dewi']);

  // The last one goes no further; nothing can be moved by a menu that is not there.
  await page.getByRole('button', { name: 'More for Dewi X' }).click();
  expect(await page.getByRole('button', { name: 'To the end' }).count()).toBe(0);
  await page.reload();
  await page.getByText('4 customers').waitFor();
  expect(await firstNames(page)).toEqual(['Cleo', 'Ada', 'Budi', 'Dewi']);
});

test('a refused move goes back and names the guest', async () => {
  const { page, expectComplaint } = await aLine();
  expectComplaint(/^503 POST .*\/skip$/);
  await page.route('**/skip', (route) => route.fulfill({ status: 503, json: { error: 'Away.' } }));
  await page.getByRole('button', { name: 'More for Ada X' }).click();
  await page.getByRole('button', { name: 'Skip: one place back' }).click();
  await toast(page, 'Failed to move customer').waitFor();
  await toast(page, 'Ada X').waitFor();
  await expect.poll(() => firstNames(page)).toEqual(names);
  expect(await page.getByText(/is now number/).count()).toBe(0);
});

test('a mouse drags a row to another place, and Escape leaves it where it was', async () => {
  // Tall enough that nothing scrolls along.
  const { page } = await aLine({ viewport: { width: 1280, height: 1600 } });
  const from = await middleOf(page.getByTitle('Drag to another place').first());
  const to = await middleOf(page.getByTitle('Drag to another place').nth(2));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + 10, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await firstNames(page)).toEqual(names);

  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y + 10, { steps: 5 });
  // The mark follows once a frame.
  await expect.poll(() => page.locator('[data-dragged]').count()).toBe(1);
  await page.mouse.up();
  await page.getByText('Ada X is now number 3 of 4 in line.').waitFor({ state: 'attached' });
  expect(await firstNames(page)).toEqual(['Budi', 'Cleo', 'Ada', 'Dewi']);
});

test('the keys admit, remove, go along the line and find a guest', async () => {
  const { page } = await aLine();
  await page.keyboard.press('a');
  await toast(page, 'Ada X has been admitted and will proceed to their turn.').waitFor();
  await settled(page);
  // The focus stands on the next guest by now.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('r');
  await toast(page, 'Cleo X has been removed from the queue.').waitFor();
  expect(await firstNames(page)).toEqual(['Budi', 'Dewi']);
  await settled(page);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+a');
  expect(await firstNames(page)).toEqual(['Budi', 'Dewi']);

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Find a guest' });
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('dewi a r u');
  await page.getByText('Nobody in line has this name or number.').waitFor();
  await search.fill('dew');
  await page.getByText('1 of 2 shown').waitFor();
  await page.keyboard.press('Escape');
  expect(await firstNames(page)).toEqual(['Budi', 'Dewi']);
});

test('A admits the next of those who are shown, and nobody while the focus is among the arriving', async () => {
  const { page } = await aLine();
  await page.keyboard.press('/');
  await page.keyboard.type('cleo');
  await expect.poll(() => firstNames(page)).toEqual(['Cleo']);
  // The field keeps its letters for itself.
  await page.getByRole('button', { name: 'Refresh', exact: true }).focus();
  await page.keyboard.press('a');
  await toast(page, 'Cleo X has been admitted and will proceed to their turn.').waitFor();
  await page.getByText('Nobody in line has this name or number.').waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Show the whole line' }).click();
  await page.getByRole('button', { name: 'Arrived Cleo X' }).focus();
  await page.keyboard.press('a');
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await toast(page, 'Queue refreshed').waitFor();
  expect(await firstNames(page)).toEqual(['Ada', 'Budi', 'Dewi']);
});

test('the arrows lead from the head of a card to its rows, and along those who arrive', async () => {
  const { page } = await aLine();
  await page.getByRole('button', { name: 'Admit Ada X' }).click();
  await page.getByRole('button', { name: 'Arrived Ada X' }).waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Admit Budi X' }).click();
  await page.getByRole('button', { name: 'Arrived Budi X' }).waitFor();
  await page.getByRole('button', { name: 'Refresh', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await inFocus(page)).toBe('Admit Cleo X');
  await page.keyboard.press('ArrowDown');
  expect(await inFocus(page)).toBe('Admit Dewi X');
  await page.getByRole('button', { name: 'No-show Ada X' }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await inFocus(page)).toBe('No-show Budi X');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  expect(await inFocus(page)).toBe('No-show Ada X');
});

test('without a guest in focus R removes nobody', async () => {
  const { page } = await aLine();
  await page.keyboard.press('r');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await firstNames(page)).toEqual(names);
});

test('the list of keys opens on ?, keeps the others still, and switches all of them off for good', async () => {
  const { page } = await aLine();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  await page.keyboard.press('a');
  await dialog.getByRole('checkbox', { name: 'Use these shortcuts on this device' }).uncheck();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('a');
  await page.reload();
  await page.getByText('4 customers').waitFor();
  await page.keyboard.press('a');
  expect(await firstNames(page)).toEqual(names);
});

test('a walk-in needs a first name, and a phone number only to wait elsewhere', async () => {
  const { page } = await aLine();
  await page.getByRole('button', { name: 'Add walk-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a walk-in' });
  await dialog.getByRole('radio', { name: 'Wait Anywhere' }).check();
  await dialog.getByRole('spinbutton', { name: 'Number of Guests' }).fill('0');
  await dialog.getByRole('button', { name: 'Add to queue' }).click();
  await dialog.getByText('First name is required').waitFor();
  await dialog.getByText('Number of guests must be at least 1').waitFor();
  await dialog.getByText('Phone number is required for Wait Anywhere').waitFor();
  const first = dialog.getByRole('textbox', { name: 'First Name' });
  expect(await first.evaluate((field) => field === document.activeElement)).toBe(true);
  await first.fill('Eka');
  expect(await dialog.getByText('First name is required').count()).toBe(0);
  await dialog.getByRole('radio', { name: 'Stay on Premises' }).check();
  expect(await dialog.getByText('Phone number is required for Wait Anywhere').count()).toBe(0);
  await dialog.getByRole('spinbutton', { name: 'Number of Guests' }).fill('3');
  await dialog.getByRole('button', { name: 'Add to queue' }).click();
  await toast(page, 'Walk-in added').waitFor();
  await toast(page, 'Eka is number 5 in line.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => namesIn(page, 'queue')).toEqual(['Ada X', 'Budi X', 'Cleo X', 'Dewi X', 'Eka']);
  await page.getByRole('button', { name: 'Admit Eka', exact: true }).click();
  await toast(page, 'Eka has been admitted and will proceed to their turn.').waitFor();
});

test('a walk-in whose answer was lost is tried again without adding the guest twice', async () => {
  const { page, expectComplaint } = await aLine();
  await page.getByRole('button', { name: 'Add walk-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a walk-in' });
  await dialog.getByRole('textbox', { name: 'First Name' }).fill('Eka');
  expectComplaint(/^net::ERR_FAILED POST .*\/visits$/);
  await page.route('**/visits', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Add to queue' }).click();
  await dialog.getByText('Failed to add walk-in').waitFor();
  await page.unroute('**/visits');
  await dialog.getByRole('button', { name: 'Add to queue' }).click();
  await toast(page, 'Eka is number 5 in line.').waitFor();
  await page.getByText('5 customers').waitFor();
});

test('joining is paused and resumed; guests are refused meanwhile, walk-ins are not', async () => {
  const { page, shop } = await aLine();
  const tools = page.getByRole('button', { name: 'Queue tools' });
  await tools.click();
  await page.getByRole('button', { name: 'Pause joining' }).click();
  await toast(page, 'New guests are asked to try again soon.').waitFor();
  await page.getByText('New guests cannot join by themselves. You can still add walk-ins.').waitFor();
  await expect(joinQueue(here.app.origin, shop)).rejects.toThrow('joining_paused');
  await page.getByRole('button', { name: 'Add walk-in' }).click();
  await page.getByRole('textbox', { name: 'First Name' }).fill('Eka');
  await page.keyboard.press('Enter');
  await toast(page, 'Eka is number 5 in line.').waitFor();
  await page.getByRole('button', { name: 'Resume joining' }).click();
  await toast(page, 'Joining resumed').waitFor();
  await toast(page, 'New guests can join again.').waitFor();
  expect(await page.getByText('Joining paused', { exact: true }).count()).toBe(0);
  await joinQueue(here.app.origin, shop);
  await page.getByText('6 customers').waitFor();
});

test('a refused pause goes back and says so', async () => {
  const { page, expectComplaint, shop } = await aLine();
  expectComplaint(/^503 PATCH /);
  await page.route(`**/auth/locations/${shop.location.id}`, (route) =>
    route.fulfill({ status: 503, json: { error: 'Away.' } }),
  );
  await page.getByRole('button', { name: 'Queue tools' }).click();
  await page.getByRole('button', { name: 'Pause joining' }).click();
  await toast(page, 'Failed to pause joining').waitFor();
  await toast(page, 'Away.').waitFor();
  await page.getByText('New guests cannot join by themselves.').waitFor({ state: 'detached' });
});

test('what another tablet sets is seen here', async () => {
  const { page, shop } = await aLine();
  await setUp(here.app.origin, shop, { paused: true });
  await page.getByText('Joining paused', { exact: true }).waitFor();
});

/** A shop with four guests in line, and its dashboard. */
async function aLine(options: BrowserContextOptions = {}) {
  const shop: Shop = await openShop(here.app.origin);
  for (const firstName of names) await joinQueue(here.app.origin, shop, { firstName, lastName: 'X' });
  const device = await here.newDesktop(shop, options);
  await device.page.goto('/business/dashboard');
  await device.page.getByText('4 customers').waitFor();
  return { ...device, shop };
}

async function firstNames(page: Page): Promise<string[]> {
  return (await namesIn(page, 'queue')).map((name) => name.replace(' X', ''));
}

/** Until the buttons act again: between two presses they rest, and so do rows that have moved. */
async function settled(page: Page): Promise<void> {
  const resting = page.getByRole('button', { name: /^(Refresh$|Admit )/, disabled: true });
  await expect.poll(() => resting.count()).toBe(0);
}

function focusLabel(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
}

/** What the button in focus is called by a reader. */
function inFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const ids = document.activeElement?.getAttribute('aria-labelledby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  });
}

async function middleOf(element: Locator) {
  await element.waitFor();
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
