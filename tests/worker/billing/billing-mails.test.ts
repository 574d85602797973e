/**
 * Mails about payments. The transaction of a change enqueues the mail. The mail is sent once, and it is not sent if its
 * content is no longer true.
 */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { followProvider } from '../../../src/worker/features/billing/follow-provider.ts';
import type {
  PaymentProvider,
  ProviderSubscription,
} from '../../../src/worker/features/billing/payment-provider.ts';
import { paymentsLocal } from '../../../src/worker/development/payments.ts';
import { sendBillingMails } from '../../../src/worker/features/billing/mails/billing-mail-delivery.ts';
import { runSweeps } from '../../../src/worker/cron.ts';
import {
  askCheckout,
  atStandIn,
  buy,
  deliverWebhooks,
  postWebhook,
  webhookAbout,
} from '../support/billing-calls.ts';
import { brokenDatabase, expectComplaints } from '../support/broken.ts';
import { call, me, newLocation, newOwner, origin, type TestOwner } from '../support/factories.ts';
import { moveClock, stopClock, until } from '../support/queue-factories.ts';
import { countRows, mails, mailsSent } from '../support/security-calls.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const changed = (plan: string) => `Your Holdline plan is now ${plan}`;
const failed = 'A payment for your Holdline plan failed';
const resend = { EMAIL_PROVIDER: 'resend', EMAIL_FROM: 'mail@queue.example.com', RESEND_API_KEY: 're_key' };
const cloudflare = { EMAIL_PROVIDER: 'cloudflare', EMAIL_FROM: 'mail@queue.example.com' };

const send = (bindings: object = {}) => sendBillingMails({ ...env, ...bindings }, Date.now(), 10);

async function paidOwner(): Promise<TestOwner> {
  deliverWebhooks();
  const owner = await newOwner({ email: 'ada@example.com' });
  await newLocation(owner);
  await buy(owner, 'Professional Monthly');
  await mailsSent(1);
  return owner;
}

/** The kind of each mail, and whether the mail is done. */
async function kept(): Promise<unknown[][]> {
  const rows = await env.DB.prepare(
    `select payload ->> 'mail' as mail, done_at is not null as done from deliveries order by mail`,
  ).raw();
  return rows;
}

test('a payment sends the mail that the page after it promises, once', async () => {
  stopClock();
  const owner = await paidOwner();
  expect(await mailsSent(1)).toEqual([['ada@example.com', changed('Professional')]]);
  const [mail] = await mails();
  expect(mail?.body).toContain('Plan: Professional, $49/month');
  // The provider sends a webhook for a second time, and nothing has changed. Then the subscription is paid for the next
  // month, and the sweep asks the provider.
  await (await postWebhook(await webhookAbout(owner))).arrayBuffer();
  await atStandIn(owner, 'advance');
  moveClock(DAY_MS);
  await runSweeps(env, Date.now());
  expect(await mails()).toHaveLength(1);
});

test('a payment that fails is told once, with the end of the grace; the next failure is told again', async () => {
  stopClock();
  const owner = await paidOwner();
  const ends = new Date(Date.now() + 7 * DAY_MS);
  await atStandIn(owner, 'fail');
  expect(await mailsSent(2)).toContainEqual(['ada@example.com', failed]);
  const mail = (await mails()).find(({ subject }) => subject === failed);
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Jakarta' }).format(ends);
  expect(mail?.body).toContain(`Your credits stay until ${day} at`);
  expect(await me(owner)).toMatchObject({ subscriptionStatus: 'past_due', creditsEndAt: ends.toISOString() });
  moveClock(DAY_MS);
  await (await postWebhook(await webhookAbout(owner))).arrayBuffer();
  await runSweeps(env, Date.now());
  expect(await mails()).toHaveLength(2);
  await atStandIn(owner, 'recover');
  expect(await me(owner)).toMatchObject({ subscriptionStatus: 'active', creditsEndAt: null });
  expect(await mails()).toHaveLength(2);
  await atStandIn(owner, 'fail');
  expect((await mailsSent(3)).filter(([, subject]) => subject === failed)).toHaveLength(2);
});

test('two webhooks at once about one failure enqueue one mail', async () => {
  stopClock();
  const owner = await paidOwner();
  deliverWebhooks({ lost: true });
  await atStandIn(owner, 'fail');
  const webhooks = await Promise.all(['evt_1', 'evt_2', 'evt_3'].map((id) => webhookAbout(owner, id)));
  const answers = await Promise.all(webhooks.map(postWebhook));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  await until(async () => (await kept()).every(([, done]) => done === 1));
  expect(await kept()).toEqual([
    ['payment_failed', 1],
    ['plan_changed', 1],
  ]);
  expect(await mails()).toHaveLength(2);
});

test('a change that cannot be kept enqueues no mail', async () => {
  stopClock();
  deliverWebhooks({ lost: true });
  const owner = await newOwner();
  await buy(owner);
  const broken = { ...env, ...brokenDatabase('D1_ERROR', (sql) => sql.includes('SET applied =')) };
  const provider = paymentsLocal(env.DB, origin);
  const customerId = `cus_local_${owner.business.id}`;
  await expect(followProvider(broken, provider, customerId, Date.now())).rejects.toThrow('D1_ERROR');
  expect([await countRows('deliveries'), (await me(owner)).trial]).toEqual([0, true]);
});

test('a failure that was resolved before its mail went out sends no mail, nor does an earlier plan', async () => {
  stopClock();
  await paidOwner();
  // All mails become pending again, as if no mail could be sent for hours.
  await env.DB.exec("update deliveries set done_at = null, state = 'queued', due_at = 0");
  await env.DB.exec(
    "insert into deliveries (id, kind, business_id, payload, due_at, queued_at) select 'late', 'billing_mail', business_id, json_object('mail', 'payment_failed', 'subscriptionId', id, 'plan', plan, 'interval', interval), 0, 0 from subscriptions",
  );
  await env.DB.exec("update subscriptions set plan = 'Starter'");
  await send();
  expect(await mails()).toHaveLength(1);
  expect(await kept()).toEqual([
    ['payment_failed', 1],
    ['plan_changed', 1],
  ]);
});

/** A fake Resend that gives these answers in order. Returns the idempotency keys of its requests. */
function resendAnswers(...answers: Response[]) {
  const keys: (string | null)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    keys.push(new Request(url, init).headers.get('Idempotency-Key'));
    return Promise.resolve(answers[keys.length - 1] ?? new Response(null, { status: 500 }));
  });
  return keys;
}

/** Makes an owner who has paid and whose mail is still pending. */
async function withPendingMail(): Promise<TestOwner> {
  deliverWebhooks({ lost: true });
  const owner = await newOwner();
  await buy(owner);
  await (await askCheckout(owner)).arrayBuffer();
  expect(await kept()).toEqual([['plan_changed', 0]]);
  return owner;
}

test('a mail that was certainly not sent waits for the next hour, under the same id', async () => {
  stopClock();
  await withPendingMail();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const quota = () => Response.json({ name: 'daily_quota_exceeded' }, { status: 429 });
  const complaints = expectComplaints();
  const keys = resendAnswers(quota(), Response.json({ id: 'x' }));
  await send(resend);
  expect(complaints()).toEqual([expect.stringContaining('mail_account_refused')]);
  // After the failed first run, the mail waits for at least half an hour, so the second run does not send it.
  await send(resend);
  moveClock(25 * HOUR_MS);
  await send(resend);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await kept()).toEqual([['plan_changed', 1]]);
});

test('a mail that may have been sent is not repeated if the carrier has no idempotency keys', async () => {
  stopClock();
  await withPendingMail();
  const cutOff = "update deliveries set state = 'sending', begun_at = ?1, due_at = ?1 + 1800000";
  await env.DB.prepare(cutOff).bind(Date.now()).run();
  moveClock(HOUR_MS);
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
  await send(cloudflare);
  expect(logged.mock.calls).toEqual([
    [
      JSON.stringify({
        event: 'mail_not_sent',
        kind: 'billing',
        outcome: 'given_up',
        reason: 'may_be_out',
      }),
    ],
  ]);
  expect(await kept()).toEqual([['plan_changed', 1]]);
});

test('a deleted account leaves no mails behind', async () => {
  stopClock();
  const owner = await paidOwner();
  const body = { password: 'correct horse battery' };
  expect((await call('POST', '/auth/delete-account', { cookie: owner.cookie, body })).status).toBe(200);
  expect(await countRows('deliveries')).toBe(0);
});

test('two subscriptions that are paid at once: owner and support are told, once, whatever is repeated', async () => {
  const now = stopClock();
  const complaints = expectComplaints();
  const owner = await newOwner({ email: 'ada@example.com' });
  deliverWebhooks({ lost: true });
  await buy(owner);
  const one: ProviderSubscription = {
    id: 'sub_1',
    planKey: 'Starter Monthly',
    status: 'active',
    startedAt: now - 1,
    periodStart: now - 1,
    periodEnd: now + 30 * DAY_MS,
    cancelAtPeriodEnd: false,
    endedAt: null,
    pending: null,
  };
  const provider: PaymentProvider = {
    ...paymentsLocal(env.DB, origin),
    subscriptionsOf: async () => ({
      subscriptions: [one, { ...one, id: 'sub_2', startedAt: now }],
      aheadMs: 0,
    }),
  };
  const customerId = `cus_local_${owner.business.id}`;
  for (let n = 0; n < 3; n += 1) {
    await followProvider(env, provider, customerId, Date.now());
    await send();
    moveClock(HOUR_MS);
  }
  expect(complaints()).toEqual(
    Array.from({ length: 3 }, () => JSON.stringify({ event: 'paid_twice', businessId: owner.business.id })),
  );
  expect(await mailsSent(3)).toEqual([
    ['ada@example.com', 'Your Holdline account is being paid for twice'],
    ['ada@example.com', changed('Starter')],
    ['support@holdline.example', 'An account is being paid for twice'],
  ]);
  const support = (await mails()).find(({ recipient }) => recipient === 'support@holdline.example');
  for (const named of [owner.business.id, customerId, 'sub_2']) expect(support?.body).toContain(named);
});
