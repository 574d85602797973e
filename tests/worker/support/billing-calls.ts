/** Actions of owners and of the fake payment provider, made by calls to the product. */
import { env, exports } from 'cloudflare:workers';
import { expect, vi } from 'vitest';
import { checkoutAnswer, paymentPending } from '../../../src/shared/contracts/billing.ts';
import type { PlanKey } from '../../../src/shared/plans.ts';
import type { StandInAction } from '../../../src/worker/development/payment-actions.ts';
import { signEvent } from '../../../src/worker/development/payments.ts';
import { call, origin, me, type TestOwner } from './factories.ts';
import { moveClock } from './queue-factories.ts';

/** The fake provider's secret, as in `payments.ts`. */
const SECRET = 'whsec_of_the_stand_in_on_one_machine';

/** Delivers the fake provider's webhooks to the real endpoint. `lost`: each delivery fails. Returns the webhooks. */
export function deliverWebhooks({ lost = false } = {}): Request[] {
  const posted: Request[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    posted.push(new Request(input, init));
    if (lost) throw new TypeError('Network connection lost.');
    return exports.default.fetch(new Request(input, init));
  });
  return posted;
}

export function askCheckout(
  owner: TestOwner,
  planKey: string = 'Starter Monthly',
  userId: string = owner.business.id,
): Promise<Response> {
  return call('POST', '/stripe/create-checkout-session', {
    cookie: owner.cookie,
    body: { planKey, userId },
  });
}

/** Starts a checkout. Returns the path of the payment page. */
export async function checkoutOf(owner: TestOwner, planKey: PlanKey = 'Starter Monthly'): Promise<string> {
  const response = await askCheckout(owner, planKey);
  expect(response.status).toBe(200);
  return new URL(checkoutAnswer.parse(await response.json()).url).pathname;
}

/** Sends a form of the fake provider's pages. */
export function press(path: string, fields: Record<string, string>): Promise<Response> {
  return call('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin },
  });
}

/** Buys a plan. Returns the address that the browser is sent to after the payment. */
export async function buy(owner: TestOwner, planKey: PlanKey = 'Starter Monthly'): Promise<string | null> {
  const paid = await press(await checkoutOf(owner, planKey), { action: 'pay' });
  expect(paid.status).toBe(303);
  return paid.headers.get('Location');
}

/** Runs an action of the fake provider on the owner's newest subscription. */
export async function atStandIn({ business }: TestOwner, action: StandInAction): Promise<void> {
  const customerId = `cus_local_${business.id}`;
  const subscription = await env.DB.prepare(
    'select id from development_subscriptions where customer_id = ? order by started_at desc',
  )
    .bind(customerId)
    .first<string>('id');
  const done = await press(`/dev/billing/${customerId}`, { subscription: subscription ?? '', action });
  expect(done.status).toBe(303);
}

/** A webhook about this account's customer, signed by the fake provider at the present time. */
export async function webhookAbout({ business }: TestOwner, id = 'evt_1') {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type: 'invoice.paid',
    data: { object: { customer: `cus_local_${business.id}` } },
  });
  return { payload, signature: await signEvent(payload, SECRET, Date.now()) };
}

export function postWebhook({
  payload,
  signature,
}: {
  payload: string;
  signature: string;
}): Promise<Response> {
  return call('POST', '/stripe/webhook', { body: payload, headers: { 'Stripe-Signature': signature } });
}

type Grant = { period_start: number; slot: number; customer_credits: number; sms_credits: number };

export async function grants(): Promise<Grant[]> {
  const rows = await env.DB.prepare(
    'select period_start, slot, customer_credits, sms_credits from credit_grants order by revision',
  ).all<Grant>();
  return rows.results;
}

/** Moves the clock, and keeps all sessions open. */
export async function passTime(ms: number): Promise<void> {
  moveClock(ms);
  await env.DB.prepare('update sessions set created_at = ?1, last_used_at = ?1').bind(Date.now()).run();
}

export function askPlan(owner: TestOwner, plan: string, userId?: string): Promise<Response> {
  return call('POST', '/auth/purchase-plan', {
    cookie: owner.cookie,
    body: { plan, ...(userId !== undefined && { userId }) },
  });
}

/** Changes the plan with a declined card. Returns the path of the payment page. */
export async function invoiceOf(owner: TestOwner, plan: string): Promise<string> {
  const response = await askPlan(owner, plan);
  const body = paymentPending.parse(await response.json());
  expect([response.status, body.code]).toEqual([402, 'payment_pending']);
  return new URL(body.url).pathname;
}

type Sold = { plan_key: string; period_start: number };

/** The owner's subscription at the fake provider. */
export async function subscriptionOf({ business }: TestOwner): Promise<Sold> {
  const row = await env.DB.prepare(
    'select plan_key, period_start from development_subscriptions where customer_id = ?',
  )
    .bind(`cus_local_${business.id}`)
    .first<Sold>();
  if (row === null) throw new Error('Nothing was bought');
  return row;
}

export const credits = async (owner: TestOwner) =>
  (await me(owner)).locations.map(({ customerCredits, smsCredits }) => [customerCredits, smsCredits]);
