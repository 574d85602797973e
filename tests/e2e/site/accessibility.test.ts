/**
 * axe-core finds no problem on four whole pages in a browser, with the product's HTML, stylesheets and colour schemes.
 * All other pages and states are tested in `tests/component/`.
 */
import { expect, test } from 'vitest';
import { joinQueue, openShop } from '../support/factories.ts';
import { accessibilityProblems, journey } from '../support/harness.ts';
import { joinOnPage } from '../support/steps.ts';

const here = journey();

test('axe finds nothing on the home page, the sign-up, the dashboard and the status of a guest', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const problems: Record<string, string[]> = {};
  await joinOnPage(page, shop);
  problems['status'] = await accessibilityProblems(page);
  await page.goto('/');
  problems['home'] = await accessibilityProblems(page);
  await page.goto('/signup');
  await page.getByRole('heading', { name: 'Start your free trial' }).waitFor();
  problems['sign-up'] = await accessibilityProblems(page);

  await joinQueue(here.app.origin, shop, { firstName: 'ليلى', lastName: 'حدّاد' });
  const owner = await here.newDesktop(shop);
  await owner.page.goto('/business/dashboard');
  await owner.page.getByText('2 customers', { exact: true }).waitFor();
  problems['dashboard'] = await accessibilityProblems(owner.page);
  expect(problems).toEqual({ status: [], home: [], 'sign-up': [], dashboard: [] });
});
