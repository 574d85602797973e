/**
 * Operators' passkeys: in a deployed Worker, each log-in of an operator needs one
 * (`docs/decisions/0035-the-admin-area.md`).
 */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { resetStatements } from '../../../scripts/operator/passkey-reset.ts';
import { operatorRights } from '../../../src/shared/contracts/admin.ts';
import { callsWhileWaiting, neededRight } from '../../../src/worker/features/admin/rights.ts';
import { hashPassword } from '../../../src/worker/platform/passwords.ts';
import { logInAdmin } from '../../worker/support/admin-calls.ts';
import { apiCalls } from '../../worker/support/api-calls.ts';
import { call, cookieOf, read } from '../../worker/support/factories.ts';
import {
  add,
  addChallenge,
  anOperator,
  auditRows,
  callDeployed,
  logInWith,
  meWith,
  passkeyOf,
  password,
  post,
  said,
  sessionIn,
  sign,
  signChallenge,
  typePassword,
  withPasskey,
} from '../../worker/support/operator-passkeys.ts';
import { moveClock, stopClock } from '../../worker/support/queue-factories.ts';

const MINUTE_MS = 60_000;
const wrong = [401, 'This is not your passkey. Please try again.'];
const notAdded = [409, 'This passkey could not be added. Please start again.'];
const wrongPassword = [400, 'This is not your current password.'];
const loggedOut = [401, 'Please sign in to continue.'];
const done = { status: 200, body: { success: true } };

beforeEach(() => {
  stopClock();
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** Checks that a session that waits for its passkey may make only these calls of the admin area. */
async function mayOnly(cookie: string, allowed: ReadonlySet<string>): Promise<void> {
  for (const [name, right] of Object.entries(neededRight)) {
    if (right === 'anybody') continue;
    const [method = '', path = ''] = name.split(' ');
    const body = apiCalls.find((each) => `${each.method} ${each.pattern}` === name)?.body;
    const answer = await callDeployed(method, path, { cookie, ...(body && { body }) });
    const sentence = await answer.text();
    expect([name, sentence.includes('This needs your passkey.')]).toEqual([name, !allowed.has(name)]);
    if (!allowed.has(name)) expect([name, answer.status]).toEqual([name, 401]);
  }
}

test('the configured admin logs in once, adds a passkey before anything else, and needs it from then on', async () => {
  const vars = { ADMIN_USERNAME: 'ada', ADMIN_PASSWORD_HASH: await hashPassword(password) };
  const { awaits, cookie } = await typePassword('ada', { vars });
  expect(awaits).toBe('first_passkey');
  await mayOnly(cookie, callsWhileWaiting.first_passkey);
  expect(await auditRows()).toEqual([
    'ada operator_added ada: credits, support, export, erase, backup, operators',
  ]);
  const passkey = passkeyOf('ada');
  const added = await add(cookie, passkey, await addChallenge(cookie));
  const opened = sessionIn(added);
  expect(await read(added)).toEqual({ status: 200, body: { username: 'ada', rights: [...operatorRights] } });
  expect([await meWith(cookie), await meWith(opened)]).toEqual([401, 200]);

  const again = await typePassword('ada', { vars });
  expect(again.awaits).toBe('passkey');
  await mayOnly(again.cookie, callsWhileWaiting.passkey);
  const signed = await sign(again.cookie, passkey);
  expect(signed.headers.getSetCookie()[1]).toMatch(/^__Secure-holdline_device_/);
  expect([await meWith(again.cookie), await meWith(sessionIn(signed))]).toEqual([401, 200]);
  expect((await auditRows()).slice(1)).toEqual(['ada passkey_added Phone', 'ada logged_in', 'ada logged_in']);
});

test('once there is an operator, the configured admin opens nothing, also while nobody has a passkey', async () => {
  await anOperator('ada');
  const vars = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD_HASH: await hashPassword('another lantern') };
  const bootstrap = (username: string) =>
    callDeployed('POST', '/admin/login', { vars, body: { username, password: 'another lantern' } });
  for (const username of ['admin', 'ada'])
    expect(await said(await bootstrap(username))).toEqual([401, 'Invalid credentials']);
  expect(await auditRows()).toEqual([]);
});

test('a passkey opens only its operator’s log-in, with a challenge of this log-in, at this site, once', async () => {
  const ada = await withPasskey('ada');
  const grace = await withPasskey('grace');
  const { cookie } = await typePassword('grace');
  expect(await said(await sign(cookie, ada.passkey))).toEqual(wrong);
  expect(await said(await sign(cookie, { ...grace.passkey, userHandle: ada.passkey.userHandle }))).toEqual(
    wrong,
  );
  expect(await said(await sign(cookie, { ...ada.passkey, id: grace.passkey.id }))).toEqual(wrong);
  const other = await typePassword('grace');
  const challenge = await signChallenge(other.cookie);
  expect(await said(await sign(cookie, grace.passkey, { challenge }))).toEqual(wrong);
  for (const signed of [{ origin: 'https://queue.example.org' }, { flags: 0x01 }, { crossOrigin: true }])
    expect(await said(await sign(cookie, grace.passkey, signed))).toEqual(wrong);
  expect(await meWith(cookie)).toBe(401);
  // A challenge is valid for one signature, even if this signature is wrong.
  const used = await signChallenge(cookie);
  expect(await said(await sign(cookie, ada.passkey, { challenge: used }))).toEqual(wrong);
  expect(await said(await sign(cookie, grace.passkey, { challenge: used }))).toEqual(wrong);
  const old = await signChallenge(cookie);
  moveClock(5 * MINUTE_MS);
  expect(await said(await sign(cookie, grace.passkey, { challenge: old }))).toEqual(wrong);
  expect((await sign(cookie, grace.passkey)).status).toBe(200);
});

test('a passkey whose counter falls back may be a copy', async () => {
  const { passkey } = await withPasskey('ada');
  const signWith = async (counter: number) => {
    const { cookie } = await typePassword('ada');
    return (await sign(cookie, passkey, { counter })).status;
  };
  expect([await signWith(5), await signWith(5), await signWith(6)]).toEqual([200, 401, 200]);
});

test('the browser is offered only the operator’s passkeys', async () => {
  await withPasskey('grace');
  const { passkey, cookie } = await withPasskey('ada');
  const waiting = await typePassword('ada');
  expect(await read(await post('/admin/login/passkey/options', waiting.cookie))).toMatchObject({
    status: 200,
    body: {
      rpId: 'queue.example.com',
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: passkey.id }],
    },
  });
  expect(await read(await post('/admin/passkeys/options', cookie, { password }))).toMatchObject({
    status: 200,
    body: {
      rp: { id: 'queue.example.com', name: 'Holdline' },
      user: { id: passkey.userHandle, name: 'ada' },
      excludeCredentials: [{ type: 'public-key', id: passkey.id }],
    },
  });
});

test('of two first log-ins only one adds a passkey, so the password alone adds none beside it', async () => {
  await anOperator('ada');
  const thief = await typePassword('ada');
  const ada = await typePassword('ada');
  const theirs = await addChallenge(thief.cookie);
  expect((await add(ada.cookie, passkeyOf('ada'), await addChallenge(ada.cookie))).status).toBe(200);
  expect(await said(await add(thief.cookie, passkeyOf('ada'), theirs))).toEqual(notAdded);
  expect(await meWith(thief.cookie)).toBe(401);
  expect(await auditRows()).toEqual(['ada passkey_added Phone', 'ada logged_in']);
});

test('a challenge adds one passkey, in its session only', async () => {
  const { cookie } = await withPasskey('ada');
  const grace = await withPasskey('grace');
  const challenge = await addChallenge(cookie);
  expect(await said(await add(grace.cookie, passkeyOf('grace'), challenge))).toEqual(notAdded);
  expect(await read(await add(cookie, passkeyOf('ada'), challenge))).toEqual(done);
  expect(await said(await add(cookie, passkeyOf('ada'), challenge))).toEqual(notAdded);
  expect(await said(await add(cookie, grace.passkey, await addChallenge(cookie)))).toEqual(notAdded);
  expect(await said(await post('/admin/passkeys/options', cookie, { password: 'wrong' }))).toEqual(
    wrongPassword,
  );
});

test('a log-in waits ten minutes for its passkey', async () => {
  const { passkey } = await withPasskey('ada');
  const { cookie } = await typePassword('ada');
  moveClock(10 * MINUTE_MS - 1);
  const challenge = await signChallenge(cookie);
  moveClock(1);
  expect(await said(await sign(cookie, passkey, { challenge }))).toEqual(loggedOut);
});

test('another operator resets lost passkeys, which ends every session; a new one is added after the password', async () => {
  const admin = await withPasskey('ada');
  const grace = await withPasskey('grace', ['support']);
  const waiting = await typePassword('grace');
  const challenge = await signChallenge(waiting.cookie);
  const reset = (cookie: string, name: string) =>
    post('/admin/operators/reset-passkeys', cookie, { name, password });
  expect(await said(await reset(grace.cookie, 'ada'))).toEqual([
    403,
    'You do not have the right to do this. Ask another operator.',
  ]);
  expect(await said(await reset(admin.cookie, 'nobody'))).toEqual([404, 'We could not find that.']);
  expect(await read(await reset(admin.cookie, 'grace'))).toEqual(done);
  expect(await meWith(grace.cookie)).toBe(401);
  expect(await said(await sign(waiting.cookie, grace.passkey, { challenge }))).toEqual(loggedOut);
  const { awaits, cookie } = await typePassword('grace');
  expect(awaits).toBe('first_passkey');
  expect((await add(cookie, passkeyOf('grace'), await addChallenge(cookie))).status).toBe(200);
  expect((await auditRows()).slice(4)).toEqual([
    'ada passkeys_reset grace',
    'grace passkey_added Phone',
    'grace logged_in',
  ]);
});

test('who resets the own passkeys is out, and needs the password and a new passkey', async () => {
  const { cookie, passkey } = await withPasskey('ada');
  const second = await logInWith('ada', passkey);
  expect(
    await read(await post('/admin/operators/reset-passkeys', cookie, { name: 'ada', password })),
  ).toEqual(done);
  expect([await meWith(cookie), await meWith(second)]).toEqual([401, 401]);
  const guess = { username: 'ada', password: 'wrong' };
  expect((await callDeployed('POST', '/admin/login', { body: guess })).status).toBe(401);
  const { awaits, cookie: waiting } = await typePassword('ada');
  expect(awaits).toBe('first_passkey');
  await mayOnly(waiting, callsWhileWaiting.first_passkey);
});

test('the command on the operator’s machine resets passkeys, and has a row in the audit log', async () => {
  const ada = await withPasskey("ada o'neill");
  const grace = await withPasskey('grace');
  const run = (name: string) =>
    env.DB.batch(resetStatements(name, Date.now()).map((statement) => env.DB.prepare(statement)));
  expect((await run('nobody')).map(({ results }) => results)).toEqual([[], [], [], []]);
  const [found, removed] = await run("ada o'neill");
  expect([found?.results, removed?.results]).toEqual([[{ name: "ada o'neill" }], [{ name: 'Phone' }]]);
  expect([await meWith(ada.cookie), await meWith(grace.cookie)]).toEqual([401, 200]);
  expect((await typePassword("ada o'neill")).awaits).toBe('first_passkey');
  expect((await auditRows()).slice(4)).toEqual([`npm run passkeys:reset passkeys_reset ada o'neill`]);
});

test('an operator removes a passkey after the password, but not the only one', async () => {
  const { cookie, passkey } = await withPasskey('ada');
  const grace = await withPasskey('grace');
  const remove = (id: string, typed = password) =>
    post('/admin/passkeys/remove', cookie, { id, password: typed });
  expect(await said(await remove(passkey.id))).toEqual([
    409,
    'This is your only passkey. Please add another one first.',
  ]);
  expect((await add(cookie, passkeyOf('ada'), await addChallenge(cookie))).status).toBe(200);
  expect(await said(await remove(passkey.id, 'wrong'))).toEqual(wrongPassword);
  expect(await said(await remove(grace.passkey.id))).toEqual([404, 'We could not find that.']);
  expect(await read(await remove(passkey.id))).toEqual(done);
  const { body } = await read(await callDeployed('GET', '/admin/passkeys', { cookie }));
  expect(body).toMatchObject({ passkeys: [{ name: 'Phone', lastUsedAt: null }] });
  expect(JSON.stringify(body)).not.toContain(passkey.id);
  const { cookie: waiting } = await typePassword('ada');
  expect(await said(await sign(waiting, passkey))).toEqual(wrong);
  expect((await auditRows()).at(-1)).toBe('ada passkey_removed Phone');
});

test('an operator has ten passkeys at most', async () => {
  const { cookie } = await withPasskey('ada');
  const challenge = await addChallenge(cookie);
  for (let n = 1; n < 10; n += 1)
    await env.DB.prepare(
      "insert into operator_passkeys (id, operator, name, public_key, counter, created_at) values (?, 'ada', '', '', 0, 0)",
    )
      .bind(String(n))
      .run();
  expect(await said(await post('/admin/passkeys/options', cookie, { password }))).toEqual([
    409,
    'You have ten passkeys. Please remove one first.',
  ]);
  expect(await said(await add(cookie, passkeyOf('ada'), challenge))).toEqual(notAdded);
});

test('a code for a command is given after the password, and logs in until the log-out', async () => {
  const { cookie } = await withPasskey('ada');
  expect(await said(await post('/admin/command-code', cookie, { password: 'wrong' }))).toEqual(wrongPassword);
  const { code } = await (await post('/admin/command-code', cookie, { password })).json<{ code: string }>();
  const command = `__Secure-holdline_admin=${code}`;
  expect(await meWith(command)).toBe(200);
  await post('/admin/logout', command);
  expect([await meWith(command), await meWith(cookie)]).toEqual([401, 200]);
  expect((await auditRows()).at(-1)).toBe('ada command_code_made');
});

test('in development a passkey is optional, but needed by an operator who has one', async () => {
  const first = await logInAdmin({});
  expect((await first.json<{ username: string }>()).username).toBe('admin');
  const cookie = cookieOf(first, 'holdline_admin');
  const ask = (path: string, body: object, session = cookie) => call('POST', path, { cookie: session, body });
  await env.DB.exec(
    "insert into operator_passkeys (id, operator, name, public_key, counter, created_at) values ('a2V5', 'admin', '', '', 0, 0)",
  );
  const second = await logInAdmin({});
  expect(await second.clone().json()).toEqual({ awaits: 'passkey' });
  const waiting = cookieOf(second, 'holdline_admin');
  expect((await call('GET', '/admin/me', { cookie: waiting })).status).toBe(401);
  const typed = { id: 'a2V5', password: 'lantern-at-the-door' };
  expect((await ask('/admin/passkeys/remove', typed)).status).toBe(200);
  expect((await logInAdmin({})).headers.getSetCookie()).toHaveLength(2);
});
