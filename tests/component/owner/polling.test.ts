/**
 * Polling: a member's page asks the server every 10 seconds. The guest's page polls every 2 seconds while it has no
 * socket (`docs/spec.md` section 9).
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { takeClock } from '../support/clock.ts';
import { theServer, type FakeSocket } from '../support/fake-server.ts';
import { openGuestPage, openPage, says } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const MEMBER_POLL_MS = 10_000;
const GUEST_POLL_MS = 2_000;
const guestSockets = '/auth/business/:username/queue/token/:token/live';
const statusCall = ['GET', '/auth/business/:username/queue/token/:token/status'] as const;

describe("on a guest's phone", () => {
  beforeEach(() => page.viewport(390, 844));

  test('the page turns by asking when its socket never opens', async () => {
    takeClock();
    theServer().opensSockets = false;
    const { shop, visitId } = openAsGuest();
    await expect.poll(() => theServer().callsTo(...statusCall).length).toBe(1);
    await expect.element(page.getByRole('heading', { name: 'Queue status' })).toBeVisible();
    shop.queue.admit(visitId);
    await vi.advanceTimersByTimeAsync(GUEST_POLL_MS);
    await expect.element(page.getByRole('heading', { name: "It's your turn" })).toBeVisible();
    await says('Your spot will be held for 5 minutes.');
  });

  test.for<[string, (message: object) => object]>([
    ['cannot be read', () => ({ type: 'news' })],
    [
      'come from a clock that runs behind',
      (message) => ({ ...message, serverNow: '2020-01-01T00:00:00.000Z' }),
    ],
  ])("the page turns by asking when its socket's messages %s", async ([, spoil]) => {
    const shop = openShop();
    const { id: visitId } = shop.queue.join().customer;
    let told = 0;
    theServer().onSocket(guestSockets, (socket) => {
      const tell = socket.tell.bind(socket);
      // The page does not poll yet, because the first message is intact and has the status.
      socket.tell = (message) => {
        if (typeof message === 'object') told += 1;
        tell(typeof message === 'string' || told === 1 ? message : spoil(message));
      };
      shop.queue.openForGuest(socket, visitId);
    });
    openGuestPage(shop, { visitId });
    await expect.poll(() => told).toBe(1);
    await expect.element(page.getByRole('heading', { name: 'Queue status' })).toBeVisible();
    shop.queue.admit(visitId);
    await expect.element(page.getByRole('heading', { name: "It's your turn" })).toBeVisible();
    expect(told).toBeGreaterThan(1);
    expect(theServer().callsTo(...statusCall)).not.toEqual([]);
  });

  test('a turn that was taken back is not shown by an answer that comes late', async () => {
    const sockets: FakeSocket[] = [];
    const late = Promise.withResolvers<object>();
    const shop = openShop();
    const { id: visitId } = shop.queue.join().customer;
    const status = shop.queue.status(visitId);
    const at = Date.parse(status.serverNow);
    theServer().onSocket(guestSockets, (socket) => void sockets.push(socket));
    theServer().answer(...statusCall, () => late.promise);
    openGuestPage(shop, { visitId });
    const asked = () => theServer().callsTo(...statusCall).length;
    await expect.poll(() => [sockets.length, asked()]).toEqual([1, 1]);
    const tell = (more: object) => sockets[0]?.tell({ type: 'status', ...status, ...more });
    const after = (ms: number) => ({ serverNow: new Date(at + ms).toISOString() });
    const turn = { status: 'admitted', admitted: true, holdEndsAt: new Date(at + 300_000).toISOString() };
    // The guest had the turn at 5 seconds and waits again at 8 seconds. The older answer, with the turn, arrives last.
    tell(after(8_000));
    late.resolve({ ...status, ...turn, ...after(5_000) });
    // The page sends its next call only after this older answer has arrived.
    await expect
      .poll(() => {
        dispatchEvent(new Event('online'));
        return asked();
      })
      .toBeGreaterThan(1);
    await expect.element(page.getByRole('heading', { name: 'Queue status' })).toBeVisible();
    expect(page.getByText("It's your turn").query()).toBe(null);
    tell({ ...turn, ...after(9_000) });
    await expect.element(page.getByRole('heading', { name: "It's your turn" })).toBeVisible();
  });
});

test('the dashboard shows a new guest by asking when its socket never opens', async () => {
  takeClock();
  theServer().opensSockets = false;
  const { queue } = openShop();
  await openPage('/business/dashboard');
  await says('No customers in queue at this location.');
  queue.join();
  await vi.advanceTimersByTimeAsync(MEMBER_POLL_MS);
  await expect.element(page.getByRole('heading', { name: 'Mara Lindqvist' })).toBeVisible();
  // The page makes one call when it loses the socket. The second guest appears only after the next poll.
  queue.join({ firstName: 'Budi', lastName: 'Santoso' });
  await vi.advanceTimersByTimeAsync(MEMBER_POLL_MS);
  await expect.element(page.getByRole('heading', { name: 'Budi Santoso' })).toBeVisible();
  await says('2 customers');
});

test('holds are counted by the server when the device is 40 minutes fast and no socket opens', async () => {
  theServer().now = () => Date.now() - 40 * 60_000;
  theServer().opensSockets = false;
  const { queue } = openShop();
  queue.admit(queue.join().customer.id);
  await openPage('/business/dashboard');
  await expect.element(page.getByText(/^0[45]:\d\d left$/)).toBeVisible();
});

/** Opens the page of a waiting guest. */
function openAsGuest(): { shop: Shop; visitId: string } {
  const shop = openShop();
  const { id: visitId } = shop.queue.join().customer;
  openGuestPage(shop, { visitId });
  return { shop, visitId };
}
