/** How an owner works the line: moves, keys, walk-ins, pausing (`docs/spec.md` 10.10 and 10.13). */
import { expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { stopIntervals, takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { button, namesIn, openPage, reloadPage, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const names = ['Ada', 'Budi', 'Cleo', 'Dewi'];
/** Between two presses the rows rest, and so do those that have moved. */
const REST_MS = 400;

test('a guest is moved from the menu, the new place is announced, and the focus stays with the guest', async () => {
  await aLine();
  const move = async (who: string, how: string) => {
    await button(`More for ${who} X`).click();
    await button(how).click();
  };
  await move('Cleo', 'Move up');
  await expect.element(page.getByText('Cleo X is now number 2 of 4 in line.')).toBeInTheDocument();
  await expect.poll(() => firstNames()).toEqual(['Ada', 'Cleo', 'Budi', 'Dewi']);
  await expect.element(button('More for Cleo X')).toHaveFocus();
  await move('Ada', 'Skip: one place back');
  await expect.poll(() => firstNames()).toEqual(['Cleo', 'Ada', 'Budi', 'Dewi']);
  await move('Dewi', 'To the front');
  await expect.poll(() => firstNames()).toEqual(['Dewi', 'Cleo', 'Ada', 'Budi']);
  await move('Dewi', 'To the end');
  await expect.element(page.getByText('Dewi X is now number 4 of 4 in line.')).toBeInTheDocument();
  await expect.poll(() => firstNames()).toEqual(['Cleo', 'Ada', 'Budi', 'Dewi']);

  // The last one goes no further; nothing can be moved by a menu that is not there.
  await button('More for Dewi X').click();
  await expect.element(button('To the front')).toBeVisible();
  expect(button('To the end').query()).toBe(null);
  await reloadPage();
  await expect.element(page.getByText('4 customers')).toBeVisible();
  await expect.poll(() => firstNames()).toEqual(['Cleo', 'Ada', 'Budi', 'Dewi']);
});

test('a refused move goes back and names the guest', async () => {
  await aLine();
  theServer().refuse('POST', '/auth/locations/:id/visits/:visitId/skip', 'try_again');
  await button('More for Ada X').click();
  await button('Skip: one place back').click();
  await expect.element(toast('Failed to move customer')).toBeVisible();
  await expect.element(toast('Ada X')).toBeVisible();
  await expect.poll(firstNames).toEqual(names);
  expect(page.getByText(/is now number/).elements()).toEqual([]);
});

test('a mouse drags a row to another place, and Escape leaves it where it was', async () => {
  await aLine();
  const dragged = () => document.querySelectorAll('[data-dragged]').length;
  const drag = async () => {
    const handles = page.getByTitle('Drag to another place');
    const to = middleOf(handles.nth(2));
    point(handles.first().element(), 'pointerdown', middleOf(handles.first()));
    point(window, 'pointermove', { ...to, clientY: to.clientY + 10 });
    // The mark follows once a frame.
    await expect.poll(dragged).toBe(1);
    await new Promise(requestAnimationFrame);
  };
  await drag();
  await userEvent.keyboard('{Escape}');
  expect(dragged()).toBe(0);
  point(window, 'pointerup');
  await expect.poll(() => firstNames()).toEqual(names);

  await drag();
  point(window, 'pointerup');
  await expect.element(page.getByText('Ada X is now number 3 of 4 in line.')).toBeInTheDocument();
  await expect.poll(() => firstNames()).toEqual(['Budi', 'Cleo', 'Ada', 'Dewi']);
});

test('the keys admit, remove, go along the line and find a guest', async () => {
  takeClock();
  await aLine();
  await userEvent.keyboard('a');
  await expect.element(toast('Ada X has been admitted and will proceed to their turn.')).toBeVisible();
  await settled();
  // The focus stands on the next guest by now.
  await userEvent.keyboard('{ArrowDown}r');
  await expect.element(toast('Cleo X has been removed from the queue.')).toBeVisible();
  await expect.poll(() => firstNames()).toEqual(['Budi', 'Dewi']);
  await settled();
  await userEvent.keyboard('{ArrowUp}{Control>}a{/Control}');
  await expect.poll(() => firstNames()).toEqual(['Budi', 'Dewi']);

  await userEvent.keyboard('/');
  const search = page.getByRole('searchbox', { name: 'Find a guest' });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('dewi a r u');
  await expect.element(page.getByText('Nobody in line has this name or number.')).toBeVisible();
  await search.fill('dew');
  await expect.element(page.getByText('1 of 2 shown')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(firstNames).toEqual(['Budi', 'Dewi']);
});

test('A admits the next of those who are shown, and nobody while the focus is among the arriving', async () => {
  takeClock();
  await aLine();
  await userEvent.keyboard('/cleo');
  await expect.poll(firstNames).toEqual(['Cleo']);
  // The field keeps its letters for itself.
  button('Refresh').element().focus();
  await userEvent.keyboard('a');
  await expect.element(toast('Cleo X has been admitted and will proceed to their turn.')).toBeVisible();
  await expect.element(page.getByText('Nobody in line has this name or number.')).toBeVisible();
  await settled();
  await button('Show the whole line').click();
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
  await expect.element(button('Admit Cleo X')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Admit Dewi X')).toHaveFocus();
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

test('a walk-in needs a first name, and a phone number only to wait elsewhere', async () => {
  await aLine();
  await button('Add walk-in').click();
  const dialog = page.getByRole('dialog', { name: 'Add a walk-in' });
  const nothingSays = (words: string) => expect.element(dialog.getByText(words)).not.toBeInTheDocument();
  await dialog.getByRole('radio', { name: 'Wait Anywhere' }).click();
  await dialog.getByRole('spinbutton', { name: 'Number of Guests' }).fill('0');
  await dialog.getByRole('button', { name: 'Add to queue' }).click();
  await expect.element(dialog.getByText('First name is required')).toBeVisible();
  await expect.element(dialog.getByText('Number of guests must be at least 1')).toBeVisible();
  await expect.element(dialog.getByText('Phone number is required for Wait Anywhere')).toBeVisible();
  const first = dialog.getByRole('textbox', { name: 'First Name' });
  await expect.element(first).toHaveFocus();
  await first.fill('Eka');
  await nothingSays('First name is required');
  await dialog.getByRole('radio', { name: 'Stay on Premises' }).click();
  await nothingSays('Phone number is required for Wait Anywhere');
  await dialog.getByRole('spinbutton', { name: 'Number of Guests' }).fill('3');
  await dialog.getByRole('button', { name: 'Add to queue' }).click();
  await expect.element(toast('Walk-in added')).toBeVisible();
  await expect.element(toast('Eka is number 5 in line.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => namesIn('queue')).toEqual(['Ada X', 'Budi X', 'Cleo X', 'Dewi X', 'Eka']);
  await button('Admit Eka').click();
  await expect.element(toast('Eka has been admitted and will proceed to their turn.')).toBeVisible();
});

test('a walk-in whose answer was lost is tried again without adding the guest twice', async () => {
  await aLine();
  await button('Add walk-in').click();
  const dialog = page.getByRole('dialog', { name: 'Add a walk-in' });
  await dialog.getByRole('textbox', { name: 'First Name' }).fill('Eka');
  const visits = ['POST', '/auth/locations/:id/visits'] as const;
  const giveBack = theServer().loseAnswers(...visits);
  await dialog.getByRole('button', { name: 'Add to queue' }).click();
  await expect.element(dialog.getByText('Failed to add walk-in')).toBeVisible();
  giveBack();
  await dialog.getByRole('button', { name: 'Add to queue' }).click();
  await expect.element(toast('Eka is number 5 in line.')).toBeVisible();
  await expect.element(page.getByText('5 customers')).toBeVisible();
  const keys = theServer()
    .callsTo(...visits)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
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
  await page.getByRole('textbox', { name: 'First Name' }).fill('Eka');
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
  await expect.element(page.getByText('Joining paused', { exact: true })).toBeVisible();
});

/** The dashboard of a shop with four guests in line. */
async function aLine(): Promise<Shop> {
  const shop = openShop();
  shop.queue.joinAll(names.map((firstName) => ({ firstName, lastName: 'X' })));
  await openPage('/business/dashboard');
  await expect.element(page.getByText('4 customers')).toBeVisible();
  return shop;
}

function firstNames(): string[] {
  return namesIn('queue').map((name) => name.replace(' X', ''));
}

/** Until the buttons act again. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(REST_MS);
  const resting = page.getByRole('button', { name: /^(Refresh$|Admit )/, disabled: true });
  await expect.poll(() => resting.elements()).toEqual([]);
}

function middleOf(locator: Locator): { clientX: number; clientY: number } {
  const { left, top, width, height } = locator.element().getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

/** What a mouse does. */
function point(target: EventTarget, type: string, at: PointerEventInit = {}): void {
  const mouse = { pointerType: 'mouse', button: 0, bubbles: true, cancelable: true };
  target.dispatchEvent(new PointerEvent(type, { ...mouse, ...at }));
}
