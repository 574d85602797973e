/** The rows of the line: their content, and how staff filter, search, select and move them (`docs/spec.md` 10.13). */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JoinRequest } from '../../../src/shared/contracts/guest.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { smallTargets, whatIsWrong, whatIsWrongEnlarged } from '../support/look.ts';
import { button, namesIn, openPage, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const MINUTE_MS = 60_000;
const line: Partial<JoinRequest>[] = [
  { firstName: 'Siti', lastName: 'Rahmawati', numGuests: 2 },
  {
    firstName: 'محمد',
    lastName: 'عبد الرحمن',
    numGuests: 4,
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 5550 0097',
  },
  { firstName: 'Rudi', lastName: 'Hartono', numGuests: 8 },
  { firstName: 'Budi', lastName: 'Gunawan', numGuests: 2 },
];

test('a row shows place, size, name, wait, way and number; the rest is for screen readers', async () => {
  takeClock();
  openShop().queue.joinAll(line);
  await vi.advanceTimersByTimeAsync(12 * MINUTE_MS);
  await openDashboard();
  const row = rowOf('محمد عبد الرحمن');
  await expect.element(row.getByText('2', { exact: true })).toBeVisible();
  await expect.element(row.getByText('4', { exact: true })).toBeVisible();
  await expect.element(row.getByText('4 guests')).toBeInTheDocument();
  await expect.element(row.getByText('Joined 12m ago')).toBeVisible();
  await expect.element(row).toHaveTextContent(/promised 5m/);
  await expect.element(row.getByText('Wait Anywhere · +62 812 5550 0097')).toBeVisible();
  await expect.element(rowOf('Siti Rahmawati').getByText('Stay on Premises')).toBeVisible();
  await expect.element(button('Remove Siti Rahmawati')).toBeVisible();
});

test('a late row says so by colour and by a full bar with a gap where the promise was', async () => {
  takeClock();
  openShop().queue.joinAll(line);
  await vi.advanceTimersByTimeAsync(3.75 * MINUTE_MS);
  await openDashboard();
  const tone = () =>
    rowOf('Siti Rahmawati').element().querySelector('[data-tone]')?.getAttribute('data-tone');
  expect(tone()).toBe('ok');
  await vi.advanceTimersByTimeAsync(0.5 * MINUTE_MS);
  await expect.poll(tone).toBe('near');
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await expect.poll(tone).toBe('late');
  const bars = rowOf('Siti Rahmawati').element().querySelectorAll('rect');
  expect([...bars].map((bar) => bar.getAttribute('width'))).toEqual(['100', '100', '2.5']);
});

test('Remove is at least 24 px from Admit, all rows have one height, and every target has 44 px', async () => {
  openShop().queue.joinAll(line);
  await openDashboard();
  for (const width of [320, 390, 1024, 1440]) {
    await page.viewport(width, 768);
    const [admit, remove] = ['Admit', 'Remove'].map((what) =>
      button(`${what} Siti Rahmawati`).element().getBoundingClientRect(),
    );
    expect((remove?.left ?? 0) - (admit?.right ?? 0)).toBeGreaterThanOrEqual(24);
    expect(new Set(rows().map((row) => row.getBoundingClientRect().height)).size).toBe(1);
    expect(smallTargets().filter((target) => target.includes('data-kind'))).toEqual([]);
  }
});

test('filters by size, late and replied have counts, and keep the places of the whole line', async () => {
  takeClock();
  const { queue } = openShop();
  const [, , rudi = ''] = queue.joinAll(line);
  queue.execute({ kind: 'on-my-way', actor: { kind: 'guest' }, visit: { id: rudi } });
  await vi.advanceTimersByTimeAsync(8 * MINUTE_MS);
  await openDashboard();
  const filter = (name: string) =>
    page.getByRole('list', { name: 'Show only' }).getByRole('button', { name });
  await expect.element(filter('1–2 guests, parties: 2')).toBeVisible();
  await filter('7+ guests, parties: 1').click();
  await expect.poll(() => namesIn('queue')).toEqual(['Rudi Hartono']);
  await expect.element(rowOf('Rudi Hartono').getByText('3', { exact: true })).toBeVisible();
  await expect.element(filter('7+')).toHaveAttribute('aria-pressed', 'true');
  await filter('1 replied').click();
  await expect.poll(() => namesIn('queue')).toEqual(['Rudi Hartono']);
  await filter('5–6').click();
  await expect.element(page.getByText('Nobody in line fits this filter.')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await button('Show the whole line').click();
  // The keys 1 to 4 and L choose filters. Escape ends the filters.
  await userEvent.keyboard('1');
  await expect.poll(() => namesIn('queue')).toEqual(['Siti Rahmawati', 'Budi Gunawan']);
  await userEvent.keyboard('l');
  await expect.poll(() => namesIn('queue')).toEqual(['Siti Rahmawati', 'محمد عبد الرحمن']);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => namesIn('queue').length).toBe(4);
});

test('the search finds who waits, who arrives and who is done, each with the own action', async () => {
  const { queue } = openShop();
  const [santoso = '', hartanto = ''] = queue.joinAll([
    { firstName: 'Budi', lastName: 'Santoso' },
    { firstName: 'Budi', lastName: 'Hartanto' },
  ]);
  queue.joinAll(line);
  queue.admit(santoso);
  queue.remove(hartanto);
  await openDashboard();
  await userEvent.keyboard('/budi');
  await expect.element(page.getByRole('status').filter({ hasText: '3 parties found' })).toBeInTheDocument();
  await expect.element(hit('Budi Gunawan').getByText('#4, Joined Just now')).toBeVisible();
  await expect.element(hit('Budi Santoso').getByText(/^0[45]:\d\d left$/)).toBeVisible();
  await expect.element(hit('Budi Hartanto').getByText(/^Removed by Business \d+:\d\d [AP]M$/)).toBeVisible();
  expect([...document.querySelectorAll('mark')].map((mark) => mark.innerText)).toEqual([
    'Budi',
    'Budi',
    'Budi',
  ]);
  expect(await accessibilityProblems()).toEqual([]);
  await hit('Budi Santoso').getByRole('button', { name: 'Arrived Budi Santoso' }).click();
  await expect.element(toast('Budi Santoso is here.')).toBeVisible();
  await hit('Budi Gunawan').getByRole('button', { name: 'Admit Budi Gunawan' }).click();
  await expect
    .element(hit('Budi Gunawan').getByRole('button', { name: 'Arrived Budi Gunawan' }))
    .toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a guest' }).fill('0812 x');
  await expect.element(button('Show the whole line')).toBeVisible();
  await button('Show the whole line').click();
  await expect.poll(() => namesIn('queue').length).toBe(3);
});

test('several are selected, and admitted or removed together', async () => {
  openShop().queue.joinAll(line);
  await openDashboard();
  await button('Select').click();
  await expect.element(page.getByText('0 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Siti Rahmawati' }).click();
  // A tap anywhere on a row selects the row.
  await button('Rudi Hartono').click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await button('Admit 2').click();
  await expect.poll(() => namesIn('arriving')).toEqual(['Siti Rahmawati', 'Rudi Hartono']);
  await expect.poll(() => namesIn('queue')).toEqual(['محمد عبد الرحمن', 'Budi Gunawan']);
  await expect.element(button('Select')).toHaveAttribute('aria-pressed', 'false');
  await button('Select').click();
  await page.getByRole('checkbox', { name: 'Select Budi Gunawan' }).click();
  // If a filter hides the party, the party is no longer selected.
  const threeOrFour = page.getByRole('button', { name: '3–4' });
  await threeOrFour.click();
  await expect.element(page.getByText('0 selected')).toBeVisible();
  await threeOrFour.click();
  await button('Remove 1').click();
  await expect.element(toast('Budi Gunawan has been removed from the queue.')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['محمد عبد الرحمن']);
});

test('a party is moved to a place that its neighbours explain', async () => {
  openShop().queue.joinAll(line);
  await openDashboard();
  await button('Place 4: move Budi Gunawan').click();
  const dialog = page.getByRole('dialog', { name: 'Move Budi Gunawan' });
  const place = dialog.getByRole('textbox', { name: 'Place in line' });
  await expect.element(place).toHaveFocus();
  await expect.element(dialog.getByText('This is the place now')).toBeVisible();
  // The typed digit replaces the proposed place.
  await userEvent.keyboard('2');
  await expect.element(place).toHaveValue('2');
  await expect.element(dialog.getByText('Between Siti Rahmawati and محمد عبد الرحمن')).toBeVisible();
  await dialog.getByRole('button', { name: 'One place up' }).click();
  await expect.element(dialog.getByText('First in line, before Siti Rahmawati')).toBeVisible();
  await dialog.getByRole('button', { name: 'One place down' }).click();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Move to 2' }).click();
  await expect.element(page.getByText('Budi Gunawan is now number 2 of 4 in line.')).toBeInTheDocument();
  await expect
    .poll(() => namesIn('queue'))
    .toEqual(['Siti Rahmawati', 'Budi Gunawan', 'محمد عبد الرحمن', 'Rudi Hartono']);
});

test.for([
  { press: 'To the front', after: ['Cleo', 'Ada', 'Budi', 'Dewi'] },
  { press: 'Skip: one place back', after: ['Ada', 'Budi', 'Dewi', 'Cleo'] },
  { press: 'To the end', after: ['Ada', 'Budi', 'Dewi', 'Cleo'] },
])('$press is one press in the dialog', async ({ press, after }) => {
  await namedLine();
  await button('Place 3: move Cleo').click();
  await button(press).click();
  await expect.poll(() => namesIn('queue')).toEqual(after);
});

test('M moves the guest in focus, Alt with an arrow by one place, and the focus stays with the guest', async () => {
  await namedLine();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}m');
  await expect.element(page.getByRole('textbox', { name: 'Place in line' })).toHaveFocus();
  await userEvent.keyboard('1{Enter}');
  await expect.poll(() => namesIn('queue')).toEqual(['Budi', 'Ada', 'Cleo', 'Dewi']);
  await expect.element(button('Budi')).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(() => namesIn('queue')).toEqual(['Ada', 'Budi', 'Cleo', 'Dewi']);
  await expect.element(button('Budi')).toHaveFocus();
});

test('Alt with an arrow moves nobody while parties are being selected, nor for a viewer', async () => {
  const shop = await namedLine();
  await button('Select').click();
  await page.getByRole('checkbox', { name: 'Select Ada' }).click();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  shop.user.role = 'viewer';
  await openDashboard();
  button('Ada').element().focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(namesIn('queue')).toEqual(['Ada', 'Budi', 'Cleo', 'Dewi']);
  expect(theServer().calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a refused move goes back and names the guest', async () => {
  await namedLine();
  theServer().refuse('POST', '/auth/locations/:id/visits/:visitId/skip', 'try_again');
  await button('Place 1: move Ada').click();
  await button('Skip: one place back').click();
  await expect.element(toast('Failed to move customer')).toBeVisible();
  await expect.element(toast('Ada')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Ada', 'Budi', 'Cleo', 'Dewi']);
});

test('a long line is drawn only where it is seen, and the keys still reach its end', async () => {
  openShop().queue.joinAll(
    Array.from({ length: 60 }, (_, n) => ({ firstName: `Guest ${n + 1}`, lastName: '' })),
  );
  await openDashboard('60 customers');
  expect(getComputedStyle(rows()[0] ?? document.body).contentVisibility).toBe('auto');
  button('Guest 59').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Guest 60')).toHaveFocus();
});

test('the line is in order in both schemes, right to left, narrow and enlarged', async () => {
  openShop().queue.joinAll(line);
  await openDashboard();
  expect(await whatIsWrong()).toEqual([]);
  expect(await whatIsWrongEnlarged()).toEqual([]);
  document.documentElement.dir = 'rtl';
  expect(await whatIsWrong()).toEqual([]);
});

async function namedLine(): Promise<Shop> {
  const shop = openShop();
  shop.queue.joinAll(['Ada', 'Budi', 'Cleo', 'Dewi'].map((firstName) => ({ firstName, lastName: '' })));
  await openDashboard();
  return shop;
}

async function openDashboard(count = '4 customers'): Promise<void> {
  await openPage('/business/dashboard');
  await expect.element(page.getByText(/^\d+ customers?$/).first()).toBeVisible();
  if (count !== '') await expect.poll(() => rows().length).toBeGreaterThan(0);
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-list="queue"] > [data-visit]')];
}

function rowOf(name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) });
}

function hit(name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 4 }) });
}
