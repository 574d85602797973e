/** What the owner sees of texts. That the provider's words come here: `tests/in-node/deliveries/text-receipts.test.ts`. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Location } from '../../../src/shared/queue/state.ts';
import { accessibilityProblems } from '../support/axe.ts';
import type { FakeQueue } from '../support/fake-queue.ts';
import { openPage, says } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const GUEST = 'visit-1';
const ourAccountRefused = { reason: 'account', since: Date.now(), probeAt: Date.now() } as const;

test('a text is shown as sent, then as delivered, and the day says how many were', async () => {
  const queue = await dashboardOfCalled();
  queue.recordText(GUEST, 'sent');
  await says('Text sent');
  await says('0 of 1 text delivered today');
  queue.recordText(GUEST, 'delivered');
  await says('Text delivered');
  await says('1 of 1 text delivered today');
  expect(await accessibilityProblems()).toEqual([]);
});

test('a text that did not arrive says why, and what to do', async () => {
  const queue = await dashboardOfCalled();
  queue.recordText(GUEST, 'sent');
  await says('Text sent');
  queue.recordText(GUEST, 'undelivered', 'phone_off');
  await says('The phone is off or out of reach. Call them by name.');
});

test('a text that the provider refuses says why at once, and costs nothing', async () => {
  await page.viewport(1440, 900);
  const queue = await dashboardOfCalled();
  await says('SMS Credits: 299');
  queue.recordText(GUEST, 'refused', 'opted_out');
  await says('This guest asked for no texts. Call them by name.');
  await says('SMS Credits: 300');
});

test('while the provider refuses our account the page and the row say so, and what to do', async () => {
  const queue = await dashboardOfCalled();
  queue.change((location): Location => ({
    ...location,
    health: { ...location.health, textBreaker: ourAccountRefused },
  }));
  const banner = page.getByRole('region', { name: 'Texts are not going out' });
  await expect
    .element(banner)
    .toHaveTextContent(
      /Since \d+:\d\d [AP]M\. Our text service refuses them at the moment\. We have been told and keep trying\. Please call names until this notice is gone\. A text that comes too late for its guest is not sent, and costs nothing\.$/,
    );
  await says('Texts are not going out just now. Call them by name.');
  expect(await accessibilityProblems()).toEqual([]);
});

test('while our database is away the row says to call by name', async () => {
  const queue = await dashboardOfCalled();
  await says('Text queued');
  queue.change((location): Location => ({
    ...location,
    health: { ...location.health, databaseAwaySince: Date.now() },
  }));
  await says('Texts are not going out just now. Call them by name.');
});

/** The dashboard of a shop whose one guest was called by a text. */
async function dashboardOfCalled(): Promise<FakeQueue> {
  // Wide enough for the column with the credits.
  await page.viewport(1440, 900);
  const { queue } = openShop();
  queue.join({ waitingPreference: 'wait_anywhere', phoneNumber: '+62 812 5550 0201' });
  queue.admit(GUEST);
  await openPage('/business/dashboard');
  return queue;
}
