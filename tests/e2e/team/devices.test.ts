/** A tablet at the door in three browsers: the owner sets it up, a host takes over by PIN, and the owner revokes it. */
import { expect, test } from 'vitest';
import { joinQueue, openShop } from '../support/factories.ts';
import { journey, loggedOut, toast } from '../support/harness.ts';
import { namesIn } from '../support/steps.ts';
import { confirmAddress, invite, join } from '../support/team-steps.ts';

const here = journey();

test('a tablet is set up by a code, opened by a PIN, and out at once when it is revoked', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop, { firstName: 'Mara' });
  const [owner, host, tablet] = [await here.newDesktop(shop), await here.newPhone(), await here.newDesktop()];
  await confirmAddress(owner.page, shop.email);
  await owner.page.goto('/business/team');
  await invite(owner.page, `host-${shop.email}`, /^Host:/);
  await join(host.page, `host-${shop.email}`, 'Sari');
  await host.page.goto('/business/team');
  await host.page.getByRole('button', { name: 'Set a PIN' }).click();
  await host.page.getByLabel('New PIN').fill('2580');
  await host.page.getByLabel('Current password').fill('kopi-susu-at-noon');
  await host.page.getByRole('button', { name: 'Save PIN' }).click();
  await toast(host.page, 'PIN saved').waitFor();
  await owner.page.getByRole('button', { name: 'Set up a tablet' }).click();
  await owner.page.getByRole('textbox', { name: 'Name' }).fill('Front door');
  await owner.page.getByRole('button', { name: 'Show the code' }).click();
  const code = await owner.page.getByText(/^\d{3} \d{3} \d{3}$/).textContent();

  // Its session ends.
  tablet.expectComplaint(loggedOut);
  await tablet.page.goto('/device');
  await tablet.page.getByRole('textbox', { name: 'Code' }).fill(code ?? '');
  await tablet.page.getByRole('button', { name: 'Set up', exact: true }).click();
  await owner.page.getByText('The device is set up.').waitFor();
  await owner.page.getByRole('button', { name: 'Done' }).click();

  await tablet.page.getByRole('button', { name: 'Sari' }).click();
  for (const digit of '2580') await tablet.page.getByRole('button', { name: digit, exact: true }).click();
  await tablet.page.getByRole('button', { name: 'Open the line' }).click();
  await tablet.page.getByText('Sari is here').waitFor();
  await tablet.page.getByRole('button', { name: 'Admit Mara Lindqvist' }).click();
  await expect.poll(() => namesIn(tablet.page, 'queue')).toEqual([]);

  await owner.page.getByRole('button', { name: 'Revoke Front door' }).click();
  await owner.page.getByRole('button', { name: 'Revoke device' }).click();
  await toast(owner.page, 'Device revoked').waitFor();
  await tablet.page.getByRole('heading', { name: 'Set up this device' }).waitFor();
  expect(await tablet.page.getByText('Mara').count()).toBe(0);
});
