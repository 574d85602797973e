/**
 * Monthly grants of a subscription: each month is granted once, and only if it is paid (`docs/spec.md` 10.14, 10.15,
 * 10.17).
 */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { sweepBilling } from '../../../src/worker/features/billing/sweep.ts';
import { runSweeps } from '../../../src/worker/cron.ts';
import { insertCustomer } from '../../../src/worker/features/billing/billing-rows.ts';
import { newAdmin, updateCredits } from '../../worker/support/admin-calls.ts';
import {
  askCheckout,
  atStandIn,
  buy,
  deliverWebhooks,
  grants,
  passTime,
  postWebhook,
  webhookAbout,
  credits,
} from '../../worker/support/billing-calls.ts';
import {
  call,
  joinParty,
  me,
  newLocation,
  newOwner,
  type TestOwner,
} from '../../worker/support/factories.ts';
import { moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { stripeBindings } from '../../worker/support/providers/stripe-played.ts';

const DAY_MS = 86_400_000;

async function remove(owner: TestOwner, id: string): Promise<void> {
  const response = await call('DELETE', `/auth/locations/${id}`, { cookie: owner.cookie });
  expect(response.status).toBe(200);
}

test('each month that is paid sets the credits anew: what was left does not add up', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  const location = await newLocation(owner);
  await buy(owner);
  await joinParty(owner, location);
  expect(await credits(owner)).toEqual([[299, 300]]);
  await atStandIn(owner, 'advance');
  expect(await credits(owner)).toEqual([[300, 300]]);
  expect(await grants()).toHaveLength(2);
});

test('removing and adding a location makes no credits, whenever the month was granted', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  const first = await newLocation(owner);
  await buy(owner);
  await joinParty(owner, first);
  // The guest's reserved credit is free again when the location closes.
  await remove(owner, first.id);
  const second = await newLocation(owner);
  await joinParty(owner, second);
  await (await postWebhook(await webhookAbout(owner))).arrayBuffer();
  expect(await credits(owner)).toEqual([[299, 300]]);
  // The next location in the same slot gets the credits of the month only once.
  await remove(owner, second.id);
  await atStandIn(owner, 'advance');
  const third = await newLocation(owner);
  await joinParty(owner, third);
  await (await postWebhook(await webhookAbout(owner, 'evt_2'))).arrayBuffer();
  expect(await credits(owner)).toEqual([[299, 300]]);
});

test('a grant pays the debt of walk-ins first, also in a slot without a location; an admin settles it', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner({ username: 'blue-door', baseCustomerCredits: 0 });
  const { id } = await newLocation(owner);
  const addWalkIns = async (locationId: string, count: number) => {
    const path = `/auth/locations/${locationId}/visits`;
    for (let n = 0; n < count; n += 1) {
      const body = { firstName: 'Budi' };
      const response = await call('POST', path, { cookie: owner.cookie, body });
      const { customer } = await response.json<{ customer: { id: string } }>();
      expect((await call('POST', `${path}/${customer.id}/admit`, { cookie: owner.cookie })).status).toBe(200);
    }
  };
  const balance = async () =>
    (await me(owner)).locations.map(({ customerCredits, customerDebt }) => [customerCredits, customerDebt]);
  await addWalkIns(id, 3);
  expect(await balance()).toEqual([[0, 3]]);
  await buy(owner);
  expect(await balance()).toEqual([[297, undefined]]);
  await env.DB.prepare('update businesses set base_customer_credits = 2').run();
  await remove(owner, id);
  await env.DB.prepare('update locations set customer_credits_left = 0, customer_debt_left = 3').run();
  await atStandIn(owner, 'advance');
  const again = await newLocation(owner);
  expect(await balance()).toEqual([[0, 1]]);
  await addWalkIns(again.id, 1);
  expect((await updateCredits(await newAdmin())).status).toBe(200);
  expect(await balance()).toEqual([[500, undefined]]);
});

test('what an admin set is the allowance of the months to come, and a grant that comes late takes nothing back', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner({ username: 'blue-door' });
  await newLocation(owner);
  await buy(owner);
  expect((await updateCredits(await newAdmin())).status).toBe(200);
  expect(await credits(owner)).toEqual([[500, 400]]);
  await (await postWebhook(await webhookAbout(owner))).arrayBuffer();
  expect(await credits(owner)).toEqual([[500, 400]]);
  await atStandIn(owner, 'advance');
  expect(await credits(owner)).toEqual([[500, 400]]);
});

test('a failed payment keeps the credits for seven days, then they count for nothing; paying brings them back', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  const location = await newLocation(owner);
  await buy(owner);
  await joinParty(owner, location);
  await atStandIn(owner, 'fail');
  expect(await me(owner)).toMatchObject({ subscriptionStatus: 'past_due' });
  moveClock(7 * DAY_MS - 1);
  await (await postWebhook(await webhookAbout(owner))).arrayBuffer();
  expect(await credits(owner)).toEqual([[299, 300]]);
  moveClock(1);
  expect(await credits(owner)).toEqual([[0, 0]]);
  await atStandIn(owner, 'recover');
  expect(await credits(owner)).toEqual([[299, 300]]);
  expect(await grants()).toHaveLength(1);
});

test('what is cancelled goes on to the end of its month, and can be bought again then', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await newLocation(owner);
  await buy(owner);
  await atStandIn(owner, 'cancel');
  expect(await credits(owner)).toEqual([[300, 300]]);
  expect((await askCheckout(owner)).status).toBe(409);
  await atStandIn(owner, 'resume');
  await atStandIn(owner, 'cancel');
  await atStandIn(owner, 'advance');
  expect(await me(owner)).toMatchObject({ subscriptionStatus: 'canceled', trial: false });
  expect(await credits(owner)).toEqual([[0, 0]]);
  await buy(owner, 'Professional Monthly');
  expect(await me(owner)).toMatchObject({ subscriptionStatus: 'active', plan: 'Professional' });
  expect(await credits(owner)).toEqual([[1500, 1500]]);
});

test('a location whose paid time is over refuses guests by itself, though nobody told it', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await newLocation(owner);
  await buy(owner);
  await atStandIn(owner, 'cancel');
  await passTime(31 * DAY_MS);
  expect(await credits(owner)).toEqual([[0, 0]]);
});

test('a yearly plan has its months from the sweep, each once, however often it runs', async () => {
  const start = stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  const location = await newLocation(owner);
  await buy(owner, 'Starter Yearly');
  await joinParty(owner, location);
  await runSweeps(env, Date.now());
  expect(await credits(owner)).toEqual([[299, 300]]);
  await passTime(31 * DAY_MS);
  await runSweeps(env, Date.now());
  expect(await credits(owner)).toEqual([[300, 300]]);
  await joinParty(owner, location);
  moveClock(3_600_000);
  await Promise.all([runSweeps(env, Date.now()), runSweeps(env, Date.now())]);
  expect(await credits(owner)).toEqual([[299, 300]]);
  const months = await grants();
  expect([months.length, months[0]?.period_start]).toEqual([2, start]);
});

test('a webhook that was lost is made good by the next sweep', async () => {
  stopClock();
  const owner = await newOwner();
  await newLocation(owner);
  deliverWebhooks();
  await buy(owner);
  deliverWebhooks({ lost: true });
  await atStandIn(owner, 'advance');
  expect(await grants()).toHaveLength(1);
  moveClock(DAY_MS);
  await runSweeps(env, Date.now());
  expect(await grants()).toHaveLength(2);
});

test('a location that is added while the account is past its paid time has no credits', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await buy(owner);
  await atStandIn(owner, 'cancel');
  await atStandIn(owner, 'advance');
  await newLocation(owner);
  expect(await credits(owner)).toEqual([[0, 0]]);
});

test('of more customers than one sweep takes the next one asks about the rest', async () => {
  const now = stopClock();
  for (let n = 0; n < 100; n += 1) {
    const { business } = await newOwner();
    await env.DB.prepare(
      'insert into billing_customers (business_id, customer_id, refresh_due_at) values (?1, ?1, ?2)',
    )
      .bind(business.id, now)
      .run();
  }
  const due = () =>
    env.DB.prepare('select count(*) as n from billing_customers where refresh_due_at is not null').first('n');
  await runSweeps(env, now);
  expect(await due()).toBe(10);
  await runSweeps(env, now);
  expect(await due()).toBe(0);
});

test('a provider that is away is given up until the next hour, so that the other sweeps have their turn', async () => {
  const now = stopClock();
  for (let n = 0; n < 10; n += 1) {
    const { business } = await newOwner();
    await insertCustomer(env.DB, business.id, `cus_${n}`);
  }
  await env.DB.prepare('update billing_customers set refresh_due_at = ?').bind(now).run();
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Nobody is there'));
  await sweepBilling({ ...env, ...stripeBindings }, now);
  expect(asked).toHaveBeenCalledTimes(3);
  // All customers are due again at the sweep of the next hour.
  const due = await env.DB.prepare('select distinct refresh_due_at as due from billing_customers').all();
  expect(due.results).toEqual([{ due: now + 3_600_000 }]);
});
