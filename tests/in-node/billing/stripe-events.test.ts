/** Webhooks from Stripe's fixtures and from recordings, signed by Stripe's own code, in any order. */
import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { purchaseEvents, recordedEvents, type StripeEvent } from '../../stripe/events.ts';
import { joinParty, me, read } from '../../worker/support/factories.ts';
import { refused } from '../../worker/support/owner-calls.ts';
import { stopClock } from '../../worker/support/queue-factories.ts';
import { countRows, mails } from '../../worker/support/security-calls.ts';
import {
  customerOfStripe,
  deliver,
  newSecret,
  oldSecret,
  playStripe,
  postAsStripe,
  signatureOf,
  written,
} from '../../worker/support/providers/stripe-played.ts';

const success = { status: 200, body: { success: true } };

/**
 * Makes an owner who has paid at Stripe, while no event about the payment has arrived yet. Returns the owner and one
 * event about the payment.
 */
async function paidAtStripe() {
  const now = stopClock();
  const stripe = playStripe();
  const { owner, customer } = await customerOfStripe();
  stripe.hold(customer, 'active', now);
  const event = purchaseEvents(customer, 'a').at(-1);
  if (event === undefined) throw new Error('A purchase has events');
  return { now, owner, customer, event, payload: written(event) };
}

type Attempt = (about: {
  event: StripeEvent;
  payload: string;
  now: number;
}) => Promise<{ payload: string; signature: string }>;

const attempts: Record<string, Attempt> = {
  'that is forged': async ({ payload }) => ({
    payload,
    signature: await signatureOf(payload, 'whsec_of_somebody_else'),
  }),
  'that is signed in a scheme of old': async ({ payload }) => ({
    payload,
    signature: (await signatureOf(payload)).replace('v1=', 'v0='),
  }),
  'that is not signed at all': async ({ payload, now }) => ({ payload, signature: `t=${now / 1000}` }),
  'of which a word was altered': async ({ payload }) => ({
    payload: payload.replace('"complete"', '"expired!"').replace('evt_a', 'evt_b'),
    signature: await signatureOf(payload),
  }),
  'that was read and written anew': async ({ event, payload }) => ({
    payload: JSON.stringify(event),
    signature: await signatureOf(payload),
  }),
  'of which the fields were turned round': async ({ event, payload }) => ({
    payload: JSON.stringify(Object.fromEntries(Object.entries(event).toReversed()), null, 2),
    signature: await signatureOf(payload),
  }),
  'whose signature is of another one': async ({ payload }) => ({
    payload,
    signature: await signatureOf(payload.replace('evt_a', 'evt_b')),
  }),
  'that is stale': async ({ payload, now }) => ({
    payload,
    signature: await signatureOf(payload, newSecret, now - 301_000),
  }),
  'from the future': async ({ payload, now }) => ({
    payload,
    signature: await signatureOf(payload, newSecret, now + 301_000),
  }),
  'whose time was brought up to date': async ({ payload, now }) => ({
    payload,
    signature: (await signatureOf(payload, newSecret, now - 301_000)).replace(/t=\d+/, `t=${now / 1000}`),
  }),
};

test.each(Object.entries(attempts))('a webhook %s is refused and changes nothing', async (_, attempt) => {
  const paid = await paidAtStripe();
  const { payload, signature } = await attempt(paid);
  expect(await read(await postAsStripe(payload, signature))).toEqual(refused('bad_signature'));
  expect(await me(paid.owner)).toMatchObject({ trial: true, subscriptionStatus: null });
  const tables = ['credit_grants', 'subscriptions', 'billing_events', 'deliveries'];
  expect(await Promise.all(tables.map(countRows))).toEqual([0, 0, 0, 0]);
});

test.each([
  ['the newer of two secrets', newSecret, 0],
  ['the older of two secrets', oldSecret, 0],
  ['a clock five minutes behind ours', newSecret, -300_000],
  ['a clock five minutes ahead of ours', newSecret, 300_000],
])('a webhook that is signed with %s counts', async (_, secret, aheadMs) => {
  const { owner, payload, now } = await paidAtStripe();
  const signature = await signatureOf(payload, secret, now + aheadMs);
  expect(await read(await postAsStripe(payload, signature))).toEqual(success);
  expect(await me(owner)).toMatchObject({
    plan: 'Professional',
    trial: false,
    subscriptionStatus: 'active',
    locations: [{ customerCredits: 1500, smsCredits: 1500 }],
  });
});

test('each event of a purchase is enough by itself, whatever it is about', async () => {
  const now = stopClock();
  const stripe = playStripe();
  for (let n = 0; n < 10; n += 1) {
    const { owner, customer } = await customerOfStripe();
    stripe.hold(customer, 'active', now);
    const event = purchaseEvents(customer, `only_${n}`)[n];
    if (event === undefined) throw new Error('A purchase has ten events');
    expect([event.type, await deliver(event)]).toEqual([event.type, 200]);
    expect([event.type, (await me(owner)).plan]).toEqual([event.type, 'Professional']);
  }
});

test('the same webhook ten times at once is one grant and one mail', async () => {
  const { owner, payload } = await paidAtStripe();
  const signature = await signatureOf(payload);
  const answers = await Promise.all(Array.from({ length: 10 }, () => postAsStripe(payload, signature)));
  expect(await Promise.all(answers.map(read))).toEqual(Array.from({ length: 10 }, () => success));
  const tables = ['credit_grants', 'billing_events', 'deliveries'];
  // The plan has three slots, and each slot gets one grant.
  expect(await Promise.all(tables.map(countRows))).toEqual([3, 1, 1]);
  expect((await me(owner)).locations).toMatchObject([{ customerCredits: 1500, smsCredits: 1500 }]);
  expect(await mails()).toHaveLength(1);
});

test('what is recorded of Stripe by others is read: about whom, and nothing else of it', async () => {
  const now = stopClock();
  const stripe = playStripe();
  const { owner, customer } = await customerOfStripe();
  stripe.hold(customer, 'active', now, 'price_sm');
  const events = recordedEvents(customer, 'a');
  expect(events.map(({ type }) => type)).toContain('customer.subscription.deleted');
  // The recorded events are about other customers. The server must ignore the state in these events, and fetch the
  // customer's own state from Stripe.
  for (const event of events) {
    expect(await deliver(event)).toBe(200);
    expect(await me(owner)).toMatchObject({ plan: 'Starter', subscriptionStatus: 'active' });
  }
  expect([await countRows('billing_events'), await countRows('credit_grants')]).toEqual([events.length, 1]);
});

/** The final state of an account, with all ids left out. */
async function endOf(owner: Awaited<ReturnType<typeof customerOfStripe>>['owner']) {
  const { plan, trial, maxLocations, subscriptionStatus, creditsEndAt, locations } = await me(owner);
  const rows = async (sql: string) => {
    const { results } = await env.DB.prepare(sql).bind(owner.business.id).all();
    return results;
  };
  return {
    account: { plan, trial, maxLocations, subscriptionStatus, creditsEndAt },
    credits: locations.map(({ customerCredits, smsCredits }) => [customerCredits, smsCredits]),
    granted: await rows(
      'select slot, period_start, customer_credits, sms_credits from credit_grants where business_id = ? order by slot',
    ),
    subscriptions: await rows(
      'select plan, interval, status, period_start, period_end, past_due_since from subscriptions where business_id = ?',
    ),
    mails: await rows(
      `select payload ->> 'mail' as mail, done_at is not null as done from deliveries where business_id = ?`,
    ),
  };
}

/**
 * The events of a purchase in any order. Each event arrives once or more, alone or together with others, before or
 * after the payment.
 */
const deliveries = fc
  .record({
    order: fc.shuffledSubarray([...Array(10).keys()], { minLength: 10, maxLength: 10 }),
    repeats: fc.array(fc.nat(9), { maxLength: 8 }),
    groupSize: fc.integer({ min: 1, max: 5 }),
    beforePaid: fc.nat(9),
  })
  .map(({ order, repeats, groupSize, beforePaid }) => {
    const all = [...order, ...repeats];
    const groups: number[][] = [];
    for (let at = 0; at < all.length; at += groupSize) groups.push(all.slice(at, at + groupSize));
    return { groups, paidBeforeGroup: Math.min(groups.length - 1, Math.floor(beforePaid / groupSize)) };
  });

test('in whatever order and however often the events of a purchase come: the same end, one grant', async () => {
  const now = stopClock();
  const stripe = playStripe();
  const straight = await customerOfStripe();
  stripe.hold(straight.customer, 'active', now);
  for (const event of purchaseEvents(straight.customer, 'straight')) expect(await deliver(event)).toBe(200);
  const expected = await endOf(straight.owner);
  expect(expected).toMatchObject({
    account: { plan: 'Professional', trial: false, maxLocations: 3, subscriptionStatus: 'active' },
    credits: [[1500, 1500]],
    granted: [{ slot: 1 }, { slot: 2 }, { slot: 3 }],
    mails: [{ mail: 'plan_changed', done: 1 }],
  });
  let run = 0;
  const property = fc.asyncProperty(deliveries, async ({ groups, paidBeforeGroup }) => {
    run += 1;
    const { owner, customer } = await customerOfStripe();
    const events = purchaseEvents(customer, `run_${run}`);
    stripe.hold(customer, 'incomplete', now);
    for (const [n, group] of groups.entries()) {
      if (n === paidBeforeGroup) stripe.hold(customer, 'active', now);
      const together = group.flatMap((at) => events[at] ?? []);
      const statuses = await Promise.all(together.map(deliver));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    // The server fetches the subscription for each event, so any event that arrives after the payment leads to the paid
    // state.
    expect(await endOf(owner)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 15, endOnFailure: true });
});

test('events of a purchase that come after guests have joined give nothing back', async () => {
  const { owner, customer, now } = await paidAtStripe();
  const events = purchaseEvents(customer, 'late');
  for (const event of events.slice(0, 5)) expect(await deliver(event)).toBe(200);
  const [location] = (await me(owner)).locations;
  if (location === undefined) throw new Error('no location');
  await joinParty(owner, location);
  for (const event of events) expect(await deliver(event)).toBe(200);
  expect((await me(owner)).locations).toMatchObject([{ customerCredits: 1499 }]);
  expect(now).toBe(Date.now());
});
