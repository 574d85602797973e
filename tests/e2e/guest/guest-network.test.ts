/** The guest's page on a network that goes away, is slow, or loses answers after the server has acted. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accountView } from '../../../src/shared/contracts/account.ts';
import { visitCookieName } from '../../../src/worker/features/guest/visit-cookie.ts';
import {
  admitByName,
  joinQueue,
  markArrived,
  newNumber,
  openShop,
  type Shop,
  waitingVisit,
} from '../support/factories.ts';
import { isSamePage, journey, markPage, toast } from '../support/harness.ts';
import { cuttableSockets, fillJoinForm, holdCalls, joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();
const joinCall = /\/auth\/business\/[^/]+\/queue$/;
const visitCall = /\/queue\/token\/[^/]+$/;
const replyCall = /\/queue\/token\/[^/]+\/reply$/;
const leaveCall = /\/queue\/[^/]+\/leave$/;

test('without a network each step stays as it is, says so, and goes on when it is back', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  const offline = (now: boolean) => page.context().setOffline(now);
  expectComplaint(/^net::ERR_INTERNET_DISCONNECTED POST .*\/queue$/);
  expectComplaint(/^net::ERR_INTERNET_DISCONNECTED GET .*\/status$/);
  await page.goto(`/queue/${shop.username}`, { waitUntil: 'networkidle' });
  await markPage(page);
  await offline(true);
  await page.getByRole('textbox', { name: 'First Name' }).fill('Mara');
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('radio', { name: /^Stay on Premises/ }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await toast(page, 'Failed to join queue').waitFor();
  await toast(page, 'Please try again').waitFor();
  await offline(false);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #1 in line').first().waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  // Without it each kept place would be one more failed try to load it.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));

  const safe = 'No connection. Your place is safe with Blue Door Café. We’ll update as soon as you’re back.';
  await offline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await page.getByRole('status').filter({ hasText: safe }).waitFor();
  await page.waitForRequest(/\/status$/);
  await page.getByText('You are #1 in line').first().waitFor();
  const mara = await admitByName(here.app.origin, shop, 'Mara');
  const turnIcon = page.waitForResponse(/\/icon-turn\.svg$/);
  await offline(false);
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await toast(page, "You've been admitted!").waitFor();
  // It comes a moment later: else its loss would be one more failed try.
  await turnIcon;

  await offline(true);
  await page.getByText('Offline', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^04:[0-5]\d$/);
  await markArrived(here.app.origin, shop, mara);
  await offline(false);
  await page.getByText('You’re checked in. Enjoy your visit.').waitFor();
  await expect.poll(() => page.title()).toBe('You’re checked in. Enjoy your visit.');
  expect(await isSamePage(page)).toBe(true);
});

test('a socket that is cut comes back by itself, in line and at the turn', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  const sockets = await cuttableSockets(page);
  await joinOnPage(page, shop);
  await expect.poll(sockets.heard).toBe(1);
  await sockets.cut();
  await expect.poll(sockets.heard).toBe(2);
  await page.getByText('Live', { exact: true }).waitFor();
  const mara = await admitByName(here.app.origin, shop, 'Mara');
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await sockets.cut();
  await expect.poll(sockets.heard).toBe(3);
  await markArrived(here.app.origin, shop, mara);
  await page.getByText('You’re checked in. Enjoy your visit.').waitFor();
});

test('a page whose script is not there yet does not call itself live, and nothing moves when it is', async () => {
  const shop = await openShop(here.app.origin);
  const { queueToken } = await joinQueue(here.app.origin, shop);
  const { page } = await here.newPhone();
  const cookie = { name: visitCookieName(here.app.origin), value: queueToken, url: here.app.origin };
  await page.context().addCookies([cookie]);
  const scripts = await holdCalls(page, /\/assets\/[^/]+\.js$/);
  await page.goto(`/queue/${shop.username}`, { waitUntil: 'commit' });
  await page.getByText('You are #1 in line').waitFor();
  const badge = page.getByText('Live', { exact: true });
  expect([await badge.count(), await badge.isVisible()]).toEqual([1, false]);
  scripts.release();
  await badge.waitFor();
  await toast(page, 'Queue restored').waitFor();
  const moved = await page.evaluate(() => {
    const shifts = new PerformanceObserver(() => undefined);
    shifts.observe({ type: 'layout-shift', buffered: true });
    // On a busy machine the browser gives the page its size late, and counts what that moves as somebody's doing.
    const byItself = shifts
      .takeRecords()
      .filter((shift) => !('hadRecentInput' in shift && shift.hadRecentInput));
    return byItself.map((shift) => JSON.stringify(shift));
  });
  expect(moved).toEqual([]);
});

/** As a network brings it that stops in the middle: how far things moved when the rest came (cumulative layout shift). */
async function movedByRest(page: Page, html: string, cut: number): Promise<number> {
  await page.goto('about:blank');
  return page.evaluate(
    async ([first, rest]) => {
      const frames = () =>
        new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
      let moved = 0;
      document.open();
      document.write(first);
      await frames();
      const add = (entries: PerformanceEntryList) => {
        // The browser's own type does not know the entries of this kind.
        for (const shift of entries) moved += 'value' in shift ? Number(shift.value) : 0;
      };
      const shifts = new PerformanceObserver((list) => add(list.getEntries()));
      shifts.observe({ type: 'layout-shift', buffered: true });
      document.write(rest);
      document.close();
      await frames();
      add(shifts.takeRecords());
      return moved;
    },
    [html.slice(0, cut), html.slice(cut)] as const,
  );
}

test('a page of which half has come does not move under the eyes when the rest does', async () => {
  const { origin } = here.app;
  const shop = await openShop(origin);
  const { queueToken } = await joinQueue(origin, shop, { firstName: 'Mara' });
  await admitByName(origin, shop, 'Mara');
  const { page } = await here.newPhone();
  const moved: Record<string, number> = {};
  for (const [name, cookie] of [
    ['join', ''],
    ['turn', `${visitCookieName(origin)}=${queueToken}`],
  ] as const) {
    const answer = await fetch(`${origin}/queue/${shop.username}`, { headers: { cookie } });
    const html = (await answer.text()).replaceAll(/<link [^>]*>|<script type="module".*?<\/script>/g, '');
    const body = html.indexOf('<body>');
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const cut = body + Math.floor(((html.length - body) * tenth) / 10);
      moved[`${name} ${tenth}`] = await movedByRest(page, html, cut);
    }
  }
  expect(Object.entries(moved).filter(([, by]) => by > 0)).toEqual([]);
});

test('with 10 s to every answer the page says that it is busy, and sends nothing twice', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await page.clock.install();
  // An upgrade takes several such rounds: the socket never opens in its time.
  await page.routeWebSocket(/\/live$/, () => new Promise(() => {}));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url().split('/').at(-1)}`);
  });
  /** Presses twice, lets the 10 s go by and the answer come. */
  async function slowly(call: RegExp, press: () => Promise<void>, busy: () => Promise<void>): Promise<void> {
    const held = await holdCalls(page, call);
    await press();
    await busy();
    await press();
    await page.clock.fastForward(10_000);
    await busy();
    held.release();
  }
  const busyButton = (name: string) => () =>
    page.locator(`[aria-disabled=true]`, { hasText: name }).first().waitFor();

  await fillJoinForm(page, shop);
  await slowly(
    joinCall,
    () => page.locator('button[type=submit]').click({ force: true }),
    () => page.getByRole('button', { name: 'Joining...' }).waitFor(),
  );
  await page.getByText('You are #1 in line').first().waitFor();
  await page.getByText('Reconnecting', { exact: true }).waitFor();

  await slowly(
    replyCall,
    () => page.getByRole('button', { name: 'I’m on my way' }).click({ force: true }),
    busyButton('I’m on my way'),
  );
  await page.getByText('The staff know you’re on your way.').waitFor();

  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(newNumber());
  await slowly(
    visitCall,
    () => page.getByRole('button', { name: 'Save number' }).click({ force: true }),
    busyButton('Save number'),
  );
  await toast(page, 'Switched to Wait Anywhere!').waitFor();

  await page.getByRole('button', { name: 'Leave Queue' }).click();
  const dialog = page.getByRole('dialog');
  await slowly(
    leaveCall,
    () => dialog.getByRole('button', { name: 'Leave Queue' }).click({ force: true }),
    async () => {
      await busyButton('Leave Queue')();
      // What is being left cannot be kept any more.
      await dialog.getByRole('button', { name: 'Keep my place' }).click({ force: true });
      await dialog.waitFor();
    },
  );
  await toast(page, 'You left the queue').waitFor();
  expect(sent).toEqual(['POST queue', 'POST reply', expect.stringMatching(/^PATCH /), 'POST leave']);
});

test('an answer to the join that is lost, twice and over a reload, still makes one place', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^net::ERR_CONNECTION_FAILED POST .*\/queue$/);
  await fillJoinForm(page, shop);
  for (const after of ['dismissed', 'reloaded']) {
    await loseAnswer(page, joinCall);
    await page.getByRole('button', { name: 'Next' }).click();
    await toast(page, 'Failed to join queue').waitFor();
    // Nor did its cookie come.
    await page.context().clearCookies();
    if (after === 'reloaded') {
      await page.reload();
      await page.getByRole('heading', { name: 'Choose how you want to wait' }).waitFor();
    } else await toast(page, 'Failed to join queue').locator('..').locator('..').getByRole('button').click();
  }
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #1 in line').first().waitFor();
  expect(await lineOf(shop)).toEqual(['Mara']);
});

test('leaving says what failed, and what became of it shows on the way back', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^net::ERR_CONNECTION_FAILED POST .*\/leave$/);
  await joinOnPage(page, shop);
  await page.route(leaveCall, (route) => route.abort('connectionfailed'), { times: 1 });
  await leaveOnPage(page);
  await toast(page, 'Error leaving queue').waitFor();
  await page.goto(`/queue/${shop.username}`);
  await toast(page, 'Queue restored').waitFor();
  expect(await lineOf(shop)).toEqual(['Mara']);

  await loseAnswer(page, leaveCall);
  await leaveOnPage(page);
  await toast(page, 'Error leaving queue').waitFor();
  await page.goto(`/queue/${shop.username}`);
  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
  expect(await lineOf(shop)).toEqual([]);
});

test('a change or a reply whose answer is lost is sent once more, done once, and not called undone', async () => {
  const shop = await openShop(here.app.origin);
  const { page, expectComplaint } = await here.newPhone();
  expectComplaint(/^net::ERR_CONNECTION_FAILED POST .*\/reply$/);
  expectComplaint(/^net::ERR_CONNECTION_FAILED PATCH /);
  await joinOnPage(page, shop);
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  /** Loses the answer of the next call; the one that is sent once more is answered. */
  async function lostAnswer(call: RegExp, press: () => Promise<void>): Promise<void> {
    await loseAnswer(page, call);
    const answered = page.waitForResponse(call);
    await press();
    expect((await answered).status()).toBe(200);
  }
  await lostAnswer(replyCall, () => page.getByRole('button', { name: 'I’m on my way' }).click());
  await page.getByText('The staff know you’re on your way.').waitFor();

  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(newNumber());
  await lostAnswer(visitCall, () => page.keyboard.press('Enter'));
  await toast(page, 'Switched to Wait Anywhere!').waitFor();
  expect(await waitingVisit(here.app.origin, shop, 'Mara')).toMatchObject({
    waitingPreference: 'wait_anywhere',
    onMyWayAt: expect.any(String),
  });

  // What can be had once is given once, and told.
  await page.getByRole('button', { name: 'I need 5 more minutes' }).click();
  await lostAnswer(replyCall, () => page.getByRole('button', { name: 'Let them go first' }).click());
  await toast(page, 'You have 5 more minutes').waitFor();
  await toast(page, 'You are #2 in line now. The staff know.').waitFor();
  await page.getByText('You are #2 in line').first().waitFor();
  await page.getByRole('button', { name: 'I need 5 more minutes' }).waitFor({ state: 'hidden' });
  expect(await lineOf(shop)).toEqual(['Bo', 'Mara']);

  // A call that never arrived is told, and can be made again.
  expectComplaint(/^net::ERR_ADDRESS_UNREACHABLE PATCH /);
  await page.route(visitCall, (route) => route.abort('addressunreachable'), { times: 2 });
  await page.getByRole('radio', { name: /^Stay on Premises/ }).check({ force: true });
  await toast(page, 'Your choice was not saved').waitFor();
  await page.getByRole('radio', { name: /^Stay on Premises/ }).check();
  await toast(page, "You're staying close!").waitFor();
});

/** Addresses of which the next answer is to be lost. */
const toLose = new WeakMap<Page, RegExp[]>();

/**
 * The next call to this address reaches the server, which acts; its answer never comes. One route serves a page for good:
 * taking it away would race with the next.
 */
async function loseAnswer(page: Page, address: RegExp): Promise<void> {
  const addresses = toLose.get(page);
  if (addresses !== undefined) return void addresses.push(address);
  const wanted = [address];
  toLose.set(page, wanted);
  await page.route(/\/auth\//, async (route) => {
    const found = wanted.findIndex((one) => one.test(route.request().url()));
    if (found === -1) return route.continue();
    wanted.splice(found, 1);
    await route.fetch();
    await route.abort('connectionfailed');
  });
}

/** The first names in line, as the owner's data has them. */
async function lineOf(shop: Shop): Promise<string[]> {
  const me = await fetch(new URL('/auth/me', here.app.origin), { headers: { cookie: shop.cookie } });
  return accountView
    .parse(await me.json())
    .locations.flatMap(({ queue }) => queue.map((one) => one.firstName));
}
