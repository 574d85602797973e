/** An owner's actions on the line: moves, keys, walk-ins, pausing (`docs/spec.md` 10.10 and 10.13). */
import { expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { stopIntervals, takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { button, namesIn, openPage, reloadPage, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const names = ['Ada', 'Budi', 'Cleo', 'Dewi'];
/** For this time after a press, the buttons of all rows ignore presses. */
const REST_MS = 400;

test.for(['mouse', 'touch', 'pen'])(
  'a %s drags a row by its grip, and Escape leaves it where it was',
  async (pointerType) => {
    await aLine();
    const dragged = () => document.querySelectorAll('[data-dragged]').length;
    const grip = (place: number, who: string) => button(`Place ${place}: move ${who} X`);
    const drag = async () => {
      const to = middleOf(grip(3, 'Cleo'));
      const ada = grip(1, 'Ada');
      expect(getComputedStyle(ada.element()).touchAction).toBe('none');
      point(ada.element(), 'pointerdown', { pointerType, ...middleOf(ada) });
      const end = { ...to, clientY: to.clientY + 10 };
      point(window, 'pointermove', end);
      await expect.poll(dragged).toBe(1);
      return end;
    };
    await drag();
    await userEvent.keyboard('{Escape}');
    expect(dragged()).toBe(0);
    point(window, 'pointerup');
    await expect.poll(() => firstNames()).toEqual(names);

    point(window, 'pointerup', await drag());
    await expect.element(page.getByText('Ada X is now number 3 of 4 in line.')).toBeInTheDocument();
    await expect.poll(() => firstNames()).toEqual(['Budi', 'Cleo', 'Ada', 'Dewi']);
  },
);

test('a drag to the edge of the pane scrolls it', async () => {
  const { queue } = openShop();
  queue.joinAll(Array.from({ length: 40 }, (_, n) => ({ firstName: `Guest ${n + 1}`, lastName: '' })));
  await openPage('/business/dashboard');
  const first = button('Place 1: move Guest 1');
  await expect.element(first).toBeVisible();
  await expect.element(button('Place 40: move Guest 40')).toBeInTheDocument();
  const seen = () => button('Place 40: move Guest 40').element().getBoundingClientRect().top;
  const before = seen();
  point(first.element(), 'pointerdown', middleOf(first));
  point(window, 'pointermove', { clientX: 20, clientY: innerHeight - 2 });
  await expect.poll(seen).toBeLessThan(before - 50);
  await userEvent.keyboard('{Escape}');
});

test('the keys admit, remove, go along the line and find a guest', async () => {
  takeClock();
  await aLine();
  await userEvent.keyboard('a');
  await expect.element(toast('Ada X has been admitted and will proceed to their turn.')).toBeVisible();
  await settled();
  // The focus has moved to the next guest.
  await userEvent.keyboard('{ArrowDown}r');
  await expect.element(toast('Cleo X has been removed from the queue.')).toBeVisible();
  await expect.poll(() => firstNames()).toEqual(['Budi', 'Dewi']);
  await settled();
  await userEvent.keyboard('{ArrowUp}{Control>}a{/Control}');
  await expect.poll(() => firstNames()).toEqual(['Budi', 'Dewi']);

  await userEvent.keyboard('/');
  const search = page.getByRole('searchbox', { name: 'Find a guest' });
  await expect.element(search).toHaveFocus();
  // In the search field, letters are text, not shortcuts.
  await userEvent.keyboard('dewi a r u');
  await expect.element(button('Show the whole line')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(firstNames).toEqual(['Budi', 'Dewi']);
});

test('A admits the next of those who are shown, and nobody while the focus is among the arriving', async () => {
  takeClock();
  await aLine();
  await userEvent.keyboard('3');
  await expect.poll(firstNames).toEqual(['Cleo']);
  await userEvent.keyboard('a');
  await expect.element(toast('Cleo X has been admitted and will proceed to their turn.')).toBeVisible();
  await settled();
  await userEvent.keyboard('{Escape}');
  button('Arrived Cleo X').element().focus();
  await userEvent.keyboard('ar');
  await button('Refresh').click();
  await expect.element(toast('Queue refreshed')).toBeVisible();
  await expect.poll(() => firstNames()).toEqual(['Ada', 'Budi', 'Dewi']);
});

test('the arrows lead from the head of a card to its rows, and along those who arrive', async () => {
  const { queue } = await aLine();
  queue.admit('visit-1');
  await expect.element(button('Arrived Ada X')).toBeVisible();
  queue.admit('visit-2');
  await expect.element(button('Arrived Budi X')).toBeVisible();
  button('Refresh').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Cleo X')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Dewi X')).toHaveFocus();
  button('No-show Ada X').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('No-show Budi X')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  await expect.element(button('No-show Ada X')).toHaveFocus();
});

test('without a guest in focus R removes nobody', async () => {
  await aLine();
  await userEvent.keyboard('r?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect.poll(() => firstNames()).toEqual(names);
});

test('the list of keys opens on ?, keeps the others still, and switches all of them off for good', async () => {
  await aLine();
  await userEvent.keyboard('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('a');
  await dialog.getByRole('checkbox', { name: 'Use these shortcuts on this device' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await userEvent.keyboard('a');
  await reloadPage();
  await expect.element(page.getByText('4 customers')).toBeVisible();
  await userEvent.keyboard('a');
  await expect.poll(() => firstNames()).toEqual(names);
});

test('joining is paused and resumed; guests are refused meanwhile, walk-ins are not', async () => {
  const { queue } = await aLine();
  await button('Queue tools').click();
  await button('Pause joining').click();
  await expect.element(toast('New guests are asked to try again soon.')).toBeVisible();
  await expect
    .element(page.getByText('New guests cannot join by themselves. You can still add walk-ins.'))
    .toBeVisible();
  expect(() => queue.join()).toThrow('joining_paused');
  await button('Add walk-in').click();
  await page.getByRole('textbox', { name: 'Name, guests, phone' }).fill('Eka');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Eka is number 5 in line.')).toBeVisible();
  await button('Resume joining').click();
  await expect.element(toast('Joining resumed')).toBeVisible();
  await expect.element(toast('New guests can join again.')).toBeVisible();
  expect(page.getByText('Joining paused', { exact: true }).query()).toBe(null);
  queue.join();
  await expect.element(page.getByText('6 customers')).toBeVisible();
});

test('a refused pause goes back and says so', async () => {
  await aLine();
  theServer().refuse('PATCH', '/auth/locations/:id', 'try_again', 'Away.');
  await button('Queue tools').click();
  await button('Pause joining').click();
  await expect.element(toast('Failed to pause joining')).toBeVisible();
  await expect.element(toast('Away.')).toBeVisible();
  await expect.element(page.getByText('New guests cannot join by themselves.')).not.toBeInTheDocument();
});

test('what another tablet sets is seen here', async () => {
  stopIntervals();
  const { queue } = await aLine();
  queue.set({ paused: true });
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible();
});

/** Opens the dashboard of a shop with four guests in line. */
async function aLine(): Promise<Shop> {
  const shop = openShop();
  shop.queue.joinAll(
    names.map((firstName) => ({ firstName, lastName: 'X', numGuests: firstName === 'Cleo' ? 5 : 2 })),
  );
  await openPage('/business/dashboard');
  await expect.element(page.getByText('4 customers')).toBeVisible();
  return shop;
}

function firstNames(): string[] {
  return namesIn('queue').map((name) => name.replace(' X', ''));
}

/** Waits until the buttons of rows react again. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(REST_MS);
  const resting = page.getByRole('button', { name: /^(Refresh$|Admit )/, disabled: true });
  await expect.poll(() => resting.elements()).toEqual([]);
}

function middleOf(locator: Locator): { clientX: number; clientY: number } {
  const { left, top, width, height } = locator.element().getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

function point(target: EventTarget, type: string, at: PointerEventInit = {}): void {
  const mouse = { pointerType: 'mouse', button: 0, bubbles: true, cancelable: true };
  target.dispatchEvent(new PointerEvent(type, { ...mouse, ...at }));
}
