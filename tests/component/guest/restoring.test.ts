/**
 * The guest's page while the server has not answered and only the token of the visit is known. Tests the message, and
 * the answers that end the visit on this device.
 */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tokenKey } from '../../../src/client/features/guest/visit/visit-rules.ts';
import { guestCatalogues } from '../../../src/shared/copy/guest-catalogues.ts';
import { languages } from '../../../src/shared/languages.ts';
import { GUEST_POLL_MS } from '../../../src/shared/limits.ts';
import { INTERRUPTION_MS, takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { onPhone } from '../support/guest-steps.ts';
import { whatIsWrong } from '../support/look.ts';
import { openGuestPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const statusCall = '/auth/business/:username/queue/token/:token/status';
const storedToken = () => localStorage.getItem(tokenKey('blue-door'));
const fakePolls = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

/** Opens a shop with one visit, whose token this browser has stored. Sockets do not open. */
function storeVisit() {
  theServer().opensSockets = false;
  const shop = openShop();
  const { queueToken } = shop.queue.join();
  localStorage.setItem(tokenKey('blue-door'), queueToken);
  return { shop, queueToken };
}

test.for(languages)(
  'where asking fails the page says in words that the place is safe, and shows it once there are answers (%s)',
  async (language) => {
    await onPhone();
    fakePolls();
    const { shop } = storeVisit();
    const answerAgain = theServer().answer('GET', statusCall, () => new Response('', { status: 503 }));
    openGuestPage(shop, { language });
    const copy = guestCatalogues[language];
    await expect.poll(() => theServer().callsTo('GET', statusCall).length).toBe(1);
    await vi.advanceTimersByTimeAsync(GUEST_POLL_MS);
    const words = page.getByRole('status').filter({ hasText: copy.connection.safe('Blue Door Café') });
    await expect.element(words).toBeVisible();
    // The message is also visible on the screen, not only for screen readers.
    expect(words.element().getBoundingClientRect().height).toBeGreaterThan(20);
    await expect.element(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');

    answerAgain();
    await vi.advanceTimersByTimeAsync(GUEST_POLL_MS);
    await expect.element(page.getByText(copy.toasts.restored, { exact: true }).first()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: copy.status.title })).toBeVisible();
    await expect.element(words).not.toBeInTheDocument();
  },
);

test('where no call is answered at all the page says so, too', async () => {
  await onPhone();
  takeClock();
  const { shop } = storeVisit();
  const asked = theServer().hold('GET', statusCall);
  openGuestPage(shop);
  await expect.element(page.getByRole('status').filter({ hasText: 'Loading the line' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(INTERRUPTION_MS);
  const words = page.getByText('No connection. Your place is safe with Blue Door Café.');
  await expect.element(words).toBeVisible();
  vi.useRealTimers();
  expect(await whatIsWrong()).toEqual([]);
  asked.release();
  await expect.element(toast('Queue restored')).toBeVisible();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
});

test.for(['403', '404', '408', '429', '500', '503', 'none'])(
  'an answer that says nothing of the visit (%s) keeps its token, and the place comes with the first that does',
  async (status) => {
    fakePolls();
    const { shop, queueToken } = storeVisit();
    const answerAgain =
      status === 'none'
        ? theServer().fail('GET', statusCall)
        : theServer().answer('GET', statusCall, () => new Response('', { status: Number(status) }));
    openGuestPage(shop);
    await expect.poll(() => theServer().callsTo('GET', statusCall).length).toBe(1);
    await vi.advanceTimersByTimeAsync(GUEST_POLL_MS);
    await expect.poll(() => storedToken()).toBe(queueToken);
    await expect.element(page.getByRole('heading', { name: 'Enter your details' })).not.toBeInTheDocument();
    answerAgain();
    await vi.advanceTimersByTimeAsync(GUEST_POLL_MS);
    await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
    await expect.poll(() => storedToken()).toBe(queueToken);
  },
);

test('a server that refuses the visit ends it on this device: the token goes, and the form is there', async () => {
  const { shop } = storeVisit();
  theServer().refuse('GET', statusCall, 'not_found');
  openGuestPage(shop);
  await expect.element(toast('Queue session ended')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Enter your details' })).toBeVisible();
  await expect.poll(() => storedToken()).toBeNull();
});
