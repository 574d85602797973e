/** Accessibility of the owner's and the public pages: narrow screens, size of controls, screen readers. */
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { createQueryClient } from '../../../src/client/entries/query-client.ts';
import { ApiError } from '../../../src/client/lib/api-error.ts';
import { memberQuery } from '../../../src/client/member-area/member-query.ts';
import { INTERRUPTION_MS, takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { pageWidth, smallTargets } from '../support/look.ts';
import { button, openPage, openSitePage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const longName = { firstName: 'Abcdefghij'.repeat(8), lastName: 'Klmnopqrst'.repeat(8) };

test.for([
  { width: 390, height: 844 },
  { width: 320, height: 640 },
])('the first Admit is on the first screen of $width by $height', async ({ width, height }) => {
  await page.viewport(width, height);
  openShop().queue.join();
  await openPage('/business/dashboard');
  const { bottom } = await boxOf(button('Admit Mara Lindqvist'));
  expect(bottom).toBeLessThan(height);
  await button('Refresh').click();
  await expect.element(toast('Queue refreshed')).toBeVisible();
});

test('each button of a row says whom it is about', async () => {
  openShop().queue.join();
  await openPage('/business/dashboard');
  await expect.element(button('Admit Mara Lindqvist')).toBeVisible();
  await expect.element(button('Remove Mara Lindqvist')).toBeVisible();
});

test('a name of 160 letters takes two lines wherever it stands and can be read whole', async () => {
  await page.viewport(1440, 900);
  const { queue } = openShop();
  const [arriving = '', removed = ''] = queue.joinAll([longName, longName, longName]);
  queue.admit(arriving);
  queue.remove(removed);
  await openPage('/business/dashboard');
  const headings = page.getByTitle(`${longName.firstName} ${longName.lastName}`, { exact: true });
  await expect.poll(() => headings.elements().length).toBe(4);
  for (const heading of headings.elements()) expect(heading.getBoundingClientRect().height).toBeLessThan(60);
});

const publicPages = ['/', '/help', '/terms', '/policy', '/demo'] as const;
const appPages = ['/login', '/signup', '/forgot', '/feedback', '/sales'] as const;
const ownerPages = ['/business/dashboard', '/business/settings'] as const;
const everyPage = [
  ...publicPages.map((path) => ({ path, open: async () => openSitePage(path) })),
  ...[...appPages, ...ownerPages].map((path) => ({ path, open: () => openPage(path) })),
];

describe.for(everyPage)('$path', ({ open }) => {
  test('on a phone at 200 % zoom nothing scrolls sideways', async () => {
    await page.viewport(195, 422);
    fillShop();
    await open();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(pageWidth()).toBe(195);
  });

  test('whatever a thumb presses is at least 44 pixels tall and wide', async () => {
    await page.viewport(390, 844);
    fillShop();
    await open();
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(smallTargets()).toEqual([]);
  });
});

test('the heads of the pages are navigations, in the order of the spec', async () => {
  openSitePage('/');
  const site = page.getByRole('banner').getByRole('navigation', { name: 'Site' });
  await expect.element(site).toBeVisible();
  expect(textsOf(site.getByRole('link'))).toEqual(['Login', 'Get Started', 'Join Queue']);
});

test("the head of the member's pages is a navigation, in the order of the spec", async () => {
  openShop();
  await openPage('/business/settings');
  const business = page.getByRole('banner').getByRole('navigation', { name: 'Business' });
  await expect.element(business).toBeVisible();
  expect(textsOf(business.getByRole('listitem'))).toEqual(['Dashboard', 'Settings', 'Logout']);
});

test('the QR picture is shown 256 pixels square', async () => {
  await page.viewport(390, 844);
  openShop();
  await openPage('/business/settings');
  await button('Generate QR Code').click();
  const { width, height } = await boxOf(
    page.getByRole('img', { name: `QR code for ${location.origin}/queue/blue-door`, exact: true }),
  );
  expect([width, height]).toEqual([256, 256]);
});

test('without a socket the list is called old only when polling fails, too', async () => {
  takeClock();
  theServer().opensSockets = false;
  const { queue } = openShop();
  await openPage('/business/dashboard');
  await says('No customers in queue at this location.');
  queue.join();
  await vi.advanceTimersByTimeAsync(INTERRUPTION_MS);
  await says('Reconnecting');
  // A page that loses its socket makes one call. The answer to this call is still fresh here.
  await expect.element(page.getByRole('heading', { name: 'Mara Lindqvist' })).toBeVisible();
  const notice = page.getByText('No live connection. The list below may be old');
  expect(notice.query()).toBe(null);

  const restore = theServer().refuse('GET', '/auth/me', 'try_again');
  await button('Refresh').click();
  await expect.element(notice).toBeVisible();
  restore();
  await button('Refresh').click();
  await expect.element(notice).not.toBeInTheDocument();
  await says('Reconnecting');
});

test('the failure of one log-in is not left standing beside the success of the next', async () => {
  const shop = openShop();
  const restore = theServer().refuse('POST', '/auth/login', 'wrong_credentials');
  await openPage('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill('blue-door');
  await page.getByLabelText('Password').fill('not-the-password');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Login failed')).toBeVisible();
  restore();
  theServer().answer('POST', '/auth/login', () => ({ user: shop.me() }));
  await page.getByLabelText('Password').fill('kopi-susu-at-noon');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Login successful!')).toBeVisible();
  expect(toast('Login failed').query()).toBe(null);
});

test('the failure of one admit is not left standing beside the success of the next', async () => {
  openShop().queue.join();
  await openPage('/business/dashboard');
  const restore = theServer().refuse('POST', '/auth/business/:username/queue/:key/admit', 'try_again');
  await button('Admit Mara Lindqvist').click();
  await expect.element(toast('Failed to admit customer')).toBeVisible();
  restore();
  await button('Admit Mara Lindqvist').click();
  await expect.element(toast('Customer admitted')).toBeVisible();
  expect(toast('Failed to admit customer').query()).toBe(null);
});

/** Opens a shop with an entry in each of its lists. */
function fillShop(): void {
  const { queue } = openShop();
  const guest = { waitingPreference: 'wait_anywhere', phoneNumber: '+62 812 5550 0101' } as const;
  const [, , arriving = ''] = queue.joinAll([
    guest,
    { firstName: 'Budi', lastName: 'Santoso' },
    { ...guest, firstName: 'Łukasz', lastName: 'Woźniak' },
  ]);
  queue.admit(arriving);
}

async function boxOf(locator: Locator): Promise<DOMRect> {
  await expect.element(locator).toBeInTheDocument();
  return locator.element().getBoundingClientRect();
}

function textsOf(locator: Locator): (string | null)[] {
  return locator.elements().map(({ textContent }) => textContent);
}

test('the answer to the call before the app is the first one that counts', async () => {
  openShop();
  const response = await fetch('/auth/me');
  globalThis.earlyMemberCall = { sentAtMs: performance.now(), response: Promise.resolve(response) };
  theServer().refuse('GET', '/auth/me', 'try_again');
  expect(await createQueryClient().fetchQuery(memberQuery)).not.toBeNull();
  // A second query does not use the answer of the early call.
  await expect(createQueryClient().fetchQuery({ ...memberQuery, retry: false })).rejects.toBeInstanceOf(
    ApiError,
  );
});
