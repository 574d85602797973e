import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { runSweeps } from '../../../src/worker/cron.ts';
import { call, newOwner } from '../../worker/support/factories.ts';
import { moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { countRows, post } from '../../worker/support/security-calls.ts';

const DAY_MS = 24 * 3_600_000;
const tables = ['sessions', 'password_resets', 'email_verifications', 'phone_codes'];
const rows = async () => Promise.all(tables.map((table) => countRows(table)));

test('ended sessions, and expired links and codes, go by the next sweep, not by the next log-in', async () => {
  stopClock();
  const owner = await newOwner();
  await call('POST', '/auth/forgot-password', { body: { email: owner.user.email } });
  await post('/auth/send-verification', owner);
  await env.DB.prepare('insert into phone_codes (user_id, phone, code_hash, expires_at) values (?, ?, ?, ?)')
    .bind(owner.user.id, '+628123456789', 'hash', Date.now() + 600_000)
    .run();
  await runSweeps(env, Date.now());
  expect(await rows()).toEqual([1, 1, 1, 1]);
  moveClock(2 * DAY_MS);
  await runSweeps(env, Date.now());
  expect(await rows()).toEqual([1, 0, 0, 0]);
  moveClock(12 * DAY_MS);
  await runSweeps(env, Date.now());
  expect(await rows()).toEqual([0, 0, 0, 0]);
});
