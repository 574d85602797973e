/** The guest's switch of how to wait, what a return finds, and the busy button (`docs/spec.md` sections 2, 4 and 8). */
import { expect, test } from 'vitest';
import { accountView } from '../../../src/shared/contracts/account.ts';
import { admit, newNumber, openShop, remove, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { fillJoinForm, holdCalls, joinOnPage } from '../support/steps.ts';

const here = journey();

test('switching to Wait Anywhere asks for a number first, and both ways are confirmed', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await joinOnPage(page, shop);
  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await toast(page, 'Almost there!').waitFor();
  await page.getByText('Phone number is required if you want to wait anywhere', { exact: true }).waitFor();
  const phone = page.getByRole('textbox', { name: 'Phone Number' });
  await expect.poll(() => phone.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole('radio', { name: /^Wait Anywhere/ }).isChecked()).toBe(true);

  await phone.fill(newNumber());
  await page.keyboard.press('Enter');
  await toast(page, 'Switched to Wait Anywhere!').waitFor();
  expect((await visitOf(shop)).waitingPreference).toBe('wait_anywhere');
  await page.getByRole('radio', { name: /^Stay on Premises/ }).check();
  await toast(page, "You're staying close!").waitFor();
  expect((await visitOf(shop)).waitingPreference).toBe('on_premises');
});

test('whoever comes back finds the place, then the turn', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await joinOnPage(page, shop);
  await page.goto('/queue');
  await page.goto(`/queue/${shop.username}`);
  await toast(page, 'Queue restored').waitFor();
  await page.getByText('You are #1 in line').first().waitFor();
  await admit(here.app.origin, shop, await visitOf(shop));
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await page.goto('/queue');
  await page.goto(`/queue/${shop.username}`);
  await toast(page, 'Welcome back!').waitFor();
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
});

test('whoever comes back after the end is told so', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await joinOnPage(page, shop);
  await page.goto('/queue');
  await remove(here.app.origin, shop, await visitOf(shop));
  await page.goto(`/queue/${shop.username}`);
  await toast(page, 'Queue session ended').waitFor();
});

test('the button that joins says that it is busy', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const joining = await holdCalls(page, /\/auth\/business\/[^/]+\/queue$/);
  await fillJoinForm(page, shop);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Joining...' }).waitFor();
  joining.release();
  await page.getByText('You are #1 in line').first().waitFor();
});

/** The one guest in the queue, as the owner's data has it. */
async function visitOf(shop: Shop) {
  const me = await fetch(new URL('/auth/me', here.app.origin), { headers: { cookie: shop.cookie } });
  const [visit] = accountView.parse(await me.json()).locations[0]?.queue ?? [];
  if (visit === undefined) throw new Error('the guest is not in the queue');
  return visit;
}

test('a number typed before changing one’s mind is never sent', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postData());
  });
  await joinOnPage(page, shop);
  await page.getByText('There are 0 people ahead of you').waitFor();
  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(newNumber());
  await page.getByRole('radio', { name: /^Stay on Premises/ }).check();
  await page.getByRole('textbox', { name: 'Phone Number' }).waitFor({ state: 'hidden' });
  expect(sent).toEqual([]);
});

test('a second person in the same browser is told whose place this is', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const other = await page.context().newPage();
  await fillJoinForm(other, shop);
  await joinOnPage(page, shop);
  await other.goBack();
  await other.getByRole('textbox', { name: 'First Name' }).fill('Bob');
  await other.getByRole('button', { name: 'Next' }).click();
  await other.getByRole('button', { name: 'Next' }).click();
  await toast(other, 'Queue restored').waitFor();
  await other.getByText('Mara Lindqvist').waitFor();
});
