/** What the owner's pages know, and for whom: sessions that end, owners who change, answers that come late. */
import { expect, test } from 'vitest';
import { appCode } from '../support/authenticator-app.ts';
import { joinQueue, openShop, signUpOwner } from '../support/factories.ts';
import { journey, loggedOut } from '../support/harness.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();
/** The owner's poll, and then some. */
const POLL_MS = 11_000;

test('the account page of a session that has ended leads to the log-in', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(owner);
  expectComplaint(/^401 GET \/auth\/security$/);
  await page.route('**/auth/security', (route) =>
    route.fulfill({ status: 401, json: { error: 'Please sign in to continue.', code: 'not_logged_in' } }),
  );
  await page.goto('/business/account');
  await page.waitForURL('/login');
});

test('who logs in after another owner on the same page sees nothing of them', async () => {
  const first = await signUpOwner(here.app.origin);
  const second = await signUpOwner(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(first);
  await page.clock.install();
  await page.goto('/business/account');
  await page.getByText(first.email, { exact: true }).waitFor();
  expectComplaint(loggedOut);
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.clock.fastForward(POLL_MS);
  await page.waitForURL('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(second.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(second.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('/business/dashboard');
  const held = await holdCalls(page, /\/auth\/security$/);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Account & security' }).click();
  await page.getByRole('heading', { name: 'Account & security' }).waitFor();
  expect(await page.getByText(first.email).count()).toBe(0);
  held.release();
  await page.getByText(second.email, { exact: true }).waitFor();
});

test('recovery codes are shown as soon as they are given, whatever else is asked for', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newDesktop(owner);
  await page.goto('/business/account');
  const card = page.getByRole('region', { name: 'Two-step login', exact: true });
  await card.getByRole('button', { name: 'Turn on' }).click();
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByRole('button', { name: 'Next' }).click();
  const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await card.getByRole('textbox', { name: 'Code from the app' }).fill(appCode(secret));
  const held = await holdCalls(page, /\/auth\/(security|me)$/);
  await card.getByRole('button', { name: 'Confirm and turn on' }).click();
  await card.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  expect(await card.getByText('On', { exact: true }).count()).toBe(0);
  held.release();
  await card.getByText('On', { exact: true }).waitFor();
  await card.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
});

test('the settings ask for what is so now when they are opened, and every 10 seconds', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await page.clock.install();
  await page.goto('/business/dashboard');
  await page.getByText('Live', { exact: true }).waitFor();
  await joinQueue(here.app.origin, shop);
  await page.getByRole('heading', { name: 'Mara Lindqvist' }).waitFor();
  // At once where the last answer is older than a second.
  await page.clock.fastForward(1_500);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('1 customer in queue', { exact: true }).waitFor();
  await page.getByText('Customer Credits: 299', { exact: true }).waitFor();
  await joinQueue(here.app.origin, shop, { firstName: 'Budi' });
  await page.clock.fastForward(POLL_MS);
  await page.getByText('2 customers in queue', { exact: true }).waitFor();
});
