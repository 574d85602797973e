/** A location taken back in time. The local runtime's storage keeps no past: what the platform does then is played (decision 64). */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi, type MockInstance } from 'vitest';
import { LocationQueue } from '../../src/worker/queue/location-queue.ts';
import { planRestore } from '../../src/worker/queue/past.ts';
import manual from '../../docs/backups.md?raw';
import { auditLog, newAdmin, readText, updateCredits } from './admin-calls.ts';
import { call, goodPassword, read } from './factories.ts';
import { eventsIn } from './log-lines.ts';
import { anotherPlace, aPlace, join, lineOf, viewOf, type Place } from './owner-calls.ts';
import { moveClock, openLocation, stopClock } from './queue-factories.ts';

const at = '2026-11-22T09:30:00+07:00';

function now(): string {
  return new Date().toISOString();
}

async function meStatus({ owner }: Place): Promise<number> {
  return (await call('GET', '/auth/me', owner)).status;
}

async function restore(body: unknown): Promise<Response> {
  return call('POST', '/admin/restore', { cookie: await newAdmin(), body });
}

test('the platform is asked for the bookmark of that instant, and to begin with it', async () => {
  const asked: unknown[] = [];
  const past = {
    getBookmarkForTime: (when: number | Date) => {
      asked.push(when);
      return Promise.resolve('then');
    },
    onNextSessionRestoreBookmark: (bookmark: string) => {
      asked.push(bookmark);
      return Promise.resolve('now');
    },
  };
  expect(await planRestore(past, 'id', Date.parse(at))).toEqual({ ok: true, bookmark: 'then', undo: 'now' });
  expect(asked).toEqual([Date.parse(at), 'then']);
});

/** Plays a platform that goes back. */
function restorable(): { planned: MockInstance; restarted: MockInstance } {
  const planned = vi.spyOn(LocationQueue.prototype, 'planRestore').mockResolvedValue({
    ok: true,
    bookmark: 'then',
    undo: 'now',
  });
  return { planned, restarted: vi.spyOn(LocationQueue.prototype, 'restart').mockResolvedValue() };
}

test('once that is planned the object stops, and the next call begins it anew', async () => {
  stopClock();
  const { id } = (await aPlace()).location;
  moveClock(1);
  const { restarted } = restorable();
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await read(await restore({ locationId: id, at: now() }))).toEqual({
    status: 200,
    body: { bookmark: 'then', undo: 'now' },
  });
  expect(restarted).toHaveBeenCalledOnce();
  expect(eventsIn(logged.mock.calls.map(([line]) => String(line)))).toEqual([
    { event: 'admin_deed', deed: 'location_restored', locationId: id },
  ]);
});

test('where the storage keeps no past, as here, it is refused and nothing changes', async () => {
  stopClock();
  const place = await aPlace();
  moveClock(1);
  await join(place, { firstName: 'Maya' });
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await readText(await restore({ locationId: place.location.id, at: now() }))).toEqual({
    status: 501,
    text: 'This server cannot take a location back in time.',
  });
  expect(String(logged.mock.calls)).toContain('restore_refused');
  expect(await lineOf(place)).toEqual(['Maya']);
});

test.each([
  ['no instant', { at: 'yesterday' }],
  ['an instant without a zone', { at: '2026-11-22T09:30:00' }],
  ['no location', { locationId: 'here' }],
])('%s is refused', async (_, wrong) => {
  const place = await aPlace();
  expect((await restore({ locationId: place.location.id, at, ...wrong })).status).toBe(400);
});

test('after D1 went back in time, the statements of the manual have the counts go on above the old ones', async () => {
  const cookie = await newAdmin();
  const place = await aPlace({ username: 'blue-door' });
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
  // Back to before both changes, of which the location knows.
  await env.DB.exec('delete from admin_changes');
  await env.DB.prepare(insert.replace('<noted>', String(noted))).run();
  await env.DB.prepare(fetches).run();
  await updateCredits(cookie, { baseCustomerCredits: 77 });
  expect((await viewOf(place)).customerCredits).toBe(77);
  expect((await auditLog(cookie)).map(({ id }) => id)).toEqual([4, 3]);
  expect(await env.DB.prepare('select fetches, refresh_due_at from billing_customers').all()).toMatchObject({
    results: [{ fetches: 1_007, refresh_due_at: 0 }],
  });
  expect(await meStatus(place)).toBe(200);
  expect((await call('GET', '/admin/businesses/blue-door', { cookie })).status).toBe(200);
  await env.DB.exec(logIns);
  expect(await meStatus(place)).toBe(401);
  expect((await call('GET', '/admin/businesses/blue-door', { cookie })).status).toBe(401);
});

test('what is no open location of an account, or was none at that time, is not found and not touched', async () => {
  stopClock();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const tooEarly = now();
  const place = await aPlace({ maxLocations: 2 });
  const removed = await anotherPlace(place);
  const ofNobody = await openLocation();
  const nobodys = await runInDurableObject(ofNobody(), (_, ctx) => ctx.id.toString());
  const { id } = place.location;
  moveClock(1);
  expect((await call('DELETE', `/auth/locations/${removed.location.id}`, place.owner)).status).toBe(200);
  const { planned } = restorable();
  for (const locationId of ['0'.repeat(64), nobodys, removed.location.id]) {
    expect((await restore({ locationId, at: now() })).status).toBe(404);
  }
  expect((await restore({ locationId: id, at: tooEarly })).status).toBe(404);
  const body = { password: goodPassword };
  expect((await call('POST', '/auth/delete-account', { ...place.owner, body })).status).toBe(200);
  expect((await restore({ locationId: id, at: now() })).status).toBe(404);
  expect(planned).not.toHaveBeenCalled();
});
