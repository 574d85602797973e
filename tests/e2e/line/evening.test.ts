/**
 * An evening at the door with the real server: staff work by touch, by keys and on a phone, and guests' pages show what
 * the staff did.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newNumber, openShop, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { dragByFinger, joinOnPage, namesIn, tabTo } from '../support/steps.ts';

const here = journey();
const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const large = { viewport: { width: 1440, height: 900 } };

test('by touch on a tablet: add, filter, drag, edit, admit, arrived, no-show, recall, pause', async () => {
  const { shop, guest, staff } = await openEvening(tablet);
  const tap = (name: string) => staff.getByRole('button', { name, exact: true }).tap();
  const inLine = (names: string[]) => expect.poll(() => namesIn(staff, 'queue')).toEqual(names);
  for (const [place, typed] of [`Maya 4 ${newNumber()}`, 'Rudi 6'].entries()) {
    await tap('Add walk-in');
    await staff.getByRole('textbox', { name: 'Name, guests, phone' }).fill(typed);
    await tap(`Add as #${place + 2}`);
    await staff.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await inLine(['Mara Lindqvist', 'Maya', 'Rudi']);

  const threeOrFour = staff.getByRole('button', { name: '3–4 guests, parties: 1' });
  await threeOrFour.tap();
  await inLine(['Maya']);
  await threeOrFour.tap();
  const grip = (place: number) => staff.getByRole('button', { name: new RegExp(`^Place ${place}: move`) });
  await dragByFinger(grip(3), grip(1));
  await inLine(['Rudi', 'Mara Lindqvist', 'Maya']);
  await guest.getByText('You are #2 in line').first().waitFor();

  await tap('Mara Lindqvist');
  const sheet = staff.getByRole('dialog', { name: 'Mara Lindqvist' });
  await sheet.getByRole('radio', { name: '5 guests' }).tap();
  await sheet.getByRole('textbox', { name: 'Note' }).fill('High chair');
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await staff.getByText('High chair').waitFor();
  await guest.getByText('5 guests').waitFor();

  await tap('Admit Rudi');
  await tap('Arrived Rudi');
  await guest.getByText('You are #1 in line').first().waitFor();
  await tap('Admit Mara Lindqvist');
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  await tap('No-show Mara Lindqvist');
  await guest.getByRole('heading', { name: 'Your time is up' }).waitFor();
  await tap('Recall Mara Lindqvist');
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  await tap('Arrived Mara Lindqvist');
  await guest.getByRole('heading', { name: 'Welcome!' }).waitFor();
  await inLine(['Maya']);

  await tap('Pause joining');
  await toast(staff, 'Joining paused').waitFor();
  const { page: late } = await here.newPhone();
  await late.goto(`/queue/${shop.username}`);
  await late.getByText('The line is paused. Please ask the staff or try again soon.').waitFor();
});

test('by keys alone: add, move, filter, search, note, remove and undo, admit, no-show, recall, arrived', async () => {
  const { guest, staff } = await openEvening(large);
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await staff.keyboard.press(key);
  };
  const enter = async (control: Locator) => {
    await tabTo(control);
    await keys('Enter');
  };
  // The buttons of a row that has just moved are disabled for a moment.
  const button = (name: string) => staff.getByRole('button', { name, exact: true, disabled: false });
  const lists = (inLine: string[], arriving: string[] = []) =>
    expect
      .poll(async () => [await namesIn(staff, 'queue'), await namesIn(staff, 'arriving')])
      .toEqual([inLine, arriving]);
  await keys('n');
  await staff.keyboard.type('Maya 4');
  await keys('Enter');
  await lists(['Mara Lindqvist', 'Maya']);
  // Waits for the server's answer, because the field has the focus until then.
  await staff.getByRole('textbox', { name: 'Name, guests, phone' }).waitFor({ state: 'hidden' });

  await keys('ArrowDown', 'ArrowDown', 'm', '1', 'Enter');
  await lists(['Maya', 'Mara Lindqvist']);
  await guest.getByText('You are #2 in line').first().waitFor();
  await keys('2');
  await lists(['Maya']);
  await keys('Escape', '/');
  await staff.keyboard.type('mara');
  await staff.getByText('1 party found').waitFor();
  await enter(button('Mara Lindqvist'));
  const note = staff.getByRole('textbox', { name: 'Note' });
  await tabTo(note);
  await staff.keyboard.type('High chair');
  // The note is saved when the focus leaves the field. Escape closes the sheet, and a second Escape ends the search.
  await keys('Tab', 'Escape', 'Escape');
  await staff.getByText('High chair').waitFor();
  await lists(['Maya', 'Mara Lindqvist']);

  await tabTo(button('Remove Maya'));
  await keys('r');
  await lists(['Mara Lindqvist']);
  // Waits for the server's answer, because the removal cannot be undone before the answer.
  await button('Undo Maya').waitFor();
  await keys('u');
  await lists(['Maya', 'Mara Lindqvist']);

  await tabTo(button('Admit Mara Lindqvist'));
  await keys('a');
  await lists(['Maya'], ['Mara Lindqvist']);
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  await enter(button('No-show Mara Lindqvist'));
  await guest.getByRole('heading', { name: 'Your time is up' }).waitFor();
  await enter(button('Recall Mara Lindqvist'));
  await enter(button('Arrived Mara Lindqvist'));
  await guest.getByRole('heading', { name: 'Welcome!' }).waitFor();
  await lists(['Maya']);
});

test('on a phone: the tabs, add, admit, a guest who cannot come, recall, arrived', async () => {
  const { guest, staff } = await openEvening(phone);
  const tabs = staff.getByRole('navigation', { name: 'Views of the line' });
  const tap = (name: string, within: Page | Locator = staff) =>
    within.getByRole('button', { name, exact: true }).tap();
  await tap('Add walk-in', tabs);
  await staff.getByRole('textbox', { name: 'Name, guests, phone' }).fill('Maya 4');
  await tap('Add as #2');
  await expect.poll(() => namesIn(staff, 'queue')).toEqual(['Mara Lindqvist', 'Maya']);
  await tap('Admit Mara Lindqvist');
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  await guest.getByRole('button', { name: 'I can’t come' }).tap();
  await guest.getByRole('dialog').getByRole('button', { name: 'I can’t come' }).tap();
  await guest.getByText('Thanks for telling us').waitFor();
  await tap('1 Done', tabs);
  await tap('Recall Mara Lindqvist');
  await tap('1 Arriving', tabs);
  await tap('Arrived Mara Lindqvist');
  await tap('1 Done', tabs);
  await staff.getByText(/^Arrived after/).waitFor();
  await tap('Today', tabs);
  await staff.getByRole('region', { name: 'Today in figures' }).getByText('Served Today').waitFor();
  await tap('1 Line', tabs);
  await staff.getByRole('button', { name: 'Admit Maya' }).waitFor();
});

/** Opens a shop with a guest who has joined by the page, and with the dashboard on the staff's device. */
async function openEvening(
  device: NonNullable<Parameters<typeof here.newDesktop>[1]>,
): Promise<{ shop: Shop; guest: Page; staff: Page }> {
  const shop = await openShop(here.app.origin);
  const { page: staff } = await here.newDesktop(shop, device);
  await staff.goto('/business/dashboard');
  await staff.getByText('No customers in queue at this location.').waitFor();
  const { page: guest } = await here.newPhone();
  await joinOnPage(guest, shop);
  await staff.getByRole('button', { name: 'Admit Mara Lindqvist' }).waitFor();
  return { shop, guest, staff };
}
