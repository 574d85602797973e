/** The overview of all locations of a business. Each location sends its news to one live socket. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { overviewMessage, type OverviewMessage } from '../../../src/shared/contracts/overview.ts';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { overviewOf } from '../../../src/worker/location/stubs.ts';
import { hashToken } from '../../../src/worker/identity/tokens.ts';
import { brokenDatabase, brokenObject, callWith } from '../support/broken.ts';
import { call, goodPassword, me, newLocation, newOwner, read, type TestOwner } from '../support/factories.ts';
import { newMember } from '../support/members.ts';
import { acted, join, leave, objectOf, setUp, type OwnedLocation } from '../support/owner-calls.ts';
import { openLocation, stopClock, moveClock, until } from '../support/queue-factories.ts';
import { overviewPage, pageOf, type Page } from '../support/sockets.ts';

const DAY_MS = 86_400_000;

async function aChain(size: number): Promise<{ owner: TestOwner; places: OwnedLocation[] }> {
  const owner = await newOwner({ maxLocations: size, emailVerifiedAt: 1 });
  for (let n = 1; n <= size; n += 1) {
    // Deletes the counters of rate limits, because an owner may not add so many locations in one day.
    await env.DB.prepare('DELETE FROM limit_windows').run();
    const body = { address: `${n} Jalan Sabang`, timezone: 'Asia/Jakarta' };
    expect((await call('POST', '/auth/locations', { body, cookie: owner.cookie })).status).toBe(201);
  }
  const { locations } = await me(owner);
  return { owner, places: locations.map((location) => ({ owner, location })) };
}

async function aPair(): Promise<[OwnedLocation, OwnedLocation]> {
  const { places } = await aChain(2);
  const [first, second] = places;
  if (first === undefined || second === undefined) throw new Error('two locations were made');
  return [first, second];
}

function told(page: Page): OverviewMessage[] {
  return page.got.filter((text) => text !== 'pong').map((text) => overviewMessage.parse(JSON.parse(text)));
}

/** The newest message to this page about a location. */
function newest(page: Page, { location }: OwnedLocation): OverviewMessage | undefined {
  return told(page).findLast((message) => 'id' in message && message.id === location.id);
}

/** Waits until the newest message about a location has all values in `news`. */
async function shows(page: Page, place: OwnedLocation, news: object): Promise<void> {
  await until(() => {
    const message = newest(page, place);
    return (
      message !== undefined &&
      Object.entries(news).every(([key, value]) => Reflect.get(message, key) === value)
    );
  });
}

const objectOfOverview = ({ owner }: OwnedLocation) => overviewOf(env, owner.business.id);

/** The time in epoch milliseconds until which a location sends its news to the overview. */
function watchedUntil(place: OwnedLocation): Promise<number> {
  return runInDurableObject(objectOf(place)(), (_, { storage }) =>
    Number(storage.sql.exec('SELECT watched_until FROM location').one()['watched_until']),
  );
}

test('a change at one of 50 locations reaches the page over its one socket', async () => {
  const { owner, places } = await aChain(50);
  const page = await overviewPage(owner);
  expect(told(page)[0]).toEqual({ type: 'locations', ids: places.map(({ location }) => location.id) });
  await until(() => places.every((place) => newest(page, place)?.type === 'location'));
  const [busy] = places.slice(33);
  if (busy === undefined) throw new Error('50 locations were made');
  const guest = await join(busy);
  await shows(page, busy, { waiting: 1 });
  expect(newest(page, busy)).toEqual({
    type: 'location',
    id: busy.location.id,
    address: '34 Jalan Sabang',
    timezone: 'Asia/Jakarta',
    waiting: 1,
    longest: { joinedAt: guest.customer.joinedAt, promisedMinutes: 5 },
    lateFrom: new Date(Date.parse(guest.customer.joinedAt) + 300_000).toISOString(),
    arriving: 0,
    today: { day: expect.any(String), joined: 1, left: 0 },
    open: true,
    turns: [],
    paused: false,
    texts: {},
    database: {},
    serverNow: expect.any(String),
  });
  await acted(busy, guest, 'admit');
  await shows(page, busy, { waiting: 0, arriving: 1 });
  await setUp(busy, { paused: true });
  await shows(page, busy, { paused: true });
  // The other locations have sent their first news, and nothing more.
  const others = told(page).filter((message) => 'id' in message && message.id !== busy.location.id);
  expect(others).toHaveLength(49);
}, 60_000);

test('news come after both objects slept, and a page that opens again gets them all', async () => {
  const [place, other] = await aPair();
  const page = await overviewPage(place.owner);
  await until(() => newest(page, place) && newest(page, other));
  const guest = await join(place);
  await shows(page, place, { waiting: 1 });
  await evictDurableObject(objectOf(place)());
  await evictDurableObject(objectOfOverview(place));
  await leave(place, guest);
  await shows(page, place, { waiting: 0 });
  expect(newest(page, place)).toMatchObject({ today: { joined: 1, left: 1 } });

  page.socket.close();
  await join(other);
  const again = await overviewPage(place.owner);
  await shows(again, other, { waiting: 1 });
  await shows(again, place, { waiting: 0 });
});

test('a location stops telling when nobody looks any more, and writes no row for each news', async () => {
  const [place, other] = await aPair();
  const page = await overviewPage(place.owner);
  await until(() => newest(page, place) && newest(page, other));
  const lease = await watchedUntil(place);
  expect(lease).toBeGreaterThan(Date.now() + DAY_MS);
  const second = await overviewPage(place.owner);
  await until(() => newest(second, place));
  expect(await watchedUntil(place)).toBe(lease);
  for (const { socket } of [page, second]) socket.close();
  await until(async () => {
    const open = await runInDurableObject(
      objectOfOverview(place),
      (_, state) => state.getWebSockets().length,
    );
    return open === 0;
  });
  await join(place);
  await until(async () => (await watchedUntil(place)) === 0);
});

test.each([
  ['a log-out', ({ cookie }: TestOwner) => call('POST', '/auth/logout', { cookie })],
  ['the end of all log-ins', ({ cookie }: TestOwner) => call('DELETE', '/auth/sessions', { cookie })],
])('after the answer to %s the socket is closed and hears nothing', async (_, end) => {
  const [place] = await aPair();
  const page = await overviewPage(place.owner);
  await until(() => newest(page, place));
  const response = await end(place.owner);
  expect(await read(response)).toEqual({ status: 200, body: { success: true } });
  await until(() => page.closed.length === 1);
  const heard = page.got.length;
  await join(place);
  expect([page.closed, page.got.length]).toEqual([[4401], heard]);
});

test('a log-out names the overview if it does not confirm', async () => {
  const [place] = await aPair();
  const deaf = brokenObject(objectOfOverview(place).id.toString(), 'endSessions', new Error('away'));
  const answer = await callWith(deaf, 'POST', '/auth/logout', {
    cookie: place.owner.cookie,
  });
  expect(await read(answer)).toEqual({
    status: 200,
    body: { success: true, unconfirmedAt: ['overview'] },
  });
});

test('the page of another owner hears nothing of it', async () => {
  const [place] = await aPair();
  const stranger = await newOwner();
  const own = await newLocation(stranger);
  const page = await overviewPage(stranger);
  await until(() => told(page).length === 2);
  const mine = await overviewPage(place.owner);
  await join(place);
  await shows(mine, place, { waiting: 1 });
  await page.settled();
  expect(told(page)).toMatchObject([
    { type: 'locations', ids: [own.id] },
    { type: 'location', id: own.id },
  ]);
});

test('a member has the given locations only, and a change of the rights closes the socket', async () => {
  const [given, other] = await aPair();
  const { owner } = given;
  const locationIds = [given.location.id];
  const member = await newMember(owner, 'viewer', { locationIds });
  const page = await overviewPage(member);
  await until(() => newest(page, given));
  await Promise.all([join(given), join(other)]);
  await shows(page, given, { waiting: 1 });
  await page.settled();
  expect(told(page)[0]).toEqual({ type: 'locations', ids: locationIds });
  expect([newest(page, other), await watchedUntil(other)]).toEqual([undefined, 0]);
  const from = { role: 'viewer', locationIds, mayReadNumbers: false };
  const body = { ...from, role: 'host', password: goodPassword, from };
  const path = `/auth/team/members/${member.user.id}`;
  expect((await call('PATCH', path, { body, cookie: owner.cookie })).status).toBe(200);
  await until(() => page.closed.length === 1);
  expect(page.closed).toEqual([4401]);
});

test('an overview passes on news only to the pages that may show this location', async () => {
  const seen = await openLocation();
  const page = pageOf(
    await overviewOf(env, 'business').fetch('https://overview/live', {
      headers: { Upgrade: 'websocket', 'x-owner-session': 'session', 'x-locations': seen().id.toString() },
    }),
  );
  await until(() => told(page).length === 2);
  expect(await overviewOf(env, 'business').tellOverview({ type: 'gone', id: 'another' })).toEqual({
    watched: false,
  });
  await page.settled();
  expect(told(page)).toHaveLength(2);
});

test('a location that does not answer is shown as away, and asked again by the page', async () => {
  const [place, other] = await aPair();
  const { watch } = LocationQueue.prototype;
  const spy = vi.spyOn(LocationQueue.prototype, 'watch').mockImplementation(function (
    this: LocationQueue,
    hash,
    end,
  ) {
    if (isAt(this, other)) throw new Error('away');
    return watch.call(this, hash, end);
  });
  const page = await overviewPage(place.owner);
  await until(() => newest(page, place)?.type === 'location' && newest(page, other)?.type === 'away');
  spy.mockRestore();
  page.socket.send('sync');
  await shows(page, other, { type: 'location' });
});

function isAt(queue: LocationQueue, { location }: OwnedLocation): boolean {
  const viewed = queue.view();
  return viewed.ok && viewed.view.id === location.id;
}

test('a location that is closed is gone, for open pages and for new ones of an older log-in', async () => {
  const [place, other] = await aPair();
  const page = await overviewPage(place.owner);
  await until(() => newest(page, place) && newest(page, other));
  await call('DELETE', `/auth/locations/${other.location.id}`, { cookie: place.owner.cookie });
  await shows(page, other, { type: 'gone' });
  page.socket.send('sync');
  await until(() => told(page).filter(({ type }) => type === 'gone').length === 2);
});

test('without the database a pass opens the socket, unless the locations know that its session has ended', async () => {
  const [place] = await aPair();
  const seen = await call('GET', '/auth/me', { cookie: place.owner.cookie });
  const pass = seen.headers.getSetCookie().find((line) => line.startsWith('holdline_pass='));
  const asked = {
    cookie: `${place.owner.cookie}; ${pass?.split(';', 1)[0]}`,
    headers: { Upgrade: 'websocket' },
  };
  const away = brokenDatabase('D1_ERROR: Network connection lost.');
  const page = pageOf(await callWith(away, 'GET', '/auth/locations/live', asked));
  await shows(page, place, { type: 'location' });
  await objectOf(place)().endSessions([hashToken(place.owner.cookie.split('=')[1] ?? '')]);
  const late = pageOf(await callWith(away, 'GET', '/auth/locations/live', asked));
  await until(() => late.closed.length === 1);
  expect(late.closed).toEqual([4401]);
});

test('the socket proves its session again after a day, and hears nothing until then', async () => {
  stopClock();
  const [place] = await aPair();
  const [asks, listens] = [await overviewPage(place.owner), await overviewPage(place.owner)];
  await until(() => newest(asks, place) && newest(listens, place));
  moveClock(DAY_MS);
  asks.socket.send('sync');
  await until(() => asks.closed.length === 1);
  await join(place);
  await until(() => listens.closed.length === 1);
  expect([asks.closed, listens.closed]).toEqual([[4401], [4401]]);
  expect(
    [...told(asks), ...told(listens)].some((message) => 'waiting' in message && message.waiting > 0),
  ).toBe(false);
});

test('an owner without a location has an empty overview, which hears of a new one', async () => {
  const owner = await newOwner();
  const page = await overviewPage(owner);
  expect(told(page)).toEqual([{ type: 'locations', ids: [] }]);
  const location = await newLocation(owner);
  await until(() => told(page).length === 2);
  expect(told(page)[1]).toEqual({ type: 'added' });
  expect(told(await overviewPage(owner))[0]).toEqual({ type: 'locations', ids: [location.id] });
});
