import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { businessListAnswer, type BusinessListAnswer } from '../../../src/shared/contracts/operator.ts';
import { insertAccount, newAccount } from '../../../src/worker/identity/accounts.ts';
import { database } from '../../../src/worker/db/client.ts';
import { hashOfNobody } from '../../../src/worker/platform/passwords.ts';
import { newAdmin } from '../support/admin-calls.ts';
import { call, newOwner } from '../support/factories.ts';
import { eventsIn } from '../support/log-lines.ts';

/** Adds accounts without a usable password. */
async function addAccounts(usernames: string[]): Promise<void> {
  const db = database(env);
  const [first, ...rest] = usernames.flatMap((username) => {
    const email = `${username}@example.com`;
    const account = newAccount({ name: username, username, email, phone: '+1 212', now: 1 });
    return insertAccount(db, account, hashOfNobody);
  });
  if (first !== undefined) await db.batch([first, ...rest]);
}

async function list(cookie: string, after: string | null): Promise<BusinessListAnswer> {
  const response = await call('POST', '/admin/backup/list', { cookie, body: { after } });
  expect(response.status).toBe(200);
  return businessListAnswer.parse(await response.json());
}

test('every account that is not being deleted is listed once, by the alphabet, in pages, and noted once', async () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
  const names = Array.from({ length: 500 }, (_, n) => `Door-${String(n).padStart(3, '0')}`);
  await addAccounts([...names, 'amber', '-.z']);
  await newOwner({ username: 'gone', deletionBegunAt: 1 });
  const cookie = await newAdmin();
  const page = await list(cookie, null);
  expect(page).toEqual({ usernames: ['-.z', 'amber', ...names.slice(0, 498)], next: 'Door-497' });
  expect(await list(cookie, page.next)).toEqual({ usernames: ['Door-498', 'Door-499'], next: null });
  expect(eventsIn(lines.mock.calls.map(([line]) => String(line)))).toEqual([
    { event: 'admin_action', action: 'businesses_listed' },
  ]);
});

test('after a full last page the next page is empty', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  await addAccounts(Array.from({ length: 500 }, (_, n) => `door-${n + 100}`));
  const cookie = await newAdmin();
  expect((await list(cookie, null)).next).toBe('door-599');
  expect(await list(cookie, 'door-599')).toEqual({ usernames: [], next: null });
});
