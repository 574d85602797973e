/**
 * A member's role and locations change, or the member is removed or leaves. The old rights end at once at every
 * location.
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { findMember, type LoggedIn } from '../../../src/worker/identity/sessions.ts';
import { changeMember, removeMember } from '../../../src/worker/features/team/team-members.ts';
import { brokenObject, callWith, databaseAway } from '../support/broken.ts';
import {
  call,
  cookieOf,
  goodPassword,
  me,
  newOwner,
  origin,
  read,
  type TestOwner,
} from '../support/factories.ts';
import { newInvitation, newMember, type TestMember } from '../support/members.ts';
import { anotherLocation, anOwnersLocation, invalid, join, refused } from '../support/owner-calls.ts';
import { until } from '../support/queue-factories.ts';
import { countRows, logIn, mails, notMeToken, post, statusOf, success } from '../support/security-calls.ts';
import { ownerPage } from '../support/sockets.ts';

const memberPath = ({ user }: TestMember) => `/auth/team/members/${user.id}`;
const all = { role: 'host', locationIds: null, mayReadNumbers: false } as const;

async function withPass({ cookie }: TestMember): Promise<string> {
  return `${cookie}; ${cookieOf(await call('GET', '/auth/me', { cookie }), 'holdline_pass')}`;
}

/** Changes a member's rights. `from`: the member's rights before the change. */
function change(by: { cookie: string }, member: TestMember, body: object, from: object = all) {
  const rights = { ...all, ...body, from: { ...all, ...from }, password: goodPassword };
  return call('PATCH', memberPath(member), { cookie: by.cookie, body: rights }).then(read);
}

async function memberOf({ cookie }: TestMember): Promise<LoggedIn> {
  const member = await findMember(env, cookie.replace('holdline_session=', ''), Date.now());
  if (member === null) throw new Error('The session has ended');
  return { ...member, pageOrigin: origin };
}

function remove(by: { cookie: string }, member: TestMember, bindings = {}) {
  return callWith(bindings, 'DELETE', memberPath(member), { cookie: by.cookie }).then(read);
}

test('a removed member loses sessions, sockets and passes at once, at every location', async () => {
  const first = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(first);
  const host = await newMember(first.owner, 'host');
  const cookie = await withPass(host);
  const pages = [];
  for (const { location } of [first, second])
    pages.push(await ownerPage({ owner: { ...first.owner, cookie: host.cookie }, location }));
  const own = await ownerPage(first);
  const guest = await join(first);
  expect(await remove(first.owner, host)).toEqual(success);
  for (const page of pages) {
    await until(() => page.closed.length === 1);
    expect(page.closed).toEqual([4401]);
  }
  expect(own.closed).toEqual([]);
  const admit = `/auth/locations/${first.location.id}/visits/${guest.customer.id}/admit`;
  for (const bindings of [{}, databaseAway()])
    expect(await read(await callWith(bindings, 'POST', admit, { cookie }))).toEqual(refused('not_logged_in'));
  expect(await statusOf(host.cookie)).toBe(401);
  expect((await logIn(first.owner, { emailOrUsername: host.user.email })).status).toBe(401);
  expect(await remove(first.owner, host)).toEqual(refused('not_found'));
  await until(async () => (await mails()).some(({ recipient }) => recipient === host.user.email));
});

test('a removal names the locations that have not confirmed', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const deaf = brokenObject(place.location.id, 'endSessions', new Error('away'));
  expect(await remove(place.owner, host, deaf)).toEqual({
    status: 200,
    body: { success: true, unconfirmedAt: [place.location.address] },
  });
  const other = await newMember(place.owner, 'host');
  const path = memberPath(other);
  const body = { ...all, from: all, password: goodPassword };
  const changed = await callWith(deaf, 'PATCH', path, { cookie: place.owner.cookie, body });
  expect(await changed.json()).toEqual({ success: true, unconfirmedAt: [place.location.address] });
});

test('an object of 0.2.0, which has no such call, closes the sockets and does not confirm', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const page = await ownerPage({ owner: { ...place.owner, cookie: host.cookie }, location: place.location });
  const missing = new TypeError('The RPC receiver does not implement the method "endSessions".');
  const older = brokenObject(place.location.id, 'endSessions', missing);
  expect(await remove(place.owner, host, older)).toEqual({
    status: 200,
    body: { success: true, unconfirmedAt: [place.location.address] },
  });
  await until(() => page.closed.length === 1);
  expect(page.closed).toEqual([4401]);
});

test('a person without another business is deleted with the membership; others stay', async () => {
  const [owner, person] = [await newOwner(), await newOwner()];
  const host = await newMember(owner, 'host');
  const { token } = await newInvitation(owner, person.user.email);
  const joined = await call('POST', '/auth/invitation/join', {
    cookie: person.cookie,
    body: { token, name: 'S' },
  });
  const moved: TestMember = { user: person.user, cookie: cookieOf(joined) };
  expect(await remove(owner, host)).toEqual(success);
  expect(await remove(owner, moved)).toEqual(success);
  expect(await statusOf(moved.cookie)).toBe(401);
  expect((await logIn(person)).status).toBe(200);
  expect([await countRows('users'), await countRows('memberships')]).toEqual([2, 2]);
});

test('a changed role counts at once: earlier sessions and passes are over', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host', { mayReadNumbers: true });
  const cookie = await withPass(host);
  const page = await ownerPage({ owner: { ...place.owner, cookie: host.cookie }, location: place.location });
  const guest = await join(place);
  const from = { mayReadNumbers: true };
  expect(await change(place.owner, host, { role: 'viewer', mayReadNumbers: true }, from)).toEqual(success);
  await until(() => page.closed.length === 1);
  const admit = `/auth/locations/${place.location.id}/visits/${guest.customer.id}/admit`;
  expect(await read(await callWith(databaseAway(), 'POST', admit, { cookie }))).toEqual(
    refused('not_logged_in'),
  );
  const again = cookieOf(await logIn(place.owner, { emailOrUsername: host.user.email }));
  expect((await me({ cookie: again })).role).toBe('viewer');
});

test('nobody changes the owner or a peer, raises the own role, or gives what the own role lacks', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(place);
  const here = { locationIds: [second.location.id] };
  const manager = await newMember(place.owner, 'manager', here);
  const peer = await newMember(place.owner, 'manager', here);
  const host = await newMember(place.owner, 'host', here);
  const elsewhere = await newMember(place.owner, 'host', { locationIds: [place.location.id] });
  const owner: TestOwner = place.owner;
  const notYours = refused('not_your_role');
  for (const member of [owner, manager, peer, elsewhere]) {
    expect(await change(manager, member, here)).toEqual(notYours);
    expect(await remove(manager, member)).toEqual(notYours);
  }
  for (const body of [{}, { ...here, role: 'manager' }, { ...here, mayReadNumbers: true }])
    expect(await change(manager, host, body)).toEqual(notYours);
  expect(await change(owner, host, { role: 'owner' })).toMatchObject({ status: 400 });
  expect(await change(owner, owner, {})).toEqual(notYours);
  expect(await remove(owner, owner)).toEqual(notYours);
  const steps = [
    { by: manager, to: { ...here, role: 'viewer' } },
    { by: owner, to: { ...here, mayReadNumbers: true } },
    { by: manager, to: { ...here, mayReadNumbers: true } },
  ];
  let from: object = here;
  for (const { by, to } of steps) {
    expect(await change(by, host, to, from)).toEqual(success);
    from = to;
  }
});

test('a member leaves; the owner cannot', async () => {
  const owner = await newOwner();
  const viewer = await newMember(owner, 'viewer');
  const leave = (by: { cookie: string }, password = goodPassword) =>
    post('/auth/team/leave', by, { password });
  expect(await leave(viewer, 'not the one')).toMatchObject({ status: 400 });
  expect(await statusOf(viewer.cookie)).toBe(200);
  expect(await leave(viewer)).toEqual(success);
  expect(await statusOf(viewer.cookie)).toBe(401);
  expect(await leave(owner)).toEqual(refused('not_your_role'));
});

test('the deletion of an account ends its team, with invitations and people who belong to nobody else', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const page = await ownerPage({ owner: { ...place.owner, cookie: host.cookie }, location: place.location });
  await newInvitation(place.owner, 'x@example.com');
  const body = { password: 'correct horse battery' };
  expect(await post('/auth/delete-account', place.owner, body)).toEqual(success);
  await until(() => page.closed.length === 1);
  expect(await statusOf(host.cookie)).toBe(401);
  for (const table of ['users', 'memberships', 'sessions', 'invitations'])
    expect([table, await countRows(table)]).toEqual([table, 0]);
  await until(async () => (await mails()).some(({ recipient }) => recipient === host.user.email));
});

test('a change needs the password and the rights that the form began with', async () => {
  const owner = await newOwner();
  const host = await newMember(owner, 'host');
  const path = memberPath(host);
  const body = { ...all, role: 'manager', from: all, password: 'not the one' };
  expect(await read(await call('PATCH', path, { cookie: owner.cookie, body }))).toEqual(
    invalid({ password: ['That is not your current password'] }),
  );
  expect(await change(owner, host, { role: 'manager' }, { mayReadNumbers: true })).toEqual(
    refused('rights_changed'),
  );
  expect(await statusOf(host.cookie)).toBe(200);
  expect(await change(owner, host, { role: 'manager' })).toEqual(success);
  await notMeToken(owner.user.email, 'A role in your team on Holdline was changed');
});

test('a caller whose rights have changed meanwhile ends nobody’s sessions', async () => {
  const owner = await newOwner();
  const [manager, host] = [await newMember(owner, 'manager'), await newMember(owner, 'host')];
  const by = await memberOf(manager);
  expect(await change(owner, manager, { role: 'manager', locationIds: ['a'] }, { role: 'manager' })).toEqual(
    success,
  );
  const wanted = { ...all, role: 'viewer', from: all, password: goodPassword } as const;
  const late = { ok: false, code: 'rights_changed' };
  expect(await changeMember(env, by, host.user.id, wanted, Date.now())).toEqual(late);
  expect(await removeMember(env, by, host.user.id)).toEqual(late);
  expect(await statusOf(host.cookie)).toBe(200);
});

test.each(['removed', 'changed'] as const)('the invitations of a %s member end', async (how) => {
  const owner = await newOwner();
  const manager = await newMember(owner, 'manager');
  const sent = await newInvitation(owner, 'second@example.com', { invitedBy: manager.user.id });
  const other = await newInvitation(owner, 'other@example.com');
  const ended =
    how === 'removed'
      ? await remove(owner, manager)
      : await change(owner, manager, { role: 'host' }, { role: 'manager' });
  expect(ended).toEqual(success);
  const statusOfLink = async ({ token }: { token: string }) =>
    (await post('/auth/invitation', { cookie: '' }, { token })).status;
  expect([await statusOfLink(sent), await statusOfLink(other)]).toEqual([400, 200]);
});
