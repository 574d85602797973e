/** From a wish for a plan to the page where it is paid (decision 17). Nothing is granted here. */
import type { Owner } from '../accounts/sessions.ts';
import { planChoiceOf, type PlanKey } from '../../shared/plans.ts';
import { customerOf, keepCustomer, noteCheckout, type BillingCustomer } from '../db/billing.ts';
import { limits, useOnce } from '../security/limits.ts';
import { followProvider } from './follow-provider.ts';
import type { Checkout, PaymentProvider } from './payment-provider.ts';

/** So many tabs of one account may open a checkout at the same moment. */
const TRIES = 5;

type Refused =
  | { ok: false; code: 'not_yours' | 'already_subscribed' | 'try_again' }
  | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/**
 * Opens the account's one checkout and closes the one before. The price is the server's: of the request only the plan's key
 * counts. Refused while a subscription lives: the provider itself is asked. `origin`: where the browser comes back to.
 */
export async function beginCheckout(
  env: Env,
  provider: PaymentProvider,
  { business }: Pick<Owner, 'business'>,
  { planKey, userId, origin }: { planKey: PlanKey; userId: string; origin: string },
  now: number,
): Promise<{ ok: true; url: string } | Refused> {
  if (userId !== business.id) return { ok: false, code: 'not_yours' };
  const within = await useOnce(env, limits.checkoutPerAccount, business.id, now);
  if (!within.ok) return { ...within, code: 'too_many_requests' };
  const { id: businessId, name, email } = business;
  const customer =
    (await customerOf(env.DB, businessId)) ??
    (await keepCustomer(env.DB, businessId, await provider.customerFor({ businessId, name, email })));
  const followed = await followProvider(env, provider, customer.customerId, now);
  if (followed?.isLive) return { ok: false, code: 'already_subscribed' };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const open = await openCheckout(env, provider, businessId, planKey, origin);
    if (open !== null) return { ok: true, url: open.url };
  }
  return { ok: false, code: 'try_again' };
}

/** Null where another tab was faster: then that one's is closed next. */
async function openCheckout(
  env: Env,
  provider: PaymentProvider,
  businessId: string,
  planKey: PlanKey,
  origin: string,
): Promise<Checkout | null> {
  const customer = await customerOf(env.DB, businessId);
  if (customer === null) return null;
  if (customer.checkoutId !== null) await provider.closeCheckout(customer.checkoutId);
  const { plan } = planChoiceOf(planKey);
  const checkout = await provider.openCheckout({
    customerId: customer.customerId,
    planKey,
    idempotencyKey: checkoutKey(customer, planKey),
    paidUrl: `${origin}/payment-success?plan=${plan}&session_id={CHECKOUT_SESSION_ID}`,
    closedUrl: `${origin}/payments`,
  });
  if (await noteCheckout(env.DB, customer, checkout.id)) return checkout;
  const latest = await customerOf(env.DB, businessId);
  // The same plan in two tabs: the same key has opened the same checkout for both.
  if (latest?.checkoutId === checkout.id) return checkout;
  await provider.closeCheckout(checkout.id);
  return null;
}

/** The same for two tabs at once, another one for each later checkout. */
function checkoutKey({ businessId, checkouts }: BillingCustomer, planKey: PlanKey): string {
  return `${businessId} ${planKey} ${checkouts}`;
}
