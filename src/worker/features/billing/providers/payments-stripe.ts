/** Payment provider: Stripe (https://docs.stripe.com/api), in the API version of the installed package. */
import { Stripe } from 'stripe';
import { planKeys, type BillingInterval, type PlanKey } from '../../../../shared/plans.ts';
import { UnavailableError } from '../../../db/errors.ts';
import type { StripeAccount } from '../../../platform/config.ts';
import type { PaymentProvider, PlanChangeResult, ProviderSubscription } from '../payment-provider.ts';
import { readSignedEvent } from '../webhook-signature.ts';

/** Timeout of a call. The timeout is short, because a page waits for the call. */
const TRY_MS = 8_000;
const HOUR_MS = 3_600_000;
/** The limit of subscriptions in one answer. No account has so many subscriptions. */
const SUBSCRIPTIONS_MAX = 100;

/** Makes a payment provider for a Stripe account. `ask` sends the requests. The default is the platform's `fetch`. */
export function paymentsStripe(
  { apiBaseUrl, secretKey, webhookSecrets, prices }: StripeAccount,
  ask: typeof fetch = (input, init) => fetch(input, init),
): PaymentProvider {
  const { protocol, hostname, port } = new URL(apiBaseUrl);
  const stripe = new Stripe(secretKey, {
    // A redirect could send the key to another host.
    httpClient: Stripe.createFetchHttpClient((input, init) => ask(input, { ...init, redirect: 'manual' })),
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? '80' : '443'),
    timeout: TRY_MS,
    // The library does not retry, because the caller retries the call with the same key.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const planKeyOfPrice = (price: string): PlanKey | null =>
    planKeys.find((key) => prices[key] === price) ?? null;
  return {
    async customerFor({ businessId, name, email }, now) {
      // For a day, Stripe repeats its first answer to a key, even if this answer was an error. So the key changes each
      // hour.
      const idempotencyKey = `customer-${businessId}-${Math.floor(now / HOUR_MS)}`;
      const made = await orAway(
        stripe.customers.create({ name, email, metadata: { businessId } }, { idempotencyKey }),
      );
      return made.id;
    },
    async openCheckout({ customerId, planKey, idempotencyKey, paidUrl, closedUrl }) {
      const { id, url } = await orAway(
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            line_items: [{ price: prices[planKey], quantity: 1 }],
            // Cards only: with a bank debit, credits would be granted days before the payment is certain.
            allowed_payment_method_types: ['card'],
            success_url: paidUrl,
            cancel_url: closedUrl,
          },
          { idempotencyKey },
        ),
      );
      if (url === null) throw new Error('A checkout has no page');
      return { id, url };
    },
    async closeCheckout(id) {
      await orAway(unlessGone(stripe.checkout.sessions.expire(id)));
    },
    async portalUrl(customerId, returnUrl) {
      const session = await orAway(
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      );
      return session.url;
    },
    async changePlan({ subscriptionId, planKey, charge, idempotencyKey }) {
      const { items } = await orAway(stripe.subscriptions.retrieve(subscriptionId));
      const [item] = items.data;
      if (item === undefined) throw new Error('A subscription sells nothing');
      const price = prices[planKey];
      if (item.price.id === price) return { kind: 'changed' };
      const change: Stripe.SubscriptionUpdateParams = { items: [{ id: item.id, price }] };
      if (charge === 'nothing') {
        await orAway(stripe.subscriptions.update(subscriptionId, { ...change, proration_behavior: 'none' }));
        return { kind: 'changed' };
      }
      const charged = await orAway(
        stripe.subscriptions.update(
          subscriptionId,
          {
            ...change,
            billing_cycle_anchor: { type: 'now' },
            proration_behavior: 'always_invoice',
            payment_behavior: 'pending_if_incomplete',
            expand: ['latest_invoice'],
          },
          { idempotencyKey },
        ),
      );
      return resultOf(charged);
    },
    async priceOf(planKey) {
      const price = await orAway(orMissing(stripe.prices.retrieve(prices[planKey])));
      if (price === null) return null;
      const { unit_amount: cents, currency, recurring, active: isSold } = price;
      return { cents, currency, interval: intervalOf(recurring), isSold };
    },
    async subscriptionsOf(customerId) {
      const { data } = await orAway(
        stripe.subscriptions.list({ customer: customerId, status: 'all', limit: SUBSCRIPTIONS_MAX }),
      );
      return { subscriptions: data.map((one) => subscriptionOf(one, planKeyOfPrice)), aheadMs: 0 };
    },
    async customerExists(customerId) {
      const found = await orAway(orMissing(stripe.customers.retrieve(customerId)));
      return found !== null && !('deleted' in found);
    },
    async deleteCustomer(customerId) {
      await orAway(unlessGone(stripe.customers.del(customerId)));
    },
    readEvent: (payload, signature, now) => readSignedEvent(payload, signature, webhookSecrets, now),
  };
}

/** The result of a plan change. If the change waits for its payment, the owner pays on the page of the invoice. */
function resultOf({ pending_update, latest_invoice }: Stripe.Subscription): PlanChangeResult {
  if (pending_update === null) return { kind: 'changed' };
  const url = typeof latest_invoice === 'object' ? latest_invoice?.hosted_invoice_url : undefined;
  if (!url) throw new Error('An invoice has no page');
  return { kind: 'unpaid', url };
}

function intervalOf(recurring: Stripe.Price.Recurring | null): BillingInterval | null {
  if (recurring?.interval_count !== 1) return null;
  if (recurring.interval === 'month') return 'Monthly';
  return recurring.interval === 'year' ? 'Yearly' : null;
}

const statuses: Partial<Record<string, ProviderSubscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
};

function subscriptionOf(
  found: Stripe.Subscription,
  planKeyOfPrice: (price: string) => PlanKey | null,
): ProviderSubscription {
  const [item] = found.items.data;
  return {
    id: found.id,
    planKey: item === undefined ? null : planKeyOfPrice(item.price.id),
    status: statuses[found.status] ?? 'incomplete',
    startedAt: found.start_date * 1000,
    periodStart: (item?.current_period_start ?? found.start_date) * 1000,
    periodEnd: (item?.current_period_end ?? found.start_date) * 1000,
    // If the owner cancels in the billing portal, the portal sets one of these two fields.
    cancelAtPeriodEnd: found.cancel_at_period_end || found.cancel_at !== null,
    endedAt: found.ended_at === null ? null : found.ended_at * 1000,
    pending: pendingOf(found.pending_update, planKeyOfPrice),
  };
}

function pendingOf(
  waits: Stripe.Subscription.PendingUpdate | null,
  planKeyOfPrice: (price: string) => PlanKey | null,
): ProviderSubscription['pending'] {
  const item = waits?.subscription_items?.[0];
  const planKey = item === undefined ? null : planKeyOfPrice(item.price.id);
  return waits === null || planKey === null ? null : { planKey, until: waits.expires_at * 1000 };
}

/** Ignores errors for objects that do not exist any more or are already closed. */
async function unlessGone(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** Returns the object, or null if Stripe does not have the object. */
async function orMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
    if (isMissing) return null;
    throw error;
  }
}

/** Maps temporary failures (no answer, rate limit, server error) to `UnavailableError`. */
async function orAway<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const passes =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500);
    throw passes ? new UnavailableError(error) : error;
  }
}
