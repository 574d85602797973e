/** A guest who reads the terms in the middle of joining finds the form as it was left, whatever the phone did meanwhile. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addLocation, closeLocation, newNumber, openShop } from '../support/factories.ts';
import { isSamePage, journey, markPage } from '../support/harness.ts';
import { fillJoinForm, holdCalls, joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();
const legalPages = [
  ['Terms', 'Terms of Service'],
  ['Privacy', 'Privacy Policy'],
] as const;

test.for(['newPhoneThatKeepsPages', 'newPhone'] as const)(
  'the terms and the policy lead back to the form as it was left (%s)',
  async (device) => {
    const shop = await openShop(here.app.origin);
    const { page } = await here[device]();
    const number = page.getByRole('textbox', { name: 'Phone Number' });
    await fillWayOut(page, shop);
    for (const [link, title] of legalPages) {
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      // A look at the contents is no step away.
      await openPart(page, 1);
      await page.getByRole('link', { name: 'Back to the queue' }).click();
      await stepThree(page).waitFor();
      expect(await number.inputValue()).toBe('0812 3456');
    }
    // Step 2 has kept its part, too.
    await page.getByRole('link', { name: 'Back' }).click();
    await expectDetails(page, ['Mara', 'Lindqvist']);
    await page.getByRole('button', { name: 'Next' }).click();
    await number.waitFor();
    await page.reload();
    await expect.poll(() => number.inputValue()).toBe('0812 3456');
    await number.fill(newNumber());
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('You are #1 in line').first().waitFor();
    // What was sent is kept no longer: after the visit the form is empty.
    await leaveOnPage(page);
    await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();
    await page.goBack();
    await expectDetails(page, ['', '']);
  },
);

test.for([
  ['tells', false],
  ['does not tell', true],
] as const)(
  'pressed twice on a slow network the way back is one step, in a browser that %s its history',
  async ([, isSilent]) => {
    const shop = await openShop(here.app.origin);
    const { page } = await here.newPhone();
    if (isSilent) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'navigation'));
    await fillWayOut(page, shop);
    await page.getByRole('link', { name: 'Terms' }).click();
    const slow = await holdCalls(page, new RegExp(`/queue/${shop.username}$`));
    const wayBack = page.getByRole('link', { name: 'Back to the queue' });
    expect(await page.evaluate(() => 'navigation' in globalThis)).toBe(!isSilent);
    await wayBack.dblclick();
    slow.release();
    await stepThree(page).waitFor();
  },
);

test('who comes forward to the terms again at once is led back once more', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhoneThatKeepsPages();
  await fillWayOut(page, shop);
  await page.getByRole('link', { name: 'Terms' }).click();
  const wayBack = page.getByRole('link', { name: 'Back to the queue' });
  await wayBack.waitFor();
  await markPage(page);
  await wayBack.click();
  await stepThree(page).waitFor();
  await page.goForward({ waitUntil: 'commit' });
  await wayBack.waitFor();
  expect(await isSamePage(page)).toBe(true);
  await wayBack.click();
  await stepThree(page).waitFor();
});

test.for([
  ['the same tab', 'Choose how you want to wait'],
  ['a tab of its own', 'Enter your details'],
] as const)(
  'terms in %s lead back past their parts that were looked at before the page was alive',
  async ([tab, heading]) => {
    const shop = await openShop(here.app.origin);
    const { page } = await here.newPhone();
    await fillWayOut(page, shop);
    const scripts = await holdCalls(page.context(), /\/assets\/site-[^/]*\.js$/);
    const opened = tab === 'the same tab' ? page : page.waitForEvent('popup');
    // A link opened by a gesture would begin before its calls can be held.
    if (tab === 'the same tab') await page.getByRole('link', { name: 'Terms' }).click();
    else await page.evaluate(() => void open('/terms'));
    const terms = await opened;
    await terms.getByRole('heading', { name: 'Terms of Service', level: 1 }).waitFor();
    await openPart(terms, 1);
    await openPart(terms, 2);
    const wayBack = terms.getByRole('link', { name: 'Back to the queue' });
    expect(await wayBack.count()).toBe(0);
    scripts.release();
    await wayBack.click();
    await terms.getByRole('heading', { name: heading }).waitFor();
  },
);

test('a location that went meanwhile is not quietly taken for another', async () => {
  const shop = await openShop(here.app.origin);
  await addLocation(here.app, shop, '7 Jalan Sabang, Jakarta');
  const { page } = await here.newPhone();
  await page.goto(`/queue/${shop.username}`);
  const location = page.getByRole('combobox', { name: 'Location' });
  await location.selectOption(shop.location.id);
  await page.getByRole('textbox', { name: 'First Name' }).fill('Mara');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  await stepThree(page).waitFor();
  await closeLocation(here.app.origin, shop);
  await page.reload();
  await stepThree(page).waitFor();
  await page.getByText('By giving your number you agree that Blue Door Café').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Location is required', { exact: true }).waitFor();
  expect(await location.inputValue()).toBe('');
  await expectDetails(page, ['Mara', 'Lindqvist']);
});

test('what was typed anew before the page was alive counts more than what was kept', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await fillWayOut(page, shop);
  const scripts = await holdCalls(page, /\/assets\/.*\.js$/);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'First Name' }).fill('Budi');
  scripts.release();
  await page.waitForLoadState('networkidle');
  await expectDetails(page, ['Budi', '']);
});

test('who joined in another tab meanwhile finds the visit, and after it an empty form', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await fillWayOut(page, shop);
  await joinOnPage(await page.context().newPage(), shop);
  await page.reload();
  await page.getByText('You are #1 in line').first().waitFor();
  await leaveOnPage(page);
  await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();
  await page.goBack();
  await expectDetails(page, ['', '']);
});

function stepThree(page: Page) {
  return page.getByRole('heading', { name: 'Choose how you want to wait' });
}

/** Steps 2 and 3 as far as the number. */
async function fillWayOut(page: Page, shop: Parameters<typeof fillJoinForm>[1]): Promise<void> {
  await fillJoinForm(page, shop);
  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('0812 3456');
}

async function expectDetails(page: Page, [first, last]: [string, string]): Promise<void> {
  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'First Name' }).inputValue()).toBe(first);
  expect(await page.getByRole('textbox', { name: 'Last Name' }).inputValue()).toBe(last);
}

/** Opens a part of a legal text by its contents. */
async function openPart(page: Page, index: number): Promise<void> {
  const part = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').nth(index);
  await part.click();
  await page.waitForURL(new RegExp(`${await part.getAttribute('href')}$`), { waitUntil: 'commit' });
}
