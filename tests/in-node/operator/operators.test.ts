/** Operators with names and rights (`docs/decisions/0035-the-admin-area.md`). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  operatorRights,
  type OperatorList,
  type OperatorRight,
} from '../../../src/shared/contracts/admin.ts';
import { changeOperator } from '../../../src/worker/features/admin/operators.ts';
import { neededRight } from '../../../src/worker/features/admin/rights.ts';
import {
  acts,
  adminPassword,
  logInAdmin,
  newAdmin,
  readText,
  statusOf,
} from '../../worker/support/admin-calls.ts';
import { apiCalls, callsOfTheApp } from '../../worker/support/api-calls.ts';
import { call, cookieOf } from '../../worker/support/factories.ts';

const grace = {
  name: 'grace',
  password: 'a lantern by the door',
  rights: ['support'],
  currentPassword: adminPassword,
};
const done = { success: true };

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

function post(cookie: string, path: string, body: unknown): Promise<Response> {
  return call('POST', path, { cookie, body });
}

const changed = (cookie: string, body: object) =>
  post(cookie, '/admin/operators/change', { currentPassword: adminPassword, ...body });

async function list(cookie: string): Promise<OperatorList['operators']> {
  const response = await call('GET', '/admin/operators', { cookie });
  return (await response.json<OperatorList>()).operators;
}

test('every call below /admin has a right in the table, and the table has no other call', () => {
  const calls = callsOfTheApp().filter((name) => name.includes(' /admin/'));
  expect(Object.keys(neededRight).toSorted()).toEqual(calls);
});

test('a call is refused to an operator who has every right but the one it needs, and to nobody else', async () => {
  for (const [name, needed] of Object.entries(neededRight)) {
    if (needed === 'anybody') continue;
    const without = await newAdmin({
      name: 'without',
      rights: operatorRights.filter((right) => right !== needed),
    });
    const only = await newAdmin({ name: 'only', rights: needed === 'operator' ? [] : [needed] });
    const [method = '', path = ''] = name.split(' ');
    const body = apiCalls.find((each) => `${each.method} ${each.pattern}` === name)?.body;
    const statusWith = async (cookie: string) =>
      (await call(method, path, { cookie, ...(body && { body }) })).status;
    if (needed !== 'operator') expect([name, await statusWith(without)]).toEqual([name, 403]);
    expect([name, await statusWith(only)]).not.toEqual([name, 403]);
    await env.DB.exec('delete from admin_sessions');
    await env.DB.exec('delete from operators');
  }
});

test('an operator is added, logs in by name, and can do what the rights say', async () => {
  const admin = await newAdmin();
  expect(await (await post(admin, '/admin/operators', grace)).json()).toEqual(done);
  const cookie = cookieOf(
    await logInAdmin({ username: 'grace', password: grace.password }),
    'holdline_admin',
  );
  expect((await call('GET', '/admin/feedback', { cookie })).status).toBe(200);
  expect(await readText(await post(cookie, '/admin/operators', grace))).toEqual({
    status: 403,
    text: 'You do not have the right to do this. Ask another operator.',
  });
  expect(await list(admin)).toMatchObject([
    { name: 'admin', rights: operatorRights, disabled: false, addedBy: null },
    { name: 'grace', rights: ['support'], disabled: false, addedBy: 'admin' },
  ]);
  expect(JSON.stringify(await list(admin))).not.toContain('scrypt');
  expect((await acts(admin)).map(({ operator, kind, about }) => [operator, kind, about])).toEqual([
    ['grace', 'feedback_read', null],
    ['grace', 'logged_in', null],
    ['admin', 'operator_added', 'grace: support'],
  ]);
});

test.each([
  [{ ...grace, name: '' }, 400, 'Please fill in all fields'],
  [{ ...grace, name: 'Grace' }, 400, 'Use 2 to 40 small letters, digits, dots and dashes'],
  [{ ...grace, password: 'lantern-door' }, 200, ''],
  [{ ...grace, password: 'lantern-doo' }, 400, 'Use 12 to 128 characters'],
  [{ ...grace, password: 'abcabcabcabc' }, 400, 'That password is too common. Please choose another.'],
  [{ ...grace, rights: ['everything'] }, 400, 'Please check what you entered.'],
  [{ ...grace, name: 'admin' }, 409, 'There is an operator of this name already.'],
])('adding %j is answered %i %s', async (body, status, text) => {
  const admin = await newAdmin();
  const response = await post(admin, '/admin/operators', body);
  expect(response.status).toBe(status);
  if (status !== 200) {
    expect((await readText(response)).text).toBe(text);
    expect(await acts(admin)).toEqual([]);
    expect(await list(admin)).toHaveLength(1);
  }
});

test('other rights count at once, and a disabled operator is out at once', async () => {
  const admin = await newAdmin();
  await post(admin, '/admin/operators', grace);
  const cookie = cookieOf(
    await logInAdmin({ username: 'grace', password: grace.password }),
    'holdline_admin',
  );
  const from = { rights: ['support'], disabled: false };
  await changed(admin, { name: 'grace', rights: ['credits'], disabled: false, from });
  expect((await call('GET', '/admin/feedback', { cookie })).status).toBe(403);
  const out = { name: 'grace', rights: ['credits'], disabled: true };
  expect(await readText(await changed(admin, { ...out, from }))).toEqual({
    status: 409,
    text: 'This was changed meanwhile. Please look at it again.',
  });
  expect(await statusOf(cookie)).toBe(200);
  await changed(admin, { ...out, from: { rights: ['credits'], disabled: false } });
  expect(await statusOf(cookie)).toBe(401);
  const { results } = await env.DB.prepare(`select * from admin_sessions where operator = 'grace'`).all();
  expect(results).toEqual([]);
  expect((await logInAdmin({ username: 'grace', password: grace.password })).status).toBe(401);
  expect((await acts(admin, '?kind=operator_changed')).map(({ about }) => about)).toEqual([
    'grace: disabled',
    'grace: credits',
  ]);
  expect((await changed(admin, { ...out, name: 'nobody', from })).status).toBe(404);
});

test('an operator who uses up a limit keeps no other from working', async () => {
  const [admin, grace] = [await newAdmin(), await newAdmin({ name: 'grace', rights: [] })];
  const guess = { currentPassword: 'wrong', newPassword: 'a lantern by the door' };
  let last = 0;
  for (let n = 0; n < 21; n += 1) last = (await post(grace, '/admin/password', guess)).status;
  expect(last).toBe(429);
  const out = { name: 'grace', rights: [], disabled: true, from: { rights: [], disabled: false } };
  expect((await changed(admin, out)).status).toBe(200);
  expect(await statusOf(grace)).toBe(401);
});

test('a session alone adds and changes no operator, and resets no passkeys', async () => {
  const admin = await newAdmin();
  await newAdmin({ name: 'grace', rights: [] });
  const wrong = { status: 400, text: 'This is not your current password.' };
  const same = { rights: [], disabled: false };
  const currentPassword = 'a guess';
  const added = { ...grace, name: 'eve', currentPassword };
  expect(await readText(await post(admin, '/admin/operators', added))).toEqual(wrong);
  expect(
    await readText(
      await changed(admin, {
        name: 'grace',
        rights: ['erase'],
        disabled: false,
        from: same,
        currentPassword,
      }),
    ),
  ).toEqual(wrong);
  const reset = { name: 'grace', password: 'a guess' };
  expect(await readText(await post(admin, '/admin/operators/reset-passkeys', reset))).toEqual(wrong);
  expect(await acts(admin)).toEqual([]);
});

test('an operator does not change the own rights', async () => {
  const admin = await newAdmin();
  await newAdmin({ name: 'grace' });
  const same = { rights: [...operatorRights], disabled: false };
  expect(await readText(await changed(admin, { name: 'admin', ...same, from: same }))).toEqual({
    status: 409,
    text: 'Another operator must change your rights.',
  });
  expect(await acts(admin)).toEqual([]);
});

test('of two operators who take the right from each other at once, one keeps it', async () => {
  const admin = await newAdmin();
  await newAdmin({ name: 'grace', rights: ['operators'] });
  const take = (by: string, name: string, held: OperatorRight[], disabled = false) =>
    changeOperator(
      env,
      by,
      { name, rights: [], disabled, from: { rights: held, disabled: false }, currentPassword: adminPassword },
      Date.now(),
    );
  expect(await take('admin', 'grace', ['operators'])).toEqual({ ok: true });
  // Grace's call had passed its checks before Grace lost the right.
  const late = { ok: false, code: 'rights_changed' };
  expect(await take('grace', 'admin', [...operatorRights])).toEqual(late);
  expect(await take('grace', 'admin', [...operatorRights], true)).toEqual(late);
  expect(await statusOf(admin)).toBe(200);
  expect(await acts(admin)).toHaveLength(1);
});

test('a new password of the operator ends every log-in, and only the operator sets it', async () => {
  const admin = await newAdmin();
  const newPassword = 'a new lantern by the door';
  const change = (currentPassword: string, typed = newPassword) =>
    post(admin, '/admin/password', { currentPassword, newPassword: typed });
  expect(await readText(await change('wrong'))).toEqual({
    status: 400,
    text: 'This is not your current password.',
  });
  expect((await change(adminPassword, 'admin-admin-1')).status).toBe(400);
  expect(await statusOf(admin)).toBe(200);
  expect(await (await change(adminPassword)).json()).toEqual(done);
  expect(await statusOf(admin)).toBe(401);
  expect((await logInAdmin({})).status).toBe(401);
  const cookie = cookieOf(await logInAdmin({ password: newPassword }), 'holdline_admin');
  expect((await acts(cookie)).map(({ kind }) => kind)).toEqual(['logged_in', 'password_changed']);
});
