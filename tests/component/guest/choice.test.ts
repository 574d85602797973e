/** A guest's choices: a location among several, and how to wait. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusals } from '../../../src/shared/copy/en/refusals.ts';
import { DOOR_POLL_MS, NUMBER_CHECK_AFTER_MS } from '../../../src/shared/limits.ts';
import { fieldRefusal, theServer } from '../support/fake-server.ts';
import { button, field, fillDetails, joinOnPage, onPhone, radio } from '../support/guest-steps.ts';
import { whatIsWrong } from '../support/look.ts';
import { openGuestPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const NUMBER = '+62 812 5550 0101';
const LANDLINE = 'This is a landline, and gets no texts. Please keep this page open.';
const sabang = { profile: { address: '7 Jalan Sabang, Jakarta' } };
const location = page.getByRole('combobox', { name: 'Location' });
const visitCall = '/auth/business/:username/queue/token/:token';

test('the only location is chosen already, and its line is told and kept up to date', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const shop = openShop();
  shop.queue.joinAll([{}, {}, {}, {}]);
  openGuestPage(shop);
  await expect.element(location).toHaveValue('location-1');
  await expect.element(page.getByText('4 parties', { exact: true })).toBeVisible();
  await expect.element(page.getByText('about 20 min', { exact: true })).toBeVisible();
  shop.queue.join();
  await vi.advanceTimersByTimeAsync(DOOR_POLL_MS);
  await expect.element(page.getByText('5 parties', { exact: true })).toBeVisible();
  await expect.element(page.getByText('about 25 min', { exact: true })).toBeVisible();
});

test('of several locations all lines are told, then that of the chosen one', async () => {
  await onPhone();
  const shop = openShop({ locations: [{}, sabang] });
  shop.queues[1]?.joinAll([{}, {}]);
  openGuestPage(shop);
  const main = page.getByRole('main');
  await expect.element(main.getByText('0 parties', { exact: true })).toBeVisible();
  await expect.element(main.getByText('2 parties', { exact: true })).toBeVisible();
  expect(await whatIsWrong()).toEqual([]);
  await location.selectOptions('location-2');
  await expect.element(main.getByText('0 parties', { exact: true })).not.toBeInTheDocument();
  await expect.element(main.getByText('2 parties', { exact: true })).toBeVisible();
});

test('the location that the address names is chosen already; an unknown one is not', async () => {
  const shop = openShop({ locations: [{}, sabang] });
  openGuestPage(shop, { boot: { at: 'location-2' } });
  await expect.element(location).toHaveValue('location-2');
  expect(document.querySelectorAll('option')).toHaveLength(3);
  openGuestPage(shop, { boot: { at: 'gone' } });
  await expect.element(location).toHaveValue('');
});

test('a guest with one name joins without the second field, whose error goes', async () => {
  await onPhone();
  const shop = openShop();
  openGuestPage(shop);
  await field('First Name').fill('Suharto');
  await button('Next').click();
  await expect.element(page.getByText('Last name is required', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'I have one name' }).click();
  await expect.element(field('Last Name')).not.toBeInTheDocument();
  expect(await whatIsWrong()).toEqual([]);
  await button('Next').click();
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  const [call] = theServer().callsTo('POST', '/auth/business/:username/queue');
  expect(call?.body).toMatchObject({ firstName: 'Suharto', lastName: '', oneName: true });
  expect(shop.queue.visit('visit-1')).toMatchObject({ firstName: 'Suharto', lastName: '' });
});

test('a number that is typed on the status page is checked, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await onPhone();
  const shop = openShop();
  const visitId = shop.queue.join({ waitingPreference: 'wait_anywhere', phoneNumber: NUMBER }).customer.id;
  openGuestPage(shop, { visitId });
  await field('Phone Number').fill('+62 21 5550 1234');
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS);
  await expect.element(page.getByText(LANDLINE, { exact: true })).toBeVisible();
  await field('Phone Number').fill(NUMBER);
  await expect.element(page.getByText(LANDLINE, { exact: true })).not.toBeInTheDocument();
});

test('a number is checked once the typing stops, a landline is told at once, and still joins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await onPhone();
  openGuestPage(openShop());
  await fillDetails();
  await radio(/^Wait Anywhere/).click();
  const checks = () =>
    theServer()
      .callsTo('POST', '/auth/business/:username/number-check')
      .map(({ body }) => body);
  await field('Phone Number').fill('+62 21 555');
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS - 1);
  await field('Phone Number').fill('+62 21 5550 1234');
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS - 1);
  expect(checks()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const told = page.getByText(LANDLINE, { exact: true });
  await expect.element(told).toBeVisible();
  expect(checks()).toEqual([{ locationId: 'location-1', phoneNumber: '+62 21 5550 1234' }]);

  await field('Phone Number').fill(NUMBER);
  await expect.element(told).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS);
  await expect.poll(() => checks().length).toBe(2);
  await field('Phone Number').fill('+62 21 5550 1234');
  await vi.advanceTimersByTimeAsync(NUMBER_CHECK_AFTER_MS);
  await expect.element(told).toBeVisible();
  vi.useRealTimers();
  expect(await whatIsWrong()).toEqual([]);
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
});

test('where no texts can be sent the choice says so first, and Stay on Premises is recommended', async () => {
  await onPhone();
  const shop = openShop();
  shop.queue.change((at) => ({ ...at, credits: { ...at.credits, smsCredits: 0 } }));
  openGuestPage(shop);
  await fillDetails();
  await expect
    .element(
      page.getByText(
        'This location cannot send texts right now. We recommend Stay on Premises; please keep this page open.',
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText('We text you when it’s your turn.')).not.toBeInTheDocument();
  expect(await whatIsWrong()).toEqual([]);
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
  // A new number does not change how the guest waits.
  await field('Phone Number').fill('+62 812 5550 0102');
  await button('Save number').click();
  await expect.element(toast('Number saved')).toBeVisible();
  await expect.element(toast('Switched to Wait Anywhere!')).not.toBeInTheDocument();
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

  // The page still has the typed number, so the guest can send the same choice again.
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
