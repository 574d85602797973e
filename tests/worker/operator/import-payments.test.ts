/** The subscription and the grants of an imported account (`docs/decisions/0064-a-business-as-a-file.md`). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Post } from '../../../scripts/operator/transfer.ts';
import { runSweeps } from '../../../src/worker/cron.ts';
import { newAdmin } from '../support/admin-calls.ts';
import { callWith } from '../support/broken.ts';
import { goodPassword, type TestOwner } from '../support/factories.ts';
import { stopClock } from '../support/queue-factories.ts';
import { customerOfStripe, playStripe, stripeBindings } from '../support/providers/stripe-played.ts';
import { deleted, exported, imported, posting } from '../support/transfer-calls.ts';

const withStripe = { ...env, ...stripeBindings };

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** Exports an account that has paid at Stripe for 20 more days and has two monthly grants. */
async function aPayingFile() {
  stopClock();
  const end = Date.now() + 20 * 86_400_000;
  playStripe();
  const { owner, customer } = await customerOfStripe({
    username: 'blue-door',
    trial: false,
    billingRevision: 3,
    subscriptionStatus: 'active',
  });
  const { id } = owner.business;
  const grant = env.DB.prepare(
    `insert into credit_grants (subscription_id, period_start, slot, business_id, revision, customer_credits, sms_credits, granted_at,
       fetch, plan) values ('sub_1', ?, 1, ?, 9, 300, 300, 6, 1, 'Starter')`,
  );
  await env.DB.batch([
    env.DB.prepare(
      `insert into subscriptions (id, business_id, plan, interval, status, period_start, period_end, cancel_at_period_end)
       values ('sub_1', ?, 'Starter', 'Monthly', 'active', 1, ?, 0)`,
    ).bind(id, end),
    grant.bind(5, id),
    grant.bind(7, id),
  ]);
  const post = posting(await newAdmin(), withStripe);
  return { owner, customer, end, post, file: await exported('blue-door', post) };
}

/** Deletes the account without a call to the provider, as if another installation had the account. */
async function goneElsewhere(owner: TestOwner): Promise<void> {
  for (const table of ['credit_grants', 'subscriptions', 'billing_customers'])
    await env.DB.exec(`delete from ${table}`);
  await deleted(owner);
}

/** Deletes the account. Stripe is the payment provider. */
async function deletedAtStripe({ cookie }: TestOwner): Promise<void> {
  const body = { password: goodPassword };
  expect((await callWith(withStripe, 'POST', '/auth/delete-account', { cookie, body })).status).toBe(200);
}

/** Runs `work` while Stripe does not answer. */
async function withoutStripe(work: () => Promise<unknown>): Promise<void> {
  const playing = vi.mocked(globalThis.fetch).getMockImplementation();
  vi.mocked(globalThis.fetch).mockRejectedValue(new TypeError('Network connection lost.'));
  await work();
  if (playing !== undefined) vi.mocked(globalThis.fetch).mockImplementation(playing);
}

async function whatIsPaid() {
  const ofAccount = (columns: string, table: string) =>
    env.DB.prepare(
      `select ${columns} from ${table} join businesses b on b.id = business_id where username_key = 'blue-door'`,
    );
  const [accounts, customers, grants] = await env.DB.batch([
    env.DB.prepare(
      `select subscription_status, credits_end_at, billing_revision from businesses where username_key = 'blue-door'`,
    ),
    ofAccount('customer_id, refresh_due_at', 'billing_customers'),
    ofAccount('slot, period_start, revision, ceiling_revision', 'credit_grants'),
  ]);
  return { account: accounts?.results[0], customers: customers?.results, grants: grants?.results };
}

test('a subscription is imported if both installations use the same provider account', async () => {
  const { owner, customer, post, file } = await aPayingFile();
  await goneElsewhere(owner);
  expect(await imported(file, post)).toMatchObject({ payments: 'along' });
  expect(await whatIsPaid()).toEqual({
    account: { subscription_status: 'active', credits_end_at: null, billing_revision: 3 },
    customers: [{ customer_id: customer, refresh_due_at: Date.now() }],
    grants: [{ slot: 1, period_start: 7, revision: 0, ceiling_revision: null }],
  });
});

test.each<[string, (owner: TestOwner) => Promise<void>, Parameters<typeof posting>[1]]>([
  ['at another provider', goneElsewhere, env],
  ['as a customer that was deleted with the account', deletedAtStripe, withStripe],
  [
    'as a customer whose deletion waits for the provider',
    (owner) => withoutStripe(() => deletedAtStripe(owner)),
    withStripe,
  ],
])('of what it pays %s it keeps what was paid to the end of its period', async (_, goes, bindings) => {
  const { owner, end, file } = await aPayingFile();
  await goes(owner);
  expect(await imported(file, posting(await newAdmin(), bindings))).toMatchObject({
    payments: 'left_behind',
  });
  // A deletion that still runs cancels only the subscription of the deleted account.
  await runSweeps(withStripe, Date.now());
  expect(await whatIsPaid()).toEqual({
    account: { subscription_status: 'canceled', credits_end_at: end, billing_revision: 0 },
    customers: [],
    grants: [],
  });
});

test('while the provider is away nothing is finished, and asked again it is', async () => {
  const { owner, post, file } = await aPayingFile();
  await goneElsewhere(owner);
  const twice: Post = async (path, body) => {
    if (path === '/admin/import/finish') {
      await withoutStripe(() =>
        expect(post(path, body)).rejects.toThrow(
          'We could not do that right now. Nothing was changed. Please try again.',
        ),
      );
    }
    return post(path, body);
  };
  expect(await imported(file, twice)).toMatchObject({ payments: 'along' });
});
