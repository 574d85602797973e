/**
 * A guest who reads the terms while joining finds the form unchanged afterwards. `tests/component/guest/draft.test.ts`
 * tests the stored drafts.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newNumber, openShop } from '../support/factories.ts';
import { isSamePage, journey, markPage } from '../support/harness.ts';
import { fillJoinForm, holdCalls } from '../support/steps.ts';

const here = journey();

test('in a browser that keeps pages whole the terms and the policy lead back to the form, again and again', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhoneThatKeepsPages();
  const number = page.getByRole('textbox', { name: 'Phone Number' });
  await fillWayOut(page, shop);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor();
  await wayBack(page).click();
  await stepThree(page).waitFor();

  await page.getByRole('link', { name: 'Terms' }).click();
  await page.getByRole('heading', { name: 'Terms of Service', level: 1 }).waitFor();
  // After a tap on a link within the terms, one step back still leads to the form.
  await openPart(page, 1);
  await markPage(page);
  await wayBack(page).click();
  await stepThree(page).waitFor();
  // After the guest goes forward to the terms again, one step back still leads to the form.
  await page.goForward({ waitUntil: 'commit' });
  await wayBack(page).waitFor();
  expect(await isSamePage(page)).toBe(true);
  await wayBack(page).click();
  await stepThree(page).waitFor();
  expect(await number.inputValue()).toBe('0812 3456');
  await number.fill(newNumber());
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #1 in line').first().waitFor();
});

test('pressed twice on a slow network the way back is one step, whether the browser tells its history or not', async () => {
  const shop = await openShop(here.app.origin);
  for (const isSilent of [false, true]) {
    const { page } = await here.newPhone();
    if (isSilent) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'navigation'));
    await fillWayOut(page, shop);
    await page.getByRole('link', { name: 'Terms' }).click();
    await wayBack(page).waitFor();
    const slow = await holdCalls(page, new RegExp(`/queue/${shop.username}$`));
    expect(await page.evaluate(() => 'navigation' in globalThis)).toBe(!isSilent);
    await wayBack(page).dblclick();
    slow.release();
    await stepThree(page).waitFor();
    expect(await page.getByRole('textbox', { name: 'Phone Number' }).inputValue()).toBe('0812 3456');
  }
});

test('what a guest does before a page is alive counts: parts of the terms that were looked at, and a name typed anew', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await fillWayOut(page, shop);
  const scripts = await holdCalls(page.context(), /\/assets\/site-[^/]*\.js$/);
  // The test opens the window by `open`, because it cannot hold the calls of a window that the link opens.
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void open('/terms')),
    page.getByRole('link', { name: 'Terms' }).click(),
  ]);
  for (const terms of [page, popup]) {
    await terms.getByRole('heading', { name: 'Terms of Service', level: 1 }).waitFor();
    await openPart(terms, 1);
    await openPart(terms, 2);
    expect(await wayBack(terms).count()).toBe(0);
  }
  scripts.release();
  for (const terms of [page, popup]) await wayBack(terms).click();
  await stepThree(page).waitFor();
  await popup.getByRole('heading', { name: 'Enter your details' }).waitFor();

  const late = await holdCalls(page, /\/assets\/.*\.js$/);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'First Name' }).fill('Budi');
  late.release();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('textbox', { name: 'First Name' }).inputValue()).toBe('Budi');
  expect(await page.getByRole('textbox', { name: 'Last Name' }).inputValue()).toBe('');
});

function stepThree(page: Page) {
  return page.getByRole('heading', { name: 'Choose how you want to wait' });
}

function wayBack(page: Page) {
  return page.getByRole('link', { name: 'Back to the queue' });
}

/** Fills in steps 2 and 3, including the phone number. */
async function fillWayOut(page: Page, shop: Parameters<typeof fillJoinForm>[1]): Promise<void> {
  await fillJoinForm(page, shop);
  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('0812 3456');
}

/** Opens a part of a legal text from its table of contents. */
async function openPart(page: Page, index: number): Promise<void> {
  const part = page.getByRole('navigation', { name: 'Contents' }).getByRole('link').nth(index);
  await part.click();
  await page.waitForURL(new RegExp(`${await part.getAttribute('href')}$`), { waitUntil: 'commit' });
}
