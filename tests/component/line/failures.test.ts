/**
 * The sentences of the pages when a call fails, word for word (`docs/spec.md` section 8): the server's message, or
 * 'Please try again' if there is none.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { theServer } from '../support/fake-server.ts';
import { button, openGuestBoot, openGuestPage, openPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const lineCalls = '/auth/business/:username/queue';

/**
 * The ways in which a call fails. `tells`: the sentence that the page shows; null: the page shows "Please try again"
 * instead.
 */
const failures = [
  { how: 'refused', tells: 'The server says why.' },
  { how: 'unanswered', tells: null },
] as const;
/**
 * A failure without an explanation. Only one call is tested, because the page shows the same sentence for all calls.
 */
const unexplained = { how: 'unexplained', tells: 'Request Failed: 500' } as const;
type Failure = (typeof failures)[number] | typeof unexplained;

type Action = {
  title: string;
  method: string;
  path: string;
  /** Opens the page, then makes the failing call. */
  act: (fail: () => void) => Promise<void>;
};

const ownerActions: Action[] = [
  {
    title: 'Failed to admit customer',
    method: 'POST',
    path: `${lineCalls}/:key/admit`,
    act: onDashboard('Admit Mara Lindqvist'),
  },
  {
    title: 'Failed to remove customer',
    method: 'DELETE',
    path: `${lineCalls}/:key`,
    act: onDashboard('Remove Mara Lindqvist'),
  },
  { title: 'Failed to refresh', method: 'GET', path: '/auth/me', act: onDashboard('Refresh') },
  {
    title: 'Failed to remove location',
    method: 'DELETE',
    path: '/auth/locations/:id',
    async act(fail) {
      await openPage('/business/settings');
      await button('Remove 14 Kemang Raya, Jakarta').click();
      fail();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove Location' }).click();
    },
  },
];

test.for(each(ownerActions))('$title: the call is $how', async ({ title, tells, act, ...call }) => {
  openShop().queue.join();
  await act(() => failCalls(call));
  await expect.element(toast(title)).toBeVisible();
  await expect.element(toast(tells ?? 'Please try again.')).toBeVisible();
});

test.for([...failures, unexplained])('Failed to add location: the call is $how', async ({ how, tells }) => {
  openShop({ locations: [] });
  await openPage('/business/settings');
  failCalls({ method: 'POST', path: '/auth/locations', how });
  await page.getByRole('textbox', { name: 'Location Address' }).fill('14 Kemang Raya, Jakarta');
  await button('Add Location').click();
  await expect.element(toast('Failed to add location')).toBeVisible();
  await expect.element(toast(tells ?? 'Please try again.')).toBeVisible();
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844));

  const guestActions: Action[] = [
    {
      title: 'Failed to join queue',
      method: 'POST',
      path: lineCalls,
      async act(fail) {
        openGuestPage(openShop());
        await page.getByRole('textbox', { name: 'First Name' }).fill('Mara');
        await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
        await button('Next').click();
        await expect.element(page.getByRole('radio', { name: /^Stay on Premises/ })).toBeVisible();
        fail();
        await button('Next').click();
      },
    },
    {
      title: 'Error leaving queue',
      method: 'POST',
      path: `${lineCalls}/:key/leave`,
      async act(fail) {
        const shop = openShop();
        openGuestPage(shop, { visitId: shop.queue.join().customer.id });
        await button('Leave Queue').click();
        fail();
        await page.getByRole('dialog').getByRole('button', { name: 'Leave Queue' }).click();
        // The page opens `/queue` even if the call failed (`docs/spec.md` section 4).
        await expect.poll(() => location.pathname).toBe('/queue');
      },
    },
  ];

  test.for(each(guestActions))('$title: the call is $how', async ({ title, tells, act, ...call }) => {
    await act(() => failCalls(call));
    await expect.element(toast(title)).toBeVisible();
    await expect.element(toast(tells ?? 'Please try again')).toBeVisible();
  });

  test.for(failures)('a look-up says under the field why it failed: the call is $how', async (failure) => {
    openGuestBoot({ path: '/queue', language: 'en' });
    failCalls({ method: 'GET', path: '/auth/exists', how: failure.how });
    await page.getByRole('textbox', { name: 'Business Username' }).fill('blue-door');
    await userEvent.keyboard('{Enter}');
    const why = failure.tells ?? 'Unable to verify business username';
    await expect.element(page.getByText(why, { exact: true })).toBeVisible();
    await expect.poll(() => location.pathname).toBe('/queue');
  });

  test.for(failures)('Error loading business: the call is $how', async ({ how }) => {
    const { username } = openShop().user;
    failCalls({ method: 'GET', path: '/auth/business/:username/addresses', how });
    // A page from the browser's history has no list of locations, and must request the list.
    openGuestBoot({ path: `/queue/${username}`, language: 'en' });
    await expect.element(toast('Error loading business')).toBeVisible();
    await expect.element(toast('Failed to load business information. Please try again.')).toBeVisible();
    await expect.poll(() => location.pathname).toBe('/queue');
  });

  test('a business without locations sends its guests away with a reason', async () => {
    openGuestPage(openShop({ locations: [] }));
    await expect.element(toast('No locations found')).toBeVisible();
    await expect.element(toast("This business doesn't have any locations set up yet.")).toBeVisible();
    await expect.poll(() => location.pathname).toBe('/queue');
  });
});

function onDashboard(pressed: string): Action['act'] {
  return async (fail) => {
    await openPage('/business/dashboard');
    await expect.element(page.getByRole('heading', { name: 'Mara Lindqvist' })).toBeVisible();
    fail();
    await button(pressed).click();
  };
}

function each(actions: Action[]): (Action & (typeof failures)[number])[] {
  return actions.flatMap((action) => failures.map((failure) => ({ ...action, ...failure })));
}

function failCalls({ method, path, how }: Pick<Action, 'method' | 'path'> & Pick<Failure, 'how'>): void {
  const server = theServer();
  if (how === 'unanswered') server.fail(method, path);
  else if (how === 'refused') server.refuse(method, path, 'not_waiting', 'The server says why.');
  else server.answer(method, path, () => new Response('out of order', { status: 500 }));
}
