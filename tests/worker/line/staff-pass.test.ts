/**
 * Staff who act on the line are identified by staff passes, and by sessions that are read from a replica. Each
 * location's object knows which sessions have ended.
 */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { notMeLink } from '../../../src/worker/features/account/not-me.ts';
import { DAY_MS } from '../../../src/shared/limits.ts';
import { brokenObject, callWith, databaseAway } from '../support/broken.ts';
import { call, cookieOf, goodPassword, origin, read } from '../support/factories.ts';
import {
  anotherLocation,
  anOwnersLocation,
  join,
  refused,
  type OwnedLocation,
} from '../support/owner-calls.ts';

const MINUTE_MS = 60_000;

/** Returns the cookie of the session together with the staff pass, which `GET /auth/me` sets. */
async function withPass({ owner: { cookie } }: OwnedLocation): Promise<string> {
  const response = await call('GET', '/auth/me', { cookie });
  return `${cookie}; ${cookieOf(response, 'holdline_pass')}`;
}

function admitPath(place: OwnedLocation, { customer }: { customer: { id: string } }): string {
  return `/auth/locations/${place.location.id}/visits/${customer.id}/admit`;
}

test('with a pass an action on the line reads no database, and works for 12 hours without it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const place = await anOwnersLocation();
  const [first, second, third] = [
    await join(place),
    await join(place, { firstName: 'B' }),
    await join(place, { firstName: 'C' }),
  ];
  const cookie = await withPass(place);
  expect((await callWith(databaseAway(), 'POST', admitPath(place, first), { cookie })).status).toBe(200);
  vi.setSystemTime(Date.now() + 12 * 60 * MINUTE_MS - 1);
  expect((await callWith(databaseAway(), 'POST', admitPath(place, second), { cookie })).status).toBe(200);
  const walkIn = { cookie, body: { firstName: 'Cleo' } };
  const path = `/auth/locations/${place.location.id}`;
  expect((await callWith(databaseAway(), 'POST', `${path}/visits`, walkIn)).status).toBe(201);
  const servers = { cookie, body: { servers: 2 } };
  expect((await callWith(databaseAway(), 'PUT', `${path}/servers`, servers)).status).toBe(200);
  vi.setSystemTime(Date.now() + 1);
  expect(await read(await callWith(databaseAway(), 'POST', admitPath(place, third), { cookie }))).toEqual(
    refused('try_again'),
  );
});

test('a pass opens no other call, and none of another session or with another word', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  const cookie = await withPass(place);
  const [session = '', pass = ''] = cookie.split('; ');
  for (const path of ['/auth/me', `/auth/locations/${place.location.id}/visits/${guest.customer.id}/history`])
    expect((await callWith(databaseAway(), 'GET', path, { cookie })).status).toBe(503);
  const [name, value = ''] = pass.split('=');
  const [text = '', signature = ''] = value.split('.');
  const json = Buffer.from(text, 'base64url').toString().replace('"at":', '"at":9');
  const forged = `${name}=${Buffer.from(json).toString('base64url')}.${signature}`;
  const other = await anOwnersLocation();
  for (const bad of [`${session}; ${forged}`, `${session}; ${name}=x.y`, `${other.owner.cookie}; ${pass}`])
    expect((await callWith(databaseAway(), 'POST', admitPath(place, guest), { cookie: bad })).status).toBe(
      503,
    );
  expect(await read(await call('POST', admitPath(place, guest), { cookie: pass }))).toEqual(
    refused('not_logged_in'),
  );
});

test('an ended session acts no more, whatever its pass and the replica say', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  const cookie = await withPass(place);
  expect((await call('POST', '/auth/logout', { cookie })).status).toBe(200);
  for (const bindings of [{}, databaseAway()])
    expect(await read(await callWith(bindings, 'POST', admitPath(place, guest), { cookie }))).toEqual(
      refused('not_logged_in'),
    );
  const live = `/auth/locations/${place.location.id}/live`;
  const upgrade = { cookie, headers: { Upgrade: 'websocket' } };
  expect((await callWith(databaseAway(), 'GET', live, upgrade)).status).toBe(401);
});

test('ending a session names the locations that did not confirm', async () => {
  const place = await anOwnersLocation({ maxLocations: 2 });
  await anotherLocation(place);
  const { cookie } = place.owner;
  const deaf = brokenObject(place.location.id, 'endSessions', new Error('away'));
  expect(await read(await callWith(deaf, 'DELETE', '/auth/sessions', { cookie }))).toEqual({
    status: 200,
    body: { success: true, unconfirmedAt: [place.location.address] },
  });
});

test('a link "this was not me" and the deletion of an account name them, too', async () => {
  const place = await anOwnersLocation();
  const { cookie } = place.owner;
  const deaf = brokenObject(place.location.id, 'endSessions', new Error('away'));
  const body = { password: goodPassword };
  expect(await read(await callWith(deaf, 'POST', '/auth/delete-account', { cookie, body }))).toEqual({
    status: 200,
    body: { success: true, unconfirmedAt: [place.location.address] },
  });
  const other = await anOwnersLocation();
  const alsoDeaf = brokenObject(other.location.id, 'endSessions', new Error('away'));
  const link = notMeLink({ origin, phoneHashKey: env.PHONE_HASH_KEY }, other.owner.user, Date.now());
  const token = new URL(link).searchParams.get('token');
  expect(await read(await callWith(alsoDeaf, 'POST', '/auth/not-me', { body: { token } }))).toEqual({
    status: 200,
    body: { success: true, unconfirmedAt: [other.location.address] },
  });
});

test('a session that the replica does not know yet is read at the primary before a 401', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  const { cookie } = place.owner;
  // This replica does not have the session yet.
  const empty = env.DB.withSession('first-unconstrained');
  const behind = new Proxy(empty, {
    get: (target, name): unknown =>
      name === 'prepare'
        ? (sql: string) =>
            target.prepare(sql.replace('where (', 'where (0 and ').replace(/where (?!\()/, 'where 0 and '))
        : Reflect.get(target, name),
  });
  const DB = new Proxy(env.DB, {
    get: (target, name): unknown => (name === 'withSession' ? () => behind : Reflect.get(target, name)),
  });
  expect((await callWith({ DB }, 'POST', admitPath(place, guest), { cookie })).status).toBe(200);
  expect(
    (await callWith({ DB }, 'POST', admitPath(place, guest), { cookie: 'holdline_session=x' })).status,
  ).toBe(401);
});

test('a location that is newer than the pass is found at the primary', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const cookie = await withPass(place);
  const second = await anotherLocation(place);
  const guest = await join(second);
  expect((await call('POST', admitPath(second, guest), { cookie })).status).toBe(200);
});

test('the object forgets an ended session when no copy of it can be valid any more', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const place = await anOwnersLocation();
  const stub = env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromString(place.location.id));
  // A Worker of release 0.2.0 calls `disconnectOwner`.
  await stub.disconnectOwner(['first']);
  const acts = () =>
    stub.execute({ kind: 'change-settings', change: { paused: true }, actor: { kind: 'owner' } }, 'first');
  expect(await acts()).toEqual({ ok: false, code: 'not_logged_in' });
  vi.setSystemTime(Date.now() + 14 * DAY_MS + 1);
  await stub.endSessions(['second']);
  expect(await acts()).toMatchObject({ ok: true });
});
