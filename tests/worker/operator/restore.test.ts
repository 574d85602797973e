/**
 * A location is restored to an earlier time. The tests simulate point-in-time recovery, because the local runtime does
 * not have it.
 */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi, type MockInstance } from 'vitest';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import manual from '../../../docs/backups.md?raw';
import { acts, newAdmin, readText, updateCredits } from '../support/admin-calls.ts';
import { call, goodPassword, read } from '../support/factories.ts';
import { brokenObject, callWith, expectComplaints } from '../support/broken.ts';
import { eventsIn } from '../support/log-lines.ts';
import {
  anotherLocation,
  anOwnersLocation,
  join,
  lineOf,
  objectOf,
  viewOf,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import { moveClock, openLocation, stopClock } from '../support/queue-factories.ts';

const at = '2026-11-22T09:30:00+07:00';

function now(): string {
  return new Date().toISOString();
}

async function meStatus({ owner }: OwnedLocation): Promise<number> {
  return (await call('GET', '/auth/me', owner)).status;
}

async function restore(body: unknown): Promise<Response> {
  return call('POST', '/admin/restore', { cookie: await newAdmin(), body });
}

const then = '0000007b-0000b26e-00001538-0c3e87bb37b3db5cc52eedb93cd3b96b';
const before = '0000007c-0000b26e-00001538-0c3e87bb37b3db5cc52eedb93cd3b96c';

/**
 * Simulates point-in-time recovery. The bookmark of every point in time is `then`. The bookmark `before` undoes a
 * restore. `leads`: for each bookmark, the SQL statement that simulates the restore to that bookmark. Returns the times
 * whose bookmarks were looked up, and the bookmarks that were restored, in order.
 */
async function withAPast(place: OwnedLocation, leads: Record<string, string> = {}): Promise<string[]> {
  const ways: string[] = [];
  await runInDurableObject(objectOf(place)(), (_, { storage }) => {
    const every: DurableObjectStorage = Object.getPrototypeOf(storage);
    vi.spyOn(every, 'getBookmarkForTime').mockImplementation((instant) => {
      ways.push(`${new Date(instant).toISOString()} is`);
      return Promise.resolve(then);
    });
    vi.spyOn(every, 'onNextSessionRestoreBookmark').mockImplementation(function (
      this: DurableObjectStorage,
      bookmark,
    ) {
      ways.push(bookmark);
      // The object works with its memory until its next start, and reads the changed rows only at this start.
      this.sql.exec(leads[bookmark] ?? 'SELECT 1');
      return Promise.resolve(before);
    });
  });
  return ways;
}

/** The events in the log lines. */
function noted(logged: MockInstance<typeof console.log>): unknown[] {
  return eventsIn(logged.mock.calls.map(([line]) => String(line)));
}

test.each([
  ['an instant, whose bookmark the platform knows,', () => ({ at: now() }), () => [`${now()} is`, then]],
  ['a bookmark', () => ({ bookmark: then }), () => [then]],
])('to %s the object is sent, stops, and begins anew', async (_, to, way) => {
  stopClock();
  const place = await anOwnersLocation();
  const { id } = place.location;
  moveClock(1);
  const ways = await withAPast(place, {
    [then]: `UPDATE location SET settings = json_set(settings, '$.paused', json('true'))`,
  });
  const session = await objectOf(place)().session();
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await read(await restore({ locationId: id, ...to() }))).toEqual({
    status: 200,
    body: { bookmark: then, undo: before },
  });
  expect(ways).toEqual(way());
  expect(await objectOf(place)().session()).not.toBe(session);
  expect((await viewOf(place)).paused).toBe(true);
  expect(noted(logged)).toEqual([
    { event: 'admin_action', action: 'location_restored', locationId: id, undo: before },
  ]);
  expect(await acts(await newAdmin(), '?kind=location_restored')).toMatchObject([
    { operator: 'admin', username: place.owner.business.username, about: `${id}, undo ${before}` },
  ]);
});

test('an object that does not begin anew is told again, and what is certain is said', async () => {
  const place = await anOwnersLocation();
  await withAPast(place);
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
  const restarts = vi.spyOn(LocationQueue.prototype, 'restart').mockResolvedValueOnce();
  const body = { locationId: place.location.id, bookmark: then };
  expect((await restore(body)).status).toBe(200);
  expect(restarts).toHaveBeenCalledTimes(2);
  const broken = brokenObject(body.locationId, 'restart', new Error('Network connection lost.'));
  const cookie = await newAdmin();
  expect(await readText(await callWith(broken, 'POST', '/admin/restore', { cookie, body }))).toEqual({
    status: 500,
    text: 'The location has not restarted yet. The restore happens at the next restart, whose time is unknown, and guests who join before the restart are then lost. Please pause its queue and send the same request again, until it is restored.',
  });
  const action = {
    event: 'admin_action',
    action: 'location_restored',
    locationId: body.locationId,
    undo: before,
  };
  const failed = { event: 'location_unavailable', locationId: body.locationId };
  expect(noted(logged)).toMatchObject([action, failed, action, failed, failed, failed]);
});

test('if an object does not confirm its restart, the answer does not say that nothing was done', async () => {
  const place = await anOwnersLocation();
  await withAPast(place);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const broken = brokenObject(place.location.id, 'session', new Error('Network connection lost.'));
  const body = { locationId: place.location.id, bookmark: then };
  const complaints = expectComplaints();
  const response = await callWith(broken, 'POST', '/admin/restore', { cookie: await newAdmin(), body });
  expect(await readText(response)).toEqual({
    status: 500,
    text: 'Something went wrong on our side. Please try again.',
  });
  expect(complaints()).toHaveLength(1);
});

test('without point-in-time recovery, as here, a restore is refused and nothing changes', async () => {
  stopClock();
  const place = await anOwnersLocation();
  moveClock(1);
  await join(place, { firstName: 'Maya' });
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await readText(await restore({ locationId: place.location.id, at: now() }))).toEqual({
    status: 501,
    text: 'This server cannot restore a location to an earlier time.',
  });
  expect(String(logged.mock.calls)).toContain('restore_refused');
  expect(await lineOf(place)).toEqual(['Maya']);
});

test.each([
  ['no instant', { at: 'yesterday' }],
  ['an instant without a zone', { at: '2026-11-22T09:30:00' }],
  ['no location', { locationId: 'here' }],
  ['a bookmark beside an instant', { bookmark: then }],
  ['what is no bookmark', { at: undefined, bookmark: 'then' }],
])('%s is refused', async (_, wrong) => {
  const place = await anOwnersLocation();
  expect((await restore({ locationId: place.location.id, at, ...wrong })).status).toBe(400);
});

test('after D1 went back in time, the statements of the manual have the counts go on above the old ones', async () => {
  const cookie = await newAdmin();
  const place = await anOwnersLocation({ username: 'blue-door' });
  await updateCredits(cookie);
  await updateCredits(cookie);
  await env.DB.prepare(
    `insert into billing_customers (business_id, customer_id, fetches, applied) values (?, 'cus_1', 7, 7)`,
  )
    .bind(place.owner.business.id)
    .run();
  const [count = '', insert = '', fetches = '', logIns = ''] = [
    ...manual.matchAll(/--command "((?:[^"\\]|\\.)*)"/g),
  ].map(([, statement = '']) => statement.replaceAll('\\"', '"'));
  const noted = await env.DB.prepare(count).first<number>('max(n)');
  expect(noted).toBe(2);
  // The test simulates that D1 is restored to a time before both changes of the credits. The location still has both
  // changes.
  await env.DB.exec('delete from admin_changes');
  await env.DB.prepare(insert.replace('<noted>', String(noted))).run();
  await env.DB.prepare(fetches).run();
  await updateCredits(cookie, { baseCustomerCredits: 77 });
  expect((await viewOf(place)).customerCredits).toBe(77);
  const { results: changes } = await env.DB.prepare('select id from admin_changes order by id').all();
  expect(changes).toEqual([{ id: 3 }, { id: 4 }]);
  expect(await env.DB.prepare('select fetches, refresh_due_at from billing_customers').all()).toMatchObject({
    results: [{ fetches: 1_007, refresh_due_at: 0 }],
  });
  expect(await meStatus(place)).toBe(200);
  expect((await call('GET', '/admin/businesses/blue-door', { cookie })).status).toBe(200);
  await env.DB.exec(logIns);
  expect(await meStatus(place)).toBe(401);
  expect((await call('GET', '/admin/businesses/blue-door', { cookie })).status).toBe(401);
});

test('an unknown or closed location is not found, and no location is restored to before it was added', async () => {
  stopClock();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const tooEarly = now();
  const place = await anOwnersLocation({ maxLocations: 2 });
  const removed = await anotherLocation(place);
  const ofNobody = await openLocation();
  const nobodys = await runInDurableObject(ofNobody(), (_, ctx) => ctx.id.toString());
  const { id } = place.location;
  moveClock(1);
  expect((await call('DELETE', `/auth/locations/${removed.location.id}`, place.owner)).status).toBe(200);
  const ways = await withAPast(place);
  for (const locationId of ['0'.repeat(64), nobodys, removed.location.id]) {
    expect((await restore({ locationId, at: now() })).status).toBe(404);
    expect((await restore({ locationId, bookmark: then })).status).toBe(404);
  }
  expect(await readText(await restore({ locationId: id, at: tooEarly }))).toEqual({
    status: 409,
    text: 'This location did not exist at that time. Nothing was changed.',
  });
  const body = { password: goodPassword };
  expect((await call('POST', '/auth/delete-account', { ...place.owner, body })).status).toBe(200);
  expect((await restore({ locationId: id, at: now() })).status).toBe(404);
  expect(ways).toEqual([]);
});
