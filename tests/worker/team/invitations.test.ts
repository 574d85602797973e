/** Invitations to a team, and who may invite whom. A link works once, for 7 days, and for one address. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { TeamView } from '../../../src/shared/contracts/team.ts';
import { DAY_MS } from '../../../src/shared/limits.ts';
import { appCode } from '../../e2e/support/authenticator-app.ts';
import { aSignUp, call, cookieOf, goodPassword, me, newOwner } from '../support/factories.ts';
import { newInvitation, newMember } from '../support/members.ts';
import { anotherLocation, anOwnersLocation, invalid, refused } from '../support/owner-calls.ts';
import { until } from '../support/queue-factories.ts';
import {
  countRows,
  logIn,
  mails,
  notMeToken,
  post,
  press,
  statusOf,
  stopTheClock,
  success,
  verifyToken,
  withApp,
} from '../support/security-calls.ts';

const all = { role: 'host', locationIds: null, mayReadNumbers: false, password: goodPassword };
const ended = invalid({
  token: ['This invitation was used, withdrawn, or has expired. Please ask for a new one.'],
});
const typed = (token: string) => ({ token, name: 'Sari', password: 'a lantern by the door' });
const nobody = { cookie: '' };

async function teamOf({ cookie }: { cookie: string }): Promise<TeamView> {
  return (await call('GET', '/auth/team', { cookie })).json();
}

test('the owner invites by e-mail, and the link makes an account with the role and the locations', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(place);
  const body = {
    email: 'Sari@example.com',
    role: 'manager',
    locationIds: [second.location.id],
    mayReadNumbers: true,
  };
  const invited = { ...body, password: goodPassword };
  expect(await post('/auth/team/invitations', place.owner, invited)).toMatchObject({
    status: 201,
    body: { invitations: [{ ...body, mayReadNumbers: false }] },
  });
  let token = '';
  await until(async () => {
    const mail = (await mails()).find(({ recipient }) => recipient === 'Sari@example.com');
    token = /\/invitation\?token=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '';
    return token !== '' && mail?.subject === 'You are invited to a team on Holdline';
  });
  expect(await post('/auth/invitation', nobody, { token })).toEqual({
    status: 200,
    body: { businessName: 'Blue Door Café', email: 'Sari@example.com', role: 'manager', hasAccount: false },
  });
  const accepted = await call('POST', '/auth/invitation/accept', { body: typed(token) });
  expect(accepted.status).toBe(201);
  const cookie = cookieOf(accepted);
  expect(await me({ cookie })).toMatchObject({
    role: 'manager',
    email: 'Sari@example.com',
    emailVerified: true,
    locations: [{ id: second.location.id }],
  });
  const again = await logIn(place.owner, {
    emailOrUsername: 'sari@example.com',
    password: 'a lantern by the door',
  });
  expect(again.status).toBe(200);
  expect((await teamOf(place.owner)).members).toMatchObject([
    { role: 'owner', isSelf: true, mayChange: false },
    { name: 'Sari', role: 'manager', locationIds: [second.location.id], mayChange: true },
  ]);
  expect(await post('/auth/invitation/accept', nobody, typed(token))).toEqual(ended);
});

test('a link ends with its use, its withdrawal, a newer one, and 7 days', async () => {
  const clock = stopTheClock();
  const owner = await newOwner({ emailVerifiedAt: 1 });
  const withdrawn = await newInvitation(owner, 'a@example.com');
  const { cookie } = owner;
  expect((await call('DELETE', `/auth/team/invitations/${withdrawn.id}`, { cookie })).status).toBe(200);
  expect((await call('DELETE', `/auth/team/invitations/${withdrawn.id}`, { cookie })).status).toBe(404);
  const older = await newInvitation(owner, 'b@example.com');
  const newer = await newInvitation(owner, 'B@example.com');
  clock.forward(7 * DAY_MS - 1);
  const inTime = await call('POST', '/auth/invitation', { body: { token: newer.token } });
  expect(inTime.status).toBe(200);
  clock.forward(1);
  for (const { token } of [withdrawn, older, newer, { token: 'A'.repeat(43) }]) {
    expect(await post('/auth/invitation', nobody, { token })).toEqual(ended);
    expect(await post('/auth/invitation/accept', nobody, typed(token))).toEqual(ended);
  }
  expect([await countRows('users'), await countRows('memberships')]).toEqual([1, 1]);
});

test('of two uses at once, one makes the account', async () => {
  const owner = await newOwner();
  const { token } = await newInvitation(owner, 'twice@example.com');
  const uses = await Promise.all([1, 2].map(() => post('/auth/invitation/accept', nobody, typed(token))));
  expect(uses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 400]);
  expect([await countRows('users'), await countRows('memberships')]).toEqual([2, 2]);
});

test('an existing account joins by its own log-in only', async () => {
  const [owner, person, stranger] = [await newOwner(), await newOwner(), await newOwner()];
  const { token } = await newInvitation(owner, person.user.email);
  expect(await post('/auth/invitation', nobody, { token })).toMatchObject({ body: { hasAccount: true } });
  expect(await post('/auth/invitation/accept', nobody, typed(token))).toEqual({
    status: 400,
    body: invalid({ email: ['An account with that email already exists.'] }).body,
  });
  const body = { token, name: 'Sari' };
  expect(await post('/auth/invitation/join', stranger, body)).toEqual(
    invalid({
      token: [
        `This invitation is for ${person.user.email}. Please log out, log in with that address, and open the link again.`,
      ],
    }),
  );
  expect(await post('/auth/invitation/join', nobody, body)).toEqual(refused('not_logged_in'));
  expect(await post('/auth/invitation/join', person, body)).toMatchObject({
    status: 200,
    body: { user: { id: owner.business.id, role: 'host' } },
  });
  expect(await statusOf(person.cookie)).toBe(401);
});

test('nobody gives more than the own role allows', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(place);
  const own = { locationIds: [second.location.id] };
  const manager = await newMember(place.owner, 'manager', own);
  const refusedOf = (by: { cookie: string }, about: object) =>
    post('/auth/team/invitations', by, { email: 'x@example.com', ...all, ...about });
  const notYours = refused('not_your_role');
  expect(await refusedOf(manager, {})).toEqual(notYours);
  expect(await refusedOf(manager, { locationIds: [place.location.id] })).toEqual(notYours);
  expect(await refusedOf(manager, { ...own, role: 'manager' })).toEqual(notYours);
  expect(await refusedOf(manager, { ...own, mayReadNumbers: true })).toEqual(notYours);
  expect(await refusedOf(place.owner, { role: 'owner' })).toMatchObject({ status: 400 });
  expect(await refusedOf(place.owner, { locationIds: [] })).toEqual(
    invalid({ locationIds: ['Choose at least one location'] }),
  );
  expect(await refusedOf(manager, own)).toMatchObject({ status: 201 });
  const [open] = (await teamOf(place.owner)).invitations;
  const other = await newMember(place.owner, 'manager', { locationIds: [place.location.id] });
  const path = `/auth/team/invitations/${open?.id}`;
  expect((await call('DELETE', path, { cookie: other.cookie })).status).toBe(404);
  expect((await teamOf(other)).invitations).toEqual([]);
  expect((await teamOf(manager)).members.map(({ isSelf }) => isSelf)).toEqual([true]);
});

test('a caller without a confirmed address invites nobody, and nobody invites a member again', async () => {
  const unconfirmed = await newOwner();
  const invite = (by: { cookie: string }, email: string) =>
    post('/auth/team/invitations', by, { email, ...all });
  expect(await invite(unconfirmed, 'x@example.com')).toEqual(refused('confirm_email_first'));
  const owner = await newOwner({ emailVerifiedAt: 1 });
  expect(await invite(owner, owner.user.email.toUpperCase())).toEqual(
    invalid({ email: ['This person is already in your team.'] }),
  );
});

test('a business has at most 100 members and invitations', async () => {
  const owner = await newOwner({ emailVerifiedAt: 1 });
  const late = await newInvitation(owner, 'late@example.com');
  const rows = Array.from({ length: 99 }, (_, n) => n);
  await env.DB.batch([
    ...rows.map((n) =>
      env.DB.prepare(
        `insert into users (id, email, email_key, phone, password_hash, created_at) values (?, ?, ?, '', '', 1)`,
      ).bind(`u${n}`, `u${n}@example.com`, `u${n}@example.com`),
    ),
    ...rows.map((n) =>
      env.DB.prepare(
        `insert into memberships (user_id, business_id, role, created_at) values (?, ?, 'host', 1)`,
      ).bind(`u${n}`, owner.business.id),
    ),
  ]);
  expect(await post('/auth/team/invitations', owner, { email: 'x@example.com', ...all })).toEqual(
    refused('team_full'),
  );
  // A refused invitation does not end the session of the browser.
  expect(await post('/auth/invitation/accept', owner, typed(late.token))).toEqual(ended);
  expect(await statusOf(owner.cookie)).toBe(200);
  expect(await countRows('users')).toBe(100);
});

test('a password of an invited person is as good as that of a sign-up', async () => {
  const owner = await newOwner();
  const { token } = await newInvitation(owner, 'weak@example.com');
  const accept = (about: object) => post('/auth/invitation/accept', nobody, { ...typed(token), ...about });
  expect(await accept({ password: 'password1' })).toEqual(
    invalid({ password: ['That password is too common. Please choose another.'] }),
  );
  expect(await accept({ password: 'sari-2026' })).toEqual(
    invalid({ password: ['That password is too close to your own names. Please choose another.'] }),
  );
  expect(await accept({ name: ' ' })).toEqual(invalid({ name: ['Your name is required'] }));
  expect(await accept({ password: goodPassword })).toMatchObject({ status: 201 });
});

test('an invitation needs the password and the second step, and is mailed to the one who invites', async () => {
  const { owner, secret } = await withApp({ emailVerifiedAt: 1 });
  const invite = (about: object) =>
    post('/auth/team/invitations', owner, { email: 'x@example.com', ...all, ...about });
  expect(await invite({ password: 'not the one' })).toEqual(
    invalid({ password: ['That is not your current password'] }),
  );
  expect(await invite({})).toEqual(invalid({ code: ['Please enter the code from the app'] }));
  expect(await countRows('invitations')).toBe(0);
  expect(await invite({ code: appCode(secret) })).toMatchObject({ status: 201 });
  await notMeToken(owner.user.email, 'Somebody was invited to your team on Holdline');
});

test('“this was not me” takes back the invitations of the last 72 hours, and the people who joined by them', async () => {
  const clock = stopTheClock();
  const owner = await newOwner({ emailVerifiedAt: 1 });
  const joinAs = async (name: string) => {
    const { token } = await newInvitation(owner, `${name}@example.com`);
    return cookieOf(await call('POST', '/auth/invitation/accept', { body: typed(token) }));
  };
  const colleague = await joinAs('colleague');
  clock.forward(3 * DAY_MS);
  const accomplice = await joinAs('accomplice');
  await post('/auth/team/invitations', owner, { email: 'second@example.com', ...all });
  const link = await notMeToken(owner.user.email, 'Somebody was invited to your team on Holdline');
  expect(await press(link)).toEqual(success);
  expect([await statusOf(colleague), await statusOf(accomplice)]).toEqual([200, 401]);
  expect([await countRows('memberships'), await countRows('invitations')]).toEqual([2, 0]);
  expect(await press(link)).toEqual(success);
});

test('“this was not me” of a person who has left a team removes nobody from it', async () => {
  const owner = await newOwner();
  const person = await newOwner({ emailVerifiedAt: 1 });
  const { token } = await newInvitation(owner, person.user.email, { role: 'manager' });
  const body = { token, name: 'Sari' };
  const joined = await call('POST', '/auth/invitation/join', { cookie: person.cookie, body });
  const { id: invitedBy } = person.user;
  const second = await newInvitation(owner, 'second@example.com', { invitedBy });
  const member = cookieOf(await call('POST', '/auth/invitation/accept', { body: typed(second.token) }));
  await post('/auth/team/invitations', { cookie: cookieOf(joined) }, { ...all, email: 'third@example.com' });
  const link = await notMeToken(person.user.email, 'Somebody was invited to your team on Holdline');
  await post('/auth/team/leave', { cookie: cookieOf(joined) }, { password: goodPassword });
  expect(await press(link)).toEqual(success);
  expect(await statusOf(member)).toBe(200);
});

test('a manager does not replace an invitation that only the owner may withdraw', async () => {
  const owner = await newOwner();
  const manager = await newMember(owner, 'manager');
  const { token } = await newInvitation(owner, 'bob@example.com', { role: 'manager' });
  const again = { ...all, email: 'Bob@example.com', role: 'viewer' };
  expect(await post('/auth/team/invitations', manager, again)).toEqual(refused('not_your_role'));
  expect(await post('/auth/invitation', nobody, { token })).toMatchObject({ status: 200 });
});

test('invitations do not use up the mails that confirm the address of an account', async () => {
  const owner = await newOwner({ emailVerifiedAt: 1 });
  const email = 'guest@example.com';
  for (let n = 0; n < 5; n += 1)
    expect((await post('/auth/team/invitations', owner, { ...all, email })).status).toBe(201);
  expect((await post('/auth/team/invitations', owner, { ...all, email })).status).toBe(429);
  expect((await call('POST', '/auth/signup', { body: aSignUp({ email }) })).status).toBe(201);
  expect(await verifyToken(email)).not.toBe('');
});

test('of two browsers of a person that join at once, the second one stays logged in', async () => {
  const [owner, person] = [await newOwner(), await newOwner()];
  const second = cookieOf(await logIn(person));
  const { token } = await newInvitation(owner, person.user.email);
  const body = { token, name: 'Sari' };
  const browsers = [person.cookie, second];
  const joined = await Promise.all(browsers.map((cookie) => post('/auth/invitation/join', { cookie }, body)));
  expect(joined.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  const late = browsers[joined.findIndex(({ status }) => status === 400)] ?? '';
  expect(await statusOf(late)).toBe(200);
});
