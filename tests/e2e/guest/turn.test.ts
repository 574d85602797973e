/**
 * The main flow on a phone and a desktop: a guest scans the code, joins, is admitted and notified, and the hold ends.
 */
import { expect, test } from 'vitest';
import { joinQueue, newNumber, openShop } from '../support/factories.ts';
import { isSamePage, journey, markPage, toast } from '../support/harness.ts';

const here = journey();

test('a guest scans, joins and waits, the owner admits, the page turns by itself, the hold ends', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop, { firstName: 'Budi', lastName: 'Santoso' });
  const { page: owner } = await here.newDesktop(shop);
  await owner.goto('/business/dashboard');
  await owner.getByText('1 customer', { exact: true }).waitFor();
  await markPage(owner);

  const { page: guest } = await here.newPhone();
  await guest.goto(`/queue/${shop.username}`);
  await guest.getByRole('heading', { name: 'Enter your details' }).waitFor();
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByText('First name is required').waitFor();
  await guest.getByText('Last name is required').waitFor();
  await guest.getByRole('textbox', { name: 'First Name' }).fill('ليلى');
  await guest.getByRole('textbox', { name: 'Last Name' }).fill('حدّاد');
  await guest.getByRole('button', { name: 'More guests' }).click();
  await guest.getByRole('status').filter({ hasText: '2 guests' }).waitFor({ state: 'attached' });
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByRole('heading', { name: 'Choose how you want to wait' }).waitFor();
  await guest.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByText('Phone number is required for Wait Anywhere').waitFor();
  const phoneNumber = newNumber();
  await guest.getByRole('textbox', { name: 'Phone Number' }).fill(phoneNumber);
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByText('You are #2 in line').first().waitFor();
  await guest.getByText('There is 1 person ahead of you').waitFor();
  await guest.getByText(/^5 minutes/).waitFor();
  await markPage(guest);

  const row = owner.getByRole('listitem').filter({ hasText: 'ليلى حدّاد' });
  await row.getByText('2 guests').waitFor();
  await row.getByText('Wait Anywhere').waitFor();
  await owner.getByText('2 customers', { exact: true }).waitFor();
  await owner
    .getByRole('listitem')
    .filter({ hasText: 'Budi Santoso' })
    .getByRole('button', { name: 'Admit' })
    .click();
  await toast(owner, 'Budi Santoso has been admitted and will proceed to their turn.').waitFor();
  await guest.getByText('You are #1 in line').first().waitFor();

  await row.getByRole('button', { name: 'Admit' }).click();
  await toast(owner, 'Customer admitted').first().waitFor();
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  await guest.getByText('Your spot will be held for 5 minutes.').waitFor();
  await toast(guest, "You've been admitted!").waitFor();
  await expect.poll(() => guest.getByRole('timer').innerText()).toMatch(/^(05:00|04:5\d)$/);
  const arriving = owner
    .getByRole('region', { name: 'Arriving' })
    .getByRole('listitem')
    .filter({ hasText: 'ليلى' });
  await arriving.getByText('Text sent').waitFor();

  const { page: outbox } = await here.newDesktop();
  // The text has the longer or the shorter wording, depending on the length of the link on this machine.
  const words =
    /Blue Door Café via Holdline: it's your turn\. (Please arrive within 5 minutes|Come within 5 min)\./;
  const textsToGuest = async () => {
    await outbox.goto('/dev/outbox');
    const toGuest = outbox.getByRole('listitem').filter({ hasText: phoneNumber.replaceAll(' ', '') });
    return toGuest.getByText(words).count();
  };
  await expect.poll(textsToGuest).toBe(1);

  const me = await owner.request.get('/auth/me');
  const visit = (await me.json()).locations[0].admittedCustomers.find(
    (admitted: { lastName: string }) => admitted.lastName === 'حدّاد',
  );
  await here.app.endHold(shop.location.id, visit.id);
  await guest.getByText('Timer expired — your spot will be released.').waitFor();
  await arriving.getByText('Hold ended').waitFor();
  expect([await isSamePage(guest), await isSamePage(owner)]).toEqual([true, true]);

  await expect.poll(() => guest.title()).toBe('Your time is up · Blue Door Café');
  await guest.getByRole('button', { name: 'Join again' }).click();
  await guest.getByRole('heading', { name: 'Enter your details' }).waitFor();
  // The cookie still names the ended visit, but a reload must not show the turn of this visit again.
  await guest.reload();
  await guest.getByRole('heading', { name: 'Enter your details' }).waitFor();
  await guest.getByRole('textbox', { name: 'First Name' }).fill('ليلى');
  await guest.getByRole('textbox', { name: 'Last Name' }).fill('حدّاد');
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByText('You are #1 in line').first().waitFor();
});
