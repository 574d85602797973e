/**
 * The states of texts on the owner's dashboard. Tests of the provider's receipts are in
 * `tests/in-node/deliveries/text-receipts.test.ts`.
 */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DeliveryHealth, Location } from '../../../src/shared/queue/state.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { stopIntervals } from '../support/clock.ts';
import type { FakeQueue } from '../support/fake-queue.ts';
import { theServer } from '../support/fake-server.ts';
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
  await says('Texts are not going out right now. Call them by name.');
  expect(await accessibilityProblems()).toEqual([]);
});

test('a text that is held says why, and the step that lifts it', async () => {
  const queue = await dashboardOfCalled();
  await says('Text queued');
  queue.recordText(GUEST, 'queued', 'unproven_number');
  await says(
    'Held: we cannot tell the country of your phone number, and texts go only there. Prove your phone number under Account & security to send now.',
  );
  expect(await accessibilityProblems()).toEqual([]);
});

test('while our database is away the row says to call by name', async () => {
  const queue = await dashboardOfCalled();
  await says('Text queued');
  queue.change((location): Location => ({
    ...location,
    health: { ...location.health, databaseAwaySince: Date.now() },
  }));
  await says('Texts are not going out right now. Call them by name.');
});

test.each([
  [
    { budget: 'account_hour', country: null },
    'Your business has sent far more texts in this hour than it usually does, so we stopped them in case somebody else is sending them. If you are sending them, write to us and we lift the limit.',
    ['Write to us', '/feedback'],
  ],
  [
    { budget: 'country_hour', country: 'SG' },
    'All businesses together have sent unusually many texts to Singapore in this hour. Texts to other countries go out. Write to us to lift it.',
    ['Write to us', '/feedback'],
  ],
  [
    { budget: 'unproven_hour', country: null },
    'New accounts together have used up this hour’s texts. Prove your phone number, and texts go out at once.',
    ['Prove your number', '/business/account'],
  ],
  [
    { budget: 'hour_limit', country: null },
    'All trials together have used up this hour’s texts. Choose a plan, and texts go out at once.',
    ['Choose a plan', '/payments'],
  ],
] as const)(
  'while $budget has stopped texts the open page says why, until when, and what lifts it',
  async (stop, why, [link, to]) => {
    const queue = await dashboardOfCalled();
    const set = (textStop: DeliveryHealth['textStop']) =>
      queue.change((location): Location => ({ ...location, health: { ...location.health, textStop } }));
    set({ ...stop, until: Date.now() + 3_600_000 });
    const banner = page.getByRole('region', { name: /^Texts are stopped until \d+:\d\d [AP]M$/ });
    await expect.element(banner).toHaveTextContent(why);
    await expect.element(banner.getByRole('link', { name: link })).toHaveAttribute('href', to);
    if (stop.budget === 'account_hour') expect(await accessibilityProblems()).toEqual([]);
    set(null);
    await expect.element(banner).not.toBeInTheDocument();
  },
);

test('the notice of a budget goes when its hour has ended', async () => {
  stopIntervals();
  const queue = await dashboardOfCalled();
  const server = theServer();
  const { now } = server;
  const textStop = { budget: 'account_hour', country: null, until: now() + 60_000 } as const;
  queue.change((location): Location => ({ ...location, health: { ...location.health, textStop } }));
  const banner = page.getByRole('region', { name: /^Texts are stopped until/ });
  await expect.element(banner).toBeVisible();
  server.now = () => now() + 60_000;
  queue.join({ firstName: 'Budi' });
  // The line updates the shown time every 10 s.
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(banner).not.toBeInTheDocument();
});

/** Opens the dashboard of a shop whose only guest was called by a text. */
async function dashboardOfCalled(): Promise<FakeQueue> {
  // At this width, the dashboard shows the column with the credits.
  await page.viewport(1440, 900);
  const { queue } = openShop();
  queue.join({ waitingPreference: 'wait_anywhere', phoneNumber: '+62 812 5550 0201' });
  queue.admit(GUEST);
  await openPage('/business/dashboard');
  return queue;
}
