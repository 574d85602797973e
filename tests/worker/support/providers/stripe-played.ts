/** The Worker with a fake Stripe as the payment provider. Stripe's own code signs the webhooks. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Stripe } from 'stripe';
import { vi } from 'vitest';
import { createApp } from '../../../../src/worker/app.ts';
import { insertCustomer } from '../../../../src/worker/features/billing/billing-rows.ts';
import { aStripeSubscription, type StripeEvent } from '../../../stripe/events.ts';
import { newLocation, newOwner, origin, type TestOwner } from '../factories.ts';

export const oldSecret = 'whsec_of_yesterday_0123456789';
export const newSecret = 'whsec_of_today_0123456789';

export const stripeBindings = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_API_BASE_URL: 'https://stripe.test',
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_WEBHOOK_SECRET: `${newSecret},${oldSecret}`,
  STRIPE_PRICE_STARTER_MONTHLY: 'price_sm',
  STRIPE_PRICE_STARTER_YEARLY: 'price_sy',
  STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_pm',
  STRIPE_PRICE_PROFESSIONAL_YEARLY: 'price_py',
};

type Status = 'incomplete' | 'active' | 'past_due';

/**
 * A fake Stripe with at most one subscription for each customer. For the fake, every customer exists until a call
 * deletes the customer.
 */
export function playStripe() {
  const held = new Map<string, object>();
  const deleted = new Set<string>();
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { method, url: address } = new Request(input, init);
    const url = new URL(address);
    const [, id] = /^\/v1\/customers\/(\w.*)$/.exec(url.pathname) ?? [];
    if (id !== undefined) {
      if (method === 'DELETE') deleted.add(id);
      const customer = { id, object: 'customer', ...(deleted.has(id) && { deleted: true }) };
      return Promise.resolve(Response.json(customer));
    }
    if (url.pathname !== '/v1/subscriptions') throw new Error(`${url.pathname} was not expected`);
    const found = held.get(url.searchParams.get('customer') ?? '');
    return Promise.resolve(
      Response.json({ object: 'list', data: found === undefined ? [] : [found], has_more: false }),
    );
  });
  return {
    /** Sets the only subscription of a customer. */
    hold: (customer: string, status: Status, from: number, price = 'price_pm') =>
      void held.set(
        customer,
        aStripeSubscription({
          id: `sub_${customer}`,
          customer,
          price,
          status,
          start: from / 1000,
          end: from / 1000 + 30 * 86_400,
        }),
      ),
  };
}

/** Makes an owner with a location. `customer` is the owner's id at Stripe. */
export async function customerOfStripe(
  about: Parameters<typeof newOwner>[0] = {},
): Promise<{ owner: TestOwner; customer: string }> {
  const owner = await newOwner(about);
  await newLocation(owner);
  const customer = `cus_${owner.business.id}`;
  await insertCustomer(env.DB, owner.business.id, customer);
  return { owner, customer };
}

/** The signature header of a webhook that was signed at the time `at`, in epoch milliseconds. */
export function signatureOf(payload: string, secret = newSecret, at = Date.now()): Promise<string> {
  return Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(at / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
}

/** Posts a webhook, and waits until the Worker has finished the work that it continues after its answer. */
export async function postAsStripe(payload: string, signature: string): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(`${origin}/stripe/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
    body: payload,
  });
  const response = await createApp().fetch(request, { ...env, ...stripeBindings }, context);
  await waitOnExecutionContext(context);
  return response;
}

/** An event in Stripe's format, with several lines. */
export const written = (event: StripeEvent) => JSON.stringify(event, null, 2);

/** Signs an event, and posts it. Returns the status of the answer. */
export async function deliver(event: StripeEvent): Promise<number> {
  const payload = written(event);
  const response = await postAsStripe(payload, await signatureOf(payload));
  await response.arrayBuffer();
  return response.status;
}
