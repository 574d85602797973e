/** A person's language: chosen by a link before the log-in, and stored with the user after the log-in. */
import { expect, test } from 'vitest';
import { accountCopy as indonesian } from '../../../src/shared/copy/id/account.ts';
import { accountCopy as spanish } from '../../../src/shared/copy/es/account.ts';
import { openShop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';

const here = journey();

test('a form is read in the chosen language, and the log-in leads to a page in the person’s own, with its welcome', async () => {
  const shop = await openShop(here.app.origin);
  const [own, other] = [await here.newDesktop(shop), await here.newPhone()];
  await own.page.goto('/business/account');
  await own.page.getByRole('combobox', { name: 'Your language' }).selectOption('id');
  await own.page.locator('html[lang=id]').waitFor();

  const { page } = other;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { name: spanish.logIn.title }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('es');
  await page.getByLabel(spanish.logIn.identifier).fill(shop.email);
  await page.getByLabel(spanish.logIn.password, { exact: true }).fill('kopi-susu-at-noon');
  await page.getByRole('button', { name: spanish.logIn.submit, exact: true }).click();
  await page.waitForURL('/business/dashboard');
  await page.locator('html[lang=id]').waitFor();
  await page.getByText(indonesian.logIn.done, { exact: true }).waitFor();
});
