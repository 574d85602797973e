/** A door that takes nobody just now: it says why and what to do, lets nobody through, and opens by itself. */
import { expect, test } from 'vitest';
import { refusals, type RefusalCode } from '../../../src/shared/copy/en/refusals.ts';
import { DOOR_POLL_MS } from '../../../src/shared/limits.ts';
import { closeLocation, joinQueue, openShop, setUp, type Shop } from '../support/factories.ts';
import { accessibilityProblems, journey, toast } from '../support/harness.ts';
import { fillJoinForm } from '../support/steps.ts';

const here = journey();
const DAY_MS = 24 * 60 * 60_000;

const neverOpen = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};

type Door = {
  code: RefusalCode;
  close: (shop: Shop) => Promise<unknown>;
  open: (shop: Shop) => Promise<unknown>;
};

const doors: Door[] = [
  {
    code: 'joining_paused',
    close: (shop) => setUp(here.app.origin, shop, { paused: true }),
    open: (shop) => setUp(here.app.origin, shop, { paused: false }),
  },
  {
    code: 'outside_hours',
    close: (shop) => setUp(here.app.origin, shop, { hours: neverOpen }),
    open: (shop) => setUp(here.app.origin, shop, { hours: null }),
  },
  {
    code: 'queue_full',
    close: async (shop) => {
      await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
      await setUp(here.app.origin, shop, { capacity: 1 });
    },
    open: (shop) => setUp(here.app.origin, shop, { capacity: 2 }),
  },
  {
    code: 'no_credits',
    close: ({ location }) => here.app.changeLocation(location.id, 'customer_credits', 0),
    open: ({ location }) => here.app.changeLocation(location.id, 'customer_credits', 1),
  },
  {
    code: 'trial_expired',
    close: ({ location }) => here.app.changeLocation(location.id, 'credits_end_at', Date.now() - 1),
    open: ({ location }) => here.app.changeLocation(location.id, 'credits_end_at', Date.now() + DAY_MS),
  },
];

const closedForGood: Pick<Door, 'code' | 'close'> = {
  code: 'location_closed',
  close: (shop) => closeLocation(here.app.origin, shop),
};

test.for(doors)('$code: said on arrival, at Next, and gone once guests are taken', async (door) => {
  const { sentence } = refusals[door.code];
  const shop = await openShop(here.app.origin);
  await door.close(shop);
  const { page } = await here.newPhone();
  await page.clock.install();
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('status').filter({ hasText: sentence }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('textbox', { name: 'First Name' }).fill('Mara');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  const location = page.getByRole('combobox', { name: 'Location' });
  await expect.poll(() => location.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByText(sentence, { exact: true }).count()).toBe(1);
  expect(await location.evaluate((field) => field === document.activeElement)).toBe(true);

  await door.open(shop);
  await page.clock.fastForward(DOOR_POLL_MS);
  await page.getByText(sentence, { exact: true }).waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox', { name: 'First Name' }).inputValue()).toBe('Mara');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: /^Stay on Premises/ }).waitFor();
});

test.for([...doors, closedForGood])(
  '$code: said where the door closes between the form and the join',
  async ({ code, close }) => {
    const shop = await openShop(here.app.origin);
    const { page, expectComplaint } = await here.newPhone();
    await fillJoinForm(page, shop);
    await close(shop);
    expectComplaint(new RegExp(`^${refusals[code].status} POST .*/queue$`));
    await page.getByRole('button', { name: 'Next' }).click();
    await toast(page, 'Failed to join queue').waitFor();
    await toast(page, refusals[code].sentence).waitFor();
    // Everything typed is still there.
    await page.goBack();
    await page.getByRole('textbox', { name: 'First Name' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'First Name' }).inputValue()).toBe('Mara');
  },
);
