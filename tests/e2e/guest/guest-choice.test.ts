/** What a guest chooses: a location among several, another way to wait that the server refuses; and the pause at the end. */
import { expect, test } from 'vitest';
import { accountView } from '../../../src/shared/contracts/account.ts';
import { refusals } from '../../../src/shared/copy/en/refusals.ts';
import { REDIRECT_AFTER_REMOVAL_MS } from '../../../src/shared/limits.ts';
import {
  addLocation,
  newNumber,
  openShop,
  remove,
  setUp,
  waitingVisit,
  type Shop,
} from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { whatIsWrong } from '../support/look.ts';
import { fillJoinForm, joinOnPage } from '../support/steps.ts';

const here = journey();
const joinCall = /\/auth\/business\/[^/]+\/queue$/;
const visitCall = /\/queue\/token\/[^/]+$/;

test('the only location is chosen already; among several the guest chooses, and waits at that one', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const location = page.getByRole('combobox', { name: 'Location' });
  await page.goto(`/queue/${shop.username}`);
  expect(await location.inputValue()).toBe(shop.location.id);

  const other = await addLocation(here.app, shop, '7 Jalan Sabang, Jakarta');
  await page.goto(`/queue/${shop.username}`);
  expect(await location.inputValue()).toBe('');
  expect(await location.locator('option').allTextContents()).toEqual([
    'Choose a location',
    'Blue Door Café - 14 Kemang Raya, Jakarta',
    'Blue Door Café - 7 Jalan Sabang, Jakarta',
  ]);
  await page.getByRole('textbox', { name: 'First Name' }).fill('Mara');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Location is required', { exact: true }).waitFor();
  expect(await location.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await whatIsWrong(page)).toEqual([]);

  await location.selectOption('Blue Door Café - 7 Jalan Sabang, Jakarta');
  await page.getByText('Location is required', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('7 Jalan Sabang, Jakarta', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #1 in line').first().waitFor();
  await page.getByText('7 Jalan Sabang, Jakarta', { exact: true }).waitFor();
  expect(await linesOf(shop)).toEqual({ [shop.location.id]: [], [other.id]: ['Mara'] });
});

test('among several a location that takes nobody says why, and another one can be chosen instead', async () => {
  const shop = await openShop(here.app.origin);
  await addLocation(here.app, shop, '7 Jalan Sabang, Jakarta');
  await setUp(here.app.origin, shop, { paused: true });
  const { page } = await here.newPhone();
  await page.goto(`/queue/${shop.username}`);
  const paused = page.getByText(refusals.joining_paused.sentence, { exact: true });
  expect(await paused.count()).toBe(0);
  const location = page.getByRole('combobox', { name: 'Location' });
  await location.selectOption(shop.location.id);
  await paused.waitFor();
  await location.selectOption('Blue Door Café - 7 Jalan Sabang, Jakarta');
  await paused.waitFor({ state: 'detached' });
});

test('a change of the way to wait that the server refuses is undone, and the page says why', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  await joinOnPage(page, shop);
  const { status, sentence } = refusals.try_again;
  expectComplaint(new RegExp(`^${status} PATCH `));
  await page.route(visitCall, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status, json: { error: sentence, code: 'try_again' } })
      : route.fallback(),
  );
  const anywhere = page.getByRole('radio', { name: /^Wait Anywhere/ });
  await anywhere.check();
  const phone = page.getByRole('textbox', { name: 'Phone Number' });
  const number = newNumber();
  await phone.fill(number);
  await page.getByRole('button', { name: 'Save number' }).click();
  await toast(page, 'Your choice was not saved').waitFor();
  await toast(page, sentence).waitFor();
  const onPremises = page.getByRole('radio', { name: /^Stay on Premises/ });
  await expect.poll(() => onPremises.isChecked()).toBe(true);
  expect((await waitingVisit(here.app.origin, shop, 'Mara'))?.waitingPreference).toBe('on_premises');
  expect(await whatIsWrong(page)).toEqual([]);

  // What was typed is not lost: the same wish can be sent again.
  await page.unroute(visitCall);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await anywhere.check();
  await saved;
  await toast(page, 'Switched to Wait Anywhere!').waitFor();
  expect(await phone.inputValue()).toBe(number);
  expect((await waitingVisit(here.app.origin, shop, 'Mara'))?.waitingPreference).toBe('wait_anywhere');
});

test('a join whose number the server refuses stays at the number, which says why', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^400 POST .*\/queue$/);
  const error = refusals.invalid_input.sentence;
  const issues = { fieldErrors: { phoneNumber: [error] } };
  await page.route(
    joinCall,
    (route) => route.fulfill({ status: 400, json: { error, code: 'invalid_input', issues } }),
    { times: 1 },
  );
  await fillJoinForm(page, shop);
  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  const phone = page.getByRole('textbox', { name: 'Phone Number' });
  await phone.fill('62');
  await page.getByRole('button', { name: 'Next' }).click();
  await toast(page, 'Failed to join queue').waitFor();
  await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true');
  expect(await phone.inputValue()).toBe('62');
  expect(await whatIsWrong(page)).toEqual([]);
  await phone.fill(newNumber());
  expect(await phone.getAttribute('aria-invalid')).not.toBe('true');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #1 in line').first().waitFor();
});

test('who is removed reads so for 2 s and not less, and is then at the start', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await page.clock.install();
  await joinOnPage(page, shop);
  await page.getByText('Live', { exact: true }).waitFor();
  // From here only the test moves the time.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await remove(here.app.origin, shop, (await waitingVisit(here.app.origin, shop, 'Mara')) ?? expect.fail());
  await page.getByRole('heading', { name: 'Removed from queue' }).waitFor();
  await page.clock.runFor(REDIRECT_AFTER_REMOVAL_MS - 1);
  expect(new URL(page.url()).pathname).toBe(`/queue/${shop.username}`);
  await page.getByRole('heading', { name: 'Removed from queue' }).waitFor();
  await page.clock.runFor(1);
  await page.waitForURL('/queue');
});

/** The first names in line, by location. */
async function linesOf(shop: Shop): Promise<Record<string, string[]>> {
  const me = await fetch(new URL('/auth/me', here.app.origin), { headers: { cookie: shop.cookie } });
  const { locations } = accountView.parse(await me.json());
  return Object.fromEntries(locations.map(({ id, queue }) => [id, queue.map((one) => one.firstName)]));
}
