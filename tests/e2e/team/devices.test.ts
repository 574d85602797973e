/**
 * A tablet at the door in three browsers: the owner sets it up, a host unlocks it with a PIN, and the owner revokes it.
 */
import { expect, test } from 'vitest';
import { joinQueue, openShop } from '../support/factories.ts';
import { journey, loggedOut, toast } from '../support/harness.ts';
import { namesIn } from '../support/steps.ts';
import { confirmAddress, invite, join, setPin, setUpTablet, unlock } from '../support/team-steps.ts';

const here = journey();

test('a tablet is set up by a code, opened by a PIN, and out at once when it is revoked', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop, { firstName: 'Mara' });
  const [owner, host, tablet] = [await here.newDesktop(shop), await here.newPhone(), await here.newDesktop()];
  await confirmAddress(owner.page, shop.email);
  await owner.page.goto('/business/team');
  await invite(owner.page, `host-${shop.email}`, /^Host:/);
  await join(host.page, `host-${shop.email}`, 'Sari');
  await setPin(host.page);
  // The tablet's session ends when the device is revoked.
  tablet.expectComplaint(loggedOut);
  await setUpTablet(owner.page, tablet.page);
  await unlock(tablet.page, 'Sari');
  await tablet.page.getByRole('button', { name: 'Admit Mara Lindqvist' }).click();
  await expect.poll(() => namesIn(tablet.page, 'queue')).toEqual([]);

  await owner.page.getByRole('button', { name: 'Revoke Front door' }).click();
  await owner.page.getByRole('button', { name: 'Revoke device' }).click();
  await toast(owner.page, 'Device revoked').waitFor();
  await tablet.page.getByRole('heading', { name: 'Set up this device' }).waitFor();
  expect(await tablet.page.getByText('Mara').count()).toBe(0);
});
