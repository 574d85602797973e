/** Checkout of a plan (`docs/decisions/0052-payments-are-followed.md`). A checkout grants no credits. */
import type { Owner } from '../../identity/sessions.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { planChoiceOf, plans, type PlanKey, type PlanName } from '../../../shared/plans.ts';
import { customerOf, insertCustomer, recordCheckout, type BillingCustomer } from './billing-rows.ts';
import { limits, consumeRateLimit, type TooMany } from '../../http/rate-limits.ts';
import { followProvider } from './follow-provider.ts';
import type { Checkout, PaymentProvider } from './payment-provider.ts';

/** Number of tabs that may open a checkout for one account at the same time. */
const TRIES = 5;
const HOUR_MS = 3_600_000;
/** Stripe keeps a checkout open for this time. The stand-in keeps a checkout open until the next checkout. */
const OPEN_FOR_MS = DAY_MS;

type CheckoutRefusal =
  | { ok: false; code: 'not_yours' | 'already_subscribed' | 'try_again' }
  | { ok: false; code: 'too_many_locations'; plan: PlanName; tooMany: number }
  | TooMany;

/**
 * Closes the account's checkout and opens a new one. The request has only the plan's key, and no price. The call is
 * refused if the provider has a live subscription, or if more locations are open than the plan allows. Plan changes
 * have the same limit of locations. Without the limit here, an owner could avoid the limit of plan changes by
 * cancelling the subscription and opening a new checkout. `origin`: the site to which the browser returns.
 */
export async function beginCheckout(
  env: Env,
  provider: PaymentProvider,
  { user, business, locations }: Pick<Owner, 'user' | 'business' | 'locations'>,
  { planKey, userId, origin }: { planKey: PlanKey; userId: string; origin: string },
  now: number,
): Promise<{ ok: true; url: string } | CheckoutRefusal> {
  if (userId !== business.id) return { ok: false, code: 'not_yours' };
  const within = await consumeRateLimit(env, limits.checkoutPerAccount, business.id, now);
  if (!within.ok) return within;
  const { plan } = planChoiceOf(planKey);
  const tooMany = locations.length - plans[plan].maxLocations;
  if (tooMany > 0) return { ok: false, code: 'too_many_locations', plan, tooMany };
  const { id: businessId, name } = business;
  const { email } = user;
  if ((await customerOf(env.DB, businessId)) === null)
    await insertCustomer(env.DB, businessId, await provider.customerFor({ businessId, name, email }, now));
  for (let tries = 0; tries < TRIES; tries += 1) {
    const opened = await openCheckout(env, provider, businessId, { planKey, origin }, now);
    if (opened === 'already_subscribed') return { ok: false, code: opened };
    if (opened !== null) return { ok: true, url: opened.url };
  }
  return { ok: false, code: 'try_again' };
}

/** Closes the account's checkout and opens a new one. Returns null if another tab opened a checkout first. */
async function openCheckout(
  env: Env,
  provider: PaymentProvider,
  businessId: string,
  { planKey, origin }: { planKey: PlanKey; origin: string },
  now: number,
): Promise<Checkout | 'already_subscribed' | null> {
  const customer = await customerOf(env.DB, businessId);
  if (customer === null) return null;
  if (customer.checkoutId !== null) await provider.closeCheckout(customer.checkoutId);
  // The provider is asked after the checkout was closed. So a payment right before the closing is found, and nothing is
  // paid twice.
  const followed = await followProvider(env, provider, customer.customerId, now);
  if (followed?.isLive) return 'already_subscribed';
  const { plan } = planChoiceOf(planKey);
  const checkout = await provider.openCheckout({
    customerId: customer.customerId,
    planKey,
    idempotencyKey: checkoutKey(customer, planKey, now),
    paidUrl: `${origin}/payment-success?plan=${plan}&session_id={CHECKOUT_SESSION_ID}`,
    closedUrl: `${origin}/payments`,
  });
  const { id } = checkout;
  const noted = { id, askAt: now + HOUR_MS, until: now + OPEN_FOR_MS };
  if (await recordCheckout(env.DB, customer, noted)) return checkout;
  const latest = await customerOf(env.DB, businessId);
  // Two tabs with the same plan have the same idempotency key, so both opened the same checkout.
  if (latest?.checkoutId === id) return checkout;
  await provider.closeCheckout(id);
  return null;
}

/**
 * Returns the idempotency key. Calls from parallel tabs get the same key, and each following checkout gets another key.
 * The key also changes each hour, because the provider repeats its first answer to a key, even if this answer was an
 * error.
 */
function checkoutKey({ businessId, checkouts }: BillingCustomer, planKey: PlanKey, now: number): string {
  return `${businessId} ${planKey} ${checkouts} ${Math.floor(now / HOUR_MS)}`;
}
