/** One visit in two tabs, and the browser's Back button at each step. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  admitByName,
  joinQueue,
  newNumber,
  openShop,
  removeForGood,
  type Shop,
  waitingVisit,
} from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { watchForComplaints } from '../support/complaints.ts';
import { joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();

test('two tabs follow one visit: a reply, the turn and the end show in both', async () => {
  const shop = await openShop(here.app.origin);
  const { page: first } = await here.newPhone();
  await joinOnPage(first, shop);
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  const second = await first.context().newPage();
  const complaints = watchForComplaints(second, here.app.origin);
  await second.goto(`/queue/${shop.username}`);
  await toast(second, 'Queue restored').waitFor();
  for (const tab of [first, second]) await tab.getByText('Live', { exact: true }).waitFor();

  await second.getByRole('button', { name: 'I’m on my way' }).click();
  for (const tab of [first, second]) await tab.getByText('The staff know you’re on your way.').waitFor();
  await first.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await first.getByRole('textbox', { name: 'Phone Number' }).fill(newNumber());
  await first.keyboard.press('Enter');
  await toast(first, 'Switched to Wait Anywhere!').waitFor();
  await expect.poll(() => second.getByRole('radio', { name: /^Wait Anywhere/ }).isChecked()).toBe(true);

  await admitByName(here.app.origin, shop, 'Mara');
  for (const tab of [first, second]) await tab.getByRole('heading', { name: "It's your turn" }).waitFor();
  await second.getByRole('button', { name: 'I need 5 more minutes' }).click();
  await second.getByRole('button', { name: 'Let them go first' }).click();
  for (const tab of [first, second]) await tab.getByText('You are #2 in line').first().waitFor();
  await first.getByRole('button', { name: 'I need 5 more minutes' }).waitFor({ state: 'hidden' });
  // The other tab must not show the notice that the staff put the guest back in line.
  expect(await toast(first, 'You are back in line').count()).toBe(0);

  await leaveOnPage(second);
  await toast(first, 'You left the queue').waitFor();
  for (const tab of [first, second]) await tab.waitForURL('/queue');
  expect(await waitingVisit(here.app.origin, shop, 'Mara')).toBeUndefined();
  expect(complaints.unexpected()).toEqual([]);
});

test('Back leads from step 3 to step 2, from line and turn out of the page, and the way back in finds the visit', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await lookUp(page, shop);
  await page.goBack();
  await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();
  await page.goForward();
  await page.getByRole('textbox', { name: 'First Name' }).fill('Mara');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Choose how you want to wait' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'First Name' }).inputValue()).toBe('Mara');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Choose how you want to wait' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #1 in line').first().waitFor();

  // After the join, the Back button does not show the forms of the steps again.
  await page.goBack();
  await page.getByText('You are #1 in line').first().waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();
  await page.goForward();
  await page.getByText('You are #1 in line').first().waitFor();
  await page.getByText('Live', { exact: true }).waitFor();

  await page.goBack();
  await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();
  await admitByName(here.app.origin, shop, 'Mara');
  await page.goForward();
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
});

test('Back after leaving, and after the end, shows the form and not a place that is gone', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await joinOnPage(page, shop);
  await leaveOnPage(page);
  await page.waitForURL('/queue');
  await page.goBack();
  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();

  await joinOnPage(page, shop);
  const mara = await waitingVisit(here.app.origin, shop, 'Mara');
  if (mara === undefined) throw new Error('Mara is not in line');
  await removeForGood(here.app, shop, mara);
  await toast(page, 'Removed from queue').waitFor();
  await page.waitForURL('/queue');
  await page.goBack();
  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();

  // After the end of the visit the page opens the start page, even if the guest has pressed Back.
  await joinOnPage(page, shop);
  const again = await waitingVisit(here.app.origin, shop, 'Mara');
  if (again === undefined) throw new Error('Mara is not in line');
  await removeForGood(here.app, shop, again);
  await page.getByRole('heading', { name: 'Removed from queue' }).waitFor();
  await page.goBack();
  await page.waitForURL('/queue');
  await page.getByRole('heading', { name: 'Join the Queue' }).waitFor();

  await joinOnPage(page, shop);
  const last = await admitByName(here.app.origin, shop, 'Mara');
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await here.app.endHold(shop.location.id, last.id);
  await page.getByRole('button', { name: 'Join again' }).click();
  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
  await page.goBack();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).not.toBe("It's your turn");
});

/** Goes from the look-up page to step 2, so that there is a page to go back to. */
async function lookUp(page: Page, shop: Shop): Promise<void> {
  await page.goto('/queue');
  await page.getByRole('textbox', { name: 'Business Username' }).fill(shop.username);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
}
