/**
 * A visit on the guest's page: how the visit is restored after a load, the turn, the end, and the guest's replies to
 * staff.
 */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { GUEST_POLL_MS, REDIRECT_AFTER_REMOVAL_MS } from '../../../src/shared/limits.ts';
import { INTERRUPTION_MS, takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { button, joinOnPage, leaveOnPage, onPhone } from '../support/guest-steps.ts';
import { whatIsWrong } from '../support/look.ts';
import { openGuestPage, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const main = page.getByRole('main');
const place = (position: number) => page.getByText(`You are #${position} in line`).first();
const turn = page.getByRole('heading', { name: "It's your turn" });
const waitEnded = 'Nobody called you before the next opening, so your place in line has ended.';

test('a page that comes with a waiting visit restores it, and later the turn', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(toast('Queue restored')).toBeVisible();
  await expect.element(place(1)).toBeVisible();
  shop.queue.admit(customer.id);
  await expect.element(turn).toBeVisible();
});

test('a page that comes with an admitted visit welcomes its guest back', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  shop.queue.admit(customer.id);
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(toast('Welcome back!')).toBeVisible();
  await expect.element(turn).toBeVisible();
});

test('a page that comes with a visit that is over says so', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  shop.queue.removeForGood(customer.id);
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(toast('Queue session ended')).toBeVisible();
});

test('who is removed is told so for 2 s and not less, and is then at the start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const shop = openShop();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  await vi.advanceTimersByTimeAsync(0);
  shop.queue.removeForGood(customer.id);
  await expect.element(page.getByRole('heading', { name: 'Removed from queue' })).toBeVisible();
  await expect.element(toast('Removed from queue')).toBeVisible();
  await expect.element(toast('You have been removed from the queue by the business.')).toBeVisible();
  await vi.advanceTimersByTimeAsync(REDIRECT_AFTER_REMOVAL_MS - 1);
  await expect.poll(() => location.pathname).toBe('/queue/blue-door');
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => location.pathname).toBe('/queue');
  // The start page names the business, and advises a removed guest to ask the staff if the removal was a mistake.
  await expect
    .element(page.getByText('The staff took you off the list. A mistake? Ask at the door.'))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Join again' }))
    .toHaveAttribute('href', '/queue/blue-door?at=location-1');
});

test('whose wait ends by itself is told why, and may join again; staff did not do it', async () => {
  takeClock();
  const shop = openShop();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(place(1)).toBeVisible();
  endWait(shop, customer.id);
  await expect.element(toast(waitEnded)).toBeVisible();
  await expect.element(main.getByText(waitEnded)).toBeVisible();
  await vi.advanceTimersByTimeAsync(REDIRECT_AFTER_REMOVAL_MS);
  await expect.poll(() => location.pathname).toBe('/queue');
  await expect.element(page.getByRole('link', { name: 'Join again' })).toBeVisible();
  await expect.element(page.getByText('The staff took you off the list.')).not.toBeInTheDocument();
});

test('a page that comes after the wait has ended by itself says why', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  endWait(shop, customer.id);
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(toast('Queue session ended')).toBeVisible();
  await expect.element(toast(waitEnded)).toBeVisible();
});

test('the own data are erased after one question, and the page leads to the start', async () => {
  await onPhone();
  const shop = openShop();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  await button('Erase my data').click();
  await expect
    .element(page.getByRole('dialog').getByText(/^Your name, your number and your replies/))
    .toBeVisible();
  expect(await whatIsWrong()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  expect(shop.queue.visit(customer.id).firstName).not.toBe('');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button('Erase my data').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase my data' }).click();
  await expect.element(toast('Your data is erased')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/queue');
  expect(shop.queue.visit(customer.id)).toMatchObject({ firstName: '', status: 'left' });
});

test('data that could not be erased are said to be there, and the visit goes on', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  theServer().refuse('DELETE', '/auth/business/:username/queue/token/:token', 'too_many_requests');
  await button('Erase my data').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase my data' }).click();
  await expect.element(toast('Your data was not erased')).toBeVisible();
  await expect.element(place(1)).toBeVisible();
});

test('after the visit the own data can be erased as well', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  shop.queue.admit(customer.id);
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(turn).toBeVisible();
  await expect.element(button('Erase my data')).not.toBeInTheDocument();
  shop.queue.execute({ kind: 'arrived', actor: { kind: 'owner' }, visit: { id: customer.id } });
  await button('Erase my data').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase my data' }).click();
  await expect.element(toast('Your data is erased')).toBeVisible();
  expect(shop.queue.visit(customer.id)).toMatchObject({ firstName: '', status: 'arrived' });
});

test('leaving is asked once more, told, and leads to the start', async () => {
  const shop = openShop();
  openGuestPage(shop);
  await joinOnPage();
  await button('Leave Queue').click();
  await button('Keep my place').click();
  await leaveOnPage();
  await expect.element(toast('You left the queue')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/queue');
  await expect.element(page.getByRole('heading', { name: 'Join the Queue' })).toBeVisible();
  expect(shop.queue.visit('visit-1').status).toBe('left');
  await expect.element(main.getByText('Blue Door Café')).toBeVisible();
  await expect.element(page.getByText('The staff took you off the list.')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: 'Join again' }))
    .toHaveAttribute('href', '/queue/blue-door?at=location-1');
  expect(await whatIsWrong()).toEqual([]);
});

test('whoever cannot come says so at the turn, is asked once more, and is thanked', async () => {
  await onPhone();
  const shop = openShop();
  const { customer } = shop.queue.join();
  shop.queue.admit(customer.id);
  openGuestPage(shop, { visitId: customer.id });
  await button('I can’t come').click();
  await expect.element(page.getByText('Your spot goes to the next party.')).toBeVisible();
  await button('Keep my place').click();
  expect(shop.queue.visit(customer.id).status).toBe('admitted');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  const path = '/auth/business/:username/queue/:key/cannot-come';
  const allow = theServer().refuse('POST', path, 'try_again');
  await button('I can’t come').click();
  await page.getByRole('dialog').getByRole('button', { name: 'I can’t come' }).click();
  await expect.element(toast('The staff were not told')).toBeVisible();
  allow();
  await page.getByRole('dialog').getByRole('button', { name: 'I can’t come' }).click();
  await expect.element(page.getByRole('heading', { name: 'Thanks for telling us' })).toBeVisible();
  await expect.element(toast('The staff were not told')).not.toBeInTheDocument();
  expect(shop.queue.visit(customer.id).status).toBe('no_show');
  await expect
    .element(page.getByRole('link', { name: 'Join again' }))
    .toHaveAttribute('href', '/queue/blue-door?at=location-1');
  expect(location.pathname).toBe('/queue/blue-door');
  expect(await whatIsWrong()).toEqual([]);
});

test('whoever has come is welcomed', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  shop.queue.admit(customer.id);
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(turn).toBeVisible();
  shop.queue.execute({ kind: 'arrived', actor: { kind: 'owner' }, visit: { id: customer.id } });
  await expect.element(page.getByRole('heading', { name: 'Welcome!' })).toBeVisible();
  await expect.element(page.getByText('You’re checked in. Enjoy your visit.')).toBeVisible();
  await expect.element(button('I can’t come')).not.toBeInTheDocument();
});

test('the wait is told once, and the people ahead are said to be parties', async () => {
  theServer().opensSockets = false;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const shop = openShop();
  shop.queue.joinAll(['Ada', 'Bo', 'Cleo', 'Dewi'].map((firstName) => ({ firstName, numGuests: 3 })));
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(page.getByText('There are 4 people ahead of you')).toBeVisible();
  await expect.element(page.getByText('4 parties, each counted once')).toBeVisible();
  const wait = page.getByRole('definition').first();
  await expect.element(wait).toHaveTextContent(/^20 minutes$/);
  for (const id of ['visit-1', 'visit-2', 'visit-3']) shop.queue.admit(id);
  await vi.advanceTimersByTimeAsync(GUEST_POLL_MS);
  await expect.element(page.getByText('1 party', { exact: true })).toBeVisible();
  await expect.element(wait).toHaveTextContent(/^5 minutes$/);
  shop.queue.admit('visit-4');
  await vi.advanceTimersByTimeAsync(GUEST_POLL_MS);
  await expect.element(wait).toHaveTextContent(/^Any moment$/);
  // The server's learned estimate, which the page shows as a rounded range.
  theServer().answer('GET', '/auth/business/:username/queue/token/:token/status', () => ({
    ...shop.queue.status(customer.id),
    estimate: { low: 12, high: 44, method: 'learned' },
  }));
  await vi.advanceTimersByTimeAsync(GUEST_POLL_MS);
  await expect.element(wait).toHaveTextContent(/^10 to 45 minutes$/);
});

test('a visit that its guest ended elsewhere says so before the page goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await onPhone();
  const shop = openShop();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  await vi.advanceTimersByTimeAsync(0);
  const visit = { id: customer.id };
  shop.queue.execute({ kind: 'leave', actor: { kind: 'guest' }, visit });
  await expect.element(page.getByRole('heading', { name: 'You left the queue' })).toBeVisible();
  // Stops the timer that would open the next page.
  vi.useRealTimers();
  await expect.element(main).toMatchAriaInlineSnapshot(`
    - main:
      - paragraph: Blue Door Café 14 Kemang Raya, Jakarta
      - heading "You left the queue" [level=1]
      - navigation "Language"
  `);
  expect(await whatIsWrong()).toEqual([]);
});

test.for(['served', 'no_show'] as const)(
  'a hold that is over, where the location makes it %s',
  async (afterHold) => {
    await onPhone();
    const shop = openShop({ locations: [{ settings: { afterHold } }] });
    const { customer } = shop.queue.join({ numGuests: 1 });
    shop.queue.admit(customer.id);
    openGuestPage(shop, { visitId: customer.id });
    await expect.element(turn).toBeVisible();
    shop.queue.endHold(customer.id);
    await expect.element(button('Join again')).toBeVisible();
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Timer' }))
      .toHaveTextContent('Timer expired — your spot will be released.');
    await expect.element(page.getByRole('heading', { name: 'Your time is up' })).toBeVisible();
    await expect.element(main.getByText('1 guest')).toHaveTextContent('Mara Lindqvist · 1 guest');
    expect(await whatIsWrong()).toEqual([]);
  },
);

test('on the way is known to the staff, once', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  openGuestPage(shop, { visitId: customer.id });
  await button('I’m on my way').click();
  await expect.element(page.getByText('The staff know you’re on your way.')).toBeVisible();
  expect(shop.queue.visit(customer.id).onMyWayAt).not.toBeNull();
  await expect.element(button('I’m on my way')).not.toBeInTheDocument();
  await expect.element(button('I need 5 more minutes')).not.toBeInTheDocument();
});

test('five more minutes say first what they cost, can be thought over, and are had once', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  shop.queue.join({ firstName: 'Bo' });
  openGuestPage(shop, { visitId: customer.id });
  await button('I need 5 more minutes').click();
  await expect
    .element(page.getByText('1 party goes before you and you will be #2 in line. You can ask for this once.'))
    .toBeVisible();
  await button('Keep my place').click();
  await expect.element(place(1)).toBeVisible();

  await button('I need 5 more minutes').click();
  await button('Let them go first').click();
  await expect.element(toast('You have 5 more minutes')).toBeVisible();
  await expect.element(place(2)).toBeVisible();
  await expect.element(button('I need 5 more minutes')).not.toBeInTheDocument();
  expect(shop.queue.staffVisit(customer.id).position).toBe(2);
});

test('whoever is called and needs more time gives the turn back and keeps a place', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join();
  shop.queue.join({ firstName: 'Bo' });
  shop.queue.admit(customer.id);
  openGuestPage(shop, { visitId: customer.id });
  await button('I need 5 more minutes').click();
  await button('Let them go first').click();
  await expect.element(place(2)).toBeVisible();
  await expect.element(toast('You have 5 more minutes')).toBeVisible();
  await expect.element(toast('You are back in line')).not.toBeInTheDocument();
});

test('a join in a browser whose visit is there already says whose place this is', async () => {
  const shop = openShop();
  const { customer } = shop.queue.join({ firstName: 'Bob' });
  theServer().answer('POST', '/auth/business/:username/queue', () => shop.queue.joined(customer.id));
  openGuestPage(shop);
  await joinOnPage();
  await expect.element(toast('Queue restored')).toBeVisible();
  await expect.element(page.getByText('Bob Lindqvist')).toBeVisible();
});

test('a line that is lost says Reconnecting, and a wait that grows that it is running late', async () => {
  takeClock();
  await onPhone();
  theServer().opensSockets = false;
  const shop = openShop();
  const { customer } = shop.queue.join();
  let longerBy = 0;
  theServer().answer('GET', '/auth/business/:username/queue/token/:token/status', () => {
    const told = shop.queue.status(customer.id);
    return { ...told, estimatedWaitMinutes: told.estimatedWaitMinutes + longerBy };
  });
  openGuestPage(shop, { visitId: customer.id });
  await expect.element(place(1)).toBeVisible();
  await vi.advanceTimersByTimeAsync(INTERRUPTION_MS);
  await expect.element(page.getByText('Reconnecting', { exact: true })).toBeVisible();
  longerBy = 10;
  await vi.advanceTimersByTimeAsync(GUEST_POLL_MS);
  await expect.element(page.getByText('Running a little slower than we thought.')).toBeVisible();
  vi.useRealTimers();
  expect(await whatIsWrong()).toEqual([]);
});

/** Ends the wait, as the alarm of the location's Durable Object does. */
function endWait(shop: Shop, id: string): void {
  shop.queue.execute({ kind: 'end-wait', actor: { kind: 'system' }, visit: { id } });
}
