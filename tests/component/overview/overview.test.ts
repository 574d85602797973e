/** The page of all locations (`/business/locations`): live over one socket, with the locations that need help first. */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AboutLocation } from '../../pure/support/factories.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { INTERRUPTION_MS, resetServerClock, takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { pageWidth, smallTargets, widthInLargeTextOn, widthOn } from '../support/look.ts';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const MINUTE_MS = 60_000;
const plenty = { customerCredits: 1_000, smsCredits: 1_000 };

/** Opens a shop with locations at these addresses. */
function shopOf(...locations: (AboutLocation & { address?: string })[]): Shop {
  return openShop({
    locations: locations.map(({ address = 'A', ...about }) => ({
      credits: plenty,
      ...about,
      profile: { address },
    })),
  });
}

/** The addresses of the locations, in the order of the page. */
function addresses(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-location] h2')].map((name) => name.innerText);
}

/** The text of a location's row: each term followed by its value. */
function row(address: string): string {
  const found = [...document.querySelectorAll<HTMLElement>('[data-location]')].find(
    (one) => one.querySelector('h2')?.textContent === address,
  );
  return found?.textContent ?? '';
}

/**
 * Lets a guest join the line of the n-th location, `ms` before now. The page marks the first guest of a line as late
 * five minutes after the join.
 */
function joinedAgo({ queues }: Shop, n: number, ms: number): void {
  const server = theServer();
  const { now } = server;
  server.now = () => now() - ms;
  queues[n]?.join();
  server.now = now;
}

const overviewSockets = () =>
  [...theServer().sockets].filter(({ url }) => new URL(url).pathname === '/auth/locations/live');

test('a change at one of 50 locations is shown, over one socket and without a call', async () => {
  const shop = shopOf(...Array.from({ length: 50 }, (_, n) => ({ address: `${n + 1} Jalan Sabang` })));
  await openPage('/business/locations');
  await says('0 waiting at 50 locations');
  const calls = theServer().calls.length;
  shop.queues[33]?.joinAll([{ firstName: 'Ada' }, { firstName: 'Budi' }]);
  await says('2 waiting at 50 locations');
  expect(addresses()[0]).toBe('34 Jalan Sabang');
  expect(row('34 Jalan Sabang')).toContain('Waiting2');
  expect(row('34 Jalan Sabang')).toContain('Joined today2');
  expect([overviewSockets().length, theServer().sockets.size, theServer().calls.length]).toEqual([
    1,
    1,
    calls,
  ]);
});

test('a row has the longest wait against its promise, who arrives, joined and left', async () => {
  // The time is noon in Jakarta, because shortly after midnight the first guest would have joined on the previous day.
  takeClock();
  vi.setSystemTime('2026-11-25T05:00:00Z');
  resetServerClock();
  const shop = shopOf({ address: 'A' });
  joinedAgo(shop, 0, 12 * MINUTE_MS);
  const [called = ''] = shop.queue.joinAll([{ firstName: 'Budi' }, { firstName: 'Sari' }]);
  shop.queue.admit(called);
  await openPage('/business/locations');
  await expect.poll(() => row('A')).toContain('Waiting2');
  expect(row('A')).toContain('12m / ');
  expect(row('A')).toContain(' of a promised 5m 7m late');
  expect(row('A')).toContain('Arriving1');
  expect(row('A')).toContain('Joined today3');
  expect(row('A')).toContain('Left today0');
  await expect.poll(() => document.title).toBe('(1) All locations · Holdline');
});

test('locations that need help come first: late, away, texts held, nearly late; those without a line last', async () => {
  const held = { reason: 'away', since: Date.now(), probeAt: Date.now() } as const;
  const shop = shopOf(
    { address: 'quiet' },
    { address: 'busy' },
    { address: 'texts held', health: { textBreaker: held } },
    { address: 'nearly late' },
    { address: 'late' },
    { address: 'away' },
    { address: 'very late' },
  );
  joinedAgo(shop, 1, 0);
  joinedAgo(shop, 3, 4.5 * MINUTE_MS);
  joinedAgo(shop, 4, 6 * MINUTE_MS);
  joinedAgo(shop, 6, 9 * MINUTE_MS);
  shop.away.add('location-6');
  await openPage('/business/locations');
  await says('4 locations need help');
  const order = ['very late', 'late', 'away', 'texts held', 'nearly late', 'busy', 'quiet'];
  expect(addresses()).toEqual(order);
  expect(row('texts held')).toContain('Texts held');
});

test('rows stay where they are while the keyboard is among them', async () => {
  const shop = shopOf({ address: 'A' }, { address: 'B' });
  await openPage('/business/locations');
  await expect.element(button('Pause joining at A')).toBeVisible();
  await userEvent.keyboard('{Tab}');
  document.querySelector<HTMLElement>('[data-location] a')?.focus();
  joinedAgo(shop, 1, 9 * MINUTE_MS);
  await says('1 location needs help');
  expect(addresses()).toEqual(['A', 'B']);
  document.querySelector<HTMLElement>('[data-location] a')?.blur();
  await expect.poll(addresses).toEqual(['B', 'A']);
});

test('a location is open by its hours until they end, without a message', async () => {
  takeClock();
  vi.setSystemTime(Date.UTC(2026, 10, 20, 10, 59));
  const opening = [{ opens: '08:00', closes: '18:00' }];
  const hours = {
    monday: opening,
    tuesday: opening,
    wednesday: opening,
    thursday: opening,
    friday: opening,
    saturday: opening,
    sunday: opening,
  };
  shopOf({ address: 'A', settings: { hours } });
  await openPage('/business/locations');
  await expect.poll(() => row('A')).toContain('Open');
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  await expect.poll(() => row('A')).toContain('Closed');
});

test('joining is paused and resumed from a row', async () => {
  const shop = shopOf({ address: 'A' }, { address: 'B' });
  await openPage('/business/locations');
  await button('Pause joining at B').click();
  await expect.element(toast('Joining paused')).toBeVisible();
  await expect.poll(() => row('B')).toContain('Paused');
  expect(shop.queues.map((queue) => queue.view().paused)).toEqual([false, true]);
  await button('Resume joining at B').click();
  await expect.element(button('Pause joining at B')).toBeVisible();
  expect(shop.queues.map((queue) => queue.view().paused)).toEqual([false, false]);
});

test('people who may not change the settings cannot pause joining', async () => {
  shopOf({ address: 'A' }).user.role = 'host';
  await openPage('/business/locations');
  await expect.poll(() => row('A')).toContain('Open');
  await expect.element(page.getByRole('link', { name: 'Stand of A' })).toBeVisible();
  expect(row('A')).not.toContain('Pause');
});

test('a row says how many people serve, if staff told it', async () => {
  const { queue } = shopOf({ address: 'A' });
  await openPage('/business/locations');
  await expect.poll(() => row('A')).toContain('Open');
  expect(row('A')).not.toContain('serving');
  void queue.execute({ kind: 'set-servers', servers: 3, actor: { kind: 'owner' } });
  await expect.poll(() => row('A')).toContain('3 serving');
});

test('a row names the people on duty', async () => {
  const { queue } = shopOf({ address: 'A' });
  await openPage('/business/locations');
  await expect.poll(() => row('A')).toContain('Open');
  for (const id of ['Sari', 'Budi'])
    void queue.execute({ kind: 'set-duty', on: true, name: id, actor: { kind: 'member', id } });
  await expect.poll(() => row('A')).toContain('On duty: Sari, Budi');
});

test('a pause that fails is told, and the row says that the location is open', async () => {
  shopOf({ address: 'A' });
  theServer().refuse('PATCH', '/auth/locations/:id', 'try_again', 'Away.');
  await openPage('/business/locations');
  await button('Pause joining at A').click();
  await expect.element(toast('Failed to pause joining')).toBeVisible();
  await expect.element(button('Pause joining at A')).toBeVisible();
  expect(row('A')).toContain('Open');
});

test.each([
  ['Stand of B', '/business/stand'],
  ['B', '/business/dashboard'],
])('the link "%s" leads to %s of this location', async (name, path) => {
  const shop = shopOf({ address: 'A' }, { address: 'B' });
  shop.queues[1]?.join({ firstName: 'Ada', lastName: 'X' });
  await openPage('/business/locations');
  await page.getByRole('link', { name, exact: true }).click();
  await expect.poll(() => location.pathname).toBe(path);
  await expect.element(button('Admit Ada X')).toBeInTheDocument();
});

test('a location that does not answer is shown as such, and asked again until it does', async () => {
  takeClock();
  const shop = shopOf({ address: 'A' }, { address: 'B' });
  shop.away.add('location-2');
  await openPage('/business/locations');
  await expect.poll(() => row('B')).toContain('No answer');
  expect(row('B')).toContain('Its line is safe, and we keep asking.');
  expect(row('B')).not.toContain('Pause');
  shop.away.clear();
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(() => row('B')).toContain('Open');
});

test('a lost socket is opened again, and the page is right', async () => {
  takeClock();
  const shop = shopOf({ address: 'A' }, { address: 'B' });
  await openPage('/business/locations');
  await expect.poll(() => row('B')).toContain('Waiting0');
  theServer().opensSockets = false;
  theServer().cutSockets();
  await vi.advanceTimersByTimeAsync(INTERRUPTION_MS);
  await says('Reconnecting');
  shop.queues[1]?.join();
  expect(row('B')).toContain('Waiting0');
  theServer().opensSockets = true;
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.poll(() => row('B')).toContain('Waiting1');
  await says('Live');
  expect(overviewSockets()).toHaveLength(1);
});

test.each([
  ['whose socket is closed by the server', () => overviewSockets()[0]?.end(4401)],
  ['that was cut off', () => theServer().cutSockets()],
])('the page of an ended session %s is that of the log-in', async (_, end) => {
  takeClock();
  shopOf({ address: 'A' }, { address: 'B' });
  await openPage('/business/locations');
  await expect.poll(() => row('B')).toContain('Waiting0');
  theServer().refuse('GET', '/auth/me', 'not_logged_in');
  theServer().opensSockets = false;
  end();
  await vi.advanceTimersByTimeAsync(INTERRUPTION_MS);
  await expect.poll(() => location.pathname).toBe('/login');
});

test('a removed location disappears, and one that was added elsewhere appears', async () => {
  const shop = shopOf({ address: 'A' }, { address: 'B' });
  await openPage('/business/locations');
  await expect.poll(addresses).toEqual(['A', 'B']);
  shop.removeLocation('location-1');
  await expect.poll(addresses).toEqual(['B']);
  shop.addLocation({ profile: { address: 'C' } });
  await expect.poll(addresses).toEqual(['B', 'C']);
  await expect.poll(() => row('C')).toContain('Waiting0');
});

test('a business with several locations finds the page in the menus of the dashboard', async () => {
  await page.viewport(1024, 768);
  const link = page.getByRole('link', { name: 'All locations at a glance' });
  shopOf({ address: 'A' }, { address: 'B' });
  await openPage('/business/dashboard');
  await button('Queue tools').click();
  await expect.element(link).toHaveAttribute('href', '/business/locations');
  await userEvent.keyboard('{Escape}');
  await page.viewport(390, 844);
  await button('Menu').click();
  await expect.element(link).toHaveAttribute('href', '/business/locations');
  openShop();
  await openPage('/business/dashboard');
  await button('Menu').click();
  await expect.element(page.getByRole('link', { name: 'Open the stand' })).toBeVisible();
  expect(link.query()).toBeNull();
});

test.for([1440, 1024, 390])('axe-core finds nothing at %d px, and nothing is too small', async (width) => {
  await page.viewport(width, 900);
  const held = { reason: 'away', since: Date.now(), probeAt: Date.now() } as const;
  const shop = shopOf(
    { address: '14 Kemang Raya, Jakarta Selatan' },
    { address: 'Terminal 3, Soekarno-Hatta International Airport', health: { textBreaker: held } },
    { address: 'Plaza Senayan', settings: { paused: true } },
    { address: 'Grand Indonesia' },
    { address: 'Jalan Braga' },
  );
  joinedAgo(shop, 0, 125 * MINUTE_MS);
  joinedAgo(shop, 4, 4.5 * MINUTE_MS);
  shop.away.add('location-4');
  await openPage('/business/locations');
  await says('3 locations need help');
  expect(await accessibilityProblems()).toEqual([]);
  expect(smallTargets()).toEqual([]);
  expect(pageWidth()).toBe(width);
  expect(await widthOn(320)).toBe(320);
  expect(await widthInLargeTextOn(320)).toBe(320);
});

test('with many locations, one is found by words of its address', async () => {
  shopOf(...Array.from({ length: 12 }, (_, n) => ({ address: `${n + 1} Jalan Sabang` })), {
    address: 'Pasar Baru',
  });
  await openPage('/business/locations');
  const field = page.getByLabelText('Find a location');
  await userEvent.fill(field, ' pasar ');
  await expect.poll(addresses).toEqual(['Pasar Baru']);
  await userEvent.fill(field, 'Bandung');
  await says('No address has these words.');
  expect(addresses()).toEqual([]);
});
