/** The demo business of `npm start`, as its owner sees it in the first minute. */
import { expect, test } from 'vitest';
import { logInAsDemoOwner, sendTo } from '../../../scripts/demo/calls.ts';
import { demoOwner } from '../../../scripts/demo/demo-business.ts';
import { makeDemoFile, seedDemo } from '../../../scripts/demo/seed.ts';
import { accountView } from '../../../src/shared/contracts/account/view.ts';
import { journey } from '../support/harness.ts';

const here = journey();
/**
 * Makes the file before the first call, because making the file blocks the process for a second or more, and open
 * connections end in this time.
 */
const file = makeDemoFile(Date.now());

test('its plan is paid, once, its line and its charts are there, and nothing speaks of a trial', async () => {
  const send = sendTo(here.app.origin, new AbortController().signal);
  await seedDemo(send, file, { pays: true });
  await seedDemo(send, file, { pays: true });
  const cookie = (await logInAsDemoOwner(send)) ?? '';
  const user = accountView.parse(await (await send('/auth/me', { headers: { cookie } })).json());
  expect(user).toMatchObject({ plan: 'Professional', trial: false, subscriptionStatus: 'active' });
  expect(user.locations.map(({ customerCredits }) => customerCredits)).toEqual([1500, 1500]);

  const { page } = await here.newDesktop({ ...demoOwner, cookie });
  await page.goto('/business/dashboard');
  await page.getByText('5 customers', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: 'Performance Summary' }).evaluate((it) => it.scrollIntoView());
  await page.getByText('Show as table').first().waitFor();
  expect(await page.getByText('No data available yet').count()).toBe(0);
  expect(await page.getByText('Free Trial').count()).toBe(0);
  await page.goto('/business/settings');
  await page.getByText('Manage Your Subscription').waitFor();
});
