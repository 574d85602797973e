/** Exports of one business and erasures wait for approval or for a day (`docs/decisions/0035-the-admin-area.md`). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AskedActList } from '../../../src/shared/contracts/operator.ts';
import { runSweeps } from '../../../src/worker/cron.ts';
import { developmentAdmin } from '../../../src/worker/platform/config-variables.ts';
import { aSeal } from '../../support/business-files.ts';
import { isWithoutApproval } from '../../../src/worker/features/admin/rights.ts';
import { operatorRights } from '../../../src/shared/contracts/admin.ts';
import { apiCalls } from '../../worker/support/api-calls.ts';
import { acts, adminPassword, logInAdmin, newAdmin, readText } from '../../worker/support/admin-calls.ts';
import { call, newOwner } from '../../worker/support/factories.ts';
import { mails, mailsSent } from '../../worker/support/security-calls.ts';
import { anOwnersLocation } from '../../worker/support/owner-calls.ts';
import { moveClock, stopClock } from '../../worker/support/queue-factories.ts';

const HOUR_MS = 3_600_000;
const waits = (minutes: number) => ({
  status: 409,
  text: `This was asked for, and waits: another operator may approve it in /admin or by npm run approve. Without approval it can be done in ${minutes} minutes.`,
});

beforeEach(() => {
  stopClock();
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

function post(cookie: string, path: string, body: unknown): Promise<Response> {
  return call('POST', path, { cookie, body });
}

/** Each call makes a new session, because sessions end during these tests. */
const ada = () => newAdmin();
const grace = () => newAdmin({ name: 'grace' });

const askExport = async (username = 'blue-door') =>
  post(await ada(), '/admin/export', { username, seal: aSeal, cursor: null });

const askErasure = async (who: string, businesses: string[] = []) =>
  post(await ada(), '/admin/person/erase', { who, businesses });

/** Presses "This was not me" in the newest mail, which must be to this address. */
async function pressNotMe(email: string): Promise<void> {
  await mailsSent(1);
  const [mail] = await mails();
  expect(mail?.recipient).toBe(email);
  const token = decodeURIComponent(/\/not-me\?token=(\S+)/.exec(mail?.body ?? '')?.[1] ?? '');
  expect((await call('POST', '/auth/not-me', { body: { token } })).status).toBe(200);
}

test('an export waits until another operator approves it, and the owner is mailed once', async () => {
  const { owner } = await anOwnersLocation({ username: 'blue-door' });
  expect(await readText(await askExport())).toEqual(waits(24 * 60));
  moveClock(HOUR_MS);
  expect(await readText(await askExport('Blue-Door'))).toEqual(waits(23 * 60));
  const approval = { username: 'BLUE-door' };
  expect(await readText(await post(await ada(), '/admin/export/approve', approval))).toEqual({
    status: 409,
    text: 'You asked for this yourself, so another operator must approve it.',
  });
  expect((await askExport()).status).toBe(409);
  for (let n = 0; n < 2; n += 1)
    expect((await post(await grace(), '/admin/export/approve', approval)).status).toBe(200);
  expect((await askExport()).status).toBe(200);
  expect(await mailsSent(1)).toEqual([[owner.user.email, 'We were asked to export your Holdline account']]);
  expect((await acts(await ada())).map(({ operator, kind, username }) => [operator, kind, username])).toEqual(
    [
      ['admin', 'business_exported', 'blue-door'],
      ['grace', 'export_approved', 'blue-door'],
      ['admin', 'export_asked', 'blue-door'],
    ],
  );
});

test.each([
  ['added who approves', 'operator_added', 'grace: export'],
  ['changed who approves', 'operator_changed', 'grace: export'],
  ['reset the passkeys of who approves', 'passkeys_reset', 'grace'],
  ['added who asked', 'operator_added', 'admin: export'],
])('an approval does not count where an operator %s less than a day before', async (_, kind, about) => {
  await anOwnersLocation({ username: 'blue-door' });
  const approve = async () => post(await grace(), '/admin/export/approve', { username: 'blue-door' });
  await env.DB.prepare('insert into operator_acts (at, operator, kind, about) values (?, ?, ?, ?)')
    .bind(Date.now(), 'eve', kind, about)
    .run();
  moveClock(24 * HOUR_MS - 1);
  await askExport();
  expect(await readText(await approve())).toEqual({
    status: 409,
    text: 'You, or the operator who asked, were added or changed less than a day before, or since. Another operator must approve it.',
  });
  expect((await askExport()).status).toBe(409);
  expect((await acts(await ada(), '?kind=export_approved')).length).toBe(0);
  const other = await newAdmin({ name: 'gra' });
  const approval = await post(other, '/admin/export/approve', { username: 'blue-door' });
  expect(approval.status).toBe(about.startsWith('grace') ? 200 : 409);
});

test('an approval counts a day after the operator was added, and not once the operator was changed since the ask', async () => {
  await anOwnersLocation({ username: 'blue-door' });
  await anOwnersLocation({ username: 'red-door' });
  const added = {
    name: 'eve',
    password: 'a lantern by the door',
    rights: ['export'],
    currentPassword: adminPassword,
  };
  await post(await ada(), '/admin/operators', added);
  moveClock(24 * HOUR_MS);
  await askExport('blue-door');
  await askExport('red-door');
  const approve = async (username: string) =>
    (await post(await newAdmin({ name: 'eve' }), '/admin/export/approve', { username })).status;
  const { passwordHash } = developmentAdmin;
  await env.DB.prepare('update operators set password_hash = ? where name = ?')
    .bind(passwordHash, 'eve')
    .run();
  expect(await approve('blue-door')).toBe(200);
  const access = { rights: ['export'], disabled: false };
  await post(await grace(), '/admin/operators/change', {
    name: 'eve',
    ...access,
    from: access,
    currentPassword: adminPassword,
  });
  expect(await approve('red-door')).toBe(409);
});

test('an approval counts for what was asked for, and for nothing else', async () => {
  await anOwnersLocation({ username: 'blue-door' });
  await anOwnersLocation({ username: 'red-door' });
  const approval = { username: 'red-door' };
  expect((await post(await grace(), '/admin/export/approve', approval)).status).toBe(404);
  await askExport('blue-door');
  expect((await post(await grace(), '/admin/export/approve', approval)).status).toBe(404);
  expect((await post(await grace(), '/admin/export/approve', { username: 'blue-door' })).status).toBe(200);
  expect((await askExport('red-door')).status).toBe(409);
  expect((await askExport('nobody')).status).toBe(404);
});

test('without approval an export can be done after a day, for two days', async () => {
  await anOwnersLocation({ username: 'blue-door' });
  await askExport();
  moveClock(24 * HOUR_MS - 1);
  expect(await readText(await askExport())).toEqual(waits(1));
  moveClock(1);
  expect((await askExport()).status).toBe(200);
  moveClock(48 * HOUR_MS - 1);
  expect((await askExport()).status).toBe(200);
  moveClock(1);
  expect(await readText(await askExport())).toEqual(waits(24 * 60));
});

test('a backup needs a right of its own, and no approval', async () => {
  await anOwnersLocation({ username: 'blue-door' });
  const body = { username: 'blue-door', seal: aSeal, cursor: null };
  const exporter = await newAdmin({ name: 'exporter', rights: ['export'] });
  const backer = await newAdmin({ name: 'backer', rights: ['backup'] });
  expect((await post(exporter, '/admin/backup', body)).status).toBe(403);
  expect((await post(backer, '/admin/export', body)).status).toBe(403);
  expect((await post(backer, '/admin/backup', body)).status).toBe(200);
  expect((await acts(backer)).map(({ operator, kind }) => [operator, kind])).toEqual([
    ['backer', 'business_backed_up'],
  ]);
});

/** Starts a backup of all businesses. Returns the status of the answer. */
const listAll = async (name: string) =>
  (await post(await newAdmin({ name }), '/admin/backup/list', { after: null })).status;

test.each([
  ['added', 'operator_added', 'grace: backup'],
  ['changed', 'operator_changed', 'grace: backup'],
  ['had the passkeys reset', 'passkeys_reset', 'grace'],
])(
  'backups, restores and copies of a person wait for a day after another operator %s the operator',
  async (_, kind, about) => {
    await env.DB.prepare('insert into operator_acts (at, operator, kind, about) values (?, ?, ?, ?)')
      .bind(Date.now(), 'admin', kind, about)
      .run();
    for (const each of apiCalls) {
      if (!isWithoutApproval(`${each.method} ${each.pattern}`)) continue;
      expect(await readText(await post(await grace(), each.pattern, each.body))).toEqual({
        status: 409,
        text: 'Another operator added you, changed your rights or reset your passkeys less than a day ago. Backups, restores and copies of a person’s data wait for a day after that.',
      });
    }
    expect((await call('GET', '/admin/sales', { cookie: await grace() })).status).toBe(200);
    expect([await listAll('admin'), await listAll('gra')]).toEqual([200, 200]);
    moveClock(24 * HOUR_MS - 1);
    expect(await listAll('grace')).toBe(409);
    moveClock(1);
    expect(await listAll('grace')).toBe(200);
  },
);

test('backups of the first operator do not wait, until another changes the rights', async () => {
  const { username } = developmentAdmin;
  expect((await logInAdmin({})).status).toBe(200);
  expect(await listAll(username)).toBe(200);
  const all = { rights: [...operatorRights], disabled: false };
  await post(await grace(), '/admin/operators/change', {
    name: username,
    ...all,
    from: all,
    currentPassword: adminPassword,
  });
  expect(await listAll(username)).toBe(409);
});

test('the owner who did not ask stops a deletion by the link in the mail', async () => {
  const owner = await newOwner({ username: 'blue-door', email: 'ada@example.com', emailVerifiedAt: 1 });
  const { email } = owner.user;
  expect(await readText(await askErasure(email))).toEqual(waits(24 * 60));
  moveClock(1_000);
  await pressNotMe(email);
  await post(await grace(), '/admin/person/erase/approve', { who: email, businesses: [] });
  expect((await askErasure(email)).status).toBe(409);
  moveClock(30 * HOUR_MS);
  expect((await readText(await askErasure(email))).text).toContain(
    'After “this was not me” nobody can change this',
  );
});

test('the owner who did not ask also stops an export that has begun, but no backup', async () => {
  const { owner } = await anOwnersLocation({ username: 'blue-door', emailVerifiedAt: 1 });
  await askExport();
  await post(await grace(), '/admin/export/approve', { username: 'blue-door' });
  const begun = await askExport();
  const { next } = await begun.json<{ next: object }>();
  const body = { username: 'blue-door', seal: aSeal, cursor: next };
  expect((await post(await ada(), '/admin/export', body)).status).toBe(200);
  expect((await post(await ada(), '/admin/backup', { ...body, cursor: null })).status).toBe(200);
  moveClock(1_000);
  await pressNotMe(owner.user.email);
  expect((await readText(await post(await ada(), '/admin/export', body))).text).toContain(
    'After “this was not me” nobody can change this',
  );
  expect((await post(await ada(), '/admin/backup', body)).status).toBe(200);
});

test('a guest’s erasure is the same in each spelling of number and names, and owners are told', async () => {
  await anOwnersLocation({ username: 'blue-door', email: 'ada@example.com' });
  await anOwnersLocation({ username: 'red-door', email: 'eve@example.com' });
  expect((await askErasure('+62 812 3456 7890', ['blue-door', 'red-door'])).status).toBe(409);
  const spelled = { who: '0062 (812) 34567890', businesses: ['Red-Door', 'Blue-Door'] };
  const fewer = { who: spelled.who, businesses: ['red-door'] };
  expect((await post(await grace(), '/admin/person/erase/approve', fewer)).status).toBe(404);
  expect((await post(await grace(), '/admin/person/erase/approve', spelled)).status).toBe(200);
  expect((await askErasure('+6281234567890', ['red-door', 'blue-door'])).status).toBe(200);
  expect(await mailsSent(2)).toEqual([
    ['ada@example.com', 'A guest asked Holdline to be forgotten'],
    ['eve@example.com', 'A guest asked Holdline to be forgotten'],
  ]);
  const rows = () => env.DB.prepare('select * from asked_acts').all();
  expect(JSON.stringify((await rows()).results)).not.toContain('3456');
  moveClock(72 * HOUR_MS);
  await runSweeps(env, Date.now());
  expect((await rows()).results).toEqual([]);
});

async function waiting(): Promise<AskedActList['acts']> {
  const response = await call('GET', '/admin/asked-acts', { cookie: await grace() });
  return (await response.json<AskedActList>()).acts;
}

const withdraw = (cookie: string, id = '') => post(cookie, '/admin/asked-acts/withdraw', { id });

test('the waiting acts are listed with who asked, how long they wait and who approved, but without the person', async () => {
  const { owner } = await anOwnersLocation({ username: 'blue-door' });
  const asked = Date.now();
  await askExport('Blue-Door');
  moveClock(HOUR_MS);
  await askErasure('+62 812 3456 7890', ['blue-door']);
  moveClock(HOUR_MS);
  await askErasure(owner.user.email);
  await post(await grace(), '/admin/export/approve', { username: 'blue-door' });
  const acts = await waiting();
  expect(acts).toMatchObject([
    { operator: 'admin', what: 'account', businesses: [], approvedBy: null },
    { operator: 'admin', what: 'guest', businesses: ['blue-door'], approvedBy: null },
    {
      operator: 'admin',
      what: 'export',
      businesses: ['Blue-Door'],
      waitsUntil: new Date(asked + 24 * HOUR_MS).toISOString(),
      endsAt: new Date(asked + 72 * HOUR_MS).toISOString(),
      approvedBy: 'grace',
    },
  ]);
  const { results } = await env.DB.prepare('select * from asked_acts').all();
  for (const personal of [owner.user.email, '3456']) expect(JSON.stringify(results)).not.toContain(personal);
  moveClock(70 * HOUR_MS);
  expect(await waiting()).toHaveLength(2);
});

test('the operator who asked withdraws an act, also an approved one, and nobody else does', async () => {
  await anOwnersLocation({ username: 'blue-door' });
  await askExport();
  await post(await grace(), '/admin/export/approve', { username: 'blue-door' });
  const [act] = await waiting();
  expect(await readText(await withdraw(await grace(), act?.id))).toEqual({
    status: 403,
    text: 'This belongs to someone else.',
  });
  expect((await withdraw(await ada(), act?.id)).status).toBe(200);
  expect((await withdraw(await ada(), act?.id)).status).toBe(404);
  expect((await withdraw(await ada(), 'A'.repeat(43))).status).toBe(404);
  expect(await waiting()).toEqual([]);
  expect(await readText(await askExport())).toEqual(waits(24 * 60));
  await askErasure('+62 812 3456 7890', ['blue-door']);
  const erasure = (await waiting()).find(({ what }) => what === 'guest');
  expect((await withdraw(await ada(), erasure?.id)).status).toBe(200);
  const rows = await acts(await ada());
  expect(rows.slice(0, 2).map(({ kind, username }) => [kind, username])).toEqual([
    ['erasure_withdrawn', 'blue-door'],
    ['erasure_asked', 'blue-door'],
  ]);
  expect(rows.filter(({ kind }) => kind === 'export_withdrawn')).toHaveLength(1);
});
