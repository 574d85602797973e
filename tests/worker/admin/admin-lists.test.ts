import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { auditPage, feedbackPage, salesPage } from '../../../src/shared/contracts/admin.ts';
import { insertFeedback, insertSalesInquiry } from '../../../src/worker/features/forms/form-messages.ts';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { acts, findBusiness, newAdmin, updateCredits } from '../support/admin-calls.ts';
import { call, newOwner, read } from '../support/factories.ts';
import { anOwnersLocation } from '../support/owner-calls.ts';
import { aFeedback, anInquiry } from '../../support/form-factories.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

async function page(cookie: string, path: string): Promise<unknown> {
  const response = await call('GET', path, { cookie });
  expect(response.status).toBe(200);
  return response.json();
}

test('feedback is kept as it came and read newest first', async () => {
  const cookie = await newAdmin();
  expect(await page(cookie, '/admin/feedback')).toEqual({ rows: [], next: null });
  await insertFeedback(env, aFeedback(), NOW);
  const second = aFeedback({ feedbackType: 'feature', severity: null, phone: '+62 812', subject: '<b>"' });
  await insertFeedback(env, second, NOW + 1000);
  expect(await page(cookie, '/admin/feedback')).toEqual({
    rows: [
      { ...second, id: 2, sentAt: '2026-11-20T12:00:01.000Z' },
      { ...aFeedback(), id: 1, sentAt: '2026-11-20T12:00:00.000Z' },
    ],
    next: null,
  });
});

test('sales inquiries are kept as they came and read newest first', async () => {
  const cookie = await newAdmin();
  expect(await page(cookie, '/admin/sales')).toEqual({ rows: [], next: null });
  await insertSalesInquiry(env, anInquiry(), NOW);
  const second = anInquiry({ useCase: 'other', budget: 'not_sure', locations: null, customersPerDay: null });
  await insertSalesInquiry(env, second, NOW);
  expect(await page(cookie, '/admin/sales')).toEqual({
    rows: [
      { ...second, id: 2, sentAt: '2026-11-20T12:00:00.000Z' },
      { ...anInquiry(), id: 1, sentAt: '2026-11-20T12:00:00.000Z' },
    ],
    next: null,
  });
});

test('lists come in pages of twenty, each row once', async () => {
  const cookie = await newAdmin();
  await newOwner({ username: 'blue-door' });
  for (let n = 1; n <= 41; n += 1) {
    await insertFeedback(env, aFeedback({ subject: `Number ${n}` }), NOW);
    await insertSalesInquiry(env, anInquiry({ subject: `Number ${n}` }), NOW);
    expect((await updateCredits(cookie, { baseCustomerCredits: n })).status).toBe(200);
  }
  const down = Array.from({ length: 41 }, (_, n) => 41 - n);
  for (const [path, schema] of [
    ['/admin/audit', auditPage],
    ['/admin/feedback', feedbackPage],
    ['/admin/sales', salesPage],
  ] as const) {
    const first = schema.parse(await page(cookie, path));
    const second = schema.parse(await page(cookie, `${path}?before=${first.next}`));
    const third = schema.parse(await page(cookie, `${path}?before=${second.next}`));
    const ids = [first, second, third].map(({ rows }) => rows.map(({ id }) => id));
    expect([path, ids.map(({ length }) => length), ids.flat()]).toEqual([path, [20, 20, 1], down]);
    expect([first.next, second.next, third.next]).toEqual([22, 2, null]);
  }
});

test('a page that ends the list exactly has no next one', async () => {
  const cookie = await newAdmin();
  for (let n = 1; n <= 20; n += 1) await insertFeedback(env, aFeedback(), NOW);
  const { rows, next } = feedbackPage.parse(await page(cookie, '/admin/feedback'));
  expect([rows.length, next]).toEqual([20, null]);
});

test('the audit log is filtered by operator, kind and business, ignoring case', async () => {
  const cookie = await newAdmin();
  await newOwner({ username: 'Blue-Door' });
  await newOwner({ username: 'red-door' });
  await findBusiness(cookie, 'blue-door');
  await findBusiness(cookie, 'red-door');
  await updateCredits(cookie);
  await env.DB.exec("insert into operator_acts (at, operator, kind) values (1, 'grace', 'logged_in')");
  const found = async (query: string) =>
    (await acts(cookie, query)).map(({ kind, username }) => `${kind} ${username}`);
  expect(await found('?operator=grace')).toEqual(['logged_in null']);
  expect(await found('?username=%20@blue-door')).toEqual([
    'credits_changed Blue-Door',
    'business_viewed Blue-Door',
  ]);
  expect(await found('?operator=admin&kind=business_viewed&username=RED-DOOR')).toEqual([
    'business_viewed red-door',
  ]);
  expect((await call('GET', '/admin/audit?kind=of-no-kind', { cookie })).status).toBe(400);
});

test('nobody can change, replace or delete a row of the audit log', async () => {
  const cookie = await newAdmin();
  await newOwner({ username: 'blue-door' });
  await findBusiness(cookie, 'blue-door');
  const before = await acts(cookie);
  for (const statement of [
    "update operator_acts set operator = 'nobody'",
    'delete from operator_acts',
    "insert or replace into operator_acts (id, at, operator, kind) values (1, 1, 'nobody', 'logged_in')",
  ]) {
    await expect(env.DB.exec(statement)).rejects.toThrow('operator_acts only grows');
  }
  expect(await acts(cookie)).toEqual(before);
});

test.each(['0', '-1', 'x', '1.5', '', '9'.repeat(16)])('before=%s is wrong input', async (before) => {
  const cookie = await newAdmin();
  expect(await read(await call('GET', `/admin/audit?before=${before}`, { cookie }))).toEqual({
    status: 400,
    body: { error: 'Please check what you entered.', code: 'invalid_input' },
  });
});

test.each(['nobody', '%20', 'x'.repeat(300)])('a business named %s is not there', async (username) => {
  const cookie = await newAdmin();
  expect(await read(await call('GET', `/admin/businesses/${username}`, { cookie }))).toEqual({
    status: 404,
    body: { error: 'That business username does not exist', code: 'unknown_business' },
  });
});

test('a location that does not answer hides neither the business nor the others', async () => {
  const { owner, location } = await anOwnersLocation({ username: 'blue-door' });
  const cookie = await newAdmin();
  vi.spyOn(LocationQueue.prototype, 'balances').mockImplementationOnce(() => ({
    ok: false,
    code: 'not_found',
  }));
  expect((await findBusiness(cookie, owner.business.username)).locations).toEqual([
    { id: location.id, address: location.address, now: null },
  ]);
});

test('the admin sees nothing of guests and no way to reach the owner', async () => {
  const { owner, location } = await anOwnersLocation({ username: 'blue-door' });
  const body = {
    address: location.address,
    firstName: 'Secretive',
    lastName: 'Guest',
    numGuests: 1,
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 9999 0000',
  };
  expect((await call('POST', '/auth/business/blue-door/queue', { body })).status).toBe(201);
  const seen = JSON.stringify(await findBusiness(await newAdmin(), 'blue-door'));
  for (const secret of ['Secretive', '9999', owner.user.email, owner.user.phone, 'scrypt']) {
    expect(seen).not.toContain(secret);
  }
});

test('reading messages is an act with a row, once in half an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  const cookie = await newAdmin();
  const grace = await newAdmin({ name: 'grace' });
  const readings = async () => (await acts(cookie)).map(({ operator, kind }) => `${operator} ${kind}`);
  for (const path of ['/admin/feedback', '/admin/feedback?before=2', '/admin/sales'])
    await page(cookie, path);
  await page(grace, '/admin/sales');
  expect(await readings()).toEqual(['grace sales_read', 'admin sales_read', 'admin feedback_read']);
  vi.setSystemTime(NOW + 29 * 60_000);
  await page(cookie, '/admin/feedback');
  expect(await readings()).toHaveLength(3);
  vi.setSystemTime(NOW + 30 * 60_000);
  await page(await newAdmin(), '/admin/feedback');
  expect((await acts(await newAdmin()))[0]).toMatchObject({ kind: 'feedback_read', username: null });
});
