/**
 * The stand-in of the payment provider on one machine: its pages are ours (`routes/dev-billing.ts`), its webhooks are signed
 * like real ones and go to the real endpoint. Nobody pays anything.
 */
import {
  deleteCustomer,
  endCheckout,
  keepCheckout,
  subscriptionsOfCustomer,
} from '../../db/development-payments.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { readSignedEvent, signEvent } from '../webhook-signature.ts';

/** It stands in a public file: production refuses the whole stand-in. */
const SECRET = 'whsec_of_the_stand_in_on_one_machine';

/** `origin`: where this very server answers. */
export function paymentsLocal(db: D1Database, origin: string): PaymentProvider {
  return {
    async customerFor({ businessId }) {
      return `cus_local_${businessId}`;
    },
    async openCheckout({ customerId, planKey, idempotencyKey, paidUrl, closedUrl }) {
      const id = `cs_local_${idempotencyKey.replaceAll(' ', '-')}`;
      await keepCheckout(db, { id, customerId, planKey, paidUrl, closedUrl, state: 'open' });
      return { id, url: `${origin}/dev/checkout/${id}` };
    },
    async closeCheckout(id) {
      await endCheckout(db, id, 'expired');
    },
    async portalUrl(customerId) {
      return `${origin}/dev/billing/${customerId}`;
    },
    async subscriptionsOf(customerId) {
      const subscriptions = await subscriptionsOfCustomer(db, customerId);
      return { subscriptions, aheadMs: Math.max(0, ...subscriptions.map(({ aheadMs }) => aheadMs)) };
    },
    async forgetCustomer(customerId) {
      await deleteCustomer(db, customerId);
    },
    readEvent: (payload, signature, now) => readSignedEvent(payload, signature, [SECRET], now),
  };
}

/** Tells the webhook's endpoint that something of a customer has changed. False where it did not take it. */
export async function postLocalEvent(
  origin: string,
  type: string,
  customerId: string,
  now: number,
): Promise<boolean> {
  const payload = JSON.stringify({
    id: `evt_local_${crypto.randomUUID()}`,
    object: 'event',
    type,
    created: Math.floor(now / 1000),
    data: { object: { customer: customerId } },
  });
  const response = await fetch(`${origin}/stripe/webhook`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': await signEvent(payload, SECRET, now),
    },
    body: payload,
  });
  await response.arrayBuffer();
  return response.ok;
}
