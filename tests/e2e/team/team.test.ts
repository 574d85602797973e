/** A team in three browsers: the owner invites a host and a manager, who work at once, and removes the host, who is out at once. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { joinQueue, openShop } from '../support/factories.ts';
import { journey, loggedOut, toast } from '../support/harness.ts';
import { namesIn } from '../support/steps.ts';

const here = journey();

test('invited people join by the mailed link, work as their roles allow, and a removed one is out at once', async () => {
  const shop = await openShop(here.app.origin);
  for (const firstName of ['Mara', 'Budi']) await joinQueue(here.app.origin, shop, { firstName });
  const owner = await here.newDesktop(shop);
  await owner.page.goto(await mailedLink(owner.page, shop.email, 'verify'));
  await owner.page.getByRole('button', { name: 'Confirm address' }).click();
  await owner.page.getByRole('heading', { name: 'Email address confirmed' }).waitFor();

  await owner.page.goto('/business/team');
  const [host, manager] = [await here.newDesktop(), await here.newPhone()];
  await invite(owner.page, `host-${shop.email}`, /^Host:/);
  await join(host.page, `host-${shop.email}`, 'Sari');
  await invite(owner.page, `manager-${shop.email}`, /^Manager:/);
  await join(manager.page, `manager-${shop.email}`, 'Dewi');

  expect(await host.page.getByRole('button', { name: 'Pause joining' }).count()).toBe(0);
  await host.page.getByRole('button', { name: 'Admit Mara Lindqvist' }).click();
  await expect.poll(() => namesIn(manager.page, 'queue')).toEqual(['Budi Lindqvist']);
  await manager.page.getByRole('button', { name: 'Menu', exact: true }).click();
  await manager.page.getByRole('button', { name: 'Pause joining' }).click();
  await host.page.getByText('Paused').first().waitFor();

  host.expectComplaint(loggedOut);
  await owner.page.reload();
  await owner.page.getByRole('button', { name: 'Remove Sari' }).click();
  await owner.page.getByRole('button', { name: 'Remove member' }).click();
  await toast(owner.page, 'Member removed').waitFor();
  await host.page.waitForURL('/login');
});

async function invite(page: Page, email: string, role: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('radio', { name: role }).check();
  await page.getByLabel('Current password', { exact: true }).fill('kopi-susu-at-noon');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await toast(page, 'Invitation sent').first().waitFor();
}

async function join(page: Page, email: string, name: string): Promise<void> {
  await page.goto(await mailedLink(page, email, 'invitation'));
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill('kopi-susu-at-noon');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.waitForURL('/business/dashboard');
}

/** Reads the newest link of this page in a mail to this address; the outbox's page reloads itself until it is there. */
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
