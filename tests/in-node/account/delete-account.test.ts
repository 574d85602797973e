import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { appCode } from '../../e2e/support/authenticator-app.ts';
import { runSweeps } from '../../../src/worker/cron.ts';
import { brokenDatabase, callWith, interceptCommands } from '../../worker/support/broken.ts';
import { delivered, late } from '../../worker/support/deliveries.ts';
import {
  aSignUp,
  call,
  cookieOf,
  goodPassword,
  newLocation,
  newOwner,
  read,
  type TestOwner,
} from '../../worker/support/factories.ts';
import {
  anOwnersLocation,
  invalid,
  join,
  objectOf,
  refused,
  statusOf,
  viewOf,
} from '../../worker/support/owner-calls.ts';
import { newMember } from '../../worker/support/members.ts';
import { historyRows, stopClock, moveClock, until } from '../../worker/support/queue-factories.ts';
import {
  countRows,
  logIn,
  mails,
  mailsSent,
  post,
  success,
  withSecondStep,
  deleteAccount,
} from '../../worker/support/security-calls.ts';

const DAY_MS = 24 * 3_600_000;
const password = goodPassword;
const accountTables = [
  'users',
  'businesses',
  'memberships',
  'sessions',
  'locations',
  'password_resets',
  'email_verifications',
  'second_steps',
  'ended_second_steps',
  'recovery_codes',
  'passkeys',
  'former_addresses',
  'billing_customers',
  'subscriptions',
  'credit_grants',
  'visit_history',
  'visit_hours',
];

async function rowsLeft(): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {};
  for (const table of accountTables) counts[table] = await countRows(table);
  return counts;
}

const nothingLeft = Object.fromEntries(accountTables.map((table) => [table, 0]));

/** All rows of the account's tables as JSON. */
async function everythingStored(): Promise<string> {
  const rows = await Promise.all(
    accountTables.map(async (table) => (await env.DB.prepare(`select * from ${table}`).all()).results),
  );
  return JSON.stringify(rows);
}

test('the account is gone: log-in, session and guests; its e-mail address is free again', async () => {
  const owner = await newOwner({ username: 'blue-door', email: 'ada@example.com' });
  const { address } = await newLocation(owner);
  const response = await deleteAccount(owner);
  expect(response.headers.getSetCookie()).toEqual([
    'holdline_pass=; Max-Age=0; Path=/auth; HttpOnly; SameSite=Lax',
    'holdline_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
  expect(await read(response)).toEqual(success);
  expect(await read(await call('GET', '/auth/me', owner))).toEqual(refused('not_logged_in'));
  expect(await read(await logIn(owner))).toEqual(refused('wrong_credentials'));
  expect(await read(await call('GET', '/auth/exists?username=blue-door'))).toEqual({
    status: 200,
    body: { exists: false },
  });
  expect((await call('GET', '/auth/business/blue-door/addresses')).status).toBe(404);
  expect(await everythingStored()).not.toMatch(/blue.door|ada@|812 3456|scrypt/i);
  expect(await everythingStored()).not.toContain(address);
  expect(await mailsSent(1)).toEqual([['ada@example.com', 'Your Holdline account was deleted']]);
  const form = aSignUp({ username: 'green-door', email: 'ada@example.com' });
  expect((await call('POST', '/auth/signup', { body: form })).status).toBe(201);
});

test('history that an object delivers late is deleted with the empty row, two days later', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await join(place);
  await deleteAccount(place.owner);
  await delivered(objectOf(place));
  expect(await historyRows()).toHaveLength(1);
  moveClock(2 * DAY_MS - 1);
  await runSweeps(env, Date.now());
  expect(await rowsLeft()).toMatchObject({ users: 0, businesses: 1, memberships: 0, locations: 1 });
  moveClock(1);
  await runSweeps(env, Date.now());
  expect(await rowsLeft()).toEqual(nothingLeft);
});

test('years of history go in pieces', async () => {
  const owner = await newOwner();
  const { id } = await newLocation(owner);
  await env.DB.prepare(
    `insert into visit_history (visit_id, revision, business_id, location_id, outcome, num_guests, waiting_preference,
       joined_at, ended_at, promised_minutes, promised_low, promised_high, moved, timezone)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000)
     select 'v' || i, 1, ?, ?, 'removed', 1, 'on_premises', i, i, 5, 4, 6, 0, 'UTC' from n`,
  )
    .bind(owner.business.id, id)
    .run();
  expect(await read(await deleteAccount(owner))).toEqual(success);
  expect(await countRows('visit_history')).toBe(0);
});

test("nobody else's rows are touched", async () => {
  const [place, other] = [await anOwnersLocation(), await anOwnersLocation()];
  await withSecondStep(other.owner);
  await post('/auth/send-verification', other.owner);
  const guest = await join(other);
  await join(place);
  await mailsSent(2);
  await deleteAccount(place.owner);
  expect(await statusOf(other, guest)).toMatchObject({ status: 'waiting' });
  expect((await viewOf(other)).queue).toHaveLength(1);
  expect(await rowsLeft()).toMatchObject({
    second_steps: 1,
    recovery_codes: 10,
    email_verifications: 1,
    sessions: 1,
  });
});

test.each([
  ['', 'Please enter your current password'],
  ['not the password', 'That is not your current password'],
])('with the password %j nothing is deleted', async (typed, sentence) => {
  const owner = await newOwner();
  expect(await read(await deleteAccount(owner, { password: typed }))).toEqual(
    invalid({ password: [sentence] }),
  );
  expect((await call('GET', '/auth/me', owner)).status).toBe(200);
});

test('no code is mailed to an address that is not confirmed', async () => {
  const owner = await newOwner();
  expect(await post('/auth/deletion-code', owner)).toEqual(success);
  expect(await read(await deleteAccount(owner))).toEqual(success);
  await mailsSent(1);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Your Holdline account was deleted']);
});

test('an account with a second step asks for it, too', async () => {
  stopClock();
  const owner = await newOwner();
  const { secret, recoveryCodes } = await withSecondStep(owner);
  expect(await read(await deleteAccount(owner))).toEqual(
    invalid({ code: ['Please enter the code from the app'] }),
  );
  expect((await deleteAccount(owner, { password, code: appCode(secret) })).status).toBe(400);
  expect((await call('GET', '/auth/me', owner)).status).toBe(200);
  expect(await read(await deleteAccount(owner, { password, code: recoveryCodes[3] }))).toEqual(success);
  expect(await rowsLeft()).toMatchObject({ second_steps: 0, recovery_codes: 0 });
});

test('of ten calls at the same moment one deletes, and all succeed', async () => {
  const owner = await newOwner();
  await newLocation(owner);
  const answers = await Promise.all(Array.from({ length: 10 }, () => deleteAccount(owner)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect((await mails()).filter(({ subject }) => subject.includes('deleted'))).toHaveLength(1);
});

// The deletion is interrupted at each of these statements.
test.each([
  '"visit_history"',
  '"visit_hours"',
  'update "locations"',
  'delete from "trial_reminders"',
  'update "businesses" set "erased_at"',
])('cut off before %s, the account is gone all the same and the sweep does the rest', async (statement) => {
  const owner = await newOwner();
  await newLocation(owner);
  const broken = brokenDatabase('D1_ERROR: Network connection lost.', (sql) => sql.includes(statement));
  const response = await callWith(broken, 'POST', '/auth/delete-account', {
    cookie: owner.cookie,
    body: { password },
  });
  expect(await read(response)).toEqual(success);
  expect((await logIn(owner)).status).toBe(401);
  expect(await everythingStored()).not.toMatch(/blue.door|owner-|812 3456|scrypt/i);
  await runSweeps(env, Date.now());
  await runSweeps(env, Date.now() + 2 * DAY_MS);
  expect(await rowsLeft()).toEqual(nothingLeft);
});

test('an object that is away is closed by the sweep, and does not hold up other accounts', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  const back = interceptCommands('close', () => Promise.reject(new Error('away')));
  expect(await read(await deleteAccount(place.owner))).toEqual(success);
  // The sweep has not completed the deletion yet, but the account's data is gone, and its e-mail address can be used
  // again.
  expect(await everythingStored()).not.toMatch(/blue.door|owner-|812 3456|scrypt/i);
  expect(await everythingStored()).not.toContain(place.location.address);
  const form = aSignUp({ username: 'green-door', email: place.owner.user.email });
  const again = await call('POST', '/auth/signup', { body: form });
  expect(again.status).toBe(201);
  await deleteAccount({ cookie: cookieOf(again) });
  await runSweeps(env, Date.now());
  expect(await rowsLeft()).toMatchObject({ businesses: 2 });
  back();
  await runSweeps(env, Date.now());
  expect(await statusOf(place, guest)).toMatchObject({ status: 'removed' });
  expect(await everythingStored()).not.toContain(place.owner.user.email);
});

test('deletions that fail at every sweep do not keep later ones', async () => {
  stopClock();
  const failing = Array.from({ length: 20 }, async () => {
    const owner = await newOwner();
    await newLocation(owner);
    await markedForDeletion(owner);
  });
  await Promise.all(failing);
  moveClock(1_000);
  const later = await newOwner();
  await markedForDeletion(later);
  interceptCommands('close', () => Promise.reject(new Error('away')));
  for (let hour = 0; hour < 2; hour += 1) {
    await runSweeps(env, Date.now());
    moveClock(3_600_000);
  }
  const erased = await env.DB.prepare('select id from businesses where erased_at is not null').all();
  expect(erased.results).toEqual([{ id: later.business.id }]);
});

/** Makes the state of an interrupted deletion: the account is marked as deleted, and its owner is already gone. */
async function markedForDeletion({ user, business }: TestOwner): Promise<void> {
  const of = (sql: string) => env.DB.prepare(sql);
  await env.DB.batch([
    of('update businesses set deletion_begun_at = ? where id = ?').bind(Date.now(), business.id),
    of('delete from sessions where user_id = ?').bind(user.id),
    of('delete from memberships where user_id = ?').bind(user.id),
    of('delete from users where id = ?').bind(user.id),
  ]);
}

test('if the mark cannot be written nothing is deleted', async () => {
  const owner = await newOwner();
  const away = brokenDatabase('D1_ERROR: D1 DB is overloaded.', (sql) =>
    sql.includes('"deletion_begun_at" = ?'),
  );
  const response = await callWith(away, 'POST', '/auth/delete-account', {
    cookie: owner.cookie,
    body: { password },
  });
  expect(await read(response)).toEqual(refused('try_again'));
  expect((await call('GET', '/auth/me', owner)).status).toBe(200);
});

test('a location that was added while the account was deleted goes with it', async () => {
  const owner = await newOwner({ maxLocations: 3 });
  await newLocation(owner);
  const add = () =>
    call('POST', '/auth/locations', { cookie: owner.cookie, body: { address: 'Second address 2' } });
  const [first] = await Promise.all([deleteAccount(owner), add(), add()]);
  // The deletion is refused with 503 if a location was added during the deletion. The refused deletion can be repeated.
  const removed = first.status === 503 ? await deleteAccount(owner) : first;
  expect(removed.status).toBe(200);
  await runSweeps(env, Date.now());
  await runSweeps(env, Date.now() + 2 * DAY_MS);
  expect(await rowsLeft()).toEqual(nothingLeft);
});

test('without a log-in nothing is deleted', async () => {
  expect(await read(await deleteAccount({ cookie: '' }))).toEqual(refused('not_logged_in'));
});

test('our record of credits keeps the username, and no address of a location', async () => {
  const place = await anOwnersLocation();
  const row = [{ id: place.location.id, address: place.location.address, set: null }];
  await env.DB.prepare(
    `insert into admin_changes (at, admin, business_id, username, before, after, locations) values (1, 'a', ?, 'blue-door', '{}', '{}', ?)`,
  )
    .bind(place.owner.business.id, JSON.stringify(row))
    .run();
  expect((await deleteAccount(place.owner)).status).toBe(200);
  const { results } = await env.DB.prepare('select username, locations from admin_changes').all();
  expect(results).toEqual([
    { username: 'blue-door', locations: JSON.stringify([{ ...row[0], address: '' }]) },
  ]);
});

test('a deletion waits for no mail to the team; one that fails is logged and keeps back no other', async () => {
  const { owner } = await anOwnersLocation();
  const [host, viewer] = [await newMember(owner, 'host'), await newMember(owner, 'viewer')];
  await env.DB.exec(
    `create trigger mail_fails before insert on development_messages when new.recipient = '${host.user.email}' begin select raise(abort, 'away'); end`,
  );
  const { promise: gate, resolve } = Promise.withResolvers<void>();
  const prepare = env.DB.prepare.bind(env.DB);
  vi.spyOn(env.DB, 'prepare').mockImplementation((sql) =>
    sql.startsWith('insert into "development_messages"') ? late(prepare(sql), gate) : prepare(sql),
  );
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  expect(await read(await deleteAccount(owner))).toEqual(success);
  resolve();
  expect(await mailsSent(2)).toContainEqual([viewer.user.email, 'You have left a team on Holdline']);
  await env.DB.exec('drop trigger mail_fails');
  await until(() => String(lines.mock.calls).includes('"event":"mail_not_sent","kind":"team"'));
});
