/** The sheet of a party: facts that are saved separately, texts, history and actions. */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NUMBER_CHECK_AFTER_MS } from '../../../src/shared/limits.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { whatIsWrong } from '../support/look.ts';
import { button, namesIn, openPage, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const edits = ['POST', '/auth/locations/:id/visits/:visitId/edit'] as const;

test('each fact is saved by itself, says so, and shows in the row', async () => {
  await aSheet();
  const first = sheet().getByRole('textbox', { name: 'First Name' });
  await first.fill('Kevan');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet('Kevan Wijaya').getByText('Saved')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Ada', 'Kevan Wijaya']);
  await sheet('Kevan Wijaya').getByRole('radio', { name: '5 guests' }).click();
  await sheet('Kevan Wijaya').getByRole('textbox', { name: 'Note' }).fill('High chair');
  await userEvent.tab();
  const row = page.getByRole('listitem').filter({ hasText: 'Kevan Wijaya' });
  await expect.element(row.getByText('High chair')).toBeVisible();
  await expect.element(row.getByText('5 guests')).toBeInTheDocument();
  expect(bodies()).toEqual([{ firstName: 'Kevan' }, { numGuests: 5 }, { note: 'High chair' }]);
  expect(await accessibilityProblems()).toEqual([]);
});

test('one guest is erased after one question; the others stay', async () => {
  await aSheet();
  await sheet().getByRole('button', { name: 'Erase this guest’s data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this guest’s data?' });
  await expect.element(dialog.getByText('This cannot be undone.')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(namesIn('queue')).toEqual(['Ada', 'Kevin Wijaya']);
  await sheet().getByRole('button', { name: 'Erase this guest’s data' }).click();
  await dialog.getByRole('button', { name: 'Erase this guest’s data' }).click();
  await expect.element(toast('Data erased')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Ada']);
  await expect.element(sheet()).not.toBeInTheDocument();
});

test('a guest who could not be erased is still there', async () => {
  await aSheet();
  theServer().refuse('DELETE', '/auth/locations/:id/visits/:visitId', 'not_found');
  await sheet().getByRole('button', { name: 'Erase this guest’s data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this guest’s data?' });
  await dialog.getByRole('button', { name: 'Erase this guest’s data' }).click();
  await expect.element(toast('Failed to erase the data')).toBeVisible();
  expect(namesIn('queue')).toEqual(['Ada', 'Kevin Wijaya']);
});

test('a wrong value is not sent; Escape brings back the one in line', async () => {
  await aSheet();
  const first = sheet().getByRole('textbox', { name: 'First Name' });
  await first.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet().getByText('First name is required')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(first).toHaveValue('Kevin');
  await sheet().getByRole('radio', { name: 'Wait Anywhere' }).click();
  await expect.element(sheet().getByText('Phone number is required for Wait Anywhere')).toBeVisible();
  expect(bodies()).toEqual([]);
});

test('a size above 8 is typed, and saved when the field is left', async () => {
  await aSheet();
  await sheet().getByRole('radio', { name: '9 or more' }).click();
  await userEvent.keyboard('12');
  await userEvent.tab();
  await expect.element(sheet().getByText('Saved')).toBeVisible();
  expect(bodies()).toEqual([{ numGuests: 12 }]);
});

test('a typed size is not lost by Escape', async () => {
  await aSheet();
  await sheet().getByRole('radio', { name: '9 or more' }).click();
  await userEvent.keyboard('12{Escape}');
  const row = page.getByRole('listitem').filter({ hasText: 'Kevin Wijaya' });
  await expect.element(row.getByText('12 guests')).toBeInTheDocument();
  expect(bodies()).toEqual([{ numGuests: 12 }]);
});

test('a note has several lines', async () => {
  await aSheet();
  const note = sheet().getByRole('textbox', { name: 'Note' });
  await note.click();
  await userEvent.keyboard('High chair{Enter}Birthday');
  await userEvent.tab();
  await expect.element(sheet().getByText('Saved')).toBeVisible();
  await expect.element(note).toHaveValue('High chair\nBirthday');
  expect(bodies()).toEqual([{ note: 'High chair\nBirthday' }]);
});

test('a typed note is not lost by Escape', async () => {
  await aSheet();
  await sheet().getByRole('textbox', { name: 'Note' }).click();
  await userEvent.keyboard('High chair{Escape}');
  const row = page.getByRole('listitem').filter({ hasText: 'Kevin Wijaya' });
  await expect.element(row.getByText('High chair')).toBeVisible();
  expect(bodies()).toEqual([{ note: 'High chair' }]);
});

test('the sheet says whether a text can reach the number, also after an edit', async () => {
  takeClock();
  const { queue } = openShop();
  queue.join({
    firstName: 'Kevin',
    lastName: 'Wijaya',
    waitingPreference: 'wait_anywhere',
    phoneNumber: '12',
  });
  await openPage('/business/dashboard');
  await button('Kevin Wijaya').click();
  await expect.element(sheet().getByText('No text can reach this number.')).toBeVisible();
  await sheet().getByRole('textbox', { name: 'Phone Number' }).fill('+62 812 3456 7890');
  await userEvent.keyboard('{Enter}');
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS);
  await expect.element(sheet().getByText('Texts can reach this number.')).toBeVisible();
  await sheet().getByRole('textbox', { name: 'Phone Number' }).fill('+62 21 555 0142');
  await userEvent.keyboard('{Enter}');
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS);
  await expect
    .element(sheet().getByText('This is a landline, and gets no texts. Call them by name.'))
    .toBeVisible();
});

test('a number that the member may not read is a hint: another one is saved, and a mask is never checked', async () => {
  takeClock();
  const { queue } = openShop({ user: { role: 'host' } });
  queue.masksNumbers = true;
  queue.join({
    firstName: 'Kevin',
    lastName: 'Wijaya',
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 3456 7890',
  });
  await openPage('/business/dashboard');
  await button('Kevin Wijaya').click();
  const number = sheet().getByRole('textbox', { name: 'Phone Number' });
  await expect.element(number).toHaveValue('');
  await expect.element(number).toHaveAttribute('placeholder', '•••890');
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS);
  await number.fill('+62 812 3456 7123');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet().getByText('Saved')).toBeVisible();
  await expect.element(number).toHaveAttribute('placeholder', '•••123');
  await number.fill('1');
  await number.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet().getByText('Saved')).toBeVisible();
  expect(bodies()).toEqual([{ phoneNumber: '+62 812 3456 7123' }]);
  const checked = theServer().bodiesOf('POST', '/auth/business/:username/number-check');
  expect(JSON.stringify(checked)).not.toContain('•');
  expect(await accessibilityProblems()).toEqual([]);
});

test('a refused edit goes back, and names the guest', async () => {
  await aSheet();
  theServer().refuse(...edits, 'try_again', 'The database is away.');
  await sheet().getByRole('radio', { name: '5 guests' }).click();
  await expect.element(toast('Failed to save changes')).toBeVisible();
  await expect.element(sheet().getByText('Not saved')).toBeVisible();
  await expect.element(sheet().getByRole('radio', { name: '2 guests' })).toBeChecked();
});

test('texts and history say who did what; a load that failed can be repeated', async () => {
  const { queue } = await aLine();
  queue.execute({ kind: 'move', position: 1, actor: { kind: 'owner' }, visit: { id: 'visit-2' } });
  theServer().refuse('GET', '/auth/locations/:id/visits/:visitId/history', 'try_again');
  await button('Kevin Wijaya').click();
  await expect.element(sheet().getByText('The history could not be loaded.')).toBeVisible();
  theServer().answer('GET', '/auth/locations/:id/visits/:visitId/history', () => queue.history('visit-2'));
  await sheet().getByRole('button', { name: 'Try again' }).click();
  await expect.element(sheet().getByText('Kevin Wijaya joined (#2)')).toBeVisible();
  await expect.element(sheet().getByText('Owner moved Kevin Wijaya from 2 to 1')).toBeVisible();
  await sheet().getByRole('link', { name: 'All activity here' }).click();
  await expect.element(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
});

test('the sheet has the way to a place, to a selection, to Admit and Remove', async () => {
  await aSheet();
  await sheet().getByRole('button', { name: 'Move to place…' }).click();
  await page
    .getByRole('dialog', { name: 'Move Kevin Wijaya' })
    .getByRole('button', { name: 'To the front' })
    .click();
  await expect.poll(() => namesIn('queue')).toEqual(['Kevin Wijaya', 'Ada']);
  await sheet().getByRole('button', { name: 'Select' }).click();
  await expect.element(page.getByText('1 selected')).toBeVisible();
  await button('Cancel').click();
  await button('Ada').click();
  await sheet('Ada').getByRole('button', { name: 'Remove' }).click();
  await expect.element(toast('Ada has been removed from the queue.')).toBeVisible();
  await expect.element(sheet('Ada')).not.toBeInTheDocument();
  await button('Kevin Wijaya').click();
  await sheet().getByRole('button', { name: 'Admit' }).click();
  await expect.poll(() => namesIn('arriving')).toEqual(['Kevin Wijaya']);
});

test('Enter opens the sheet of the guest in focus, Escape closes it, and the focus comes back', async () => {
  await aLine();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(sheet()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet()).not.toBeInTheDocument();
  await expect.element(button('Kevin Wijaya')).toHaveFocus();
});

test('on a phone the sheet covers the page; the sheet is in order narrow, too', async () => {
  await aLine();
  await page.viewport(390, 844);
  await button('Kevin Wijaya').click();
  await expect.element(sheet()).toBeVisible();
  expect(document.querySelector('dialog:modal')).not.toBe(null);
  expect((await whatIsWrong()).filter((problem) => !problem.includes('<p>Managing'))).toEqual([]);
});

function sheet(name = 'Kevin Wijaya') {
  return page.getByRole('dialog', { name });
}

function bodies(): unknown[] {
  return theServer()
    .callsTo(...edits)
    .map(({ body }) => body);
}

async function aLine(): Promise<Shop> {
  const shop = openShop();
  shop.queue.joinAll([
    { firstName: 'Ada', lastName: '' },
    { firstName: 'Kevin', lastName: 'Wijaya', numGuests: 2 },
  ]);
  await openPage('/business/dashboard');
  await expect.element(page.getByText('2 customers')).toBeVisible();
  return shop;
}

async function aSheet(): Promise<void> {
  await aLine();
  await button('Kevin Wijaya').click();
  await expect.element(sheet()).toBeVisible();
}
