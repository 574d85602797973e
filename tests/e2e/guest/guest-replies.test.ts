/** What a guest tells the staff from the page: on the way, five more minutes (decision on replies). */
import { expect, test } from 'vitest';
import { admit, joinQueue, newNumber, openShop, waitingVisit } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { holdCalls, joinOnPage } from '../support/steps.ts';

const here = journey();

test('on the way is known to the staff; five more minutes say first what they cost, can be thought over, and are had once', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await joinOnPage(page, shop);
  await page.getByRole('button', { name: 'I’m on my way' }).click();
  await page.getByText('The staff know you’re on your way.').waitFor();
  expect(await waitingVisit(here.app.origin, shop, 'Mara')).toMatchObject({
    onMyWayAt: expect.any(String),
  });
  expect(await page.getByRole('button', { name: 'I need 5 more minutes' }).isVisible()).toBe(false);
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  await page.getByRole('button', { name: 'I need 5 more minutes' }).click();
  await page
    .getByText('1 party goes before you and you will be #2 in line. You can ask for this once.')
    .waitFor();
  await page.getByRole('button', { name: 'Keep my place' }).click();
  await page.getByText('You are #1 in line').waitFor();

  await page.getByRole('button', { name: 'I need 5 more minutes' }).click();
  await page.getByRole('button', { name: 'Let them go first' }).click();
  await toast(page, 'You have 5 more minutes').waitFor();
  await page.getByText('You are #2 in line').first().waitFor();
  await page.getByRole('button', { name: 'I need 5 more minutes' }).waitFor({ state: 'hidden' });
  expect(await waitingVisit(here.app.origin, shop, 'Mara')).toMatchObject({ position: 2 });
});

test('whoever is called and needs more time gives the turn back and keeps a place', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await joinOnPage(page, shop);
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  const visit = await waitingVisit(here.app.origin, shop, 'Mara');
  if (visit === undefined) throw new Error('Mara is not in line');
  await admit(here.app.origin, shop, visit);
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await page.getByRole('button', { name: 'I need 5 more minutes' }).click();
  await page.getByRole('button', { name: 'Let them go first' }).click();
  await page.getByText('You are #2 in line').first().waitFor();
  await toast(page, 'You have 5 more minutes').waitFor();
  expect(await toast(page, 'You are back in line').count()).toBe(0);
});

test('the page changes its language without losing what was typed, and the visit knows it', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone({ locale: 'es-MX' });
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('heading', { name: 'Escriba sus datos' }).waitFor();
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Mara');
  await page.getByRole('link', { name: 'العربية' }).click();
  await page.getByRole('heading', { name: 'أدخل بياناتك' }).waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await page.getByRole('textbox', { name: 'الاسم الأول' }).inputValue()).toBe('Mara');
  await page.getByRole('textbox', { name: 'اسم العائلة' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'التالي' }).click();
  await page.getByRole('button', { name: 'التالي' }).click();
  await page.getByText('أنت #1 في الطابور').first().waitFor();
  // While another way to wait is on its way: the language must not bring the old one back.
  const switching = await holdCalls(page, /\/queue\/token\/[^/]+$/);
  await page.locator('[value=wait_anywhere]').check();
  await page.locator('[name=phoneNumber]').fill(newNumber());
  await page.keyboard.press('Enter');
  await page.locator('form button[aria-disabled]').waitFor();
  const told = page.waitForRequest(/\/language$/);
  await page.getByRole('link', { name: 'Bahasa Indonesia' }).click();
  switching.release();
  await (await told).response();
  await expect
    .poll(() => waitingVisit(here.app.origin, shop, 'Mara'))
    .toMatchObject({ waitingPreference: 'wait_anywhere' });
  await page.getByText('Anda #1 dalam antrean').first().waitFor();
  await page.reload();
  await page.getByText('Anda #1 dalam antrean').first().waitFor();
});
