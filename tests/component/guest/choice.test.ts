/** What a guest chooses: a location among several, and the way to wait. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refusals } from '../../../src/shared/copy/en/refusals.ts';
import { fieldRefusal, theServer } from '../support/fake-server.ts';
import { button, field, fillDetails, joinOnPage, onPhone, radio } from '../support/guest-steps.ts';
import { whatIsWrong } from '../support/look.ts';
import { openGuestPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const NUMBER = '+62 812 5550 0101';
const sabang = { profile: { address: '7 Jalan Sabang, Jakarta' } };
const location = page.getByRole('combobox', { name: 'Location' });
const visitCall = '/auth/business/:username/queue/token/:token';

test('the only location is chosen already', async () => {
  openGuestPage(openShop());
  await expect.element(location).toHaveValue('location-1');
});

test('among several locations the guest chooses, and waits at that one', async () => {
  await onPhone();
  const shop = openShop({ locations: [{}, sabang] });
  openGuestPage(shop);
  await expect.element(location).toHaveValue('');
  const options = [...document.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(options).toEqual([
    'Choose a location',
    'Blue Door Café - 14 Kemang Raya, Jakarta',
    'Blue Door Café - 7 Jalan Sabang, Jakarta',
  ]);
  await field('First Name').fill('Mara');
  await field('Last Name').fill('Lindqvist');
  await button('Next').click();
  await expect.element(page.getByText('Location is required', { exact: true })).toBeVisible();
  await expect.element(location).toHaveFocus();
  expect(await whatIsWrong()).toEqual([]);

  await location.selectOptions('Blue Door Café - 7 Jalan Sabang, Jakarta');
  await expect.element(page.getByText('Location is required', { exact: true })).not.toBeInTheDocument();
  await button('Next').click();
  await expect.element(page.getByText('7 Jalan Sabang, Jakarta', { exact: true })).toBeVisible();
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  await expect.element(page.getByText('7 Jalan Sabang, Jakarta', { exact: true })).toBeVisible();
  const [call] = theServer().callsTo('POST', '/auth/business/:username/queue');
  expect(call?.body).toMatchObject({ locationId: 'location-2', address: '7 Jalan Sabang, Jakarta' });
});

test('among several a location that takes nobody says why, and another one can be chosen instead', async () => {
  const shop = openShop({ locations: [{}, sabang] });
  shop.queue.set({ paused: true });
  openGuestPage(shop);
  const paused = page.getByText(refusals.joining_paused.sentence, { exact: true });
  await expect.element(location).toBeVisible();
  await expect.element(paused).not.toBeInTheDocument();
  await location.selectOptions('location-1');
  await expect.element(paused).toBeVisible();
  await location.selectOptions('location-2');
  await expect.element(paused).not.toBeInTheDocument();
});

test('switching to Wait Anywhere asks for a number first, and both ways are confirmed', async () => {
  await onPhone();
  const shop = openShop();
  openGuestPage(shop);
  await joinOnPage();
  await radio(/^Wait Anywhere/).click();
  await expect.element(toast('Almost there!')).toBeVisible();
  await expect
    .element(page.getByText('Phone number is required if you want to wait anywhere', { exact: true }))
    .toBeVisible();
  await expect.element(field('Phone Number')).toHaveFocus();
  await expect.element(radio(/^Wait Anywhere/)).toBeChecked();

  await field('Phone Number').fill(NUMBER);
  await button('Save number').click();
  await expect.element(toast('Switched to Wait Anywhere!')).toBeVisible();
  expect(shop.queue.visit('visit-1')).toMatchObject({
    waitingPreference: 'wait_anywhere',
    phoneNumber: NUMBER,
  });
  await radio(/^Stay on Premises/).click();
  await expect.element(toast("You're staying close!")).toBeVisible();
  expect(shop.queue.visit('visit-1')).toMatchObject({ waitingPreference: 'on_premises' });
});

test('a number typed before changing one’s mind is never sent', async () => {
  openGuestPage(openShop());
  await joinOnPage();
  await expect.element(page.getByText('There are 0 people ahead of you')).toBeVisible();
  await radio(/^Wait Anywhere/).click();
  await field('Phone Number').fill(NUMBER);
  await radio(/^Stay on Premises/).click();
  await expect.element(field('Phone Number')).not.toBeInTheDocument();
  expect(theServer().callsTo('PATCH', visitCall)).toEqual([]);
});

test('a change of the way to wait that the server refuses is undone, and the page says why', async () => {
  await onPhone();
  const shop = openShop();
  openGuestPage(shop);
  await joinOnPage();
  const allow = theServer().refuse('PATCH', visitCall, 'try_again');
  await radio(/^Wait Anywhere/).click();
  await field('Phone Number').fill(NUMBER);
  await button('Save number').click();
  await expect.element(toast('Your choice was not saved')).toBeVisible();
  await expect.element(toast(refusals.try_again.sentence)).toBeVisible();
  await expect.element(radio(/^Stay on Premises/)).toBeChecked();
  expect(shop.queue.visit('visit-1').waitingPreference).toBe('on_premises');
  expect(await whatIsWrong()).toEqual([]);

  // The number is not lost: the same choice can be sent again.
  allow();
  await radio(/^Wait Anywhere/).click();
  await expect.element(toast('Switched to Wait Anywhere!')).toBeVisible();
  await expect.element(field('Phone Number')).toHaveValue(NUMBER);
  expect(shop.queue.visit('visit-1').waitingPreference).toBe('wait_anywhere');
});

test('a join whose number the server refuses stays at the number, which says why', async () => {
  await onPhone();
  const error = refusals.invalid_input.sentence;
  const shop = openShop();
  const accept = theServer().answer('POST', '/auth/business/:username/queue', () =>
    fieldRefusal('phoneNumber', error),
  );
  openGuestPage(shop);
  await fillDetails();
  await radio(/^Wait Anywhere/).click();
  const phone = field('Phone Number');
  await phone.fill('62');
  await button('Next').click();
  await expect.element(toast('Failed to join queue')).toBeVisible();
  await expect.element(phone).toHaveAttribute('aria-invalid', 'true');
  await expect.element(phone).toHaveValue('62');
  expect(await whatIsWrong()).toEqual([]);
  accept();
  await phone.fill(NUMBER);
  await expect.element(phone).not.toHaveAttribute('aria-invalid', 'true');
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
});

test('the button that joins says that it is busy', async () => {
  const shop = openShop();
  const joining = theServer().hold('POST', '/auth/business/:username/queue');
  openGuestPage(shop);
  await fillDetails();
  await button('Next').click();
  await expect.element(button('Joining...')).toBeVisible();
  joining.release();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
});
