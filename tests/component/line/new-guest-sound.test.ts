/** The bell for new guests: it rings if it is switched on, and only for guests who join by themselves. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeQueue } from '../support/fake-queue.ts';
import { theServer } from '../support/fake-server.ts';
import { button, openPage, reloadPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';
import { playSound } from '../support/sound.ts';

let ears: ReturnType<typeof playSound>;

beforeEach(() => {
  ears = playSound();
});

test('switching the bell on lets it be heard, and then each new guest', async () => {
  const queue = await openDashboard();
  await join(queue, 'Ada');
  await switchOn();
  await expect.poll(chimes).toBe(1);
  await join(queue, 'Budi');
  await expect.poll(chimes).toBe(2);
});

test('a guest whom the owner adds rings no bell, even where the line tells of them before the answer', async () => {
  const queue = await openDashboard();
  await switchOn();
  await expect.poll(chimes).toBe(1);
  const added = theServer().holdAnswers('POST', '/auth/locations/:id/visits');
  await button('Add walk-in').click();
  await page.getByRole('textbox', { name: 'Name, guests, phone' }).fill('Eka');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Eka' })).toBeInTheDocument();
  added.release();
  await expect.element(toast('Walk-in added')).toBeVisible();
  await expect.poll(() => chimes()).toBe(1);
  await join(queue, 'Budi');
  await expect.poll(chimes).toBe(2);
});

test('a system that took the sound away gives it back when the page is seen again, or pressed', async () => {
  const queue = await openDashboard();
  await switchOn();
  await expect.poll(chimes).toBe(1);
  ears.state = 'suspended';
  await join(queue, 'Ada');
  document.dispatchEvent(new Event('visibilitychange'));
  await join(queue, 'Budi');
  await expect.poll(chimes).toBe(2);
  for (const [n, firstName] of ['Cleo', 'Dewi'].entries()) {
    ears.state = 'suspended';
    await page.getByRole('heading', { name: 'Arriving' }).click();
    await join(queue, firstName);
    await expect.poll(chimes).toBe(3 + n);
  }
});

test('the switch is kept over a reload, and the first press lets the page sound again', async () => {
  const queue = await openDashboard();
  await switchOn();
  await expect.poll(chimes).toBe(1);
  Object.assign(ears, { tones: 0, state: 'suspended' });
  await reloadPage();
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  await join(queue, 'Ada');
  await page.getByRole('heading', { name: 'Arriving' }).click();
  await join(queue, 'Budi');
  await expect.poll(chimes).toBe(1);
});

async function openDashboard(): Promise<FakeQueue> {
  const { queue } = openShop();
  await openPage('/business/dashboard');
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  return queue;
}

async function switchOn(): Promise<void> {
  await button('Queue tools').click();
  await page.getByRole('switch', { name: 'Sound for new guests', checked: false }).click();
}

async function join(queue: FakeQueue, firstName: string): Promise<void> {
  queue.join({ firstName });
  await expect.element(page.getByRole('heading', { name: firstName })).toBeVisible();
}

/** The number of rings of the bell. The fake counts two tones for each ring. */
function chimes(): number {
  return ears.tones / 2;
}
