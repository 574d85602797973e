/** The owner's page asks every 10 seconds, the guest's every 2 while it has no socket (`docs/spec.md` section 9). */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { admit, joinQueue, openShop } from '../support/factories.ts';
import { isSamePage, journey, markPage } from '../support/harness.ts';
import { joinOnPage } from '../support/steps.ts';

const here = journey();
/** The owner's poll, and then some. */
const POLL_MS = 11_000;

test("the guest's page turns by asking when its socket never opens", async () => {
  const shop = await openShop(here.app.origin);
  const { page: guest } = await here.newPhone();
  const refused = await refuseSockets(guest);
  await joinOnPage(guest, shop);
  await expect.poll(refused).toBeGreaterThan(0);
  await markPage(guest);
  const { page: owner } = await here.newDesktop(shop);
  await owner.goto('/business/dashboard');
  await owner.getByRole('button', { name: 'Admit' }).click();
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  await guest.getByText('Your spot will be held for 5 minutes.').waitFor();
  expect(await isSamePage(guest)).toBe(true);
});

/** What becomes of each message on its way to the page. */
const spoilt: [string, (message: string) => string][] = [
  ['cannot be read', () => '{"type":"news"}'],
  [
    'come from a clock that runs behind',
    (message) => JSON.stringify({ ...JSON.parse(message), serverNow: '2020-01-01T00:00:00.000Z' }),
  ],
];

test.for(spoilt)("the guest's page turns by asking when its socket's messages %s", async ([, spoil]) => {
  const shop = await openShop(here.app.origin);
  const { page: guest } = await here.newPhone();
  let heard = 0;
  await guest.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      heard += 1;
      const text = String(message);
      // The first tells the status; from then on nothing is asked for while the socket is of use.
      socket.send(heard === 1 || text === 'pong' ? text : spoil(text));
    });
  });
  await joinOnPage(guest, shop);
  await expect.poll(() => heard).toBeGreaterThan(0);
  const { page: owner } = await here.newDesktop(shop);
  await owner.goto('/business/dashboard');
  await owner.getByRole('button', { name: 'Admit' }).click();
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
  expect(heard).toBeGreaterThan(1);
});

test('a turn that was taken back is not shown by an answer that comes late', async () => {
  const shop = await openShop(here.app.origin);
  const { page: guest } = await here.newPhone();
  const asked: Route[] = [];
  await guest.route(/\/status$/, (route) => void asked.push(route));
  const told: { status: object; at: number; tell(more: object): void }[] = [];
  await guest.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      const status = JSON.parse(String(message));
      const tell = (more: object) => socket.send(JSON.stringify({ ...status, ...more }));
      told.push({ status, at: Date.parse(status.serverNow), tell });
    });
  });
  await joinOnPage(guest, shop);
  await expect.poll(() => Math.min(told.length, asked.length)).toBeGreaterThan(0);
  const [first] = told;
  if (first === undefined) throw new Error('The socket told nothing.');
  const { status, at, tell } = first;
  const after = (ms: number) => ({ serverNow: new Date(at + ms).toISOString() });
  const turn = { status: 'admitted', admitted: true, holdEndsAt: new Date(at + 300_000).toISOString() };
  // The turn was at 5 seconds and was taken back: at 8 the guest waits as before, and then comes what was asked first.
  tell(after(8_000));
  await Promise.all(asked.map((route) => route.fulfill({ json: { ...status, ...turn, ...after(5_000) } })));
  await guest.evaluate(() => new Promise(requestAnimationFrame));
  await guest.getByRole('heading', { name: 'Queue status' }).waitFor();
  expect(await guest.getByText("It's your turn").count()).toBe(0);
  tell({ ...turn, ...after(9_000) });
  await guest.getByRole('heading', { name: "It's your turn" }).waitFor();
});

test('the dashboard shows a new guest by asking when its socket never opens', async () => {
  const shop = await openShop(here.app.origin);
  const { page: owner } = await here.newDesktop(shop);
  const refused = await refuseSockets(owner);
  await owner.clock.install();
  await owner.goto('/business/dashboard');
  await owner.getByText('No customers in queue at this location.').waitFor();
  await expect.poll(refused).toBeGreaterThan(0);
  await markPage(owner);
  await joinQueue(here.app.origin, shop);
  await owner.clock.fastForward(POLL_MS);
  await owner.getByRole('heading', { name: 'Mara Lindqvist' }).waitFor();
  // The page asks once when it notices; only the rhythm brings a second guest.
  await joinQueue(here.app.origin, shop, { firstName: 'Budi', lastName: 'Santoso' });
  await owner.clock.fastForward(POLL_MS);
  await owner.getByRole('heading', { name: 'Budi Santoso' }).waitFor();
  await owner.getByText('2 customers', { exact: true }).waitFor();
  expect(await isSamePage(owner)).toBe(true);
});

test('holds are counted by the server when the device is 40 minutes fast and no socket opens', async () => {
  const shop = await openShop(here.app.origin);
  const { customer } = await joinQueue(here.app.origin, shop);
  await admit(here.app.origin, shop, customer);
  const { page: owner } = await here.newDesktop(shop);
  await owner.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 40 * 60_000;
  });
  await refuseSockets(owner);
  await owner.goto('/business/dashboard');
  await owner.getByText(/^0[45]:\d\d left$/).waitFor();
});

/** Closes each live socket of the page as soon as it is asked for. Answers how many there were. */
async function refuseSockets(page: Page): Promise<() => number> {
  let refused = 0;
  await page.routeWebSocket(/\/live$/, async (socket) => {
    refused += 1;
    await socket.close();
  });
  return () => refused;
}
