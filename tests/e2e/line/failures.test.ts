/** What a page says when a call fails, to the letter of `docs/spec.md` section 8: the server's message, else 'Please try again'. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { joinQueue, openShop, signUpOwner, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { fillJoinForm, joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();
const username = /\/auth\/business\/[^/]+/.source;

/** How a call fails, what the page complains about and what it tells; `null` is its own fallback. */
const failures = [
  { how: 'refused', complaint: '^409', tells: 'The server says why.' },
  { how: 'unanswered', complaint: '^net::ERR_CONNECTION_FAILED', tells: null },
] as const;
/** The same sentence for every call: one of them shows it. */
const unexplained = { how: 'unexplained', complaint: '^500', tells: 'Request Failed: 500' } as const;
type Failure = (typeof failures)[number] | typeof unexplained;

type Action = {
  title: string;
  method: string;
  address: RegExp;
  /** Leads up to the failing call and makes it. */
  act: (page: Page, shop: Shop, fail: () => Promise<void>) => Promise<void>;
};

const ownerActions: Action[] = [
  {
    title: 'Failed to admit customer',
    method: 'POST',
    address: new RegExp(`${username}/queue/[^/]+/admit\\?`),
    act: onDashboard('Admit'),
  },
  {
    title: 'Failed to remove customer',
    method: 'DELETE',
    address: new RegExp(`${username}/queue/[^/]+$`),
    act: onDashboard('Remove'),
  },
  {
    title: 'Failed to refresh',
    method: 'GET',
    address: /\/auth\/me$/,
    act: onDashboard('Refresh'),
  },
  {
    title: 'Failed to remove location',
    method: 'DELETE',
    address: /\/auth\/locations\/[^/]+$/,
    async act(page, shop, fail) {
      await page.goto('/business/settings');
      await page.getByRole('button', { name: `Remove ${shop.location.address}` }).click();
      await fail();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove Location' }).click();
    },
  },
];

test.for(ownerActions.flatMap((action) => failures.map((failure) => ({ ...action, ...failure }))))(
  '$title: the call is $how',
  async (given) => {
    const shop = await openShop(here.app.origin);
    await joinQueue(here.app.origin, shop);
    const { page, expectComplaint } = await here.newDesktop(shop);
    expectComplaint(complaintOf(given));
    await given.act(page, shop, () => failCalls(page, given));
    await toast(page, given.title).waitFor();
    await toast(page, given.tells ?? 'Please try again.').waitFor();
  },
);

test.for([...failures, unexplained])('Failed to add location: the call is $how', async (failure) => {
  const owner = await signUpOwner(here.app.origin);
  const call = { ...failure, method: 'POST', address: /\/auth\/locations$/ };
  const { page, expectComplaint } = await here.newDesktop(owner);
  expectComplaint(complaintOf(call));
  await page.goto('/business/settings');
  await failCalls(page, call);
  await page.getByRole('textbox', { name: 'Location Address' }).fill('14 Kemang Raya, Jakarta');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await toast(page, 'Failed to add location').waitFor();
  await toast(page, failure.tells ?? 'Please try again.').waitFor();
});

const guestActions: Action[] = [
  {
    title: 'Failed to join queue',
    method: 'POST',
    address: new RegExp(`${username}/queue$`),
    async act(page, shop, fail) {
      await fillJoinForm(page, shop);
      await fail();
      await page.getByRole('button', { name: 'Next' }).click();
    },
  },
  {
    title: 'Error leaving queue',
    method: 'POST',
    address: new RegExp(`${username}/queue/[^/]+/leave$`),
    async act(page, shop, fail) {
      await joinOnPage(page, shop);
      await fail();
      await leaveOnPage(page);
      // Also where it failed (`docs/spec.md` section 4).
      await page.waitForURL('/queue');
    },
  },
];

test.for(guestActions.flatMap((action) => failures.map((failure) => ({ ...action, ...failure }))))(
  '$title: the call is $how',
  async (given) => {
    const shop = await openShop(here.app.origin);
    const { page, expectComplaint } = await here.newPhone();
    expectComplaint(complaintOf(given));
    await given.act(page, shop, () => failCalls(page, given));
    await toast(page, given.title).waitFor();
    await toast(page, given.tells ?? 'Please try again').waitFor();
  },
);

test.for(failures)('a look-up says under the field why it failed: the call is $how', async (failure) => {
  const call = { ...failure, method: 'GET', address: /\/auth\/exists\?username=/ };
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(complaintOf(call));
  await page.goto('/queue');
  await failCalls(page, call);
  await page.getByRole('textbox', { name: 'Business Username' }).fill('blue-door');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(failure.tells ?? 'Unable to verify business username', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/queue');
});

test.for(failures)('Error loading business: the call is $how', async (failure) => {
  const shop = await openShop(here.app.origin);
  const call = { ...failure, method: 'GET', address: new RegExp(`${username}/addresses$`) };
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(complaintOf(call));
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('/queue');
  await page.reload();
  await failCalls(page, call);
  // The page of the business comes out of the history, so that its locations have to be asked for.
  await page.goBack();
  await toast(page, 'Error loading business').waitFor();
  await toast(page, 'Failed to load business information. Please try again.').waitFor();
  await page.waitForURL('/queue');
});

test('a business without locations sends its guests away with a reason', async () => {
  const owner = await signUpOwner(here.app.origin);
  const { page } = await here.newPhone();
  await page.goto(`/queue/${owner.username}`);
  await toast(page, 'No locations found').waitFor();
  await toast(page, "This business doesn't have any locations set up yet.").waitFor();
  await page.waitForURL('/queue');
});

function onDashboard(button: string): Action['act'] {
  return async (page, _, fail) => {
    await page.goto('/business/dashboard');
    await page.getByRole('heading', { name: 'Mara Lindqvist' }).waitFor();
    await fail();
    await page.getByRole('button', { name: button }).click();
  };
}

async function failCalls(
  page: Page,
  { method, address, how }: Failure & Pick<Action, 'method' | 'address'>,
): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (how === 'unanswered') return route.abort('connectionfailed');
    if (how === 'unexplained') return route.fulfill({ status: 500, body: 'out of order' });
    return route.fulfill({ status: 409, json: { error: 'The server says why.', code: 'not_waiting' } });
  });
}

function complaintOf({ complaint, method, address }: Failure & Pick<Action, 'method' | 'address'>): RegExp {
  return new RegExp(`${complaint} ${method} .*${address.source}`);
}
