/** A team in three browsers: the owner invites a host and a manager, who work at once, and removes the host, who is out at once. */
import { expect, test } from 'vitest';
import { joinQueue, openShop } from '../support/factories.ts';
import { journey, loggedOut, toast } from '../support/harness.ts';
import { namesIn } from '../support/steps.ts';
import { confirmAddress, invite, join } from '../support/team-steps.ts';

const here = journey();

test('invited people join by the mailed link, work as their roles allow, and a removed one is out at once', async () => {
  const shop = await openShop(here.app.origin);
  for (const firstName of ['Mara', 'Budi']) await joinQueue(here.app.origin, shop, { firstName });
  const owner = await here.newDesktop(shop);
  await confirmAddress(owner.page, shop.email);

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
