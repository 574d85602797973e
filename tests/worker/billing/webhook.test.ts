/**
 * Webhooks of the payment provider are accepted only with a valid signature and a recent time, and each event takes
 * effect once.
 */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { interceptCommands } from '../support/broken.ts';
import { buy, deliverWebhooks, grants, postWebhook, webhookAbout } from '../support/billing-calls.ts';
import { call, joinParty, me, newLocation, newOwner, read } from '../support/factories.ts';
import { refused } from '../support/owner-calls.ts';
import { moveClock, stopClock } from '../support/queue-factories.ts';
import { countRows } from '../support/security-calls.ts';

const success = { status: 200, body: { success: true } };

/** Makes an owner who has a location and has paid. No webhook has arrived yet. */
async function paidUnheard() {
  deliverWebhooks({ lost: true });
  const owner = await newOwner();
  const location = await newLocation(owner);
  await buy(owner);
  expect((await me(owner)).trial).toBe(true);
  return { owner, location };
}

test('a signed webhook has the account follow what the provider says', async () => {
  const { owner } = await paidUnheard();
  expect(await read(await postWebhook(await webhookAbout(owner)))).toEqual(success);
  expect(await me(owner)).toMatchObject({ trial: false, subscriptionStatus: 'active' });
});

test('a webhook that is forged, altered, written anew, stale or from the future changes nothing', async () => {
  stopClock();
  const { owner } = await paidUnheard();
  const { payload, signature } = await webhookAbout(owner);
  const refusedWith = async (about: Partial<{ payload: string; signature: string }>) =>
    expect(await read(await postWebhook({ payload, signature, ...about }))).toEqual(refused('bad_signature'));
  await refusedWith({ signature: '' });
  await refusedWith({ signature: signature.replace(/v1=.{8}/, 'v1=00000000') });
  await refusedWith({ signature: signature.replace('v1=', 'v0=') });
  await refusedWith({ signature: signature.replace(/t=\d+/, 't=1') });
  await refusedWith({ payload: payload.replace('invoice.paid', 'invoice.void') });
  await refusedWith({ payload: JSON.stringify(JSON.parse(payload), null, 2) });
  await refusedWith({ payload: `${payload}\n` });
  moveClock(301_000);
  await refusedWith({});
  moveClock(-602_000);
  await refusedWith({});
  expect(await read(await call('POST', '/stripe/webhook', { body: payload }))).toEqual(
    refused('bad_signature'),
  );
  moveClock(301_000);
  expect([(await me(owner)).trial, await countRows('billing_events')]).toEqual([true, 0]);
  expect(await read(await postWebhook({ payload, signature }))).toEqual(success);
});

test('the same webhook ten times at once, and ten others: one grant', async () => {
  const { owner, location } = await paidUnheard();
  const same = await webhookAbout(owner);
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, n) => webhookAbout(owner, `evt_other_${n}`)),
  );
  const answers = await Promise.all([...Array.from({ length: 10 }, () => same), ...others].map(postWebhook));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  expect(await grants()).toHaveLength(1);
  await joinParty(owner, location);
  // A credit was used, and a repeated webhook must not restore the credit.
  for (const id of ['evt_1', 'evt_late'])
    await (await postWebhook(await webhookAbout(owner, id))).arrayBuffer();
  expect((await me(owner)).locations).toMatchObject([{ customerCredits: 299 }]);
  expect(await countRows('billing_events')).toBe(12);
});

test('a webhook about an unknown customer, or without one, is accepted and changes nothing', async () => {
  const owner = await newOwner();
  expect(await read(await postWebhook(await webhookAbout(owner)))).toEqual(success);
  expect(await me(owner)).toMatchObject({ trial: true, subscriptionStatus: null });
});

test('if a location does not answer, the webhook is repeated, and the location is updated then', async () => {
  const { owner } = await paidUnheard();
  const back = interceptCommands('follow-billing', () => Promise.resolve({ ok: false, code: 'not_found' }));
  const webhook = await webhookAbout(owner);
  const first = await postWebhook(webhook);
  expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '2']);
  expect(await countRows('billing_events')).toBe(0);
  back();
  expect(await read(await postWebhook(webhook))).toEqual(success);
  expect(await countRows('billing_events')).toBe(1);
});

test('an answer that was asked for earlier never overwrites a later one', async () => {
  const { owner } = await paidUnheard();
  // The provider's answer with the number 7 was already applied. The next answer gets the number 6, so it is too old to
  // be applied.
  await env.DB.exec('update billing_customers set fetches = 5, applied = 7');
  expect(await read(await postWebhook(await webhookAbout(owner)))).toEqual(success);
  expect(await me(owner)).toMatchObject({ trial: true, subscriptionStatus: null });
  expect(await grants()).toEqual([]);
  await env.DB.exec('update billing_customers set fetches = 7');
  await (await postWebhook(await webhookAbout(owner, 'evt_2'))).arrayBuffer();
  expect(await me(owner)).toMatchObject({ trial: false, subscriptionStatus: 'active' });
});

test('a webhook that is too large is not read', async () => {
  const response = await postWebhook({
    payload: JSON.stringify({ x: 'x'.repeat(256 * 1024) }),
    signature: 't=1',
  });
  expect(await read(response)).toEqual(refused('too_large'));
  const large = await postWebhook({ payload: JSON.stringify({ x: 'x'.repeat(200_000) }), signature: 't=1' });
  expect(await read(large)).toEqual(refused('bad_signature'));
});
