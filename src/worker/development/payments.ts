/**
 * Stand-in of the payment provider for development. This Worker serves the stand-in's pages (`payment-pages.ts`). The
 * stand-in's webhooks are signed and posted to the real endpoint. Nobody pays anything. Stripe's library is loaded on
 * demand, as in a deployment.
 */
import {
  deleteCustomer,
  endCheckout,
  findSubscription,
  insertCheckout,
  saveSubscription,
  subscriptionsOfCustomer,
  type DevelopmentSubscription,
} from './payment-rows.ts';
import { planChoiceOf, type PlanKey } from '../../shared/plans.ts';
import type { PaymentProvider, ProviderSubscription } from '../features/billing/payment-provider.ts';
import { periodEndOf } from '../features/billing/periods.ts';
import { shownPrice } from '../features/billing/shown-prices.ts';
import { log, reasonOf } from '../platform/log.ts';

/** Everybody can read this secret, so production refuses the local payment provider. */
const SECRET = 'whsec_of_the_stand_in_on_one_machine';

/** An unpaid plan change can still be paid during this time. Stripe allows the same time. */
const PENDING_MS = 23 * 3_600_000;

/** `origin`: the URL of this server. */
export function paymentsLocal(db: D1Database, origin: string): PaymentProvider {
  return {
    async customerFor({ businessId }) {
      return `cus_local_${businessId}`;
    },
    async openCheckout({ customerId, planKey, idempotencyKey, paidUrl, closedUrl }) {
      const id = `cs_local_${idempotencyKey.replaceAll(' ', '-')}`;
      await insertCheckout(db, { id, customerId, planKey, paidUrl, closedUrl, state: 'open' });
      return { id, url: `${origin}/dev/checkout/${id}` };
    },
    async closeCheckout(id) {
      await endCheckout(db, id, 'expired');
    },
    async portalUrl(customerId) {
      return `${origin}/dev/billing/${customerId}`;
    },
    async changePlan({ subscriptionId, planKey, charge }) {
      const now = Date.now();
      const found = await findSubscription(db, subscriptionId);
      if (found === null) throw new Error('There is no such subscription at the stand-in');
      if (found.planKey === planKey) return { kind: 'changed' };
      const isUnpaid = charge === 'new_period' && found.cardDeclines;
      const after = isUnpaid ? waiting(found, planKey, now) : changed(found, planKey, charge, now);
      await saveSubscription(db, after);
      await postLocalEvent(origin, 'customer.subscription.updated', found.customerId, now);
      return isUnpaid ? { kind: 'unpaid', url: `${origin}/dev/invoice/${found.id}` } : { kind: 'changed' };
    },
    priceOf: (planKey) => Promise.resolve(shownPrice(planKey)),
    async subscriptionsOf(customerId, now) {
      const found = await subscriptionsOfCustomer(db, customerId);
      return {
        subscriptions: found.map((one) => ({ ...one, pending: pendingAt(one, now) })),
        aheadMs: Math.max(0, ...found.map(({ aheadMs }) => aheadMs)),
      };
    },
    // The stand-in has no list of customers, so the stand-in answers that every customer exists.
    customerExists: () => Promise.resolve(true),
    async deleteCustomer(customerId) {
      await deleteCustomer(db, customerId);
    },
    async readEvent(payload, signature, now) {
      const { readSignedEvent } = await import('../features/billing/webhook-signature.ts');
      return readSignedEvent(payload, signature, [SECRET], now);
    },
  };
}

/** The unpaid plan change; null: there is no such change. */
export function pendingAt(
  { pendingPlanKey, pendingUntil, aheadMs }: DevelopmentSubscription,
  now: number,
): ProviderSubscription['pending'] {
  if (pendingPlanKey === null || pendingUntil === null || now + aheadMs >= pendingUntil) return null;
  return { planKey: pendingPlanKey, until: pendingUntil };
}

/** The subscription with another plan, with or without a new paid period. */
export function changed(
  before: DevelopmentSubscription,
  planKey: PlanKey,
  charge: 'new_period' | 'nothing',
  now: number,
): DevelopmentSubscription {
  const after = { ...before, planKey, pendingPlanKey: null, pendingUntil: null };
  if (charge === 'nothing') return after;
  const periodStart = now + before.aheadMs;
  return { ...after, periodStart, periodEnd: periodEndOf(periodStart, planChoiceOf(planKey).interval) };
}

function waiting(before: DevelopmentSubscription, planKey: PlanKey, now: number): DevelopmentSubscription {
  const pendingUntil = Math.min(now + before.aheadMs + PENDING_MS, before.periodEnd);
  return { ...before, pendingPlanKey: planKey, pendingUntil };
}

/**
 * Posts an event about a customer to the webhook. A failure is only logged, because the Worker's next read of the
 * subscription finds the change, as with a real provider.
 */
export async function postLocalEvent(
  origin: string,
  type: string,
  customerId: string,
  now: number,
): Promise<void> {
  const payload = JSON.stringify({
    id: `evt_local_${crypto.randomUUID()}`,
    object: 'event',
    type,
    created: Math.floor(now / 1000),
    data: { object: { customer: customerId } },
  });
  try {
    const response = await fetch(`${origin}/stripe/webhook`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': await signEvent(payload, SECRET, now),
      },
      body: payload,
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
  } catch (error) {
    log({ event: 'billing_unfinished', reason: reasonOf(error) });
  }
}

export async function signEvent(payload: string, secret: string, now: number): Promise<string> {
  const { Stripe } = await import('stripe');
  return Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(now / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
}
