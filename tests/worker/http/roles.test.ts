/** Makes every call, and opens every socket, as a member of each role. New calls are included automatically. */
import { expect, test } from 'vitest';
import type { OutsideCommand } from '../../../src/shared/queue/commands.ts';
import { staffActionNames } from '../../../src/shared/queue/rules/staff-actions.ts';
import { mayCall, mayManage, roles, rolesOfCalls, type Role } from '../../../src/shared/roles.ts';
import { maySend } from '../../../src/worker/location/member-commands.ts';
import { allRows, apiCalls, aWorld, withWorlds, type ApiCall, type World } from '../support/api-calls.ts';
import { call, read } from '../support/factories.ts';
import { newMember } from '../support/members.ts';
import { objectOf, refused, viewOf } from '../support/owner-calls.ts';

const ofMembers = apiCalls.filter(({ who }) => who === 'owner');
const notForRole = refused('not_your_role').body;
const nameOf = ({ method, pattern }: ApiCall) => `${method} ${pattern}`;

function callOf(world: World, each: ApiCall, cookie: string): Promise<Response> {
  const upgrade = each.pattern.endsWith('/live') ? { headers: { Upgrade: 'websocket' } } : {};
  return call(each.method, world.path(each), { cookie, ...upgrade, ...(each.body && { body: each.body }) });
}

async function cookieOfRole({ place }: World, role: Role): Promise<string> {
  return role === 'owner' ? place.owner.cookie : (await newMember(place.owner, role)).cookie;
}

test('the table has every call and socket of members, and no other', () => {
  expect(Object.keys(rolesOfCalls).toSorted()).toEqual(ofMembers.map(nameOf).toSorted());
});

test('these are the calls of each role', () => {
  const only = (role: Role, besides: Role | null) =>
    Object.keys(rolesOfCalls).filter((name) => mayCall(role, name) && (!besides || !mayCall(besides, name)));
  const visit = '/auth/locations/:id/visits/:visitId';
  const key = '/auth/business/:username/queue/:customerKey';
  expect(only('host', 'viewer')).toEqual([
    'PUT /auth/locations/:id/servers',
    'PUT /auth/locations/:id/duty',
    'POST /auth/locations/:id/visits',
    `POST ${visit}/:action`,
    `POST ${key}/admit`,
    `DELETE ${key}`,
  ]);
  expect(only('viewer', 'host')).toEqual([]);
  expect(only('manager', 'host')).toEqual([
    'GET /auth/team',
    'POST /auth/team/invitations',
    'DELETE /auth/team/invitations/:id',
    'PATCH /auth/team/members/:id',
    'DELETE /auth/team/members/:id',
    'DELETE /auth/team/members/:id/pin-lock',
    'GET /auth/devices',
    'POST /auth/devices',
    'PATCH /auth/devices/:id',
    'DELETE /auth/devices/:id',
    'PATCH /auth/locations/:id',
    'PUT /auth/locations/:id/address',
    'GET /auth/locations/:id/analytics',
    'GET /auth/locations/:id/analytics/members',
    'GET /auth/locations/:id/history.csv',
    'GET /auth/locations/:id/activity',
    'GET /auth/locations/:id/activity.csv',
    `DELETE ${visit}`,
  ]);
  expect(only('host', 'manager')).toEqual([]);
  expect(only('owner', 'manager')).toEqual([
    'PUT /auth/me',
    'PATCH /auth/me',
    'POST /auth/number-code',
    'POST /auth/number-code/confirm',
    'POST /auth/deletion-code',
    'POST /auth/delete-account',
    'POST /auth/team/ownership',
    'POST /auth/team/ownership/code',
    'POST /auth/locations',
    'DELETE /auth/locations/:id',
    'POST /stripe/create-checkout-session',
    'POST /auth/purchase-plan',
    'GET /auth/subscription',
    'POST /auth/billing-portal',
  ]);
  expect(only('manager', 'owner')).toEqual(['POST /auth/team/leave']);
  expect(Object.keys(rolesOfCalls).filter((name) => mayCall('owner', name, true))).toEqual([
    'GET /auth/me',
    'PATCH /auth/locations/:id',
    'GET /auth/locations/:id/live',
    'PUT /auth/locations/:id/servers',
    'PUT /auth/locations/:id/duty',
    'POST /auth/locations/:id/visits',
    `GET ${visit}/history`,
    `POST ${visit}/:action`,
    `DELETE ${visit}`,
    `POST ${key}/admit`,
    `DELETE ${key}`,
  ]);
});

test('a call that a role may not use is a 403 and changes nothing', async () => {
  const world = await aWorld();
  const cookies = new Map<Role, string>();
  for (const role of roles) cookies.set(role, await cookieOfRole(world, role));
  const before = await allRows();
  for (const role of roles)
    for (const each of ofMembers.filter((one) => !mayCall(role, nameOf(one)))) {
      const response = await callOf(world, each, cookies.get(role) ?? '');
      expect([role, nameOf(each), await read(response)]).toEqual([
        role,
        nameOf(each),
        refused('not_your_role'),
      ]);
    }
  expect(await allRows()).toBe(before);
});

test.each(roles)('no call that the role %s may use is refused for its role', async (role) => {
  const allowed = ofMembers.filter((one) => mayCall(role, nameOf(one)));
  for await (const [each, world] of withWorlds(allowed, `${role}-door`)) {
    const response = await callOf(world, each, await cookieOfRole(world, role));
    const said = await response.text();
    expect([nameOf(each), said]).not.toEqual([nameOf(each), JSON.stringify(notForRole)]);
    expect([nameOf(each), [401, 500].includes(response.status)]).toEqual([nameOf(each), false]);
  }
});

test('no call finds a location that was not given to the member', async () => {
  const world = await aWorld();
  const { cookie } = await newMember(world.place.owner, 'manager', { locationIds: ['elsewhere'] });
  const ofLocation = ofMembers.filter(
    (one) =>
      /^\/auth\/(locations\/:id|business\/:username)/.test(one.pattern) && mayCall('manager', nameOf(one)),
  );
  expect(ofLocation.length).toBeGreaterThan(14);
  const before = [await allRows(), (await viewOf(world.place)).queue];
  for (const each of ofLocation)
    expect([nameOf(each), await read(await callOf(world, each, cookie))]).toEqual([
      nameOf(each),
      refused('not_found'),
    ]);
  expect([await allRows(), (await viewOf(world.place)).queue]).toEqual(before);
});

test('the object refuses a command that a role may not send', async () => {
  const { place } = await aWorld();
  const visit = { id: 'nobody' };
  const actor = { kind: 'member', id: 'm' } as const;
  for (const role of roles) {
    const send = objectOf(place)().execute({ kind: 'remove', visit, actor }, 'a session', role);
    expect(await send).toEqual({ ok: false, code: role === 'viewer' ? 'not_your_role' : 'not_found' });
  }
});

test('each kind of command has the roles of the call that sends it; other kinds are nobody’s', () => {
  const senders = (kind: OutsideCommand['kind']) => roles.filter((role) => maySend(role, kind));
  const [managers, hosts] = [
    ['owner', 'manager'],
    ['owner', 'manager', 'host'],
  ];
  expect(senders('erase-guest')).toEqual(managers);
  for (const kind of [...staffActionNames, 'move', 'edit', 'add-walk-in', 'set-servers', 'set-duty'] as const)
    expect([kind, senders(kind)]).toEqual([kind, hosts]);
  for (const kind of ['close', 'set-credits', 'change-settings', 'confirm-mailbox', 'join'] as const)
    expect([kind, senders(kind)]).toEqual([kind, []]);
});

test('the owner manages everybody else, a manager hosts and viewers of the own locations', () => {
  const here = ['a'];
  const managed = (by: Role, own: string[] | null) =>
    roles.flatMap((role) =>
      [null, here, ['a', 'b']].flatMap((locationIds) =>
        mayManage({ role: by, locationIds: own }, { role, locationIds })
          ? [`${role} ${locationIds?.join() ?? 'all'}`]
          : [],
      ),
    );
  expect(managed('owner', null)).toHaveLength(9);
  expect(managed('manager', null)).toEqual([
    'host all', 'host a', 'host a,b', 'viewer all', 'viewer a', 'viewer a,b',
  ]); // oxfmt-ignore
  expect(managed('manager', here)).toEqual(['host a', 'viewer a']);
  expect([...managed('host', null), ...managed('viewer', null)]).toEqual([]);
});
