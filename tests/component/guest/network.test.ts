/**
 * The guest's page on a bad network: slow calls, a cut socket, and answers that are lost after the server has acted.
 */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { INTERRUPTION_MS, takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import {
  button,
  field,
  fillDetails,
  joinOnPage,
  leaveOnPage,
  network,
  radio,
} from '../support/guest-steps.ts';
import { openGuestPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const joinCall = ['POST', '/auth/business/:username/queue'] as const;
const visitCall = ['PATCH', '/auth/business/:username/queue/token/:token'] as const;
const replyCall = ['POST', '/auth/business/:username/queue/token/:token/reply'] as const;
const leaveCall = ['POST', '/auth/business/:username/queue/:key/leave'] as const;
const statusCall = ['GET', '/auth/business/:username/queue/token/:token/status'] as const;
const LONGEST_RETRY_MS = 15_000;
const phoneNumber = '+62 812 5550 0101';
const turn = page.getByRole('heading', { name: "It's your turn" });

const lineOf = ({ queue }: ReturnType<typeof openShop>) =>
  queue.view().queue.map(({ firstName }) => firstName);

test('without a network each step stays as it is, says so, and goes on when it is back', async () => {
  const shop = openShop();
  openGuestPage(shop);
  const joins = theServer().fail(...joinCall);
  await fillDetails();
  await button('Next').click();
  await expect.element(toast('Failed to join queue')).toBeVisible();
  await expect.element(toast('Please try again')).toBeVisible();
  joins();
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  await says('Live');

  const safe = 'No connection. Your place is safe with Blue Door Café. We’ll update as soon as you’re back.';
  theServer().opensSockets = false;
  const asks = theServer().fail(...statusCall);
  theServer().cutSockets();
  network('offline');
  await says('Offline');
  await expect.element(page.getByRole('status').filter({ hasText: safe })).toBeVisible();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  shop.queue.admit('visit-1');
  asks();
  theServer().opensSockets = true;
  network('online');
  await expect.element(turn).toBeVisible();
  await expect.element(toast("You've been admitted!")).toBeVisible();

  network('offline');
  await says('Offline');
  await expect.element(page.getByRole('timer')).toHaveTextContent(/^0(5:00|4:[0-5]\d)$/);
});

test('a socket that is cut comes back by itself, in line and at the turn', async () => {
  takeClock();
  const shop = openShop();
  openGuestPage(shop);
  await joinOnPage();
  await says('Live');
  for (const step of ['in line', 'at the turn']) {
    theServer().cutSockets();
    expect([step, theServer().sockets.size]).toEqual([step, 0]);
    await vi.advanceTimersByTimeAsync(LONGEST_RETRY_MS);
    await expect.poll(() => theServer().sockets.size).toBe(1);
    if (step === 'at the turn') break;
    await says('Live');
    shop.queue.admit('visit-1');
    await expect.element(turn).toBeVisible();
  }
  shop.queue.execute({ kind: 'arrived', actor: { kind: 'owner' }, visit: { id: 'visit-1' } });
  await says('You’re checked in. Enjoy your visit.');
  await expect.poll(() => document.title).toBe('You’re checked in. Enjoy your visit.');
});

test('with 10 s to every answer the page says that it is busy, and sends nothing twice', async () => {
  takeClock();
  theServer().opensSockets = false;
  const shop = openShop();
  openGuestPage(shop);
  const busyButton = (name: string) =>
    expect.element(button(name).first()).toHaveAttribute('aria-disabled', 'true');
  /** Presses twice, lets 10 s pass, and then lets the server answer. */
  async function slowly(
    call: readonly [string, string],
    press: () => Promise<void>,
    busy: () => Promise<unknown>,
  ): Promise<void> {
    const answer = theServer().hold(...call);
    await press();
    await busy();
    await press();
    await vi.advanceTimersByTimeAsync(10_000);
    await busy();
    answer.release();
  }
  const forced = (name: string) => () => button(name).click({ force: true });

  await fillDetails();
  await slowly(
    joinCall,
    () => button(/^(Next|Joining\.\.\.)$/).click({ force: true }),
    () => busyButton('Joining...'),
  );
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  await vi.advanceTimersByTimeAsync(INTERRUPTION_MS);
  await says('Reconnecting');
  await slowly(replyCall, forced('I’m on my way'), () => busyButton('I’m on my way'));
  await says('The staff know you’re on your way.');

  await radio(/^Wait Anywhere/).click();
  await field('Phone Number').fill(phoneNumber);
  await slowly(visitCall, forced('Save number'), () => busyButton('Save number'));
  await expect.element(toast('Switched to Wait Anywhere!')).toBeVisible();

  await button('Leave Queue').click();
  const dialog = page.getByRole('dialog');
  const leave = dialog.getByRole('button', { name: 'Leave Queue' });
  await slowly(
    leaveCall,
    () => leave.click({ force: true }),
    async () => {
      await expect.element(leave).toHaveAttribute('aria-disabled', 'true');
      // While the call to leave is on its way, "Keep my place" does nothing.
      await dialog.getByRole('button', { name: 'Keep my place' }).click({ force: true });
      await expect.element(dialog).toBeVisible();
    },
  );
  await expect.element(toast('You left the queue')).toBeVisible();
  const sent = theServer().calls.filter(({ method }) => method !== 'GET');
  expect(sent.map(({ method, url }) => `${method} ${url.pathname.split('/').at(-1)}`)).toEqual([
    'POST queue',
    'POST reply',
    'PATCH token-visit-1',
    'POST number-check',
    'POST leave',
  ]);
});

test('an answer to the join that is lost, twice and over a reload, still makes one place', async () => {
  const shop = openShop();
  openGuestPage(shop);
  const found = theServer().loseAnswers(...joinCall);
  await fillDetails();
  await button('Next').click();
  await expect.element(toast('Failed to join queue')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await button('Next').click();
  await expect.element(toast('Failed to join queue')).toBeVisible();
  // The page opens without a visit, because the lost answer contained the cookie.
  openGuestPage(shop);
  await expect.element(page.getByRole('heading', { name: 'Choose how you want to wait' })).toBeVisible();
  found();
  await button('Next').click();
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  await expect.poll(() => lineOf(shop)).toEqual(['Mara']);
});

test('leaving says what failed, and what became of it shows on the way back', async () => {
  const shop = openShop();
  openGuestPage(shop);
  await joinOnPage();
  const away = theServer().fail(...leaveCall);
  await leaveOnPage();
  await expect.element(toast('Error leaving queue')).toBeVisible();
  away();
  openGuestPage(shop, { visitId: 'visit-1' });
  await expect.element(toast('Queue restored')).toBeVisible();
  await expect.poll(() => lineOf(shop)).toEqual(['Mara']);

  theServer().loseAnswers(...leaveCall);
  await leaveOnPage();
  await expect.element(toast('Error leaving queue')).toBeVisible();
  openGuestPage(shop, { visitId: 'visit-1' });
  await expect.element(page.getByRole('heading', { name: 'Enter your details' })).toBeVisible();
  await expect.poll(() => lineOf(shop)).toEqual([]);
});

test('a change or a reply whose answer is lost is sent once more, done once, and not called undone', async () => {
  const shop = openShop();
  openGuestPage(shop);
  await joinOnPage();
  shop.queue.join({ firstName: 'Bo' });
  theServer().loseAnswers(...replyCall, 1);
  await button('I’m on my way').click();
  await says('The staff know you’re on your way.');
  await expect.poll(() => theServer().callsTo(...replyCall).length).toBe(2);

  theServer().loseAnswers(...visitCall, 1);
  await radio(/^Wait Anywhere/).click();
  await field('Phone Number').fill(phoneNumber);
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Switched to Wait Anywhere!')).toBeVisible();
  await expect.poll(() => theServer().callsTo(...visitCall).length).toBe(2);
  expect(shop.queue.visit('visit-1')).toMatchObject({
    waitingPreference: 'wait_anywhere',
    onMyWayAt: expect.any(Number),
  });

  // The guest may use this reply once. The reply takes effect once, although the server's answer was lost.
  theServer().loseAnswers(...replyCall, 1);
  await button('I need 5 more minutes').click();
  await button('Let them go first').click();
  await expect.element(toast('You have 5 more minutes')).toBeVisible();
  await expect.element(toast('You are #2 in line now. The staff know.')).toBeVisible();
  await expect.element(page.getByText('You are #2 in line').first()).toBeVisible();
  await expect.element(button('I need 5 more minutes')).not.toBeInTheDocument();
  await expect.poll(() => lineOf(shop)).toEqual(['Bo', 'Mara']);

  // If a call never reached the server, the page says so, and the guest can repeat the call.
  const away = theServer().fail(...visitCall);
  await radio(/^Stay on Premises/).click();
  await expect.element(toast('Your choice was not saved')).toBeVisible();
  away();
  await radio(/^Stay on Premises/).click();
  await expect.element(toast("You're staying close!")).toBeVisible();
});
