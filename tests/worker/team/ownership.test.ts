/** The hand-over of a business: the owner offers, and a member accepts. Both type their password. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { accountAnswer } from '../../../src/shared/contracts/account/view.ts';
import { DAY_MS } from '../../../src/shared/limits.ts';
import { call, cookieOf, goodPassword, me, newOwner, read } from '../support/factories.ts';
import { newInvitation, newMember, type TestMember } from '../support/members.ts';
import { anOwnersLocation, refused } from '../support/owner-calls.ts';
import {
  logIn,
  notMeToken,
  post,
  press,
  statusOf,
  stopTheClock,
  success,
} from '../support/security-calls.ts';

const password = goodPassword;
const offer = (by: { cookie: string }, { user }: TestMember, typed = password) =>
  post('/auth/team/ownership', by, { memberId: user.id, password: typed });
const accept = (by: { cookie: string }, typed = password) =>
  post('/auth/team/ownership/accept', by, { password: typed });
const open = ({ cookie }: { cookie: string }) => call('GET', '/auth/team/ownership', { cookie }).then(read);
const roleOf = async (by: { cookie: string }) => accountAnswer.parse(await me(by)).role;
const none = { status: 200, body: { offer: null } };

test('both confirm; then the member is the owner, and the earlier owner a manager who logs in again', async () => {
  const place = await anOwnersLocation();
  const { owner } = place;
  const member = await newMember(owner, 'host', { locationIds: [] });
  expect(await offer(owner, member, 'not the one')).toMatchObject({ status: 400 });
  expect(await offer(owner, member)).toEqual(success);
  expect(await open(owner)).toMatchObject({ body: { offer: { memberId: member.user.id, isToMe: false } } });
  expect(await open(member)).toMatchObject({ body: { offer: { isToMe: true } } });
  expect(await roleOf(owner)).toBe('owner');
  const duty = `/auth/locations/${place.location.id}/duty`;
  expect((await call('PUT', duty, { ...owner, body: { on: true } })).status).toBe(200);
  expect(await accept(member, 'not the one')).toMatchObject({ status: 400 });
  const other = cookieOf(await logIn(owner, { emailOrUsername: member.user.email }));
  const confirmed = await call('POST', '/auth/team/ownership/accept', {
    cookie: member.cookie,
    body: { password },
  });
  expect(await read(confirmed)).toEqual(success);
  expect([await statusOf(member.cookie), await statusOf(other)]).toEqual([401, 401]);
  member.cookie = cookieOf(confirmed);
  expect(await roleOf(member)).toBe('owner');
  const { locations } = await me(member);
  // The former owner was on duty as the owner, so nobody is on duty now.
  expect(locations).toMatchObject([{ id: place.location.id }]);
  expect(locations[0]).not.toHaveProperty('onDuty');
  expect(await statusOf(owner.cookie)).toBe(401);
  const again = await logIn(owner, { emailOrUsername: owner.user.email });
  expect(await again.json()).toMatchObject({ user: { role: 'manager' } });
  expect(await accept(member)).toEqual(refused('not_found'));
  const subjects = [
    'Your business on Holdline has a new owner',
    'The ownership of your business on Holdline was offered to a member',
  ];
  for (const subject of subjects) expect(await notMeToken(owner.user.email, subject)).not.toBe('');
});

test('“this was not me” ends an offer; while the owner’s changes are blocked, nobody takes over', async () => {
  const owner = await newOwner();
  const member = await newMember(owner, 'host');
  await offer(owner, member);
  const hold = env.DB.prepare('update users set changes_held_until = ? where id = ?');
  await hold.bind(Date.now() + DAY_MS, owner.user.id).run();
  expect(await accept(member)).toEqual(refused('changes_held'));
  await hold.bind(null, owner.user.id).run();
  const subject = 'The ownership of your business on Holdline was offered to a member';
  expect(await press(await notMeToken(owner.user.email, subject))).toEqual(success);
  expect([await open(member), await accept(member)]).toEqual([none, refused('not_found')]);
});

test('an offer ends by either side, by a newer one, by removal, and after 7 days', async () => {
  const clock = stopTheClock();
  const owner = await newOwner();
  const [one, other] = [await newMember(owner, 'manager'), await newMember(owner, 'viewer')];
  const end = ({ cookie }: { cookie: string }) =>
    call('DELETE', '/auth/team/ownership', { cookie }).then(read);
  for (const by of [owner, one]) {
    expect(await offer(owner, one)).toEqual(success);
    expect(await end(other)).toEqual(refused('not_found'));
    expect(await end(by)).toEqual(success);
    expect(await accept(one)).toEqual(refused('not_found'));
  }
  await offer(owner, one);
  await offer(owner, other);
  expect([await open(one), await accept(one)]).toEqual([none, refused('not_found')]);
  await call('DELETE', `/auth/team/members/${other.user.id}`, { cookie: owner.cookie });
  expect(await open(owner)).toEqual(none);
  await offer(owner, one);
  clock.forward(7 * DAY_MS);
  expect(await accept(one)).toEqual(refused('not_found'));
  expect(await roleOf(owner)).toBe('owner');
});

test('only a member who owns no other business can get it', async () => {
  const owner = await newOwner();
  const stranger = await newOwner();
  expect(await offer(owner, stranger)).toEqual(refused('not_found'));
  expect(await offer(owner, owner)).toEqual(refused('not_found'));
  const [member, other] = [await newMember(owner, 'host'), await newMember(owner, 'host')];
  const owns = (userId: string, businessId: string) =>
    env.DB.prepare('update memberships set user_id = ? where business_id = ?').bind(userId, businessId).run();
  await owns(member.user.id, stranger.business.id);
  expect(await offer(owner, member)).toEqual(refused('owns_another'));
  expect(await offer(owner, other)).toEqual(success);
  await owns(other.user.id, stranger.business.id);
  expect(await accept(other)).toEqual(refused('owns_another'));
  expect(await roleOf(owner)).toBe('owner');
});

test('the invitations of the earlier owner end with the hand-over, those of others stay', async () => {
  const owner = await newOwner();
  const [member, manager] = [await newMember(owner, 'host'), await newMember(owner, 'manager')];
  const invited = await newInvitation(owner, 'second@example.com', { role: 'manager' });
  const other = await newInvitation(owner, 'third@example.com', { invitedBy: manager.user.id });
  await offer(owner, member);
  expect(await accept(member)).toEqual(success);
  const statusWith = async ({ token }: { token: string }) =>
    (await call('POST', '/auth/invitation', { body: { token } })).status;
  expect([await statusWith(invited), await statusWith(other)]).toEqual([400, 200]);
});
