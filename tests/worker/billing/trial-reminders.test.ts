/**
 * Mails before the end of a trial: one mail three days before the end, and one on the last day. Failed or repeated
 * sweeps send no mail twice.
 */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { sweepTrialReminders } from '../../../src/worker/features/billing/mails/trial-reminder-delivery.ts';
import { brokenDatabase, expectComplaints } from '../support/broken.ts';
import { newLocation, newOwner } from '../support/factories.ts';
import { mails, subjects } from '../support/security-calls.ts';
import {
  resendAnswers,
  resend,
  cloudflare,
  ok,
  quota,
  loggedMails,
  invalidMail,
} from '../support/providers/resend.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The trial ends on 24 November 2026 at 14:05 in Jakarta. */
const endsAt = Date.UTC(2026, 10, 24, 7, 5);
const createdAt = endsAt - 14 * DAY_MS;

const soon = 'Your Holdline trial ends in 3 days';
const today = 'Your Holdline trial ends today';

async function sweep(beforeEndMs: number, changes: object = {}): Promise<void> {
  await sweepTrialReminders({ ...env, ...changes }, endsAt - beforeEndMs);
}

async function anOwner(about: Parameters<typeof newOwner>[0] = {}) {
  return newOwner({ createdAt, email: 'ada@example.com', ...about });
}

test('every hour of the last four days brings each reminder once, at its time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(endsAt - 4 * DAY_MS);
  const owner = await anOwner();
  await newLocation(owner);
  const seen: [number, string][] = [];
  for (let hoursLeft = 96; hoursLeft > -24; hoursLeft -= 1) {
    const before = (await mails()).length;
    await sweep(hoursLeft * HOUR_MS);
    const now = await mails();
    if (now.length > before) seen.push([hoursLeft, now.map(({ subject }) => subject).join()]);
    vi.setSystemTime(Date.now() + HOUR_MS);
  }
  // 14 hours before the end, it is 00:05 in Jakarta, so the last day has begun.
  expect(seen).toEqual([
    [72, soon],
    [14, `${today},${soon}`],
  ]);
  expect(await mails()).toMatchObject([{ recipient: 'ada@example.com' }, { recipient: 'ada@example.com' }]);
});

test('the reminder links to the plans at the configured origin', async () => {
  await anOwner();
  await sweep(3 * DAY_MS, { APP_ORIGIN: 'https://queue.example.com' });
  expect((await mails())[0]?.body).toContain('\nChoose a plan:\nhttps://queue.example.com/payments\n');
});

test('a cron that was down until the last day sends the last reminder alone', async () => {
  await anOwner();
  await sweep(2 * HOUR_MS);
  expect(await subjects()).toEqual([today]);
});

test('a cron that was late by a day says how many days are left', async () => {
  await anOwner();
  await sweep(40 * HOUR_MS);
  expect(await subjects()).toEqual(['Your Holdline trial ends in 2 days']);
});

test.each([
  ['is paid', { trial: false }],
  ['has ended', { createdAt: createdAt - 3 * DAY_MS }],
  ['was set to no days', { trialDurationDays: 0 }],
  ['ends later', { trialDurationDays: 21 }],
  ['is being deleted', { deletionBegunAt: createdAt }],
])('nobody is reminded of a trial that %s', async (_, about) => {
  await anOwner(about);
  await sweep(3 * DAY_MS);
  await sweep(HOUR_MS);
  expect(await subjects()).toEqual([]);
});

test('a trial without a length of its own ends after seven days', async () => {
  await anOwner({ trialDurationDays: null, createdAt: endsAt - 7 * DAY_MS });
  await sweep(3 * DAY_MS);
  expect(await subjects()).toEqual([soon]);
});

test('two sweeps at the same moment send one mail', async () => {
  await anOwner();
  await Promise.all([sweep(3 * DAY_MS), sweep(3 * DAY_MS), sweep(3 * DAY_MS)]);
  expect(await subjects()).toEqual([soon]);
});

test('a trial that got another end, or was paid, before its mail went out: that mail is not sent', async () => {
  const [longer, paid] = [await anOwner(), await anOwner({ email: 'bob@example.com' })];
  const complaints = expectComplaints();
  loggedMails();
  resendAnswers(quota());
  await sweep(72 * HOUR_MS, resend);
  expect(complaints()).toHaveLength(1);
  const set = (what: string, { business }: typeof paid) =>
    env.DB.prepare(`update businesses set ${what} where id = ?`).bind(business.id).run();
  await set('trial_duration_days = 15', longer);
  await set('trial = 0', paid);
  await sweep(71 * HOUR_MS);
  expect(await subjects()).toEqual([]);
  const pending = 'select count(*) as n from deliveries where done_at is null';
  expect(await env.DB.prepare(pending).first('n')).toBe(0);
});

test('cut off after the mail went out, the next hour sends it again under the same key, and then never', async () => {
  const owner = await anOwner();
  const { keys } = resendAnswers(ok(), ok());
  const cutOff = brokenDatabase('away', (sql) => sql.startsWith('update "deliveries" set "done_at"'));
  await expect(sweep(72 * HOUR_MS, { ...resend, ...cutOff })).rejects.toThrow('Failed query');
  await sweep(71 * HOUR_MS, resend);
  await sweep(70 * HOUR_MS, resend);
  const key = `days_before-${owner.business.id}`;
  expect(keys).toEqual([key, key]);
});

test('interrupted where a repeat could be a duplicate, the reminder is given up and logged', async () => {
  await anOwner();
  const said = loggedMails();
  const cutOff = brokenDatabase('away', (sql) => sql.startsWith('update "deliveries" set "done_at"'));
  await expect(sweep(72 * HOUR_MS, { ...cloudflare, ...cutOff })).rejects.toThrow('Failed query');
  await sweep(71 * HOUR_MS, cloudflare);
  await sweep(70 * HOUR_MS, cloudflare);
  expect(said()).toEqual([
    '{"event":"mail_not_sent","kind":"trial_end","outcome":"given_up","reason":"may_be_out"}',
  ]);
});

test('a day after a try with unknown result, the reminder is not tried again', async () => {
  await anOwner();
  const said = loggedMails();
  const { keys } = resendAnswers(ok());
  const cutOff = brokenDatabase('away', (sql) => sql.startsWith('update "deliveries" set "done_at"'));
  await expect(sweep(72 * HOUR_MS, { ...resend, ...cutOff })).rejects.toThrow('Failed query');
  await sweep(49 * HOUR_MS, resend);
  expect(keys).toHaveLength(1);
  expect(said()).toEqual([expect.stringContaining('"outcome":"given_up"')]);
});

test('if the carrier refuses our account the sweep stops, and the next hour sends all reminders', async () => {
  const complaints = expectComplaints();
  await anOwner();
  await anOwner({ email: 'bob@example.com' });
  const { keys } = resendAnswers(quota(), ok(), ok());
  await sweep(72 * HOUR_MS, resend);
  expect(keys).toHaveLength(1);
  expect(complaints()).toEqual(['{"event":"mail_account_refused","reason":"http_429_daily_quota_exceeded"}']);
  await sweep(71 * HOUR_MS, resend);
  await sweep(70 * HOUR_MS, resend);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(2);
});

test('a permanently refused mail is not tried again, and does not delay others', async () => {
  await anOwner();
  await anOwner({ email: 'bob@example.com', createdAt: createdAt + 1 });
  const said = loggedMails();
  const { keys } = resendAnswers(invalidMail(), ok());
  await sweep(72 * HOUR_MS - 1, resend);
  await sweep(71 * HOUR_MS, resend);
  expect(keys).toHaveLength(2);
  expect(said()).toEqual([
    '{"event":"mail_not_sent","kind":"trial_end","outcome":"refused","reason":"http_422_invalid_parameter"}',
  ]);
});

test('the query for due reminders uses the index of trial ends', async () => {
  const seen: string[] = [];
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name !== 'prepare') return Reflect.get(target, name);
      return (sql: string) => {
        seen.push(sql);
        return target.prepare(sql);
      };
    },
  });
  await sweep(72 * HOUR_MS, { DB });
  const [question = ''] = seen;
  const places = question.match(/\?/g)?.length ?? 0;
  const plan = await env.DB.prepare(`explain query plan ${question}`)
    .bind(...Array.from({ length: places }, () => 1))
    .all<{ detail: string }>();
  const details = plan.results.map(({ detail }) => detail);
  expect(details).toContainEqual(
    expect.stringMatching(/^SEARCH businesses USING INDEX businesses_trial_end \(<expr>>\? AND <expr><\?\)$/),
  );
  expect(details.filter((detail) => detail.startsWith('SCAN'))).toEqual([]);
});
