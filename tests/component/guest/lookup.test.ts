/** `/queue`: a guest looks up a business by its username, and changes the page's language. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { button, field, onPhone } from '../support/guest-steps.ts';
import { openGuestBoot, openGuestPage } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const main = page.getByRole('main');

test('the look-up, and what was wrong with it, as read out', async () => {
  await onPhone();
  openGuestBoot({ path: '/queue', language: 'en' });
  await expect.element(main).toMatchAriaInlineSnapshot(`
    - main:
      - link "Holdline"
      - heading "Join the Queue" [level=1]
      - paragraph: Enter the business username to continue
      - text: Business Username
      - textbox "Business Username"
      - button "Next"
      - navigation "Language":
        - link "English"
        - link "Bahasa Indonesia"
        - link "Español"
        - link "العربية"
  `);
  await button('Next').click();
  await expect.element(page.getByText('Business username is required')).toBeVisible();
  await expect.element(field('Business Username')).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(field('Business Username'))
    .toHaveAccessibleDescription('Business username is required');
  expect(await accessibilityProblems()).toEqual([]);
});

test('an unknown business is said under the field; a known one is cleaned and asked for', async () => {
  openShop();
  openGuestBoot({ path: '/queue', language: 'en' });
  await field('Business Username').fill('nobody-here');
  await button('Next').click();
  await expect.element(page.getByText('That business username does not exist')).toBeVisible();
  await field('Business Username').fill('@blue-door ');
  await button('Next').click();
  await expect
    .poll(() =>
      theServer()
        .callsTo('GET', '/auth/exists')
        .map(({ url }) => url.searchParams.get('username')),
    )
    .toEqual(['nobody-here', 'blue-door']);
  await expect.poll(() => location.pathname).toBe('/queue/blue-door');
});

test('another language by keyboard: the links come one after the other, and the focus stays', async () => {
  openGuestBoot({ path: '/queue', language: 'en' });
  await expect.element(button('Next')).toBeVisible();
  button('Next').element().focus();
  for (const name of ['English', 'Bahasa Indonesia', 'Español']) {
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('link', { name })).toHaveFocus();
    expect(getComputedStyle(page.getByRole('link', { name }).element()).outlineStyle).not.toBe('none');
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.documentElement.lang).toBe('es');
  await expect.element(page.getByRole('link', { name: 'Español' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.poll(() => document.documentElement.lang).toBe('ar');
  expect(document.documentElement.dir).toBe('rtl');
});

test('the page changes its language without losing what was typed', async () => {
  openGuestPage(openShop(), { language: 'es' });
  await field('Nombre').fill('Mara');
  await page.getByRole('link', { name: 'العربية' }).click();
  await expect.element(page.getByRole('heading', { name: 'أدخل بياناتك' })).toBeVisible();
  await expect.element(field('الاسم الأول')).toHaveValue('Mara');
});

test('a change of language is told to the server without the way to wait that is on its way', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  const visitCall = '/auth/business/:username/queue/token/:token';
  const switching = theServer().hold('PATCH', visitCall);
  openGuestPage(shop, { visitId: customer.id });
  await page.getByRole('radio', { name: /^Wait Anywhere/ }).click();
  await field('Phone Number').fill('+62 812 5550 0101');
  await button('Save number').click();
  await page.getByRole('link', { name: 'Bahasa Indonesia' }).click();
  await expect.poll(() => theServer().callsTo('PUT', `${visitCall}/language`).length).toBe(1);
  expect(theServer().callsTo('PUT', `${visitCall}/language`)[0]?.body).toEqual({ language: 'id' });
  switching.release();
  await expect.poll(() => shop.queue.visit(customer.id).waitingPreference).toBe('wait_anywhere');
  await expect.element(page.getByText('Anda nomor 1 dalam antrean').first()).toBeVisible();
});
