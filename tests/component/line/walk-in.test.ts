/**
 * The form for a walk-in: one field, buttons for party size and waiting mode, and the wait that staff promise
 * (`docs/spec.md` 10.13).
 */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NUMBER_CHECK_AFTER_MS } from '../../../src/shared/limits.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { whatIsWrong } from '../support/look.ts';
import { button, namesIn, openPage, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const visits = ['POST', '/auth/locations/:id/visits'] as const;
const field = page.getByRole('textbox', { name: 'Name, guests, phone' });

test('N, "Maya 4", Enter: the party is in line', async () => {
  await aLine();
  await userEvent.keyboard('n');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Maya 4');
  await expect.element(button('Add as #2')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Walk-in added')).toBeVisible();
  await expect.element(toast('Maya is number 2 in line.')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Ada', 'Maya']);
  await expect.element(panel()).not.toBeInTheDocument();
  expect(bodies()).toEqual([expect.objectContaining({ firstName: 'Maya', numGuests: 4, phoneNumber: '' })]);
});

test('what was read is shown at once; a number picks Wait Anywhere; the buttons win over the text', async () => {
  await aLine();
  await button('Add walk-in').click();
  await field.fill('Maya Putri 4 0812 3456 7890');
  await expect.element(panel().getByText('Maya Putri', { exact: true })).toBeVisible();
  await expect.element(panel().getByText('0812 3456 7890', { exact: true })).toBeVisible();
  await expect.element(panel().getByRole('radio', { name: '4 guests' })).toBeChecked();
  await expect.element(panel().getByRole('radio', { name: 'Wait Anywhere' })).toBeChecked();
  expect(await accessibilityProblems()).toEqual([]);
  await panel().getByRole('radio', { name: '6 guests' }).click();
  await panel().getByRole('radio', { name: 'Stay on Premises' }).click();
  await button('Add as #2').click();
  await expect.element(toast('Maya Putri is number 2 in line.')).toBeVisible();
  expect(bodies()).toEqual([
    {
      firstName: 'Maya',
      lastName: 'Putri',
      numGuests: 6,
      phoneNumber: '0812 3456 7890',
      waitingPreference: 'on_premises',
    },
  ]);
});

test('9+ asks for the number, and a typed 1 is not made a 91', async () => {
  await aLine();
  await button('Add walk-in').click();
  await panel().getByRole('radio', { name: '9 or more' }).click();
  const exactly = panel().getByRole('textbox', { name: 'How many guests' });
  await expect.element(exactly).toHaveFocus();
  await userEvent.keyboard('14');
  await expect.element(exactly).toHaveValue('14');
  await field.fill('Eka');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Eka is number 2 in line.')).toBeVisible();
  expect(bodies()).toEqual([expect.objectContaining({ firstName: 'Eka', numGuests: 14 })]);
});

test('Escape keeps what was typed, until the party is added', async () => {
  await aLine();
  await button('Add walk-in').click();
  await field.fill('Maya 4');
  await panel().getByRole('radio', { name: '5 guests' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(field).toHaveValue('Maya 4');
  await expect.element(panel().getByRole('radio', { name: '5 guests' })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Maya is number 2 in line.')).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(field).toHaveValue('');
});

test('a pressed name opens its sheet in the place of the panel, which keeps what was typed', async () => {
  await aLine();
  await button('Add walk-in').click();
  await field.fill('Maya 4');
  await button('Ada').click();
  await expect.element(page.getByRole('dialog', { name: 'Ada' })).toBeVisible();
  await expect.element(panel()).not.toBeInTheDocument();
  await button('Add walk-in').click();
  await expect.element(field).toHaveValue('Maya 4');
});

test('a name is needed, and a number only for Wait Anywhere', async () => {
  await aLine();
  await button('Add walk-in').click();
  await userEvent.keyboard('4{Enter}');
  await expect.element(panel().getByText('First name is required')).toBeVisible();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(' Eka');
  await expect.element(panel().getByText('First name is required')).not.toBeInTheDocument();
  await panel().getByRole('radio', { name: 'Wait Anywhere' }).click();
  await button('Add as #2').click();
  await expect.element(panel().getByText('Phone number is required for Wait Anywhere')).toBeVisible();
  expect(bodies()).toEqual([]);
});

test('a walk-in whose answer was lost is tried again without adding the guest twice', async () => {
  await aLine();
  await button('Add walk-in').click();
  await field.fill('Eka');
  const giveBack = theServer().loseAnswers(...visits);
  await userEvent.keyboard('{Enter}');
  await expect.element(panel().getByText('Failed to add walk-in')).toBeVisible();
  giveBack();
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Eka is number 2 in line.')).toBeVisible();
  await expect.element(page.getByText('2 customers')).toBeVisible();
  const keys = theServer()
    .callsTo(...visits)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
});

test('a walk-in that fails after its panel was closed says so, and is kept with its key', async () => {
  await aLine();
  await button('Add walk-in').click();
  await field.fill('Eka 3');
  const { release } = theServer().holdAnswers(...visits);
  const giveBack = theServer().loseAnswers(...visits);
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Adding...')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
  release();
  await expect.element(toast('Failed to add walk-in')).toBeVisible();
  await expect.element(toast('Eka')).toBeVisible();
  giveBack();
  await userEvent.keyboard('n');
  await expect.element(panel().getByText('Failed to add walk-in')).toBeVisible();
  await expect.element(field).toHaveValue('Eka 3');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Eka is number 2 in line.')).toBeVisible();
  await expect.element(toast('Failed to add walk-in')).not.toBeInTheDocument();
  await expect.element(page.getByText('2 customers')).toBeVisible();
});

test('the panel says whether a text can reach the typed number', async () => {
  takeClock();
  await aLine();
  await button('Add walk-in').click();
  await field.fill('Maya 4 +62 812 3456 7890');
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS);
  await expect.element(panel().getByText('Texts can reach this number.')).toBeVisible();
  await field.fill('Maya 4 +62 21 555 0142');
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS);
  await expect
    .element(panel().getByText('This is a landline, and gets no texts. Call them by name.'))
    .toBeVisible();
  await panel().getByRole('radio', { name: 'Stay on Premises' }).click();
  await expect.element(panel().getByText('This is a landline')).not.toBeInTheDocument();
});

test('the wait to tell the guest is the one that guests see', async () => {
  const shop = await aLine();
  theServer().answer('GET', '/auth/business/:username/addresses', () => ({
    addresses: shop.addresses().map((one) => ({ ...one, line: { parties: 1, low: 32, high: 44 } })),
  }));
  await button('Add walk-in').click();
  await expect.element(panel().getByText('30–45 min')).toBeVisible();
});

test('staff can tell another wait, which is promised', async () => {
  const shop = await aLine();
  theServer().answer('GET', '/auth/business/:username/addresses', () => ({
    addresses: shop.addresses().map((one) => ({ ...one, line: { parties: 1, low: 30, high: 45 } })),
  }));
  await button('Add walk-in').click();
  await button('Tell 5 minutes more').click();
  await button('Tell 5 minutes more').click();
  await button('Tell 5 minutes less').click();
  await expect.element(panel().getByText('35–50 min')).toBeVisible();
  await field.fill('Maya');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Maya is number 2 in line.')).toBeVisible();
  expect(bodies()).toEqual([expect.objectContaining({ told: { low: 35, high: 50 } })]);
  expect(shop.queue.view().queue[1]?.promised).toEqual({ low: 35, high: 50 });
});

test('what is typed while a party is being added is the next one', async () => {
  const shop = await aLine();
  const party = { firstName: 'Maya', lastName: '', numGuests: 4, phoneNumber: '' } as const;
  const actor = { kind: 'owner' } as const;
  let answer = (): void => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  theServer().answer(...visits, async () => {
    await released;
    const walkIn = { ...party, waitingPreference: 'on_premises' } as const;
    const visit = shop.queue.execute({
      kind: 'add-walk-in',
      actor,
      party: walkIn,
      idempotencyKey: null,
    });
    return { success: true, customer: shop.queue.staffVisit(visit?.id ?? '') };
  });
  await button('Add walk-in').click();
  await field.fill('Maya 4');
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(' Eka 2');
  answer();
  await expect.element(toast('Maya is number 2 in line.')).toBeVisible();
  await expect.element(field).toHaveValue('Eka 2');
});

test('the panel is in order in both schemes, narrow and enlarged', async () => {
  await aLine();
  await button('Add walk-in').click();
  await field.fill('Maya 4');
  expect((await whatIsWrong()).filter((problem) => !problem.includes('<p>Managing'))).toEqual([]);
});

function panel() {
  return page.getByRole('dialog', { name: 'Add walk-in' });
}

function bodies(): unknown[] {
  return theServer()
    .callsTo(...visits)
    .map(({ body }) => body);
}

/** Opens the dashboard of a shop with one guest in line. */
async function aLine(): Promise<Shop> {
  const shop = openShop();
  shop.queue.join({ firstName: 'Ada', lastName: '' });
  await openPage('/business/dashboard');
  await expect.element(page.getByText('1 customer', { exact: true })).toBeVisible();
  return shop;
}
