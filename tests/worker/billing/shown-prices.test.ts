/** The prices on the pages are compared with the prices of the payment provider. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { call, origin, read } from '../support/factories.ts';
import { stripeBindings } from '../support/providers/stripe-played.ts';
import { moveClock, stopClock } from '../support/queue-factories.ts';

let hours = 0;

beforeEach(() => {
  stopClock();
  // Each test runs at least one hour after the test before it, because the result of the comparison is cached for ten
  // minutes.
  hours += 1;
  moveClock(hours * 3_600_000);
});

/** Compares the prices with a fake Stripe that has only these prices, by id. */
function comparedWith(prices: Record<string, object>) {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const id = new URL(new Request(input).url).pathname.replace('/v1/prices/', '');
    const found = prices[id];
    const missing = { error: { type: 'invalid_request_error', code: 'resource_missing' } };
    return Promise.resolve(found ? Response.json(found) : Response.json(missing, { status: 404 }));
  });
  return compare();
}

async function compare(bindings: object = {}): Promise<Response> {
  const request = new Request(`${origin}/stripe/prices`);
  return createApp().fetch(request, { ...env, ...stripeBindings, ...bindings }, createExecutionContext());
}

const price = (unit_amount: number, interval: string, about: object = {}) => ({
  currency: 'usd',
  unit_amount,
  recurring: { interval, interval_count: 1 },
  active: true,
  ...about,
});
const asShown = {
  price_sm: price(1_900, 'month'),
  price_sy: price(19_000, 'year'),
  price_pm: price(4_900, 'month'),
  price_py: price(49_000, 'year'),
};

test('the stand-in of one machine charges what is shown, and so does Stripe with the prices of docs/deploy.md', async () => {
  const alike = { status: 200, body: { ok: true, differences: [] } };
  expect(await read(await call('GET', '/stripe/prices'))).toEqual(alike);
  expect(await read(await comparedWith(asShown))).toEqual(alike);
});

test('another amount, currency or rhythm is told, and so is a price that is archived or not there', async () => {
  const { price_sm: _gone, ...others } = asShown;
  const prices = {
    ...others,
    price_sy: price(1_900, 'year', { currency: 'idr' }),
    price_pm: price(4_900, 'year'),
    price_py: price(49_000, 'year', { active: false }),
  };
  expect(await read(await comparedWith(prices))).toEqual({
    status: 200,
    body: {
      ok: false,
      differences: [
        { planKey: 'Starter Monthly', shown: '19.00 USD Monthly', charged: 'no such price' },
        { planKey: 'Starter Yearly', shown: '190.00 USD Yearly', charged: '19.00 IDR Yearly' },
        { planKey: 'Professional Monthly', shown: '49.00 USD Monthly', charged: '49.00 USD Yearly' },
        {
          planKey: 'Professional Yearly',
          shown: '490.00 USD Yearly',
          charged: '490.00 USD Yearly, archived',
        },
      ],
    },
  });
});

test('parallel and later calls share one comparison for ten minutes, or until the price ids change', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const id = new URL(new Request(input).url).pathname.replace('/v1/prices/', '');
    return Response.json(id === 'price_new' ? asShown.price_sm : Reflect.get(asShown, id));
  });
  const answers = await Promise.all([compare(), compare(), compare()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(asked).toHaveBeenCalledTimes(4);
  moveClock(599_999);
  expect((await compare()).status).toBe(200);
  expect(asked).toHaveBeenCalledTimes(4);
  moveClock(1);
  await compare();
  expect(asked).toHaveBeenCalledTimes(8);
  const changed = await compare({ STRIPE_PRICE_STARTER_MONTHLY: 'price_new' });
  expect(await read(changed)).toMatchObject({ body: { ok: true } });
  expect(asked).toHaveBeenCalledTimes(12);
});

test('a provider that is away is a 503, and is not asked again within a minute', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const refused = { error: { type: 'invalid_request_error', code: 'rate_limit' } };
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json(refused, { status: 429 }));
  expect((await compare()).status).toBe(503);
  const first = asked.mock.calls.length;
  moveClock(59_999);
  expect((await compare()).status).toBe(503);
  expect(asked).toHaveBeenCalledTimes(first);
  moveClock(1);
  expect(await read(await comparedWith(asShown))).toMatchObject({ status: 200, body: { ok: true } });
});
