/** The language of the guest's page: the guest chooses it, the visit stores it, and a reload keeps it. */
import { expect, test } from 'vitest';
import { newNumber, openShop, waitingVisit } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
import { holdCalls } from '../support/steps.ts';

const here = journey();

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
  // The guest changes the language while a change of the waiting mode is being sent. The page must not show the old
  // mode again.
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
  await page.getByText('Anda nomor 1 dalam antrean').first().waitFor();
  await page.reload();
  await page.getByText('Anda nomor 1 dalam antrean').first().waitFor();
});
