/** A guest's page after a removal by the owner, and after a reload (`docs/spec.md` section 4, "Guest flow"). */
import { test } from 'vitest';
import { admit, openShop } from '../support/factories.ts';
import { journey, markPage, toast } from '../support/harness.ts';
import { joinOnPage } from '../support/steps.ts';
import { accountView } from '../../../src/shared/contracts/account/view.ts';

const here = journey();

test('the owner removes a guest, who is told and led back to the start', async () => {
  const shop = await openShop(here.app.origin);
  const { page: guest } = await here.newPhone();
  await joinOnPage(guest, shop);
  await markPage(guest);
  const { page: owner } = await here.newDesktop(shop);
  await owner.goto('/business/dashboard');
  await owner.getByRole('button', { name: 'Remove' }).click();
  await toast(owner, 'Customer removed').waitFor();
  await toast(owner, 'Mara Lindqvist has been removed from the queue.').waitFor();
  await owner.getByRole('region', { name: 'Done today' }).getByText('Removed by Business').waitFor();
  await here.app.endUndo(shop.location.id);
  await toast(guest, 'Removed from queue').waitFor();
  await toast(guest, 'You have been removed from the queue by the business.').waitFor();
  await guest.waitForURL('/queue');
  await guest.getByRole('heading', { name: 'Join the Queue' }).waitFor();
});

test('a reload restores the place in line, and later the turn', async () => {
  const shop = await openShop(here.app.origin);
  const { page: guest } = await here.newPhone();
  await joinOnPage(guest, shop);
  await guest.reload();
  await toast(guest, 'Queue restored').waitFor();
  await guest.getByText('You are #1 in line').first().waitFor();

  const me = await fetch(new URL('/auth/me', here.app.origin), { headers: { cookie: shop.cookie } });
  const [visit] = accountView.parse(await me.json()).locations[0]?.queue ?? [];
  if (visit === undefined) throw new Error('the guest is not in the queue');
  await admit(here.app.origin, shop, visit);
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  await guest.reload();
  await toast(guest, 'Welcome back!').waitFor();
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
});
