/** Access control of every API call. The tests include each new call automatically. */
import { expect, test } from 'vitest';
import { allRows, apiCalls, aWorld, callsOfTheApp, type ApiCall } from '../support/api-calls.ts';
import { call, startCall } from '../support/factories.ts';
import { viewOf } from '../support/owner-calls.ts';

async function statusOf(path: string, { method, body, pattern }: ApiCall, cookie?: string): Promise<number> {
  const upgrade = pattern.endsWith('/live') ? { headers: { Upgrade: 'websocket' } } : {};
  const response = await call(method, path, {
    ...upgrade,
    ...(body && { body }),
    ...(cookie !== undefined && { cookie }),
  });
  await response.arrayBuffer();
  return response.status;
}

test('these are all calls of the API', () => {
  expect(apiCalls.map(({ method, pattern }) => `${method} ${pattern}`).toSorted()).toEqual(callsOfTheApp());
});

test('every call of an owner, of the admin or of a guest is refused to who is none', async () => {
  const world = await aWorld();
  const { place, stranger, admin, guestToken } = world;
  const before = [await allRows(), await viewOf(place)];
  const guest = `holdline_visit=${guestToken}`;
  const others = {
    anybody: [],
    owner: [undefined, admin, guest, world.device.cookie, 'holdline_session=forged'],
    device: [undefined, place.owner.cookie, admin, guest, 'holdline_stand=forged'],
    admin: [undefined, place.owner.cookie, stranger.cookie, guest, 'holdline_admin=forged'],
    // A guest's call needs the visit's token, so an owner may not make it.
    guest: [undefined, place.owner.cookie, admin, 'holdline_visit=forged'],
    provider: [undefined, place.owner.cookie, admin, guest],
    payments: [undefined, place.owner.cookie, admin, guest],
  };
  const statuses = {
    anybody: 0,
    owner: 401,
    device: 401,
    admin: 401,
    guest: 404,
    provider: 404,
    payments: 403,
  };
  let asked = 0;
  for (const each of apiCalls) {
    for (const cookie of others[each.who]) {
      const path = world.path(each);
      const status = await statusOf(path, each, cookie);
      const expected = statuses[each.who];
      expect([each.method, path, cookie, status]).toEqual([each.method, path, cookie, expected]);
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(100);
  expect([await allRows(), await viewOf(place)]).toEqual(before);
});

test('every call of an owner or operator whose session ends while its body arrives is refused', async () => {
  const world = await aWorld();
  const cookies = { owner: world.place.owner.cookie, admin: world.admin };
  const started = apiCalls.flatMap((each) => {
    const { who, method, body } = each;
    if (body === undefined || (who !== 'owner' && who !== 'admin')) return [];
    return [startCall(method, world.path(each), { body, cookie: cookies[who] })];
  });
  expect(started.length).toBeGreaterThan(50);
  await call('POST', '/auth/logout', { cookie: cookies.owner });
  await call('POST', '/admin/logout', { cookie: cookies.admin });
  const before = await allRows();
  for (const { send } of started) send();
  const statuses = await Promise.all(started.map(async ({ answer }) => (await answer).status));
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(await allRows()).toEqual(before);
});

test('every call that names what is another owner’s is a 404 and changes nothing there', async () => {
  const world = await aWorld();
  const { place, stranger } = world;
  const before = [await allRows(), await viewOf(place)];
  const named = apiCalls.filter(({ who, pattern }) => who === 'owner' && pattern.includes(':'));
  for (const each of named) {
    const path = world.path(each);
    expect([path, await statusOf(path, each, stranger.cookie)]).toEqual([path, 404]);
  }
  expect(named.map(({ method, pattern }) => `${method} ${pattern}`)).toEqual([
    'DELETE /auth/sessions/:id',
    'DELETE /auth/team/invitations/:id',
    'PATCH /auth/team/members/:id',
    'DELETE /auth/team/members/:id',
    'DELETE /auth/team/members/:id/pin-lock',
    'PATCH /auth/devices/:id',
    'DELETE /auth/devices/:id',
    'PATCH /auth/locations/:id',
    'DELETE /auth/locations/:id',
    'GET /auth/locations/:id/analytics',
    'GET /auth/locations/:id/analytics/members',
    'GET /auth/locations/:id/history.csv',
    'GET /auth/locations/:id/activity',
    'GET /auth/locations/:id/activity.csv',
    'GET /auth/locations/:id/live',
    'PUT /auth/locations/:id/servers',
    'PUT /auth/locations/:id/duty',
    'POST /auth/locations/:id/visits',
    'PUT /auth/locations/:id/address',
    'GET /auth/locations/:id/visits/:visitId/history',
    'DELETE /auth/locations/:id/visits/:visitId',
    'POST /auth/locations/:id/visits/:visitId/:action',
    'POST /auth/business/:username/queue/:customerKey/admit',
    'DELETE /auth/business/:username/queue/:customerKey',
  ]);
  expect([await allRows(), await viewOf(place)]).toEqual(before);
});

test('the same calls by the owner find it', async () => {
  const named = apiCalls.filter(({ who, pattern }) => who === 'owner' && pattern.includes(':'));
  // Each call gets its own business, because some calls remove the business.
  for (const [n, each] of named.entries()) {
    const world = await aWorld(`door-${n}`);
    const status = await statusOf(world.path(each), each, world.place.owner.cookie);
    expect([each.pattern, [101, 200, 201].includes(status), status]).toEqual([each.pattern, true, status]);
  }
});
