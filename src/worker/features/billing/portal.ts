import { customerOf } from './billing-rows.ts';
import type { Owner } from '../../identity/sessions.ts';
import { limits, consumeRateLimit, type TooMany } from '../../http/rate-limits.ts';
import type { PaymentProvider } from './payment-provider.ts';

/**
 * Returns the URL of the provider's page where the owner manages the subscription. `origin`: the site that the page
 * links back to.
 */
export async function billingPortal(
  env: Env,
  provider: PaymentProvider,
  { business }: Pick<Owner, 'business'>,
  origin: string,
  now: number,
): Promise<{ ok: true; url: string } | { ok: false; code: 'subscription_required' } | TooMany> {
  const within = await consumeRateLimit(env, limits.portalPerAccount, business.id, now);
  if (!within.ok) return within;
  const customer = business.billingRevision > 0 ? await customerOf(env.DB, business.id) : null;
  if (customer === null) return { ok: false, code: 'subscription_required' };
  return { ok: true, url: await provider.portalUrl(customer.customerId, `${origin}/business/settings`) };
}
