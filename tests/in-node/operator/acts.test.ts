/** Each act of an operator has its row in the audit log (`docs/decisions/0035-the-admin-area.md`). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { actKinds } from '../../../src/shared/contracts/admin.ts';
import { acts, findBusiness, logInAdmin, newAdmin, updateCredits } from '../../worker/support/admin-calls.ts';
import { call, cookieOf } from '../../worker/support/factories.ts';
import { DAY_MS } from '../../../src/shared/limits.ts';
import { moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { aSeal } from '../../support/business-files.ts';
import { anOwnersLocation } from '../../worker/support/owner-calls.ts';
import { exported, imported, posting } from '../../worker/support/transfer-calls.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

test('each act has a row with who did it and to which business, but nothing about a person', async () => {
  const { owner } = await anOwnersLocation({ username: 'Blue-Door', name: 'Food Bank' });
  stopClock();
  await logInAdmin({});
  // A day later the operators are no longer new. An approval by a new operator does not count.
  moveClock(DAY_MS);
  const cookie = cookieOf(await logInAdmin({}), 'holdline_admin');
  const post = posting(cookie);
  await findBusiness(cookie, 'blue-door');
  await updateCredits(cookie);
  await post('/admin/approve-name', { username: 'blue-door', name: 'Food Bank' });
  await post('/admin/backup/list', { after: null });
  const file = await exported('blue-door', post);
  const number = '+62 812 3456 7890';
  await post('/admin/person/export', { who: number, businesses: ['blue-door'] });
  const erasure = { who: owner.user.email, businesses: [] };
  await expect(post('/admin/person/erase', erasure)).rejects.toThrow('This was asked for, and waits');
  await posting(await newAdmin({ name: 'grace' }))('/admin/person/erase/approve', erasure);
  await post('/admin/person/erase', erasure);
  await imported(file, post);
  expect(
    (await acts(cookie)).map(({ operator, kind, username }) => `${operator} ${kind} ${username}`),
  ).toEqual([
    'admin business_imported Blue-Door',
    'admin person_erased Blue-Door',
    'grace erasure_approved Blue-Door',
    'admin erasure_asked Blue-Door',
    'admin person_exported Blue-Door',
    'admin business_backed_up Blue-Door',
    'admin businesses_listed null',
    'admin name_approved Blue-Door',
    'admin credits_changed Blue-Door',
    'admin business_viewed Blue-Door',
    'admin logged_in null',
    'admin logged_in null',
    'admin operator_added null',
  ]);
  // Other tests check these kinds of acts.
  const elsewhere = [
    'passkey_added',
    'passkey_removed',
    'passkeys_reset',
    'command_code_made',
    'export_withdrawn',
    'erasure_withdrawn',
    'import_ended',
    'feedback_read',
    'sales_read',
    'business_exported',
    'export_asked',
    'export_approved',
    'location_restored',
    'keys_rotated',
    'operator_changed',
    'password_changed',
  ];
  const kinds = new Set([...elsewhere, ...(await acts(cookie)).map(({ kind }) => kind)]);
  expect([...kinds].toSorted()).toEqual([...actKinds].toSorted());
  const rows = JSON.stringify((await env.DB.prepare('select * from operator_acts').all()).results);
  for (const personal of [owner.user.email, '3456', 'Food Bank', 'Kemang'])
    expect(rows).not.toContain(personal);
});

test('nobody goes on with an act that was not recorded, nor longer than six hours after', async () => {
  const { location } = await anOwnersLocation({ username: 'blue-door' });
  await anOwnersLocation({ username: 'red-door' });
  const [mallory, ada] = [await newAdmin({ name: 'mallory' }), await newAdmin({ name: 'ada' })];
  const cursor = { locations: [location.id], part: 'visit', after: -1 };
  const further = [
    ['/admin/backup', { username: 'blue-door', seal: aSeal, cursor }],
    ['/admin/rotate', { after: '0'.repeat(64) }],
  ] as const;
  const statuses = async (cookie: string) => {
    const responses = further.map(([path, body]) => call('POST', path, { cookie, body }));
    return (await Promise.all(responses)).map(({ status }) => status);
  };
  const post = posting(mallory);
  await post('/admin/backup', { username: 'red-door', seal: aSeal, cursor: null });
  expect(await statuses(mallory)).toEqual([404, 404]);
  await post('/admin/backup', { username: 'Blue-door', seal: aSeal, cursor: null });
  await post('/admin/rotate', { after: '' });
  expect(await statuses(mallory)).toEqual([200, 200]);
  expect(await statuses(ada)).toEqual([404, 404]);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 6 * 3_600_000);
  expect(await statuses(await newAdmin({ name: 'mallory' }))).toEqual([404, 404]);
});

test('each page of the usernames has a row, wherever it begins', async () => {
  const cookie = await newAdmin();
  await posting(cookie)('/admin/backup/list', { after: '-' });
  expect((await acts(cookie)).map(({ kind, about }) => [kind, about])).toEqual([
    ['businesses_listed', 'after -'],
  ]);
});

test('what is refused has no row, so that a stranger cannot fill the log', async () => {
  const cookie = cookieOf(await logInAdmin({}), 'holdline_admin');
  expect((await logInAdmin({ password: 'wrong' })).status).toBe(401);
  expect((await call('GET', '/admin/businesses/nobody', { cookie })).status).toBe(404);
  expect((await updateCredits(cookie, { username: 'nobody' })).status).toBe(404);
  expect((await acts(cookie)).map(({ kind }) => kind)).toEqual(['logged_in', 'operator_added']);
});
