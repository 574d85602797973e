/**
 * The dashboard during a day at the door: its sentences (`docs/spec.md` section 2), its banners, its connection, and
 * the wake lock that keeps the screen on.
 */
import { expect, test } from 'vitest';
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';
import { visitView, type VisitView } from '../../../src/shared/contracts/queue-view.ts';
import { joinQueue, openShop, remove, signUpOwner, type Shop } from '../support/factories.ts';
import { journey, toast, withStatistics } from '../support/harness.ts';
import { namesIn, tellOwner } from '../support/steps.ts';

const here = journey();
const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString();

test('an owner without a location reads that, and adds the first one where they are', async () => {
  const owner = await signUpOwner(here.app.origin, { name: 'Kopi Tiga' });
  const { page } = await here.newDesktop(owner, withStatistics);
  await page.goto('/business/dashboard');
  await page.getByRole('heading', { name: 'Hello Kopi Tiga' }).waitFor();
  const selector = page.getByRole('combobox', { name: 'Location' });
  expect([await selector.innerText(), await selector.isDisabled()]).toEqual(['No locations', true]);
  await page.getByText('No location selected', { exact: true }).waitFor();
  await page.getByText('0 customers', { exact: true }).waitFor();
  await page.getByText('No customers in queue at this location.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await toast(page, 'Queue refreshed').waitFor();
  await page.getByRole('textbox', { name: 'Location Address' }).fill('14 Kemang Raya, Jakarta');
  await page.keyboard.press('Enter');
  await page.getByText('Managing queue for: 14 Kemang Raya, Jakarta', { exact: true }).waitFor();
  await page.getByText('No customers in queue at this location.', { exact: true }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
});

test('the dashboard says what the spec says, to the letter', async () => {
  const shop = await openShop(here.app.origin);
  const customer = await seenByOwner(shop);
  const { page } = await here.newDesktop(shop, withStatistics);
  const gone = (name: string, about: Partial<VisitView>): VisitView => ({
    ...withoutPlace(customer),
    id: name,
    firstName: name,
    ...about,
  });
  await tellOwner(page, ({ locations: [location, ...others], ...user }) => ({
    ...user,
    locations: [
      {
        ...(location ?? shop.location),
        queue: [
          { ...customer, joinedAt: minutesAgo(7) },
          {
            ...customer,
            id: 'b',
            lastName: 'B',
            position: 2,
            numGuests: 1,
            waitingPreference: 'wait_anywhere',
          },
        ],
        removedCustomers: [
          gone('A', { status: 'left', leftAt: minutesAgo(0) }),
          gone('B', { status: 'removed', removedAt: minutesAgo(59), numGuests: 1 }),
          gone('C', { status: 'left', leftAt: minutesAgo(61) }),
          gone('D', { status: 'left', leftAt: minutesAgo(62) }),
          gone('E', { status: 'left', leftAt: minutesAgo(63) }),
          gone('F', { status: 'left', leftAt: minutesAgo(64) }),
        ],
      },
      ...others,
    ],
  }));
  await page.goto('/business/dashboard');
  await page.getByText('Here is your daily statistic', { exact: true }).waitFor();
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'Asia/Jakarta' });
  await page.getByText(today.format(new Date()), { exact: true }).waitFor();
  await page.getByText('Customer Credits: 299', { exact: true }).waitFor();
  await page.getByText('SMS Credits: 300', { exact: true }).waitFor();
  const figures = page.getByRole('region', { name: 'Today in figures' });
  expect((await figures.innerText()).split('\n').filter(Boolean)).toEqual(
    [
      ['Total Queue', '2'],
      ['Avg Wait Time', '0 minutes'],
      ['Served Today', '0'],
      ['Success Rate', '0%'],
      ['Left Today', expect.any(String)],
    ].flat(),
  );
  const queue = page.getByRole('region', { name: 'Queue Management' });
  await queue.getByText('2 customers', { exact: true }).waitFor();
  const [first, second] = await queue.locator('li[data-visit]').all();
  expect(await first?.innerText()).toMatch(
    /^1\s+2\s+2 guests\s+Mara Lindqvist\s+Joined 7m ago\s[^]*Stay on Premises\s+Admit(\s+Remove)+\s*$/,
  );
  expect(await second?.innerText()).toMatch(
    /^2\s+1\s+1 guest\s+Mara B\s+Joined Just now\s[^]*Wait Anywhere\s+Admit(\s+Remove)+\s*$/,
  );
  const left = page.getByRole('region', { name: 'Recently Left Customers' });
  await left.getByText('Customers who have left the queue recently', { exact: true }).waitFor();
  const entries = await left
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .all();
  const said = await Promise.all(entries.map(async (entry) => (await entry.innerText()).split(/\s*\n\s*/)));
  expect(said).toEqual([
    ['A Lindqvist', 'Left Just now', '2 guests', 'Stay on Premises', 'Left Queue'],
    ['B Lindqvist', 'Removed 59m ago', '1 guest', 'Stay on Premises', 'Removed by Business'],
    ['C Lindqvist', 'Left 1h 1m ago', '2 guests', 'Stay on Premises', 'Left Queue'],
    ['D Lindqvist', 'Left 1h 2m ago', '2 guests', 'Stay on Premises', 'Left Queue'],
    ['E Lindqvist', 'Left 1h 3m ago', '2 guests', 'Stay on Premises', 'Left Queue'],
  ]);
});

test('a remove is said, and stands among those who left', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop);
  const { page } = await here.newDesktop(shop, withStatistics);
  await page.goto('/business/dashboard');
  await page.getByText('Nobody has left in the last 24 hours.').waitFor();
  await page.getByRole('button', { name: 'Remove Mara Lindqvist' }).click();
  await toast(page, 'Customer removed').waitFor();
  await toast(page, 'Mara Lindqvist has been removed from the queue.').waitFor();
  const left = page.getByRole('region', { name: 'Recently Left Customers' });
  await left.getByText('Removed by Business', { exact: true }).waitFor();
  await page.getByText('Removed Just now', { exact: true }).waitFor();
});

/** One day, one hour and two and a half minutes. */
const TRIAL_LEFT_MS = 90_150_000;

test.for<{
  account: string;
  about: Partial<AccountView>;
  trialLeftMs?: number;
  credits?: number;
  words: string[];
  to: string;
}>([
  {
    account: 'on its trial',
    about: { trial: true },
    trialLeftMs: TRIAL_LEFT_MS,
    words: ["You're on a Free Trial!", 'Trial expires in: 1d 1h 3m', 'Upgrade Now'],
    to: '/payments',
  },
  {
    account: 'whose trial is over',
    about: { trial: true, trialEndsAt: minutesAgo(1) },
    words: [
      'Trial Expired',
      'Your trial has expired. Upgrade to continue using the product with full features.',
      'Upgrade Now',
      'Customer Credits: 0',
      'SMS Credits: 0',
    ],
    to: '/payments',
  },
  {
    account: 'that has no trial days',
    about: { trial: true, trialDurationDays: 0, trialEndsAt: minutesAgo(1) },
    words: ['Trial Expired', 'Customer Credits: 0', 'SMS Credits: 0'],
    to: '/payments',
  },
  {
    account: 'without credits',
    about: { trial: false, trialEndsAt: null },
    credits: 0,
    words: [
      'No Credits Available',
      'You have no credits available. Please contact support or upgrade your plan.',
      'Change Plan',
    ],
    to: '/plan-change',
  },
])('an account $account is told so, with a way on', async ({ about, trialLeftMs, credits, words, to }) => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop, withStatistics);
  await tellOwner(page, (user) => ({
    ...user,
    ...about,
    ...(trialLeftMs !== undefined && { trialEndsAt: new Date(Date.now() + trialLeftMs).toISOString() }),
    locations: user.locations.map((location) => ({
      ...location,
      ...(credits !== undefined && { customerCredits: credits, smsCredits: credits }),
    })),
  }));
  await page.goto('/business/dashboard');
  for (const word of words) await page.getByText(word).first().waitFor();
  expect(await page.getByRole('link', { name: /^(Upgrade Now|Change Plan)$/ }).getAttribute('href')).toBe(to);
});

test('an account that pays and has credits reads no banner', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop, withStatistics);
  await tellOwner(page, (user) => ({ ...user, trial: false, trialEndsAt: null }));
  await page.goto('/business/dashboard');
  await page.getByText('No customers in queue at this location.').waitFor();
  expect(await page.getByRole('link', { name: /Upgrade|Change Plan/ }).count()).toBe(0);
});

test('each row says what became of its text', async () => {
  const shop = await openShop(here.app.origin);
  const customer = await seenByOwner(shop);
  const { page } = await here.newDesktop(shop, withStatistics);
  const waiting = (id: string, about: Partial<VisitView>): VisitView => ({ ...customer, id, ...about });
  const held = (id: string, message: VisitView['message']): VisitView => ({
    ...withoutPlace(customer),
    id,
    status: 'admitted',
    admittedAt: minutesAgo(1),
    holdEndsAt: minutesAgo(-4),
    ...(message && { message }),
  });
  await tellOwner(page, (user) => ({
    ...user,
    locations: user.locations.map((location) => ({
      ...location,
      queue: [waiting('unreachable', { message: { status: 'not_sent', error: 'number_unreachable' } })],
      admittedCustomers: [
        held('sent', { status: 'sent' }),
        held('failed', { status: 'failed' }),
        held('unknown', { status: 'unknown' }),
        held('no credits', { status: 'not_sent', error: 'no_sms_credits' }),
      ],
    })),
  }));
  await page.goto('/business/dashboard');
  await page.getByText('No text', { exact: true }).waitFor();
  for (const words of [
    'Text sent',
    'Text failed. Call them by name.',
    'Text not confirmed. Call them by name.',
    'No SMS credits left. Call them by name.',
  ])
    expect(await page.getByText(words, { exact: true }).count()).toBe(1);
});

test('without a network the page says that it is offline, and catches up when the network is back', async () => {
  const shop = await openShop(here.app.origin);
  const { customer } = await joinQueue(here.app.origin, shop);
  const { page, expectComplaint } = await here.newDesktop(shop, withStatistics);
  await page.goto('/business/dashboard');
  await page.getByText('Live', { exact: true }).waitFor();
  expectComplaint(/^net::ERR_INTERNET_DISCONNECTED GET \/auth\/me$/);
  await page.context().setOffline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await page.getByText('No live connection. The list below may be old').waitFor();
  await remove(here.app.origin, shop, customer);
  await joinQueue(here.app.origin, shop, { firstName: 'Budi' });
  expect(await namesIn(page, 'queue')).toEqual(['Mara Lindqvist']);
  await page.context().setOffline(false);
  await page.getByText('Live', { exact: true }).waitFor();
  await expect.poll(() => namesIn(page, 'queue')).toEqual(['Budi Lindqvist']);
});

test('the screen stays on where the owner asks, also when the page comes back into sight', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop, withStatistics);
  await page.addInitScript(() => {
    const held = new Set<object>();
    const request = () => {
      const lock = { release: () => Promise.resolve(held.delete(lock)) };
      held.add(lock);
      return Promise.resolve(lock);
    };
    Object.assign(window, { held });
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const locks = () => page.evaluate<number>('held.size');
  await page.goto('/business/dashboard');
  const tools = page.getByRole('button', { name: 'Queue tools' });
  await tools.click();
  expect(await locks()).toBe(0);
  await page.getByRole('switch', { name: 'Keep the screen on' }).click();
  await expect.poll(locks).toBe(1);
  // The system releases the wake lock of a hidden page.
  await page.evaluate('held.clear(); document.dispatchEvent(new Event("visibilitychange"))');
  await expect.poll(locks).toBe(1);
  await page.reload();
  await expect.poll(locks).toBe(1);
  await tools.click();
  await page.getByRole('switch', { name: 'Keep the screen on', checked: true }).click();
  await expect.poll(locks).toBe(0);
});

/** Lets a guest join. Returns the visit as the dashboard gets it. */
async function seenByOwner(shop: Shop): Promise<VisitView> {
  const { customer } = await joinQueue(here.app.origin, shop);
  return visitView.parse(customer);
}

function withoutPlace({ position: _place, ...visit }: VisitView): VisitView {
  return visit;
}
