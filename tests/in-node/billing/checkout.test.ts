/**
 * From the choice of a plan to a paid account (`docs/spec.md` 10.14, 10.15, 10.17), and attempts to avoid the payment.
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { beginCheckout } from '../../../src/worker/features/billing/checkout.ts';
import type { PaymentProvider } from '../../../src/worker/features/billing/payment-provider.ts';
import { paymentsLocal } from '../../../src/worker/development/payments.ts';
import { runSweeps } from '../../../src/worker/cron.ts';
import { UnavailableError } from '../../../src/worker/db/errors.ts';
import {
  askCheckout,
  buy,
  checkoutOf,
  deliverWebhooks,
  grants,
  passTime,
  postWebhook,
  press,
  webhookAbout,
} from '../../worker/support/billing-calls.ts';
import { call, me, newLocation, newOwner, origin, read } from '../../worker/support/factories.ts';
import { refused } from '../../worker/support/owner-calls.ts';
import { moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { countRows } from '../../worker/support/security-calls.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('a paid checkout ends the trial and gives the plan, its locations and its credits', async () => {
  stopClock();
  const posted = deliverWebhooks();
  const owner = await newOwner();
  await newLocation(owner);
  const sentTo = await buy(owner, 'Professional Monthly');

  expect(sentTo).toMatch(
    /^http:\/\/localhost:8787\/payment-success\?plan=Professional&session_id=cs_local_[\w-]+$/,
  );
  expect(posted.map(({ url }) => new URL(url).pathname)).toEqual(['/stripe/webhook']);
  const user = await me(owner);
  expect(user).toMatchObject({
    plan: 'Professional',
    trial: false,
    trialEndsAt: null,
    maxLocations: 3,
    subscriptionStatus: 'active',
  });
  expect(user.locations).toMatchObject([{ customerCredits: 1500, smsCredits: 1500 }]);
  expect(await grants()).toEqual(
    [1, 2, 3].map((slot) => ({
      period_start: Date.now(),
      slot,
      customer_credits: 1500,
      sms_credits: 1500,
    })),
  );
});

test('a location that was shut by the end of the trial takes guests again once the plan is paid', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await newLocation(owner);
  await passTime(14 * DAY_MS);
  expect((await me(owner)).locations).toMatchObject([{ customerCredits: 0, smsCredits: 0 }]);
  await buy(owner);
  expect((await me(owner)).locations).toMatchObject([{ customerCredits: 300, smsCredits: 300 }]);
});

test('the server sets the price: an unknown plan is refused', async () => {
  const owner = await newOwner();
  for (const planKey of ['starter monthly', 'Custom Monthly', 'price_1', '', 'Starter']) {
    expect(await read(await askCheckout(owner, planKey))).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  }
  expect(await countRows('billing_customers')).toBe(0);
});

test('an owner cannot pay for another account, or make it pay', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  expect(await read(await askCheckout(owner, 'Starter Monthly', other.business.id))).toEqual(
    refused('not_yours'),
  );
  expect(await countRows('billing_customers')).toBe(0);
});

test('a checkout while a subscription lives is refused, whatever the database knows of it', async () => {
  deliverWebhooks({ lost: true });
  const owner = await newOwner();
  await buy(owner);
  expect((await me(owner)).trial).toBe(true);
  // The server asks the provider before it answers, and updates the account from the provider's answer.
  expect(await read(await askCheckout(owner, 'Professional Monthly'))).toEqual(refused('already_subscribed'));
  expect((await me(owner)).trial).toBe(false);
});

test('a checkout that was declined or closed grants nothing, and a closed one cannot be paid any more', async () => {
  deliverWebhooks();
  const owner = await newOwner();
  const page = await checkoutOf(owner);
  const declined = await press(page, { action: 'decline' });
  expect([declined.status, await declined.text()]).toEqual([
    200,
    expect.stringContaining('The card was declined. Nothing was paid.'),
  ]);
  const closed = await press(page, { action: 'close' });
  expect([closed.status, closed.headers.get('Location')]).toEqual([303, 'http://localhost:8787/payments']);
  expect((await press(page, { action: 'pay' })).status).toBe(404);
  expect(await me(owner)).toMatchObject({ trial: true, subscriptionStatus: null });
  expect(await countRows('credit_grants')).toBe(0);
});

test('a form of another site, or of none, pays nothing', async () => {
  const owner = await newOwner();
  const page = await checkoutOf(owner);
  const from = (headers: Record<string, string>) =>
    call('POST', page, {
      body: 'action=pay',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    });
  expect(await read(await from({ Origin: 'https://evil.example' }))).toEqual(refused('bad_origin'));
  expect(await read(await from({}))).toEqual(refused('not_json'));
  expect(await countRows('development_subscriptions')).toBe(0);
});

test('a later checkout closes the one before', async () => {
  deliverWebhooks();
  const owner = await newOwner();
  const first = await checkoutOf(owner, 'Starter Monthly');
  const second = await checkoutOf(owner, 'Professional Yearly');
  expect((await press(first, { action: 'pay' })).status).toBe(404);
  expect((await call('GET', second)).status).toBe(200);
});

test('two tabs at once have one customer and at most one open checkout', async () => {
  const owner = await newOwner();
  const wishes = ['Starter Monthly', 'Starter Monthly', 'Professional Monthly', 'Starter Yearly'];
  const answers = await Promise.all(wishes.map((planKey) => askCheckout(owner, planKey)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  expect(await countRows('billing_customers')).toBe(1);
  const open = await env.DB.prepare("select id from development_checkouts where state = 'open'").all();
  const kept = await env.DB.prepare('select checkout_id as id from billing_customers').all();
  expect(open.results).toEqual(kept.results);
});

test('a checkout that is paid while another tab closes it is the only one', async () => {
  const now = stopClock();
  deliverWebhooks({ lost: true });
  const owner = await newOwner();
  const first = await checkoutOf(owner);
  const local = paymentsLocal(env.DB, origin);
  const provider: PaymentProvider = {
    ...local,
    closeCheckout: async (id) => {
      expect((await press(first, { action: 'pay' })).status).toBe(303);
      await local.closeCheckout(id);
    },
  };
  const wish = { planKey: 'Professional Monthly', userId: owner.business.id, origin } as const;
  const asked = await beginCheckout(env, provider, { ...owner, locations: [] }, wish, now);
  expect(asked).toEqual({ ok: false, code: 'already_subscribed' });
  expect(await countRows('development_checkouts')).toBe(1);
  expect(await me(owner)).toMatchObject({ plan: 'Starter', subscriptionStatus: 'active' });
});

test('if the provider repeats its own failure for an idempotency key, the next hour uses another key', async () => {
  const now = stopClock();
  const owner = await newOwner();
  const keys: string[] = [];
  const provider: PaymentProvider = {
    ...paymentsLocal(env.DB, origin),
    openCheckout: async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      throw new UnavailableError('Status 500, for a day');
    },
  };
  const wish = { planKey: 'Starter Monthly', userId: owner.business.id, origin } as const;
  const hour = now - (now % HOUR_MS);
  for (const at of [hour, hour + HOUR_MS - 1, hour + HOUR_MS]) {
    await expect(beginCheckout(env, provider, { ...owner, locations: [] }, wish, at)).rejects.toThrow(
      UnavailableError,
    );
  }
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
});

test.each([
  { paidAfterMs: 60_000, sweptAfterMs: HOUR_MS },
  { paidAfterMs: 5 * HOUR_MS, sweptAfterMs: DAY_MS },
])(
  'a first payment after $paidAfterMs ms of which no webhook ever tells is found by the sweep',
  async ({ paidAfterMs, sweptAfterMs }) => {
    const start = stopClock();
    deliverWebhooks({ lost: true });
    const owner = await newOwner();
    await newLocation(owner);
    const page = await checkoutOf(owner);
    for (let at = start; at < start + paidAfterMs; at += HOUR_MS) await runSweeps(env, at);
    await passTime(paidAfterMs);
    expect((await press(page, { action: 'pay' })).status).toBe(303);
    expect((await me(owner)).trial).toBe(true);
    await runSweeps(env, start + sweptAfterMs);
    expect(await me(owner)).toMatchObject({ trial: false, subscriptionStatus: 'active' });
    expect((await me(owner)).locations).toMatchObject([{ customerCredits: 300, smsCredits: 300 }]);
  },
);

test('a checkout that is never paid is asked about until it cannot be paid any more, also after a webhook', async () => {
  const start = stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await checkoutOf(owner);
  const due = async () =>
    (await env.DB.prepare('select refresh_due_at from billing_customers').first<number>('refresh_due_at')) ??
    null;
  expect(await due()).toBe(start + HOUR_MS);
  await (await postWebhook(await webhookAbout(owner))).arrayBuffer();
  expect(await due()).toBe(start + DAY_MS);
  moveClock(DAY_MS);
  await runSweeps(env, Date.now());
  expect(await due()).toBe(null);
});

test('paying the same checkout twice at once is one subscription and one grant', async () => {
  deliverWebhooks();
  const owner = await newOwner();
  const page = await checkoutOf(owner);
  const paid = await Promise.all([press(page, { action: 'pay' }), press(page, { action: 'pay' })]);
  expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([303, 404]));
  expect([await countRows('subscriptions'), await countRows('credit_grants')]).toEqual([1, 1]);
});

test('the billing portal is open to owners who have ever paid', async () => {
  deliverWebhooks();
  const owner = await newOwner();
  const portal = () => call('POST', '/auth/billing-portal', { cookie: owner.cookie });
  expect(await read(await portal())).toEqual(refused('subscription_required'));
  await checkoutOf(owner);
  expect(await read(await portal())).toEqual(refused('subscription_required'));
  await buy(owner);
  expect(await read(await portal())).toEqual({
    status: 200,
    body: { url: `http://localhost:8787/dev/billing/cus_local_${owner.business.id}` },
  });
});

test('a deleted account pays no longer, and nothing is left of what it paid', async () => {
  deliverWebhooks();
  const owner = await newOwner();
  await buy(owner);
  const body = { password: 'correct horse battery' };
  expect((await call('POST', '/auth/delete-account', { cookie: owner.cookie, body })).status).toBe(200);
  const tables = ['development_subscriptions', 'billing_customers', 'subscriptions', 'credit_grants'];
  expect(await Promise.all(tables.map(countRows))).toEqual([0, 0, 0, 0]);
});
