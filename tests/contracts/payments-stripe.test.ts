/**
 * Our calls to Stripe are validated against the types that Stripe publishes, and Stripe's answers are read by our code.
 */
import { expect, test } from 'vitest';
import { paymentsStripe } from '../../src/worker/features/billing/providers/payments-stripe.ts';
import { UnavailableError } from '../../src/worker/db/errors.ts';
import { signEvent } from '../../src/worker/development/payments.ts';
import { wrongInCall } from './stripe-check.ts';

const account = {
  apiBaseUrl: 'https://stripe.test',
  secretKey: 'sk_test_1',
  webhookSecrets: ['whsec_old', 'whsec_new'],
  prices: {
    'Starter Monthly': 'price_sm',
    'Starter Yearly': 'price_sy',
    'Professional Monthly': 'price_pm',
    'Professional Yearly': 'price_py',
  },
};

type Asked = { method: string; url: URL; parameters: URLSearchParams; headers: Headers };

/** Makes the provider with a fake Stripe, which sends these answers in order. Returns the provider and its requests. */
function answering(body: unknown, status = 200, ...later: unknown[]) {
  const answers = [body, ...later];
  const asked: Asked[] = [];
  const provider = paymentsStripe(account, async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const text = request.method === 'GET' ? url.search : await request.text();
    asked.push({
      method: request.method,
      url,
      parameters: new URLSearchParams(text),
      headers: request.headers,
    });
    return Response.json(answers[asked.length - 1] ?? body, { status });
  });
  return { provider, asked };
}

/** Returns the only request, which must match the schema. */
function theCall(asked: Asked[], name: string) {
  const [only] = asked;
  if (only === undefined || asked.length > 1) throw new Error(`There were ${asked.length} calls`);
  expect(wrongInCall(name, only.parameters)).toEqual([]);
  return {
    to: `${only.method} ${only.url.pathname}`,
    sent: Object.fromEntries(only.parameters),
    key: only.headers.get('Idempotency-Key'),
  };
}

const customer = { businessId: 'b1', name: 'Blue Door Café', email: 'ada@example.com' };
const wish = {
  customerId: 'cus_1',
  planKey: 'Professional Yearly',
  idempotencyKey: 'b1 Professional Yearly 0',
  paidUrl: 'https://queue.example.com/payment-success?plan=Professional&session_id={CHECKOUT_SESSION_ID}',
  closedUrl: 'https://queue.example.com/payments',
} as const;

test('a customer is made once for an account, by a key that is another one in the next hour', async () => {
  const { provider, asked } = answering({ id: 'cus_1' });
  expect(await provider.customerFor(customer, 3 * 3_600_000 + 5)).toBe('cus_1');
  expect(theCall(asked, 'POST /v1/customers')).toEqual({
    to: 'POST /v1/customers',
    sent: { name: 'Blue Door Café', email: 'ada@example.com', 'metadata[businessId]': 'b1' },
    key: 'customer-b1-3',
  });
  expect(asked[0]?.url.origin).toBe('https://stripe.test');
  expect(asked[0]?.headers.get('Stripe-Version')).toBe('2026-10-28.endive');
});

test('a checkout sells the one price of the plan, for a card alone', async () => {
  const { provider, asked } = answering({ id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' });
  expect(await provider.openCheckout(wish)).toEqual({
    id: 'cs_1',
    url: 'https://checkout.stripe.com/c/pay/cs_1',
  });
  expect(theCall(asked, 'POST /v1/checkout/sessions')).toEqual({
    to: 'POST /v1/checkout/sessions',
    sent: {
      mode: 'subscription',
      customer: 'cus_1',
      'line_items[0][price]': 'price_py',
      'line_items[0][quantity]': '1',
      'allowed_payment_method_types[0]': 'card',
      success_url: wish.paidUrl,
      cancel_url: wish.closedUrl,
    },
    key: wish.idempotencyKey,
  });
});

test('a checkout is closed, and one that cannot be any more is no failure', async () => {
  const { provider, asked } = answering({ id: 'cs_1' });
  await provider.closeCheckout('cs_1');
  expect(theCall(asked, 'POST /v1/checkout/sessions/{id}/expire')).toMatchObject({
    to: 'POST /v1/checkout/sessions/cs_1/expire',
    sent: {},
  });
  const complete = { error: { type: 'invalid_request_error', message: 'Only open sessions can be expired' } };
  await answering(complete, 400).provider.closeCheckout('cs_1');
});

test.each([
  [{ unit_amount: 1900, recurring: { interval: 'month', interval_count: 1 } }, 1900, 'Monthly'],
  [{ unit_amount: 1900, recurring: { interval: 'year', interval_count: 1 } }, 1900, 'Yearly'],
  [{ unit_amount: 1900, recurring: { interval: 'month', interval_count: 3 } }, 1900, null],
  [{ unit_amount: 1900, recurring: { interval: 'week', interval_count: 1 } }, 1900, null],
  [{ unit_amount: null, recurring: null }, null, null],
])('a price is read as what is charged how often: %j', async (about, cents, interval) => {
  const { provider, asked } = answering({ id: 'price_sm', currency: 'usd', active: true, ...about });
  expect(await provider.priceOf('Starter Monthly')).toEqual({
    cents,
    currency: 'usd',
    interval,
    isSold: true,
  });
  expect(asked.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['GET /v1/prices/price_sm']);
});

test('a price that Stripe does not know is missing', async () => {
  const missing = {
    error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such price' },
  };
  expect(await answering(missing, 404).provider.priceOf('Starter Monthly')).toBeNull();
});

test('the portal leads back', async () => {
  const { provider, asked } = answering({ url: 'https://billing.stripe.com/p/session/1' });
  const url = await provider.portalUrl('cus_1', 'https://queue.example.com/business/settings');
  expect(url).toBe('https://billing.stripe.com/p/session/1');
  expect(theCall(asked, 'POST /v1/billing_portal/sessions')).toMatchObject({
    to: 'POST /v1/billing_portal/sessions',
    sent: { customer: 'cus_1', return_url: 'https://queue.example.com/business/settings' },
  });
});

function aSubscription(about: Record<string, unknown> = {}, price = 'price_sm') {
  const item = { price: { id: price }, current_period_start: 1_000, current_period_end: 2_000 };
  return {
    id: 'sub_1',
    status: 'active',
    start_date: 500,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    pending_update: null,
    items: { data: [item] },
    ...about,
  };
}

test('subscriptions are translated to our states, also ended ones', async () => {
  const { provider, asked } = answering({ object: 'list', data: [aSubscription()], has_more: false });
  expect(await provider.subscriptionsOf('cus_1', 0)).toEqual({
    subscriptions: [
      {
        id: 'sub_1',
        planKey: 'Starter Monthly',
        status: 'active',
        startedAt: 500_000,
        periodStart: 1_000_000,
        periodEnd: 2_000_000,
        cancelAtPeriodEnd: false,
        endedAt: null,
        pending: null,
      },
    ],
    aheadMs: 0,
  });
  expect(theCall(asked, 'GET /v1/subscriptions')).toMatchObject({
    to: 'GET /v1/subscriptions',
    sent: { customer: 'cus_1', status: 'all', limit: '100' },
  });
});

test.each([
  [{ status: 'trialing' }, { status: 'active' }],
  [{ status: 'past_due' }, { status: 'past_due' }],
  [{ status: 'unpaid' }, { status: 'past_due' }],
  [{ status: 'paused' }, { status: 'past_due' }],
  [
    { status: 'canceled', ended_at: 1_500 },
    { status: 'canceled', endedAt: 1_500_000 },
  ],
  [{ status: 'incomplete' }, { status: 'incomplete' }],
  [{ status: 'incomplete_expired' }, { status: 'incomplete' }],
  [{ status: 'a word of tomorrow' }, { status: 'incomplete' }],
  [{ cancel_at_period_end: true }, { cancelAtPeriodEnd: true }],
  [{ cancel_at: 2_000 }, { cancelAtPeriodEnd: true }],
  [{ items: { data: [] } }, { planKey: null }],
])('%j is %j', async (about, expected) => {
  const { provider } = answering({ object: 'list', data: [aSubscription(about)], has_more: false });
  const { subscriptions } = await provider.subscriptionsOf('cus_1', 0);
  expect(subscriptions).toMatchObject([expected]);
});

const sold = { id: 'si_1', price: { id: 'price_sm' } };
const larger = {
  subscriptionId: 'sub_1',
  planKey: 'Professional Monthly',
  charge: 'new_period',
  idempotencyKey: 'plan sub_1 1',
} as const;

/** Returns the second of two requests. The first request looks up the subscription. */
function theChange(asked: Asked[]) {
  const [looked, ...changes] = asked;
  expect([looked?.method, looked?.url.pathname, looked?.url.search]).toEqual([
    'GET',
    '/v1/subscriptions/sub_1',
    '',
  ]);
  return theCall(changes, 'POST /v1/subscriptions/{id}');
}

test('a larger plan is invoiced at once, with a period of its own, and waits for its payment', async () => {
  const paid = aSubscription({ items: { data: [sold] } });
  const { provider, asked } = answering(paid, 200, { ...paid, latest_invoice: { id: 'in_1' } });
  expect(await provider.changePlan(larger)).toEqual({ kind: 'changed' });
  expect(theChange(asked)).toEqual({
    to: 'POST /v1/subscriptions/sub_1',
    sent: {
      'items[0][id]': 'si_1',
      'items[0][price]': 'price_pm',
      'billing_cycle_anchor[type]': 'now',
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      'expand[0]': 'latest_invoice',
    },
    key: larger.idempotencyKey,
  });
});

test('a larger plan whose card is declined is paid on the page of its invoice', async () => {
  const found = aSubscription({ items: { data: [sold] } });
  const waits = {
    ...found,
    pending_update: { expires_at: 3_000, subscription_items: [{ price: { id: 'price_pm' } }] },
    latest_invoice: { id: 'in_1', hosted_invoice_url: 'https://invoice.stripe.com/i/1' },
  };
  const { provider } = answering(found, 200, waits);
  expect(await provider.changePlan(larger)).toEqual({
    kind: 'unpaid',
    url: 'https://invoice.stripe.com/i/1',
  });
  const list = answering({ object: 'list', data: [waits], has_more: false });
  expect((await list.provider.subscriptionsOf('cus_1', 0)).subscriptions).toMatchObject([
    { planKey: 'Starter Monthly', pending: { planKey: 'Professional Monthly', until: 3_000_000 } },
  ]);
});

test('a pending update that is no plan of ours, or changes no plan, is ignored', async () => {
  for (const subscription_items of [null, [], [{ price: { id: 'price_other' } }]]) {
    const waits = aSubscription({ pending_update: { expires_at: 3_000, subscription_items } });
    const { provider } = answering({ object: 'list', data: [waits], has_more: false });
    expect((await provider.subscriptionsOf('cus_1', 0)).subscriptions).toMatchObject([{ pending: null }]);
  }
});

test('a smaller plan changes the price of the next period and gives nothing back', async () => {
  const found = aSubscription({ items: { data: [{ id: 'si_1', price: { id: 'price_pm' } }] } });
  const { provider, asked } = answering(found);
  const smaller = { ...larger, planKey: 'Starter Monthly', charge: 'nothing' } as const;
  expect(await provider.changePlan(smaller)).toEqual({ kind: 'changed' });
  const { sent, key } = theChange(asked);
  expect(sent).toEqual({
    'items[0][id]': 'si_1',
    'items[0][price]': 'price_sm',
    proration_behavior: 'none',
  });
  // Stripe repeats its first answer to an idempotency key for a day, so a repeated change needs a new key.
  expect(key).not.toBe(smaller.idempotencyKey);
});

test('a plan that is sold already is not charged again', async () => {
  const { provider, asked } = answering(aSubscription({ items: { data: [sold] } }));
  expect(await provider.changePlan({ ...larger, planKey: 'Starter Monthly' })).toEqual({ kind: 'changed' });
  expect(asked).toHaveLength(1);
});

test('a price that is not sold here is no plan', async () => {
  const { provider } = answering({ object: 'list', data: [aSubscription({}, 'price_other')] });
  expect((await provider.subscriptionsOf('cus_1', 0)).subscriptions).toMatchObject([{ planKey: null }]);
});

test('a customer is deleted, which ends what it pays; one that is gone is no failure', async () => {
  const { provider, asked } = answering({ id: 'cus_1', deleted: true });
  await provider.deleteCustomer('cus_1');
  expect(asked.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['DELETE /v1/customers/cus_1']);
  const gone = { error: { type: 'invalid_request_error', code: 'resource_missing' } };
  await answering(gone, 404).provider.deleteCustomer('cus_1');
});

test.each([
  ['lives', { id: 'cus_1', object: 'customer' }, 200, true],
  ['was deleted', { id: 'cus_1', object: 'customer', deleted: true }, 200, false],
  ['never was', { error: { type: 'invalid_request_error', code: 'resource_missing' } }, 404, false],
])('whether a customer is there is asked of Stripe: one that %s', async (_, body, status, lives) => {
  const { provider, asked } = answering(body, status);
  expect(await provider.customerExists('cus_1')).toBe(lives);
  expect(asked.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(['GET /v1/customers/cus_1']);
});

test.each([
  [500, 'api_error'],
  [503, 'api_error'],
  [429, 'invalid_request_error'],
])('an answer %i passes by itself: the caller is told to try again', async (status, type) => {
  const { provider } = answering({ error: { type, message: 'Away.' } }, status);
  await expect(provider.openCheckout(wish)).rejects.toThrow(UnavailableError);
  await expect(provider.subscriptionsOf('cus_1', 0)).rejects.toThrow(UnavailableError);
  await expect(provider.changePlan(larger)).rejects.toThrow(UnavailableError);
  await expect(provider.customerExists('cus_1')).rejects.toThrow(UnavailableError);
});

test('a missing answer is temporary, too', async () => {
  const provider = paymentsStripe(account, () => Promise.reject(new TypeError('Network connection lost.')));
  await expect(provider.subscriptionsOf('cus_1', 0)).rejects.toThrow(UnavailableError);
});

test.each([
  [401, 'invalid_request_error'],
  [403, 'invalid_request_error'],
  [400, 'invalid_request_error'],
])('an answer %i is our own mistake, and no reason to try again', async (status, type) => {
  const { provider } = answering({ error: { type, message: 'No.' } }, status);
  await expect(provider.openCheckout(wish)).rejects.not.toThrow(UnavailableError);
});

test('the form check finds unknown, misspelt, wrong and missing fields', () => {
  const wrong = (call: string, fields: Record<string, string>) =>
    wrongInCall(call, new URLSearchParams(fields));
  const checkout = 'POST /v1/checkout/sessions';
  expect(wrong(checkout, { mode: 'subscribe' })).toEqual(['.mode']);
  expect(wrong(checkout, { customers: 'cus_1' })).toEqual(['.customers']);
  expect(wrong(checkout, { 'line_items[0][prices]': 'price_1' })).toEqual(['.line_items[0].prices']);
  expect(wrong(checkout, { 'line_items[0][quantity]': 'one' })).toEqual(['.line_items[0].quantity']);
  expect(wrong('GET /v1/subscriptions', { limit: 'many' })).toEqual(['.limit']);
  expect(wrong('POST /v1/refunds', {})).toEqual(['POST /v1/refunds is no call that is known']);
});

test('two secrets count while one is replaced, and no third', async () => {
  const { provider } = answering({});
  const now = Date.UTC(2026, 10, 22);
  const payload = '{"id":"evt_1","object":"event","data":{"object":{"customer":"cus_1"}}}';
  const read = async (secret: string) =>
    provider.readEvent(payload, await signEvent(payload, secret, now), now);
  const event = { id: 'evt_1', customerId: 'cus_1' };
  expect([await read('whsec_old'), await read('whsec_new'), await read('whsec_other')]).toEqual([
    event,
    event,
    null,
  ]);
});
