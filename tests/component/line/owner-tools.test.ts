/** The owner's actions on called guests, and their undo (`docs/spec.md` 10.5 and 10.13). */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { stopIntervals, takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { button, namesIn, openPage, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  waitingPreference: 'wait_anywhere',
  phoneNumber: '+62 812 5550 0101',
} as const;
const budi = { firstName: 'Budi', lastName: 'Santoso' };
const cleo = { firstName: 'Cleo', lastName: 'Dewi' };

type Route = [method: string, path: string];
const admission: Route = ['POST', '/auth/business/:username/queue/:key/admit'];
const removal: Route = ['DELETE', '/auth/business/:username/queue/:key'];
const byStaff = (action: string): Route => ['POST', `/auth/locations/:id/visits/:visitId/${action}`];

test('an arriving guest has come, has not come, is called again or is put back', async () => {
  const { queue } = openShop();
  const ids = queue.joinAll([ada, budi, cleo]);
  ids.forEach(queue.admit);
  queue.recordText(ids[0] ?? '', 'sent');
  await openDashboard();
  await expect.poll(() => namesIn('arriving')).toEqual(['Ada Lovelace', 'Budi Santoso', 'Cleo Dewi']);

  await button('Arrived Budi Santoso').click();
  await expect.element(toast('Marked as arrived')).toBeVisible();
  await expect.element(toast('Budi Santoso is here.')).toBeVisible();
  await button('No-show Cleo Dewi').click();
  await expect.element(toast('Marked as no-show')).toBeVisible();
  await expect.element(toast('Cleo Dewi did not come.')).toBeVisible();
  await expect.poll(() => namesIn('arriving')).toEqual(['Ada Lovelace']);

  await expect.element(page.getByText('Text sent', { exact: true })).toBeVisible();
  await button('More for Ada Lovelace').click();
  await button('Call again by text').click();
  await expect.element(toast('Called again')).toBeVisible();
  await expect.element(toast('Another text to Ada Lovelace is on its way.')).toBeVisible();
  await expect.element(page.getByText('Called again Just now')).toBeVisible();
  // Staff can call a guest again only once.
  await button('More for Ada Lovelace').click();
  await expect.element(button('Put back in line')).toBeVisible();
  expect(button('Call again by text').query()).toBe(null);
  await button('Put back in line').click();
  await expect.element(toast('Ada Lovelace is first in line again.')).toBeVisible();
  await expect.poll(() => namesIn('arriving')).toEqual([]);
  await expect.poll(() => namesIn('queue')).toEqual(['Ada Lovelace']);
});

test('who waits at the door is not offered a text, and an ended hold says so', async () => {
  takeClock();
  const { queue } = openShop();
  queue.joinAll([budi]).forEach(queue.admit);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  await openDashboard();
  await expect.element(page.getByText(/^00:[45]\d left$/)).toBeVisible();
  await button('More for Budi Santoso').click();
  await expect.element(button('Put back in line')).toBeVisible();
  expect(button('Call again by text').query()).toBe(null);
  await userEvent.keyboard('{Escape}');
  await vi.advanceTimersByTimeAsync(60_000);
  queue.passTime();
  await expect.element(page.getByText(/Hold ended$/)).toBeVisible();
});

test('an admit is taken back in the place of its row, a remove by the key U', async () => {
  const { queue } = openShopWithUndo();
  queue.joinAll([ada, budi, cleo]);
  await openDashboard();
  await button('Admit Budi Santoso').click();
  await expect.element(toast('Budi Santoso has been admitted and will proceed to their turn.')).toBeVisible();
  await expect
    .poll(() => rowsOfLine())
    .toEqual(['Ada Lovelace', 'Budi Santoso called. 5 minutes to arrive.', 'Cleo Dewi']);
  await button('Undo Budi Santoso').click();
  await expect.element(toast('Undone')).toBeVisible();
  await expect.element(toast('Budi Santoso is number 2 in line again.')).toBeVisible();
  await expect.poll(() => rowsOfLine()).toEqual(['Ada Lovelace', 'Budi Santoso', 'Cleo Dewi']);
  await expect.poll(() => namesIn('arriving')).toEqual([]);
  await expect.element(button('Admit Budi Santoso')).toHaveFocus();

  await button('Remove Cleo Dewi').click();
  await expect.element(toast('Cleo Dewi has been removed from the queue.')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Ada Lovelace', 'Budi Santoso']);
  await userEvent.keyboard('u');
  await expect.element(toast('Cleo Dewi is number 3 in line again.')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Ada Lovelace', 'Budi Santoso', 'Cleo Dewi']);
});

test('several are undone in any order, each for 10 s in its place, as tall as a row', async () => {
  takeClock();
  const { queue } = openShop();
  queue.joinAll([ada, budi, cleo]);
  await openDashboard();
  await expect.element(button('Remove Ada Lovelace')).toBeVisible();
  const height = () => lineList().firstElementChild?.getBoundingClientRect().height;
  const before = height();
  await button('Remove Ada Lovelace').click();
  await expect.element(button('Undo Ada Lovelace')).not.toHaveAttribute('aria-disabled');
  expect(height()).toBe(before);
  await vi.advanceTimersByTimeAsync(4_000);
  await button('Remove Budi Santoso').click();
  await expect.element(button('Undo Budi Santoso')).not.toHaveAttribute('aria-disabled');
  expect(rowsOfLine()).toEqual(['Ada Lovelace removed.', 'Budi Santoso removed.', 'Cleo Dewi']);
  expect(await accessibilityProblems()).toEqual([]);
  await vi.advanceTimersByTimeAsync(6_000);
  await expect.poll(() => rowsOfLine()).toEqual(['Budi Santoso removed.', 'Cleo Dewi']);
  await button('Undo Budi Santoso').click();
  await expect.poll(() => rowsOfLine()).toEqual(['Budi Santoso', 'Cleo Dewi']);
});

test('an undo that another tablet has overtaken is no longer offered; a refused one names the guest', async () => {
  const { queue } = openShopWithUndo();
  const [first = ''] = queue.joinAll([ada, budi]);
  await openDashboard();
  await button('Admit Ada Lovelace').click();
  await expect.element(button('Undo Ada Lovelace')).toBeVisible();
  queue.putBack(first);
  await expect.poll(() => rowsOfLine()).toEqual(['Ada Lovelace', 'Budi Santoso']);
  await button('Remove Budi Santoso').click();
  theServer().refuse(...byStaff('undo'), 'undo_over');
  await button('Undo Budi Santoso').click();
  await expect.element(toast('Failed to undo')).toBeVisible();
  await expect.element(toast('Budi Santoso')).toBeVisible();
  await expect.poll(() => rowsOfLine()).toEqual(['Ada Lovelace']);
});

test('without the setting no admit offers an undo, and everything else does', async () => {
  const { queue } = openShop();
  queue.joinAll([ada, budi]);
  await openDashboard();
  await button('Admit Ada Lovelace').click();
  await expect.element(toast('Customer admitted')).toBeVisible();
  expect(page.getByRole('button', { name: /^Undo/ }).query()).toBe(null);
  await button('Arrived Ada Lovelace').click();
  await button('Undo Ada Lovelace').click();
  await expect.element(toast('Ada Lovelace is in Arriving again.')).toBeVisible();
  await button('Remove Budi Santoso').click();
  await expect.element(button('Undo Budi Santoso')).toBeVisible();
});

test.for([
  { press: 'Admit Ada Lovelace', call: admission, title: 'Failed to admit customer' },
  { press: 'Remove Ada Lovelace', call: removal, title: 'Failed to remove customer' },
  { press: 'Arrived Budi Santoso', call: byStaff('arrived'), title: 'Failed to mark as arrived' },
  { press: 'No-show Budi Santoso', call: byStaff('no-show'), title: 'Failed to mark as no-show' },
])('$press shows at once and is taken back by a refusal that names the guest', async (about) => {
  const { press, call, title } = about;
  const { queue } = openShop();
  queue.joinAll([budi]).forEach(queue.admit);
  queue.join(ada);
  await openDashboard();
  await expect.element(button(press)).toBeVisible();
  const lists = () => [namesIn('queue'), namesIn('arriving')];
  const before = lists();
  theServer().refuse(...call, 'try_again', 'The database is away.');
  const answer = theServer().hold(...call);
  await button(press).click();
  await expect.poll(lists).not.toEqual(before);
  answer.release();
  await expect.element(toast(title)).toBeVisible();
  await expect.element(toast(press.split(' ').slice(1).join(' '))).toBeVisible();
  await expect.element(toast('The database is away.')).toBeVisible();
  await expect.poll(() => lists()).toEqual(before);
});

test('what another tablet does is seen, and whoever works here with keys stays where they were', async () => {
  stopIntervals();
  const { queue } = openShop();
  const [first = ''] = queue.joinAll([ada, budi, cleo]);
  await openDashboard();
  await expect.element(button('Remove Ada Lovelace')).toBeVisible();
  button('Remove Ada Lovelace').element().focus();
  queue.admit(first);
  await expect.poll(() => namesIn('arriving')).toEqual(['Ada Lovelace']);
  await expect.poll(() => namesIn('queue')).toEqual(['Budi Santoso', 'Cleo Dewi']);
  await expect.element(button('Remove Budi Santoso')).toHaveFocus();
});

test('a press for whom another tablet has admitted meets nobody else', async () => {
  const { queue } = openShop();
  const [first = ''] = queue.joinAll([ada, budi]);
  await openDashboard();
  await expect.element(button('Admit Ada Lovelace')).toBeVisible();
  // Presses the same spot of the screen as soon as Budi's row has moved to it.
  const pressed = new Promise<void>((resolve) => {
    const press = () => {
      lineList().querySelector<HTMLElement>('[data-kind="admit"]')?.click();
      resolve();
    };
    observeLine(() => requestAnimationFrame(press));
  });
  queue.admit(first);
  await pressed;
  await expect.poll(() => namesIn('arriving')).toEqual(['Ada Lovelace']);
  await button('Refresh').click();
  await expect.element(toast('Queue refreshed')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Budi Santoso']);
  expect(theServer().callsTo(...admission)).toEqual([]);
});

test('who leaves disarms the rows below for a moment, and nothing else', async () => {
  const { queue } = openShop();
  const [, second = ''] = queue.joinAll([ada, budi, cleo]);
  await openDashboard();
  await expect.element(button('Admit Cleo Dewi')).toBeVisible();
  // Records which buttons are disabled as soon as Cleo's row has moved to Budi's place.
  const states: boolean[][] = [];
  observeLine(() => {
    const names = ['Admit Ada Lovelace', 'Admit Cleo Dewi', 'Refresh'];
    states.push(names.map((name) => button(name).element().ariaDisabled === 'true'));
  });
  queue.remove(second);
  await expect.poll(() => states[0]).toEqual([false, true, false]);
  await expect.element(button('Admit Cleo Dewi')).not.toHaveAttribute('aria-disabled');
});

test.for([
  { press: 'Admit Ada Lovelace', call: admission, told: 'Customer admitted' },
  { press: 'Remove Ada Lovelace', call: removal, told: 'Customer removed' },
])('$press without an answer is told as what became of it', async ({ press, call, told }) => {
  const { queue } = openShop();
  queue.join(ada);
  await openDashboard();
  theServer().loseAnswers(...call);
  await button(press).click();
  await expect.element(toast(told)).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual([]);
  expect(page.getByText(/^Failed to/).elements()).toEqual([]);
});

test('a failure stays to be read while the owner goes on with another guest', async () => {
  const { queue } = openShop();
  queue.joinAll([ada, budi]);
  await openDashboard();
  theServer().refuse(...admission, 'try_again', 'The database is away.');
  await button('Admit Ada Lovelace').click();
  await expect.element(toast('Failed to admit customer')).toBeVisible();
  await button('Remove Budi Santoso').click();
  await expect.element(toast('Customer removed')).toBeVisible();
  await expect.element(toast('Failed to admit customer')).toBeVisible();
  await expect.element(toast('Ada Lovelace')).toBeVisible();
});

test('while an admit is on its way, Admit, Remove and Refresh rest', async () => {
  const { queue } = openShop();
  queue.joinAll([ada, budi]);
  await openDashboard();
  const call = theServer().hold(...admission);
  await button('Admit Ada Lovelace').click();
  await expect.poll(() => namesIn('queue')).toEqual(['Budi Santoso']);
  const resting = ['Admit Budi Santoso', 'Remove Budi Santoso', 'Refresh'];
  const states = () => resting.map((name) => button(name).element().ariaDisabled);
  await expect.poll(() => states()).toEqual(['true', 'true', 'true']);
  call.release();
  await expect.element(toast('Customer admitted')).toBeVisible();
  await expect.poll(states).toEqual([null, null, null]);
});

function openShopWithUndo(): Shop {
  return openShop({ locations: [{ settings: { undo: true } }] });
}

const openDashboard = () => openPage('/business/dashboard');

function lineList(): Element {
  return document.querySelector('[data-list="queue"]') ?? expect.fail('there is no line');
}

/** Calls `handle` when rows have been added or removed, before the browser paints them. */
function observeLine(handle: () => void): void {
  new MutationObserver(handle).observe(lineList(), { childList: true });
}

/** The name in each row of the line. For a party that is gone: the row's note about the action. */
function rowsOfLine(): (string | undefined)[] {
  return [...lineList().children].map(
    (row) => row.querySelector('h3')?.innerText ?? row.querySelector('p')?.innerText,
  );
}
