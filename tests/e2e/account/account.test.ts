/** "Account & security": the address, the password, the devices, two-step log-in and the end of an account. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appCode } from '../support/authenticator-app.ts';
import { joinQueue, openShop, signUpOwner, type Owner } from '../support/factories.ts';
import { accessibilityProblems, journey, loggedOut, toast } from '../support/harness.ts';

const here = journey();

test('a new owner confirms the address by the mailed link, and the note goes', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newPhone();
  await logIn(page, owner);
  await page.waitForURL('/business/dashboard');
  await page.getByText('Please confirm your email address: open the link we sent you.').waitFor();
  await page.getByRole('complementary').getByRole('link', { name: 'Show' }).click();
  await page.waitForURL('/business/account');
  await page.getByText('Not confirmed', { exact: true }).waitFor();

  await page.goto(await mailedLink(page, owner.email));
  await page.waitForURL('/verify');
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.locator('h1:focus', { hasText: 'Email address confirmed' }).waitFor();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await page.getByRole('heading', { name: 'Hello Blue Door Café' }).waitFor();
  expect(await page.getByRole('complementary').count()).toBe(0);
});

test('a link that is no good says so and leads to another', async () => {
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^400 POST \/auth\/verify-email$/);
  await page.goto('/verify?token=never-given-out');
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.locator('h1:focus', { hasText: 'This link no longer works' }).waitFor();
  await page.getByText('This link is invalid or has expired. Please request a new one.').first().waitFor();
  expect(await page.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
    '/business/account',
  );
});

test('an owner changes the address: the form says what is wrong, and the new one waits for its link', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^400 POST \/auth\/change-email$/);
  await logIn(page, owner);
  const card = await openCard(page, 'Email address');
  await card.getByRole('button', { name: 'Change address' }).click();
  await card.getByRole('button', { name: 'Send link' }).click();
  await card.getByText('Email is required').waitFor();
  await card.getByText('Please enter your current password').waitFor();
  const address = `new-${owner.email}`;
  await card.getByRole('textbox', { name: 'New email address' }).fill(address);
  await card.getByLabel('Current password').fill('not the password');
  await card.getByRole('button', { name: 'Send link' }).click();
  await card.getByText('That is not your current password').waitFor();
  await card.getByLabel('Current password').fill(owner.password);
  await page.keyboard.press('Enter');
  await toast(page, 'Link sent').waitFor();
  await card.getByText(`Open the link we sent to ${address} to finish the change.`).waitFor();
  await card.getByText(owner.email, { exact: true }).waitFor();
  await card.locator('button:focus', { hasText: 'Change address' }).waitFor();

  await page.goto(await mailedLink(page, address));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
  const after = await openCard(page, 'Email address');
  await after.getByText(address, { exact: true }).waitFor();
  await after.getByText('Confirmed', { exact: true }).waitFor();
});

test('an owner changes the password, which logs the other device out and keeps this one', async () => {
  const owner = await signUpOwner(here.app.origin);
  const other = await here.newDesktop(owner);
  other.expectComplaint(loggedOut);
  await other.page.goto('/business/settings');
  await other.page.getByRole('heading', { name: 'Business Settings' }).waitFor();

  const { page } = await here.newPhone();
  await logIn(page, owner);
  const card = await openCard(page, 'Password');
  await card.getByRole('button', { name: 'Change password' }).click();
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByLabel('New password', { exact: true }).fill('a lantern by the door');
  await card.getByLabel('Confirm new password').fill('a lantern by the window');
  await card.getByRole('button', { name: 'Change password' }).click();
  await card.getByText("Passwords don't match").waitFor();
  await card.getByLabel('Confirm new password').fill('a lantern by the door');
  await card.getByRole('button', { name: 'Change password' }).click();
  await toast(page, 'Password changed').waitFor();
  await page.reload();
  await page.getByText('This device').waitFor();
  expect(await page.getByRole('button', { name: /^Log out .* on / }).count()).toBe(0);

  await other.page.reload();
  await other.page.waitForURL('/login');
});

test('an owner ends one device, then all', async () => {
  const owner = await signUpOwner(here.app.origin);
  const other = await here.newDesktop();
  other.expectComplaint(loggedOut);
  await logIn(other.page, owner);
  await other.page.waitForURL('/business/dashboard');

  const { page } = await here.newDesktop();
  await logIn(page, owner);
  const card = await openCard(page, 'Where you are logged in');
  // The account's first log-in, from its sign-up, names no browser.
  await card.getByRole('button', { name: 'Log out Unknown device' }).click();
  await toast(page, 'Device logged out').waitFor();
  await card.getByRole('button', { name: 'Log out Chrome on Linux' }).click();
  await expect.poll(() => card.getByRole('listitem').count()).toBe(1);
  await other.page.reload();
  await other.page.waitForURL('/login');

  await card.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('heading', { name: 'Hold every walk-in. Boost revenue.' }).waitFor();
  expect((await page.request.get('/auth/me')).status()).toBe(401);
});

test('two-step log-in is turned on by the app and asked for at the log-in', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newDesktop(owner);
  const { secret } = await turnOn(await openCard(page, 'Two-step login'), owner);

  const again = await here.newPhone();
  again.expectComplaint(/^401 POST \/auth\/login$/);
  await logIn(again.page, owner);
  await again.page.getByRole('heading', { name: 'One more step' }).waitFor();
  const code = again.page.locator('input:focus');
  await code.fill('000000');
  await again.page.keyboard.press('Enter');
  await again.page.getByText('That code is not right, or it was used before.').first().waitFor();
  // The code after the one that turned it on: a clock may be half a minute fast.
  await again.page.getByRole('textbox', { name: 'Code' }).fill(appCode(secret, Date.now() + 30_000));
  await again.page.getByRole('button', { name: 'Sign In' }).click();
  await again.page.waitForURL('/business/dashboard');
});

test('a recovery code does in place of the app, once', async () => {
  const owner = await signUpOwner(here.app.origin);
  const desktop = await here.newDesktop(owner);
  const { recoveryCode } = await turnOn(await openCard(desktop.page, 'Two-step login'), owner);

  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^401 POST \/auth\/login$/);
  await logIn(page, owner);
  await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCode.toLowerCase());
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('/business/dashboard');
  await desktop.page.reload();
  await desktop.page.getByText('9 recovery codes left').waitFor();
});

test('with two-step log-in on, another password and another address ask for the second step', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page, expectComplaint } = await here.newDesktop(owner);
  expectComplaint(/^400 POST \/auth\/change-password$/);
  expectComplaint(/^400 POST \/auth\/change-email$/);
  const { secret, recoveryCode } = await turnOn(await openCard(page, 'Two-step login'), owner);

  const passwordCard = page.getByRole('region', { name: 'Password', exact: true });
  await passwordCard.getByRole('button', { name: 'Change password' }).click();
  await passwordCard.getByLabel('Current password').fill(owner.password);
  await passwordCard.getByLabel('New password', { exact: true }).fill('a lantern by the door');
  await passwordCard.getByLabel('Confirm new password').fill('a lantern by the door');
  await passwordCard.getByRole('button', { name: 'Change password' }).click();
  await passwordCard.getByText('Please enter the code from the app').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const code = 'Code from the app, or a recovery code';
  await passwordCard.getByRole('textbox', { name: code }).fill(appCode(secret, Date.now() + 30_000));
  await passwordCard.getByRole('button', { name: 'Change password' }).click();
  await toast(page, 'Password changed').waitFor();

  const emailCard = page.getByRole('region', { name: 'Email address', exact: true });
  await emailCard.getByRole('button', { name: 'Change address' }).click();
  await emailCard.getByRole('textbox', { name: 'New email address' }).fill(`new-${owner.email}`);
  await emailCard.getByLabel('Current password').fill('a lantern by the door');
  await emailCard.getByRole('textbox', { name: code }).fill('ABCD-EFGH');
  await emailCard.getByRole('button', { name: 'Send link' }).click();
  await emailCard.getByText('That code is not right, or it was used before.').waitFor();
  await emailCard.getByRole('textbox', { name: code }).fill(recoveryCode);
  await emailCard.getByRole('button', { name: 'Send link' }).click();
  await toast(page, 'Link sent').waitFor();
  await page.getByText('9 recovery codes left').waitFor();
});

test('an account is deleted with its locations: the guest is told, and nobody can log in', async () => {
  const shop = await openShop(here.app.origin);
  const guest = await here.newPhone();
  const joined = await joinQueue(here.app.origin, shop);
  await guest.page.context().addCookies([
    {
      name: 'holdline_visit',
      value: joined.queueToken,
      domain: '127.0.0.1',
      path: `/queue/${shop.username}`,
    },
  ]);
  const { page, expectComplaint } = await here.newDesktop(shop);
  expectComplaint(/^400 POST \/auth\/delete-account$/);
  expectComplaint(/^401 POST \/auth\/login$/);
  const card = await openCard(page, 'Delete account');
  await card.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your location is removed, and everyone in its queue is told.').waitFor();
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByText('That is not your current password').waitFor();
  await dialog.getByLabel('Current password').fill(shop.password);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByRole('heading', { name: 'Hold every walk-in. Boost revenue.' }).waitFor();
  await logIn(page, shop);
  await toast(page, 'Login failed').waitFor();

  const path = `/auth/business/${shop.username}/queue/token/${joined.queueToken}/status`;
  expect(await (await guest.page.request.get(path)).json()).toMatchObject({
    removed: true,
    status: 'removed',
  });
});

test('axe finds nothing on the page with all its forms open, and at its ends', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newDesktop(owner);
  const card = await openCard(page, 'Two-step login');
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('New password is required').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await turnOn(card, owner, async () => expect(await accessibilityProblems(page)).toEqual([]));
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('the page is no wider than a screen of 320 pixels, with its forms open', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newDesktop(owner, { viewport: { width: 320, height: 640 } });
  const card = await openCard(page, 'Two-step login');
  await page.getByRole('button', { name: 'Change address' }).click();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(320);
  await turnOn(card, owner, async () => expect(await width()).toBe(320));
});

async function logIn(page: Page, owner: Owner): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill(owner.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page
    .getByText(/^(Login successful!|One more step|Login failed)$/)
    .first()
    .waitFor();
}

/** The page, and the card of this name on it. */
async function openCard(page: Page, name: string): Promise<Locator> {
  await page.goto('/business/account');
  const card = page.getByRole('region', { name, exact: true });
  await card.waitFor();
  return card;
}

/** Turns two-step log-in on; `look` is called on the way, with the QR code and then with the recovery codes shown. */
async function turnOn(
  card: Locator,
  owner: Owner,
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<{ secret: string; recoveryCode: string }> {
  await card.getByRole('button', { name: 'Turn on' }).click();
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByRole('button', { name: 'Next' }).click();
  await card.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await look();
  const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await card.getByRole('textbox', { name: 'Code from the app' }).fill(appCode(secret));
  await card.getByRole('button', { name: 'Confirm and turn on' }).click();
  await card.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await look();
  const codes = await card.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await card.getByText('10 recovery codes left').waitFor();
  return { secret, recoveryCode: codes[0] ?? '' };
}

/** The path of the newest link to this address, read as a developer does; the outbox's page reloads itself. */
async function mailedLink(page: Page, email: string): Promise<string> {
  const outbox = await page.context().newPage();
  try {
    await outbox.goto('/dev/outbox');
    const mail = outbox.getByRole('listitem').filter({ hasText: `email to ${email} ` });
    const href = await mail.getByRole('link', { name: '/verify?token=' }).first().getAttribute('href');
    const { pathname, search } = new URL(href ?? '');
    return pathname + search;
  } finally {
    await outbox.close();
  }
}
