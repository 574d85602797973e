/** The link in a text opens the visit on another device. */
import { expect, test } from 'vitest';
import { newNumber, openShop, type Shop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
import { leaveOnPage } from '../support/steps.ts';

const here = journey();

test('the link of a text opens the visit on another device; both are live, and leaving on one shows on the other', async () => {
  const shop = await openShop(here.app.origin);
  const { page: first } = await here.newPhone();
  await joinToBeTexted(first, shop);
  const { page: owner } = await here.newDesktop(shop);
  await owner.goto('/business/dashboard');
  await owner.getByRole('button', { name: 'Admit Maya Putri' }).click();
  await owner.getByText('Text sent').waitFor();

  const { page: outbox } = await here.newDesktop();
  await outbox.goto('/dev/outbox');
  const link = /http\S+\?v=\S+/.exec(await outbox.getByText("it's your turn").first().innerText())?.[0];
  const { page: second } = await here.newPhone();
  // The link in the text has the configured origin, which is not the origin of the tests' app.
  const { pathname, search } = new URL(link ?? '');
  await second.goto(pathname + search);
  await second.getByRole('heading', { name: "It's your turn" }).waitFor();
  expect(second.url()).toBe(`${here.app.origin}/queue/${shop.username}`);

  await owner.getByRole('button', { name: 'More for Maya Putri' }).click();
  await owner.getByText('Put back in line').click();
  for (const page of [first, second]) await page.getByText('You are #1 in line').first().waitFor();
  await leaveOnPage(second);
  await first.getByText('You left the queue').first().waitFor();
});

async function joinToBeTexted(guest: Awaited<ReturnType<typeof here.newPhone>>['page'], shop: Shop) {
  await guest.goto(`/queue/${shop.username}`);
  await guest.getByRole('textbox', { name: 'First Name' }).fill('Maya');
  await guest.getByRole('textbox', { name: 'Last Name' }).fill('Putri');
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await guest.getByRole('textbox', { name: 'Phone Number' }).fill(newNumber());
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByText('You are #1 in line').first().waitFor();
}
