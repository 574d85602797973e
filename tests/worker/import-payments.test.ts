/** What an imported account pays, and what was granted for it (decision 64). */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Post } from '../../scripts/operator/transfer.ts';
import { runSweeps } from '../../src/worker/cron/cron.ts';
import { newAdmin } from './admin-calls.ts';
import { callWith } from './broken.ts';
import { call, goodPassword, newOwner, type TestOwner } from './factories.ts';
import { moveClock, stopClock } from './queue-factories.ts';
import { customerOfStripe, playStripe, stripeBindings } from './stripe-played.ts';
import { begun, exported, imported, posting } from './transfer-calls.ts';
import { aGrant } from '../a-grant.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

/** As of a deployment that is paid by Stripe. */
async function stripePost(): Promise<Post> {
  return posting(await newAdmin(), { ...env, ...stripeBindings });
}

/** The file of an account that pays by Stripe until the end of 20 days, and has a grant. */
async function aPayingFile() {
  stopClock();
  const end = Date.now() + 20 * 86_400_000;
  const stripe = playStripe();
  const { owner, customer } = await customerOfStripe({
    username: 'blue-door',
    trial: false,
    standing: 3,
    subscriptionStatus: 'active',
  });
  const { id } = owner.business;
  await env.DB.batch([
    env.DB.prepare(
      `insert into subscriptions (id, business_id, plan, interval, status, period_start, period_end, cancel_at_period_end)
       values ('sub_1', ?, 'Starter', 'Monthly', 'active', 1, ?, 0)`,
    ).bind(id, end),
    env.DB.prepare(
      `insert into credit_grants (subscription_id, period_start, slot, business_id, revision, customer_credits, sms_credits, granted_at,
       fetch, plan) values ('sub_1', 5, 1, ?, 9, 300, 300, 6, 1, 'Starter')`,
    ).bind(id),
  ]);
  const post = await stripePost();
  return { owner, customer, end, stripe, post, file: await exported('blue-door', post) };
}

/** As if it were another installation: what is deleted there ends nothing at the provider. */
async function goneElsewhere(owner: TestOwner): Promise<void> {
  await env.DB.exec('delete from credit_grants');
  await env.DB.exec('delete from subscriptions');
  await env.DB.exec('delete from billing_customers');
  await call('POST', '/auth/delete-account', { ...owner, body: { password: goodPassword } });
}

/** Deletes the account where Stripe takes the payments, and answers. */
async function deletedAtStripe(owner: TestOwner): Promise<void> {
  const body = { password: goodPassword };
  const response = await callWith({ ...env, ...stripeBindings }, 'POST', '/auth/delete-account', {
    cookie: owner.cookie,
    body,
  });
  expect(response.status).toBe(200);
}

async function whatIsPaid() {
  const [accounts, customers] = await env.DB.batch([
    env.DB.prepare(
      `select subscription_status, credits_end_at, standing from businesses where username_key = 'blue-door'`,
    ),
    env.DB.prepare(
      `select customer_id, refresh_due_at from billing_customers c join businesses b on b.id = c.business_id
       where b.deletion_begun_at is null`,
    ),
  ]);
  return { account: accounts?.results[0], customers: customers?.results };
}

async function grants() {
  const { results } = await env.DB.prepare(
    `select b.username, g.slot, g.revision, g.ceiling_revision from credit_grants g left join businesses b on b.id = g.business_id`,
  ).all();
  return results;
}

test('what an account pays comes along to where the same account of the provider is used', async () => {
  const { owner, customer, post, file } = await aPayingFile();
  await goneElsewhere(owner);
  expect(await imported(file, post)).toMatchObject({ payments: 'along' });
  expect(await whatIsPaid()).toEqual({
    account: { subscription_status: 'active', credits_end_at: null, standing: 3 },
    customers: [{ customer_id: customer, refresh_due_at: Date.now() }],
  });
  expect(await grants()).toEqual([{ username: 'blue-door', slot: 1, revision: 0, ceiling_revision: null }]);
});

test('a customer that was deleted with the account does not come back: what was paid counts to its end', async () => {
  const { owner, end, post, file } = await aPayingFile();
  await deletedAtStripe(owner);
  expect(await imported(file, post)).toMatchObject({ payments: 'left_behind' });
  expect(await whatIsPaid()).toEqual({
    account: { subscription_status: 'canceled', credits_end_at: end, standing: 0 },
    customers: [],
  });
});

test('nor does one whose deletion waits for the provider, and the account goes on without it', async () => {
  const { owner, end, post, file } = await aPayingFile();
  const playing = vi.mocked(globalThis.fetch).getMockImplementation();
  vi.mocked(globalThis.fetch).mockRejectedValue(new TypeError('Network connection lost.'));
  await deletedAtStripe(owner);
  if (playing !== undefined) vi.mocked(globalThis.fetch).mockImplementation(playing);
  expect(await env.DB.prepare('select count(*) as n from billing_customers').first('n')).toBe(1);
  expect(await imported(file, post)).toMatchObject({ payments: 'left_behind' });
  await runSweeps({ ...env, ...stripeBindings }, Date.now());
  expect(await whatIsPaid()).toEqual({
    account: { subscription_status: 'canceled', credits_end_at: end, standing: 0 },
    customers: [],
  });
  // The deletion ends what is its own.
  expect(await grants()).toMatchObject([{ username: 'blue-door' }]);
});

test('while the provider is away nothing is finished, and asked again it is', async () => {
  const { owner, post, file } = await aPayingFile();
  await goneElsewhere(owner);
  const playing = vi.mocked(globalThis.fetch).getMockImplementation();
  const sentences: string[] = [];
  const twice: Post = async (path, body) => {
    if (path !== '/admin/import/finish') return post(path, body);
    vi.mocked(globalThis.fetch).mockRejectedValue(new TypeError('Network connection lost.'));
    await post(path, body).catch((error: unknown) => sentences.push(String(error)));
    if (playing !== undefined) vi.mocked(globalThis.fetch).mockImplementation(playing);
    return post(path, body);
  };
  expect(await imported(file, twice)).toMatchObject({ payments: 'along' });
  expect(sentences).toEqual([
    'Refused: We could not do that just now. Nothing was changed. Please try again.',
  ]);
});

test('an account that pays at another provider keeps what was paid to the end of its period, and no more', async () => {
  const { owner, end, file } = await aPayingFile();
  await goneElsewhere(owner);
  expect(await imported(file)).toMatchObject({ payments: 'left_behind' });
  expect(await whatIsPaid()).toMatchObject({ account: { credits_end_at: end }, customers: [] });
});

test('what an earlier try brought of grants is the account’s in the end, and no sweep takes it', async () => {
  const { owner, post, file } = await aPayingFile();
  await goneElsewhere(owner);
  const cut: Post = (path, body) =>
    path === '/admin/import/finish' ? Promise.reject(new TypeError('fetch failed')) : post(path, body);
  await expect(imported(file, cut)).rejects.toThrow('fetch failed');
  await env.DB.exec('update credit_grants set ceiling_revision = 4');
  moveClock(1);
  await imported(file, post);
  moveClock(60 * 3_600_000);
  await runSweeps(env, Date.now());
  expect(await grants()).toEqual([{ username: 'blue-door', slot: 1, revision: 0, ceiling_revision: null }]);
});

test('grants of an account that is there are not taken', async () => {
  const { id } = (await newOwner({ username: 'red-door' })).business;
  await env.DB.prepare(
    `insert into credit_grants (subscription_id, period_start, slot, business_id, revision, customer_credits, sms_credits, granted_at,
       fetch, plan) values ('sub_1', 5, 1, ?, 9, 300, 300, 6, 1, 'Starter')`,
  )
    .bind(id)
    .run();
  const { post, importId } = await begun();
  const part = { kind: 'grants', rows: [{ ...aGrant, slot: 2 }, aGrant] };
  await expect(post('/admin/import/part', { importId, n: 3, part })).rejects.toThrow(
    'The locations of this file are here already, at another account.',
  );
  expect(await grants()).toContainEqual({
    username: 'red-door',
    slot: 1,
    revision: 9,
    ceiling_revision: null,
  });
});
