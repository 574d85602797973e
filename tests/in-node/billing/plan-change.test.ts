/**
 * Change of plan with a subscription: charged once, granted once, never for free (`docs/spec.md` 10.14, 10.15, 10.18).
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { PlanKey } from '../../../src/shared/plans.ts';
import { runSweeps } from '../../../src/worker/cron.ts';
import { interceptCommands } from '../../worker/support/broken.ts';
import { newAdmin, updateCredits } from '../../worker/support/admin-calls.ts';
import {
  askPlan,
  atStandIn,
  buy,
  deliverWebhooks,
  grants,
  invoiceOf,
  passTime,
  postWebhook,
  press,
  subscriptionOf,
  webhookAbout,
  credits,
} from '../../worker/support/billing-calls.ts';
import {
  call,
  joinParty,
  me,
  newLocation,
  newOwner,
  read,
  type TestOwner,
} from '../../worker/support/factories.ts';
import { refused } from '../../worker/support/owner-calls.ts';
import { moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { countRows } from '../../worker/support/security-calls.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const success = { status: 200, body: { success: true } };

const change = async (owner: TestOwner, plan: string) => read(await askPlan(owner, plan));

const tellAgain = async (owner: TestOwner, id: string) =>
  (await postWebhook(await webhookAbout(owner, id))).arrayBuffer();

async function remove(owner: TestOwner, id: string): Promise<void> {
  const response = await call('DELETE', `/auth/locations/${id}`, { cookie: owner.cookie });
  expect(response.status).toBe(200);
}

/** Makes an owner who pays and has one location. The webhooks of the provider arrive. */
async function paying(planKey: PlanKey = 'Starter Monthly') {
  const start = stopClock();
  deliverWebhooks();
  const owner = await newOwner({ emailVerifiedAt: 1 });
  const location = await newLocation(owner);
  await buy(owner, planKey);
  return { owner, location, start };
}

test('a larger plan is paid at once: a month of it begins, with its locations and its credits', async () => {
  const { owner, location, start } = await paying();
  await joinParty(owner, location);
  await passTime(10 * DAY_MS);
  expect(await change(owner, 'Professional')).toEqual(success);
  expect(await me(owner)).toMatchObject({
    plan: 'Professional',
    maxLocations: 3,
    subscriptionStatus: 'active',
    trial: false,
  });
  expect(await credits(owner)).toEqual([[1500, 1500]]);
  expect((await grants()).map(({ period_start, slot }) => [period_start - start, slot])).toEqual([
    [0, 1],
    [10 * DAY_MS, 1],
    [10 * DAY_MS, 2],
    [10 * DAY_MS, 3],
  ]);
});

test('a smaller plan leaves the lesser of what is left and its own, and nothing is charged', async () => {
  const { owner, location, start } = await paying('Professional Monthly');
  await joinParty(owner, location);
  expect(await credits(owner)).toEqual([[1499, 1500]]);
  await passTime(DAY_MS);
  expect(await change(owner, 'Starter')).toEqual(success);
  expect(await me(owner)).toMatchObject({ plan: 'Starter', maxLocations: 1 });
  expect(await credits(owner)).toEqual([[300, 300]]);
  expect(await subscriptionOf(owner)).toMatchObject({ plan_key: 'Starter Monthly', period_start: start });
});

test('what is left below the smaller plan’s allowance stays as it is', async () => {
  const { owner, location } = await paying('Professional Monthly');
  await env.DB.exec("update businesses set username = 'blue-door', username_key = 'blue-door'");
  expect(
    (await updateCredits(await newAdmin(), { baseCustomerCredits: 120, baseSMSCredits: 400 })).status,
  ).toBe(200);
  await joinParty(owner, location);
  await change(owner, 'Starter');
  expect(await credits(owner)).toEqual([[119, 300]]);
});

test('up, down and up again within a month gives what each plan gives once, and charges once', async () => {
  const { owner, location } = await paying();
  moveClock(1_000);
  await change(owner, 'Professional');
  await joinParty(owner, location);
  const paid = await subscriptionOf(owner);
  const ledger = await grants();
  for (let round = 0; round < 3; round += 1) {
    moveClock(1_000);
    expect(await change(owner, 'Starter')).toEqual(success);
    expect(await credits(owner)).toEqual([[300, 300]]);
    moveClock(1_000);
    expect(await change(owner, 'Professional')).toEqual(success);
    await tellAgain(owner, `evt_${round}`);
    expect(await credits(owner)).toEqual([[300, 300]]);
  }
  expect(await subscriptionOf(owner)).toEqual(paid);
  expect(await grants()).toEqual(ledger);
  await atStandIn(owner, 'advance');
  expect(await credits(owner)).toEqual([[1500, 1500]]);
});

test('what an admin gives after a change to a smaller plan is not taken away by hearing of it again', async () => {
  const { owner } = await paying('Professional Monthly');
  await change(owner, 'Starter');
  await env.DB.exec("update businesses set username = 'blue-door', username_key = 'blue-door'");
  await updateCredits(await newAdmin());
  expect(await credits(owner)).toEqual([[500, 400]]);
  await tellAgain(owner, 'evt_again');
  expect(await credits(owner)).toEqual([[500, 400]]);
});

test('a larger plan at the very moment of the purchase gives what is above, once', async () => {
  const { owner } = await paying();
  await change(owner, 'Professional');
  expect(await credits(owner)).toEqual([[1500, 1500]]);
  await tellAgain(owner, 'evt_again');
  expect((await grants()).map(({ slot, customer_credits }) => [slot, customer_credits])).toEqual([
    [1, 1500],
    [2, 1500],
    [3, 1500],
  ]);
});

test('removing and adding locations around a change of plan makes no credits', async () => {
  const { owner, location } = await paying('Professional Monthly');
  await remove(owner, location.id);
  await change(owner, 'Starter');
  const second = await newLocation(owner);
  expect(await credits(owner)).toEqual([[300, 300]]);
  await joinParty(owner, second);
  await remove(owner, second.id);
  const third = await newLocation(owner);
  await joinParty(owner, third);
  await tellAgain(owner, 'evt_again');
  expect(await credits(owner)).toEqual([[299, 300]]);
});

test('a location that was removed before it heard of the smaller plan leaves the lesser all the same', async () => {
  const { owner, location } = await paying('Professional Monthly');
  const back = interceptCommands('follow-billing', () => Promise.resolve({ ok: false, code: 'not_found' }));
  expect(await change(owner, 'Starter')).toEqual(success);
  expect(await credits(owner)).toEqual([[1500, 1500]]);
  back();
  await remove(owner, location.id);
  await newLocation(owner);
  expect(await credits(owner)).toEqual([[300, 300]]);
});

test('a location that did not answer hears of the smaller plan from the next sweep', async () => {
  const { owner } = await paying('Professional Monthly');
  const back = interceptCommands('follow-billing', () => Promise.resolve({ ok: false, code: 'not_found' }));
  await change(owner, 'Starter');
  back();
  await runSweeps(env, Date.now());
  expect(await credits(owner)).toEqual([[300, 300]]);
});

test('the location that was kept has the months of the smaller plan, whichever it is', async () => {
  const { owner, location: first } = await paying('Professional Monthly');
  const second = await newLocation(owner, 'The other address 2');
  const third = await newLocation(owner, 'The third address 3');
  await remove(owner, first.id);
  await remove(owner, second.id);
  expect(await change(owner, 'Starter')).toEqual(success);
  expect(await credits(owner)).toEqual([[300, 300]]);
  await atStandIn(owner, 'advance');
  expect(await credits(owner)).toEqual([[300, 300]]);
  expect((await me(owner)).locations.map(({ id }) => id)).toEqual([third.id]);
  await joinParty(owner, third);
  await remove(owner, third.id);
  const fourth = await newLocation(owner);
  await joinParty(owner, fourth);
  expect(await credits(owner)).toEqual([[299, 300]]);
  expect((await grants()).map(({ slot, customer_credits }) => [slot, customer_credits])).toEqual([
    [2, 1500],
    [3, 1500],
    [1, 1500],
    [1, 300],
  ]);
});

test('a smaller plan is refused while too many locations are open, and says how many', async () => {
  const { owner } = await paying('Professional Monthly');
  await newLocation(owner, 'The other address 2');
  const third = await newLocation(owner, 'The third address 3');
  const refusedFor = (sentence: string) => ({
    status: 409,
    body: { error: sentence, code: 'too_many_locations', issues: { fieldErrors: { plan: [sentence] } } },
  });
  expect(await change(owner, 'Starter')).toEqual(
    refusedFor('Starter has 1 location. Please remove 2 locations first.'),
  );
  await remove(owner, third.id);
  expect(await change(owner, 'Starter')).toEqual(
    refusedFor('Starter has 1 location. Please remove 1 location first.'),
  );
  expect(await me(owner)).toMatchObject({ plan: 'Professional', maxLocations: 3 });
  expect(await subscriptionOf(owner)).toMatchObject({ plan_key: 'Professional Monthly' });
});

test('without a live subscription there is nothing to change: on a trial, after its end, and once it was cancelled', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  expect(await change(owner, 'Professional')).toEqual(refused('subscription_required'));
  await passTime(15 * DAY_MS);
  expect(await change(owner, 'Starter')).toEqual(refused('subscription_required'));
  await buy(owner);
  await atStandIn(owner, 'cancel');
  await atStandIn(owner, 'advance');
  expect(await change(owner, 'Professional')).toEqual(refused('subscription_required'));
  expect(await me(owner)).toMatchObject({ plan: 'Starter', maxLocations: 1 });
  expect(await countRows('credit_grants')).toBe(1);
});

test('the provider decides whether there is a subscription, whatever was heard', async () => {
  stopClock();
  deliverWebhooks({ lost: true });
  const owner = await newOwner();
  await buy(owner);
  expect((await me(owner)).trial).toBe(true);
  expect(await change(owner, 'Professional')).toEqual(success);
  expect(await me(owner)).toMatchObject({ trial: false, plan: 'Professional' });
});

test('the current plan is refused', async () => {
  const { owner } = await paying();
  expect(await change(owner, 'Starter')).toEqual(refused('plan_held'));
  expect(await grants()).toHaveLength(1);
});

test('while a payment is owed no plan changes', async () => {
  const { owner } = await paying();
  await atStandIn(owner, 'fail');
  expect(await change(owner, 'Professional')).toEqual(refused('payment_owed'));
  expect(await me(owner)).toMatchObject({ plan: 'Starter', subscriptionStatus: 'past_due' });
  await atStandIn(owner, 'recover');
  expect(await change(owner, 'Professional')).toEqual(success);
});

test('an unknown plan is refused', async () => {
  const { owner } = await paying();
  for (const plan of ['Custom', 'professional', 'Professional Monthly', '', null, 7]) {
    expect(
      await read(await call('POST', '/auth/purchase-plan', { cookie: owner.cookie, body: { plan } })),
    ).toEqual({
      status: 400,
      body: {
        error: 'Please select a plan to continue.',
        code: 'invalid_input',
        issues: { fieldErrors: { plan: ['Please select a plan to continue.'] } },
      },
    });
  }
  expect(await me(owner)).toMatchObject({ plan: 'Starter' });
});

test('nobody changes another account’s plan', async () => {
  const { owner } = await paying();
  const other = await newOwner();
  expect(await read(await askPlan(owner, 'Professional', other.business.id))).toEqual(refused('not_yours'));
  expect(await read(await askPlan(other, 'Professional', owner.business.id))).toEqual(refused('not_yours'));
  expect(await me(owner)).toMatchObject({ plan: 'Starter' });
  expect(await read(await askPlan(owner, 'Professional', owner.business.id))).toEqual(success);
});

test('a call from another site, or without a log-in, changes nothing', async () => {
  const { owner } = await paying();
  const body = { plan: 'Professional' };
  const from = (headers: Record<string, string>) =>
    call('POST', '/auth/purchase-plan', { cookie: owner.cookie, body, headers });
  expect(await read(await from({ Origin: 'https://evil.example' }))).toEqual(refused('bad_origin'));
  expect(await read(await from({ 'Sec-Fetch-Site': 'cross-site' }))).toEqual(refused('bad_origin'));
  expect(await read(await call('POST', '/auth/purchase-plan', { body }))).toEqual(refused('not_logged_in'));
  expect(await me(owner)).toMatchObject({ plan: 'Starter' });
});

test('a change whose card is declined changes nothing until its invoice is paid', async () => {
  const { owner, location } = await paying();
  await joinParty(owner, location);
  const before = { ledger: await grants(), user: await me(owner) };
  await atStandIn(owner, 'decline_card');
  const url = await invoiceOf(owner, 'Professional');
  await tellAgain(owner, 'evt_again');
  const declined = await press(url, { action: 'decline' });
  expect([declined.status, await declined.text()]).toEqual([
    200,
    expect.stringContaining('The card was declined. Nothing was paid.'),
  ]);
  expect({ ledger: await grants(), user: await me(owner) }).toEqual(before);
  expect(await read(await call('GET', '/auth/subscription', { cookie: owner.cookie }))).toEqual({
    status: 200,
    body: {
      subscription: {
        interval: 'Monthly',
        paidPlans: ['Starter'],
        pending: { plan: 'Professional', until: new Date(Date.now() + 23 * HOUR_MS).toISOString() },
      },
    },
  });
  const billing = await (await call('GET', `/dev/billing/cus_local_${owner.business.id}`)).text();
  expect(billing).toContain('Waits for payment');

  const paid = await press(url, { action: 'pay' });
  expect([paid.status, paid.headers.get('Location')]).toEqual([303, '/business/dashboard']);
  expect(await me(owner)).toMatchObject({ plan: 'Professional', maxLocations: 3 });
  expect(await credits(owner)).toEqual([[1500, 1500]]);
  expect((await press(url, { action: 'pay' })).status).toBe(404);
});

test('a change that is given up cannot be paid any more', async () => {
  const { owner } = await paying();
  await atStandIn(owner, 'decline_card');
  const url = await invoiceOf(owner, 'Professional');
  const closed = await press(url, { action: 'close' });
  expect([closed.status, closed.headers.get('Location')]).toEqual([303, '/plan-change']);
  expect((await press(url, { action: 'pay' })).status).toBe(404);
  expect(await me(owner)).toMatchObject({ plan: 'Starter' });
});

test('a change that waits for 23 hours is dropped', async () => {
  const { owner, start } = await paying();
  await atStandIn(owner, 'decline_card');
  const url = await invoiceOf(owner, 'Professional');
  moveClock(23 * HOUR_MS - 1);
  expect((await call('GET', url)).status).toBe(200);
  moveClock(1);
  expect((await call('GET', url)).status).toBe(404);
  expect((await press(url, { action: 'pay' })).status).toBe(404);
  const subscription = { subscription: { interval: 'Monthly', paidPlans: ['Starter'], pending: null } };
  expect(await read(await call('GET', '/auth/subscription', { cookie: owner.cookie }))).toEqual({
    status: 200,
    body: subscription,
  });
  await runSweeps(env, Date.now());
  expect(await me(owner)).toMatchObject({ plan: 'Starter', maxLocations: 1 });
  expect((await grants()).map(({ period_start }) => period_start)).toEqual([start]);
});

test('a change that waits is asked for once more: there is one to pay, and it is paid once', async () => {
  const { owner } = await paying();
  await atStandIn(owner, 'decline_card');
  const first = await invoiceOf(owner, 'Professional');
  moveClock(HOUR_MS);
  const second = await invoiceOf(owner, 'Professional');
  await Promise.all([press(first, { action: 'pay' }), press(second, { action: 'pay' })]);
  expect(await me(owner)).toMatchObject({ plan: 'Professional' });
  expect((await grants()).map(({ slot }) => slot)).toEqual([1, 1, 2, 3]);
});

test('two tabs at once change the plan once', async () => {
  const { owner } = await paying();
  moveClock(1_000);
  const answers = await Promise.all([askPlan(owner, 'Professional'), askPlan(owner, 'Professional')]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  expect((await grants()).map(({ slot }) => slot)).toEqual([1, 1, 2, 3]);
});

test('a change of which no webhook tells is followed all the same', async () => {
  const { owner } = await paying();
  deliverWebhooks({ lost: true });
  moveClock(1_000);
  expect(await change(owner, 'Professional')).toEqual(success);
  expect(await me(owner)).toMatchObject({ plan: 'Professional' });
  expect(await credits(owner)).toEqual([[1500, 1500]]);
});

test('a yearly plan stays yearly; what the year was paid for comes back for nothing, with its month', async () => {
  const { owner } = await paying('Starter Yearly');
  moveClock(1_000);
  await change(owner, 'Professional');
  expect(await subscriptionOf(owner)).toMatchObject({ plan_key: 'Professional Yearly' });
  await change(owner, 'Starter');
  await passTime(100 * DAY_MS);
  await runSweeps(env, Date.now());
  expect(await credits(owner)).toEqual([[300, 300]]);
  const { period_start } = await subscriptionOf(owner);
  expect(await change(owner, 'Professional')).toEqual(success);
  expect(await subscriptionOf(owner)).toMatchObject({ plan_key: 'Professional Yearly', period_start });
  expect(await credits(owner)).toEqual([[1500, 1500]]);
  await change(owner, 'Starter');
  await change(owner, 'Professional');
  expect(await credits(owner)).toEqual([[300, 300]]);
});

test('an account without payments has no subscription to show', async () => {
  const owner = await newOwner();
  expect(await read(await call('GET', '/auth/subscription', { cookie: owner.cookie }))).toEqual({
    status: 200,
    body: { subscription: null },
  });
});
