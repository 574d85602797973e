/** Accessibility of the member's pages: axe-core in light and dark, and the width on a narrow screen. */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { INTERRUPTION_MS, takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { onPhone } from '../support/guest-steps.ts';
import { pageWidth, widthOn } from '../support/look.ts';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { controls, openPanel, saves, settingCall, type } from '../support/settings-page.ts';
import { openShop, type Shop } from '../support/shop.ts';

const DAY_MS = 86_400_000;

/** Adds two guests in line who joined at `joinedAt`, and one guest who was called now. */
function fillQueue({ queue }: Shop, joinedAt = Date.now()): void {
  theServer().now = () => joinedAt;
  const [, , arriving = ''] = queue.joinAll([
    { firstName: 'Budi', lastName: 'Santoso' },
    { firstName: 'ليلى', lastName: 'حدّاد' },
    { firstName: 'Łukasz', lastName: 'Woźniak' },
  ]);
  theServer().now = () => Date.now();
  queue.admit(arriving);
}

test('the dashboard with guests in line and arriving', async () => {
  fillQueue(openShop());
  await openPage('/business/dashboard');
  await says('2 customers');
  expect(await accessibilityProblems()).toEqual([]);
  expect(await widthOn(320)).toBe(320);
});

test('the settings with a QR code, and the question before a location is removed', async () => {
  openShop();
  await openPage('/business/settings');
  await button('Generate QR Code').click();
  await says('Customers can scan this QR code to join your queue');
  expect(await widthOn(320)).toBe(320);
  await button('Remove 14 Kemang Raya, Jakarta').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

test('the open settings with what is wrong in them, and the poster', async () => {
  openShop();
  await openPanel();
  const { byWeekday, capacity, timeZone, noShow } = controls();
  await saves(() => byWeekday.click());
  await saves(() => button('Close: Sunday').click());
  await button('Set hours: Monday').click();
  await type(page.getByLabelText('Monday, opens', { exact: true }), '');
  await type(capacity, '0');
  await type(timeZone, 'Mars/Olympus');
  theServer().refuse(...settingCall, 'try_again', 'Away.');
  await noShow.click();
  await expect.element(toast('Away.')).toBeVisible();
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(3);
  expect(await accessibilityProblems()).toEqual([]);
  await button('Print poster').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

test.for<[state: string, open: () => Promise<void>]>([
  ["a party's sheet", () => button('Budi Santoso').click()],
  ["an arriving guest's menu", () => button('More for Łukasz Woźniak').click()],
  ['the tools of the queue', () => button('Queue tools').click()],
  ['the keys', () => userEvent.keyboard('?')],
  ['a walk-in', () => button('Add walk-in').click()],
  [
    'nobody found',
    async () => {
      await userEvent.keyboard('/');
      await userEvent.keyboard('zzz');
      await expect.element(button('Show the whole line')).toBeVisible();
    },
  ],
  [
    'joining paused',
    async () => {
      await button('Pause joining').click();
      await says('New guests cannot join by themselves. You can still add walk-ins.');
    },
  ],
  [
    'an undo on offer',
    async () => {
      await button('Admit Budi Santoso').click();
      await expect.element(button('Undo Budi Santoso')).toBeVisible();
    },
  ],
])('the dashboard with %s', async ([, open]) => {
  const shop = openShop({ locations: [{ settings: { undo: true } }] });
  fillQueue(shop);
  shop.queue.join({ waitingPreference: 'wait_anywhere', phoneNumber: 'ask at the desk' });
  await openPage('/business/dashboard');
  await says('3 customers');
  await open();
  expect(await accessibilityProblems()).toEqual([]);
});

test('the dashboard on a phone while the account has nothing left and no connection', async () => {
  takeClock();
  await onPhone();
  theServer().opensSockets = false;
  const trial = { trial: true, trialDurationDays: 14, subscriptionStatus: null };
  const shop = openShop({ user: { ...trial, trialEndsAt: new Date(0).toISOString() } });
  fillQueue(shop, Date.now() - 2 * DAY_MS);
  await openPage('/business/dashboard');
  await says('Trial Expired');
  await vi.advanceTimersByTimeAsync(INTERRUPTION_MS);
  await says('Reconnecting');
  await expect.element(page.getByRole('button', { name: '1 Arriving' })).toBeVisible();
  vi.useRealTimers();
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBe(390);
});
