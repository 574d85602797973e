/**
 * Attempts to use paid features for free. Each attempt is refused or changes nothing (`docs/spec.md` 10.14 to 10.19).
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import {
  askCheckout,
  atStandIn,
  buy,
  checkoutOf,
  deliverWebhooks,
  passTime,
} from '../support/billing-calls.ts';
import { call, joinParty, me, newLocation, newOwner, read, type TestOwner } from '../support/factories.ts';
import { refused } from '../support/owner-calls.ts';
import { stopClock } from '../support/queue-factories.ts';

const DAY_MS = 86_400_000;

/** The values of an account, such as its plan and its credits, that a cheat could improve. */
async function worth(owner: TestOwner) {
  const { plan, trial, trialEndsAt, maxLocations, subscriptionStatus, creditsEndAt, locations } =
    await me(owner);
  const count = (table: string) => env.DB.prepare(`select count(*) as n from ${table}`).first<number>('n');
  return {
    account: { plan, trial, trialEndsAt, maxLocations, subscriptionStatus, creditsEndAt },
    credits: locations.map(({ id, customerCredits, smsCredits }) => [id, customerCredits, smsCredits]),
    subscriptions: await count('subscriptions'),
    granted: await count('credit_grants'),
    customers: await count('billing_customers'),
    checkouts: await count('development_checkouts'),
    paid: await count('development_subscriptions'),
  };
}

/** Owners on a trial, after the trial, with a paid plan, and with an overdue payment. */
const standings = {
  'on a trial': () => newOwner(),
  'after a trial': () => newOwner({ createdAt: Date.now() - 15 * DAY_MS }),
  'who pays': async () => {
    const owner = await newOwner();
    await buy(owner);
    return owner;
  },
  'who owes for too long': async () => {
    const owner = await newOwner();
    await buy(owner);
    await atStandIn(owner, 'fail');
    await passTime(8 * DAY_MS);
    return owner;
  },
} satisfies Record<string, () => Promise<TestOwner>>;

test.each(Object.entries(standings))(
  'an owner %s gains nothing through PUT /auth/me, whatever it names',
  async (_, anOwner) => {
    stopClock();
    deliverWebhooks();
    const owner = await anOwner();
    const location = await newLocation(owner);
    const before = await worth(owner);
    const rich = { customerCredits: 9_999, smsCredits: 9_999 };
    const body = {
      plan: 'Professional',
      trial: true,
      trialDurationDays: 365,
      trialEndsAt: '2099-01-01T00:00:00.000Z',
      createdAt: '2099-01-01T00:00:00.000Z',
      maxLocations: 100,
      baseCustomerCredits: 9_999,
      baseSMSCredits: 9_999,
      subscriptionStatus: 'active',
      creditsEndAt: null,
      billingRevision: 99,
      ...rich,
      locations: [{ ...location, ...rich, queue: [], admittedCustomers: [], removedCustomers: [] }],
    };
    expect((await call('PUT', '/auth/me', { cookie: owner.cookie, body })).status).toBe(200);
    expect(await worth(owner)).toEqual(before);
    // One more location in the body adds no location.
    const more = { locations: [...body.locations, { address: 'A second one', ...rich }] };
    expect((await call('PUT', '/auth/me', { cookie: owner.cookie, body: more })).status).toBe(400);
    expect(await worth(owner)).toEqual(before);
  },
);

test.each(Object.entries(standings))(
  'an owner %s gains nothing by coming to the page after a payment',
  async (_, anOwner) => {
    stopClock();
    deliverWebhooks();
    const owner = await anOwner();
    await newLocation(owner);
    const before = await worth(owner);
    for (const query of ['', '?plan=Professional&session_id=cs_local_1', '?plan=Professional&paid=true']) {
      const page = await call('GET', `/payment-success${query}`, { cookie: owner.cookie });
      await page.arrayBuffer();
      expect(await worth(owner)).toEqual(before);
    }
  },
);

test('coming back from an unpaid checkout changes nothing', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await newLocation(owner);
  const id = (await checkoutOf(owner, 'Professional Yearly')).split('/').at(-1);
  const before = await worth(owner);
  const path = `/payment-success?plan=Professional&session_id=${id}`;
  await (await call('GET', path, { cookie: owner.cookie })).arrayBuffer();
  expect(await worth(owner)).toEqual(before);
});

test.each([
  [
    'another account',
    async (owner: TestOwner, other: TestOwner) => askCheckout(owner, 'Starter Monthly', other.business.id),
    'not_yours',
  ],
  ['no account', async (owner: TestOwner) => askCheckout(owner, 'Starter Monthly', ''), 'not_yours'],
  [
    'a plan that is not sold',
    async (owner: TestOwner) => askCheckout(owner, 'Custom Monthly'),
    'invalid_input',
  ],
  ['a price of its own', async (owner: TestOwner) => askCheckout(owner, 'price_1'), 'invalid_input'],
] as const)('a checkout for %s is refused with nothing changed for anybody', async (_, attempt, code) => {
  stopClock();
  const [owner, other] = [await newOwner(), await newOwner()];
  const before = [await worth(owner), await worth(other)];
  expect(await read(await attempt(owner, other))).toMatchObject({ body: { code } });
  expect([await worth(owner), await worth(other)]).toEqual(before);
});

test('a checkout while a subscription lives is refused with nothing changed, also while it is owed or cancelled', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await newLocation(owner);
  await buy(owner);
  for (const action of ['resume', 'cancel', 'fail'] as const) {
    await atStandIn(owner, action);
    const before = await worth(owner);
    for (const planKey of ['Starter Monthly', 'Professional Yearly']) {
      expect(await read(await askCheckout(owner, planKey))).toEqual(refused('already_subscribed'));
    }
    expect(await worth(owner)).toEqual(before);
  }
});

test('a location that is removed and added again and again has what its slot had left', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await buy(owner);
  const first = await newLocation(owner);
  await joinParty(owner, first);
  await joinParty(owner, first, { firstName: 'Grace' });
  let location = first;
  for (let n = 0; n < 3; n += 1) {
    const admitted = (await me(owner)).locations[0]?.queue[0];
    if (admitted !== undefined) {
      const path = `/auth/locations/${location.id}/visits/${admitted.id}/admit`;
      expect((await call('POST', path, { cookie: owner.cookie })).status).toBe(200);
    }
    expect((await call('PUT', '/auth/me', { cookie: owner.cookie, body: { locations: [] } })).status).toBe(
      200,
    );
    location = await newLocation(owner);
  }
  // The admit has spent one credit. The other credit was reserved for a visit, and was returned when the location was
  // closed.
  expect((await worth(owner)).credits).toEqual([[location.id, 299, 300]]);
});

test('a smaller plan cannot be bought while more locations are open than it allows', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await buy(owner, 'Professional Monthly');
  for (const address of ['The first', 'The second', 'The third']) await newLocation(owner, address);
  await atStandIn(owner, 'cancel');
  await atStandIn(owner, 'advance');
  const before = await worth(owner);
  expect(await read(await askCheckout(owner, 'Starter Monthly'))).toEqual({
    status: 409,
    body: {
      error: 'Starter has 1 location. Please remove 2 locations first.',
      code: 'too_many_locations',
      issues: {
        fieldErrors: { plan: ['Starter has 1 location. Please remove 2 locations first.'] },
      },
    },
  });
  expect(await worth(owner)).toEqual(before);
  expect((await askCheckout(owner, 'Professional Yearly')).status).toBe(200);
});

test('a trial is not begun anew by leaving a plan', async () => {
  stopClock();
  deliverWebhooks();
  const owner = await newOwner();
  await newLocation(owner);
  await buy(owner);
  await atStandIn(owner, 'cancel');
  await atStandIn(owner, 'advance');
  expect(await worth(owner)).toMatchObject({
    account: { trial: false, trialEndsAt: null, subscriptionStatus: 'canceled' },
    credits: [[expect.any(String), 0, 0]],
  });
});
