/** All times of the guest's page are the server's times, even if the device's clock is wrong. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { theServer } from '../support/fake-server.ts';
import { button, fillDetails, onPhone } from '../support/guest-steps.ts';
import { openGuestPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const TWO_DAYS_MS = 48 * 3_600_000;

test.for([
  ['ahead', -TWO_DAYS_MS],
  ['behind', TWO_DAYS_MS],
] as const)('all times are the server’s on a device 2 days %s', async ([, serverIsLaterByMs]) => {
  theServer().now = () => Date.now() + serverIsLaterByMs;
  await onPhone();
  const shop = openShop();
  shop.queue.join({ firstName: 'Bo' });
  openGuestPage(shop);
  await fillDetails();
  await button('Next').click();
  await expect.element(page.getByText('You are #2 in line').first()).toBeVisible();
  shop.queue.admit('visit-1');
  shop.queue.admit('visit-2');
  await says('Your spot will be held for 5 minutes.');
  const timer = page.getByRole('timer');
  await expect.element(timer).toHaveTextContent(/^(05:00|04:\d\d)$/);

  // The page must also show the right time, not the end of the hold, after a load and before the first answer.
  theServer().opensSockets = false;
  theServer().hold('GET', '/auth/business/:username/queue/token/:token/status');
  openGuestPage(shop, { visitId: 'visit-2' });
  await expect.element(toast('Welcome back!')).toBeVisible();
  expect(timer.element().textContent).toMatch(/^(05:00|04:\d\d)$/);
});
