/** Sockets of ended visits, and sockets of pages that send too many requests. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { guestMessage, SYNC } from '../../../src/shared/contracts/live.ts';
import {
  granted,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  until,
  username,
  type Location,
} from '../support/queue-factories.ts';
import { act, leave } from '../support/commands.ts';
import { listen, type Page } from '../support/sockets.ts';
import type { StaffActionName } from '../../../src/shared/queue/rules/staff-actions.ts';

type Guest = Awaited<ReturnType<typeof joinAs>>;

const asStaff = { 'x-owner-session': 'session' };

function pageFor(location: Location, { claim }: Guest): Promise<Page> {
  return listen(location, { 'x-username': username, 'x-visit-secret': claim.secret });
}

function openSockets(location: Location): Promise<number> {
  return runInDurableObject(
    location(),
    (_, state) =>
      state.getWebSockets('guest').filter(({ readyState }) => readyState === WebSocket.OPEN).length,
  );
}

/** All ways to end a visit. Each function ends a visit, and returns after the time in which this end can be undone. */
const ends: [string, (location: Location, guest: Guest) => Promise<unknown>][] = [
  ['left', async (location, { claim }) => granted(await leave(location(), claim))],
  ['removed', (location, guest) => done(location, guest, 'remove')],
  ['arrived', (location, guest) => done(location, guest, 'admit', 'arrived')],
  ['no_show', (location, guest) => done(location, guest, 'admit', 'no-show')],
];

async function done(location: Location, { customer }: Guest, ...kinds: StaffActionName[]): Promise<void> {
  for (const kind of kinds) granted(await act(location(), { id: customer.id }, { kind }));
  moveClock(10_000);
  await runDurableObjectAlarm(location());
}

test.each(ends)('every page of a visit that ended as %s is told so and closed', async (status, end) => {
  stopClock();
  const location = await openLocation();
  const [guest, other] = [await joinAs(location), await joinAs(location, { firstName: 'Budi' })];
  const pages = [await pageFor(location, guest), await pageFor(location, guest)];
  const stays = await pageFor(location, other);
  await end(location, guest);
  for (const page of pages) {
    await until(() => page.closed.length === 1);
    expect(page.closed).toEqual([4410]);
    expect(guestMessage.parse(JSON.parse(page.got.at(-1) ?? ''))).toMatchObject({ type: 'status', status });
  }
  await stays.settled();
  expect([stays.closed, await openSockets(location)]).toEqual([[], 1]);
});

test.each(ends)(
  'a new socket to a visit that ended as %s gets the end once and is closed',
  async (status, end) => {
    stopClock();
    const location = await openLocation();
    const guest = await joinAs(location);
    await end(location, guest);
    const page = await pageFor(location, guest);
    expect(guestMessage.parse(await page.next(1))).toMatchObject({ type: 'status', status });
    await until(() => page.closed.length === 1);
    expect([page.closed, page.got.length, await openSockets(location)]).toEqual([[4410], 1, 0]);
  },
);

test.each([SYNC, '', '{"type":"status"}', 'SYNC'])(
  'a page that says %j without pause is closed after ten times; others are served',
  async (message) => {
    stopClock();
    const location = await openLocation();
    const [rude, kind] = [await joinAs(location), await joinAs(location, { firstName: 'Budi' })];
    const [flood, quiet] = [await pageFor(location, rude), await pageFor(location, kind)];
    const owner = await listen(location, asStaff);
    for (let n = 0; n < 10; n += 1) flood.socket.send(message);
    const answers = message === SYNC ? 11 : 1;
    await until(() => flood.got.length === answers);
    await heard(location, flood);
    expect([flood.closed, flood.got.length]).toEqual([[], answers]);
    for (let n = 0; n < 5; n += 1) flood.socket.send(message);
    await until(() => flood.closed.length === 1);
    expect([flood.closed, flood.got.length]).toEqual([[4429], answers]);
    for (const page of [quiet, owner]) {
      page.socket.send(SYNC);
      await page.next(2);
      expect(page.closed).toEqual([]);
    }
    // After a new connection, the guest's page gets answers again.
    expect(await (await pageFor(location, rude)).next(1)).toMatchObject({ type: 'status', position: 1 });
  },
);

/** Waits until the object has handled all messages of this page. */
async function heard(location: Location, page: Page): Promise<void> {
  await page.settled();
  page.got.splice(0, page.got.length, ...page.got.filter((text) => text !== 'pong'));
  await location().accepting();
}

test('an owner’s page that asks once a second is always answered', async () => {
  stopClock();
  const location = await openLocation();
  const page = await listen(location, asStaff);
  await page.next(1);
  for (let second = 1; second <= 30; second += 1) {
    page.socket.send(SYNC);
    expect(await page.next(1 + second)).toMatchObject({ type: 'queue' });
    moveClock(1_000);
  }
  expect(page.closed).toEqual([]);
});

test('a page may ask ten times at once, and ten times again ten seconds later', async () => {
  stopClock();
  const location = await openLocation();
  const page = await listen(location, asStaff);
  for (let burst = 1; burst <= 2; burst += 1) {
    for (let n = 0; n < 10; n += 1) page.socket.send(SYNC);
    await until(() => page.got.length === 1 + 10 * burst);
    // The number of allowed requests grows with time, but never above ten.
    moveClock(burst === 1 ? 10_000 : 3_600_000);
  }
  for (let n = 0; n < 11; n += 1) page.socket.send(SYNC);
  await until(() => page.closed.length === 1);
  expect([page.closed, page.got.length]).toEqual([[4429], 31]);
});
