/**
 * Two-step log-in with the test's own authenticator app. The page's sentences are tested in `tests/component/account/`.
 */
import { expect, test } from 'vitest';
import { appCode } from '../support/authenticator-app.ts';
import { signUpOwner } from '../support/factories.ts';
import { journey } from '../support/harness.ts';

const here = journey();

test('two-step log-in is turned on by the app, and asked for at the log-in', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newDesktop(owner);
  await page.goto('/business/account');
  const card = page.getByRole('region', { name: 'Two-step login', exact: true });
  await card.getByRole('button', { name: 'Turn on' }).click();
  await card.getByLabel('Current password').fill(owner.password);
  await card.getByRole('button', { name: 'Next' }).click();
  const secret = ((await card.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await card.getByRole('textbox', { name: 'Code from the app' }).fill(appCode(secret));
  await card.getByRole('button', { name: 'Confirm and turn on' }).click();
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await card.getByText('10 recovery codes left').waitFor();

  const again = await here.newPhone();
  again.expectComplaint(/^401 POST \/auth\/login$/);
  await again.page.goto('/login');
  await again.page.getByRole('textbox', { name: 'Email or Username' }).fill(owner.username);
  await again.page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await again.page.getByRole('button', { name: 'Sign In' }).click();
  // Uses the code of the next half minute, because the present code was used before. The server also accepts the next
  // code.
  await again.page.getByRole('textbox', { name: 'Code' }).fill(appCode(secret, Date.now() + 30_000));
  await again.page.getByRole('button', { name: 'Sign In' }).click();
  await again.page.waitForURL('/business/dashboard');
  expect((await again.page.request.get('/auth/me')).status()).toBe(200);
});
