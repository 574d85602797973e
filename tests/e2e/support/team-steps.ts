/**
 * Steps of a team: the owner's address is confirmed by a mailed link, members are invited and set a PIN, and a tablet
 * is set up and unlocked.
 */
import type { Page } from 'playwright-core';
import { toast } from './harness.ts';

/** Confirms an owner's address by the mailed link. An owner with an unconfirmed address cannot invite members. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  await page.goto(await mailedLink(page, email, 'verify'));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();
}

/** Invites an address on the page "Team". The owner's password is `kopi-susu-at-noon`. */
export async function invite(page: Page, email: string, role: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('radio', { name: role }).check();
  await page.getByLabel('Current password', { exact: true }).fill('kopi-susu-at-noon');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await toast(page, 'Invitation sent').first().waitFor();
}

/** Accepts the invitation by the mailed link. The new member's password is `kopi-susu-at-noon`. */
export async function join(page: Page, email: string, name: string): Promise<void> {
  await page.goto(await mailedLink(page, email, 'invitation'));
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('kopi-susu-at-noon');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.waitForURL('/business/dashboard');
}

/**
 * The newest link to this page in a mail to this address. The page of the outbox reloads itself until the link is
 * there.
 */
async function mailedLink(page: Page, email: string, to: 'verify' | 'invitation'): Promise<string> {
  const outbox = await page.context().newPage();
  try {
    await outbox.goto('/dev/outbox');
    const link = outbox
      .getByRole('listitem')
      .filter({ hasText: `email to ${email} ` })
      .getByRole('link', { name: `/${to}?token=` });
    const { pathname, search } = new URL((await link.first().getAttribute('href')) ?? '');
    return pathname + search;
  } finally {
    await outbox.close();
  }
}

/** Sets the PIN 2580 for the logged-in member, on the page "Team". */
export async function setPin(page: Page): Promise<void> {
  await page.goto('/business/team');
  await page.getByRole('button', { name: 'Set a PIN' }).click();
  await page.getByLabel('New PIN').fill('2580');
  await page.getByLabel('Current password').fill('kopi-susu-at-noon');
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await toast(page, 'PIN saved').waitFor();
}

/**
 * Sets a tablet up: the owner's page "Team" shows a code, which is typed into the tablet. If the tablet's browser has a
 * session, this session ends.
 */
export async function setUpTablet(owner: Page, tablet: Page): Promise<void> {
  await owner.getByRole('button', { name: 'Set up a tablet' }).click();
  await owner.getByRole('textbox', { name: 'Name' }).fill('Front door');
  await owner.getByRole('button', { name: 'Show the code' }).click();
  const code = await owner.getByText(/^\d{3} \d{3} \d{3}$/).textContent();
  await tablet.goto('/device');
  await tablet.getByRole('textbox', { name: 'Code' }).fill(code ?? '');
  await tablet.getByRole('button', { name: 'Set up', exact: true }).click();
  await owner.getByText('The device is set up.').waitFor();
  await owner.getByRole('button', { name: 'Done' }).click();
}

/** The member with this name unlocks a tablet with the PIN 2580. */
export async function unlock(tablet: Page, name: string): Promise<void> {
  await tablet.getByRole('button', { name }).click();
  for (const digit of '2580') await tablet.getByRole('button', { name: digit, exact: true }).click();
  await tablet.getByRole('button', { name: 'Open the line' }).click();
  await tablet.getByText(`${name} is here`).waitFor();
}
