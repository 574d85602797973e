/**
 * A team in three browsers: the owner invites a manager and a host, the host unlocks a tablet with a PIN, and the
 * manager pauses the line. When the owner removes the host, the host's session ends at once.
 */
import { expect, test } from 'vitest';
import { joinQueue, openShop } from '../support/factories.ts';
import { journey, loggedOut, toast } from '../support/harness.ts';
import { namesIn } from '../support/steps.ts';
import { confirmAddress, invite, join, setPin, setUpTablet, unlock } from '../support/team-steps.ts';

const here = journey();

test('a manager pauses, a host works at a tablet by PIN, and a removed host is out at once', async () => {
  const shop = await openShop(here.app.origin);
  for (const firstName of ['Mara', 'Budi']) await joinQueue(here.app.origin, shop, { firstName });
  const owner = await here.newDesktop(shop);
  await confirmAddress(owner.page, shop.email);

  await owner.page.goto('/business/team');
  const [tablet, manager] = [await here.newDesktop(), await here.newPhone()];
  await invite(owner.page, `host-${shop.email}`, /^Host:/);
  await join(tablet.page, `host-${shop.email}`, 'Sari');
  await setPin(tablet.page);
  await invite(owner.page, `manager-${shop.email}`, /^Manager:/);
  await join(manager.page, `manager-${shop.email}`, 'Dewi');

  await setUpTablet(owner.page, tablet.page);
  await unlock(tablet.page, 'Sari');
  expect(await tablet.page.getByRole('button', { name: 'Pause joining' }).count()).toBe(0);
  await tablet.page.getByRole('button', { name: 'Admit Mara Lindqvist' }).click();
  await expect.poll(() => namesIn(manager.page, 'queue')).toEqual(['Budi Lindqvist']);
  await manager.page.getByRole('button', { name: 'Menu', exact: true }).click();
  await manager.page.getByRole('button', { name: 'Pause joining' }).click();
  await tablet.page.getByText('Paused').first().waitFor();

  tablet.expectComplaint(loggedOut);
  await owner.page.reload();
  await owner.page.getByRole('button', { name: 'Remove Sari' }).click();
  await owner.page.getByRole('button', { name: 'Remove member' }).click();
  await toast(owner.page, 'Member removed').waitFor();
  await tablet.page.getByText('Budi').waitFor({ state: 'detached' });
  expect(await tablet.page.getByRole('button', { name: 'Sari' }).count()).toBe(0);
});
