/**
 * Routes of payments (`docs/spec.md` section 7 and 10.17): checkout, plan change, billing portal, and the
 * provider's webhook.
 */
import { Hono, type Context } from 'hono';
import { checkoutRequest, planChangeRequest } from '../../../shared/contracts/billing.ts';
import { billingCopy } from '../../../shared/copy/en/owner/billing.ts';
import { plans, type PlanName } from '../../../shared/plans.ts';
import { changePlan, subscriptionOf } from './change-plan.ts';
import { beginCheckout } from './checkout.ts';
import { paymentProvider } from './payment-provider-of.ts';
import { billingPortal } from './portal.ts';
import { sendBillingMails } from './mails/billing-mail-delivery.ts';
import { keptPriceDifferences } from './shown-prices.ts';
import { takeWebhook } from './webhook.ts';
import { readBody, refuse } from '../../http/answers.ts';
import { afterAnswer } from '../../http/caller.ts';
import type { AppContext } from '../../http/context.ts';
import { requireOwner } from '../../identity/require-member.ts';

/**
 * At most this number of mails is sent after a webhook. One webhook usually enqueues one or two mails. The sweep sends
 * the mails that are left.
 */
const MAILS_A_WEBHOOK = 4;

export const billing = new Hono<AppContext>()

  .post('/stripe/create-checkout-session', requireOwner, async (c) => {
    const read = await readBody(c, checkoutRequest);
    if (!read.ok) return read.response;
    const origin = ownOrigin(c);
    const wanted = { ...read.body, origin };
    const provider = await paymentProvider(c.env, origin);
    const begun = await beginCheckout(c.env, provider, c.var.owner, wanted, Date.now());
    if (begun.ok) return c.json({ url: begun.url }, 200);
    if (begun.code === 'too_many_locations') return refuseLocations(c, begun);
    return refuse(c, begun);
  })

  .post('/auth/purchase-plan', requireOwner, async (c) => {
    const read = await readBody(c, planChangeRequest);
    if (!read.ok) return read.response;
    const provider = await paymentProvider(c.env, ownOrigin(c));
    const done = await changePlan(c.env, provider, c.var.owner, read.body, Date.now());
    if (done.ok) return c.json({ success: true }, 200);
    if (done.code === 'too_many_locations') return refuseLocations(c, done);
    return refuse(c, done);
  })

  .get('/auth/subscription', requireOwner, async (c) => {
    return c.json({ subscription: await subscriptionOf(c.env, c.var.owner, Date.now()) }, 200);
  })

  .post('/auth/billing-portal', requireOwner, async (c) => {
    const origin = ownOrigin(c);
    const provider = await paymentProvider(c.env, origin);
    const portal = await billingPortal(c.env, provider, c.var.owner, origin, Date.now());
    if (portal.ok) return c.json({ url: portal.url }, 200);
    return refuse(c, portal);
  })

  // Compares the prices on the pages with the provider's prices, for operators. No log-in is needed, because prices are
  // public. Results are cached, so no rate limit is needed.
  .get('/stripe/prices', async (c) => {
    const provider = () => paymentProvider(c.env, ownOrigin(c));
    const comparison = keptPriceDifferences(c.var.config.payments, provider, Date.now());
    // The comparison continues if this sender disconnects, because other calls may wait for the same comparison.
    c.executionCtx.waitUntil(Promise.allSettled([comparison]));
    const differences = await comparison;
    return c.json({ ok: differences.length === 0, differences }, 200);
  })

  .post('/stripe/webhook', async (c) => {
    const read = await c.get('body');
    if (read === 'too_large') return refuse(c, 'too_large');
    const signature = c.req.header('Stripe-Signature');
    if (read === null || signature === undefined) return refuse(c, 'bad_signature');
    const provider = await paymentProvider(c.env, ownOrigin(c));
    const taken = await takeWebhook(c.env, provider, { payload: read.text, signature }, Date.now());
    if (taken === 'not_signed') return refuse(c, 'bad_signature');
    afterAnswer(c, sendBillingMails(c.env, Date.now(), MAILS_A_WEBHOOK));
    return taken === 'again' ? refuse(c, 'try_again') : c.json({ success: true }, 200);
  });

/** The refusal names the number of locations that the owner must remove first. */
function refuseLocations(
  c: Context<AppContext>,
  { plan, tooMany }: { plan: PlanName; tooMany: number },
): Response {
  const sentence = billingCopy.planChange.removeFirst(tooMany, plan, plans[plan].maxLocations);
  return refuse(c, { code: 'too_many_locations', fieldErrors: { plan: [sentence] } });
}

/**
 * The origin that the provider's pages link back to. In development this is the origin of the request, because the
 * server has several names, and the session cookie belongs to one of these names.
 */
function ownOrigin(c: Context<AppContext>): string {
  const { environment, origin } = c.var.config;
  return environment === 'development' ? new URL(c.req.url).origin : origin;
}
