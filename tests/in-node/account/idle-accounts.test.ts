/** Unused accounts: a mail after 11 months, and the deletion a month after the mail. */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { MayHaveStandIns } from '../../../src/worker/deliveries/stand-ins.ts';
import { runSweeps } from '../../../src/worker/cron.ts';
import { newLocation, newOwner, type TestOwner } from '../../worker/support/factories.ts';
import { newMember } from '../../worker/support/members.ts';
import { anOwnersLocation, join, leave, objectOf } from '../../worker/support/owner-calls.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { moveClock } from '../../worker/support/queue-factories.ts';
import { countRows, logIn, mails } from '../../worker/support/security-calls.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function start(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.parse('2026-01-01T10:00Z'));
}

async function sweepAfter(ms: number): Promise<void> {
  moveClock(ms);
  await runSweeps(env, Date.now());
}

/** The recipients and subjects of all mails so far, the oldest first. */
const subjects = async () =>
  (await mails()).toReversed().map(({ recipient, subject }) => [recipient, subject]);
const told = (owner: TestOwner, day: string) => [
  owner.user.email,
  `Your Holdline account will be deleted on ${day}`,
];

test('the owner is told after 11 months, and the account is deleted on the day that the mail named', async () => {
  start();
  const owner = await newOwner({ trial: false });
  await newLocation(owner);
  await sweepAfter(335 * DAY_MS - HOUR_MS);
  expect(await subjects()).toEqual([]);
  await sweepAfter(HOUR_MS);
  // The mail names the day of the deletion in the location's time zone.
  const mail = told(owner, '1 January 2027');
  expect(await subjects()).toEqual([mail]);
  const [{ body } = { body: '' }] = await mails();
  expect(body).toContain('If you want to keep it, log in before that day.');
  await sweepAfter(HOUR_MS);
  await sweepAfter(30 * DAY_MS - 2 * HOUR_MS);
  expect([await subjects(), await countRows('users')]).toEqual([[mail], 1]);
  await sweepAfter(HOUR_MS);
  expect(await countRows('users')).toBe(0);
  expect(await subjects()).toEqual([mail, [owner.user.email, 'Your Holdline account was deleted']]);
  expect((await mails())[0]?.body).toContain('deleted by us, because nobody has used it for a year,');
});

test('a log-in in the month keeps the account, and its eleven months begin anew', async () => {
  start();
  const owner = await newOwner({ trial: false });
  await sweepAfter(335 * DAY_MS);
  moveClock(29 * DAY_MS);
  expect((await logIn(owner)).status).toBe(200);
  await sweepAfter(2 * DAY_MS);
  await sweepAfter(332 * DAY_MS);
  expect([await countRows('users'), (await subjects()).length]).toEqual([1, 1 + NEW_DEVICE]);
  await sweepAfter(2 * DAY_MS);
  expect([await countRows('users'), (await subjects()).length]).toEqual([1, 2 + NEW_DEVICE]);
});

const NEW_DEVICE = 1;

test('a visit, a live subscription, paid time and credits from us are use of an account', async () => {
  start();
  const idle = await newOwner({ trial: false });
  const visited = await anOwnersLocation({ trial: false });
  const [live, paid, given] = [
    await newOwner({ trial: false }),
    await newOwner({ trial: false }),
    await newOwner({ trial: false }),
  ];
  moveClock(300 * DAY_MS);
  const now = Date.now();
  const guest = await join(visited);
  moveClock(HOUR_MS);
  await leave(visited, guest);
  await delivered(objectOf(visited));
  const subscribe = (owner: TestOwner, status: string, periodEnd: number) =>
    env.DB.prepare(
      `insert into subscriptions (id, business_id, plan, interval, status, period_start, period_end, cancel_at_period_end)
       values (?, ?, 'Starter', 'year', ?, 0, ?, 0)`,
    )
      .bind(owner.business.id, owner.business.id, status, periodEnd)
      .run();
  await subscribe(live, 'past_due', 1);
  await subscribe(paid, 'canceled', now);
  await env.DB.prepare(
    `insert into admin_changes (at, admin, business_id, username, before, after) values (?, 'a', ?, '', '{}', '{}')`,
  )
    .bind(now, given.business.id)
    .run();
  await sweepAfter(40 * DAY_MS);
  expect(await subjects()).toEqual([told(idle, '6 January 2027')]);
});

test('a member’s session for another business is no use of this one', async () => {
  start();
  const [idle, used] = [await newOwner({ trial: false }), await newOwner({ trial: false })];
  const colleague = await newMember(used, 'host');
  await env.DB.prepare(
    `insert into memberships (user_id, business_id, role, name, may_read_numbers, created_at) values (?, ?, 'host', 'Sari', 0, 1)`,
  )
    .bind(colleague.user.id, idle.business.id)
    .run();
  moveClock(335 * DAY_MS - HOUR_MS);
  // Keeps the session open, because a session ends after some time without use.
  await env.DB.prepare('update sessions set created_at = ?1, last_used_at = ?1 where user_id = ?2')
    .bind(Date.now(), colleague.user.id)
    .run();
  await sweepAfter(HOUR_MS);
  expect(await subjects()).toEqual([told(idle, '1 January 2027')]);
});

test('while the mail provider is away nobody is told, and no account is deleted', async () => {
  start();
  await newOwner({ trial: false });
  const { STAND_INS }: MayHaveStandIns = env;
  const send = async () => ({ outcome: 'later', reason: 'busy', afterMs: HOUR_MS }) as const;
  const away = { ...env, STAND_INS: { ...STAND_INS, mails: () => ({ isRepeatable: true, send }) } };
  moveClock(335 * DAY_MS);
  await runSweeps(away, Date.now());
  await sweepAfter(31 * DAY_MS);
  expect([await countRows('users'), (await subjects()).length]).toEqual([1, 1]);
});
