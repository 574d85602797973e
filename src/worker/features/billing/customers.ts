/** The payment provider's customers and the accounts that they are. */
import { customerOf, deleteBilling } from './billing-rows.ts';
import { paymentProvider } from './payment-provider-of.ts';
import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/hashing.ts';

/**
 * Whether the payment provider still has this customer: one that was deleted pays nothing any more, and never will. Throws
 * `UnavailableError` where the provider is away.
 */
export async function customerExists(env: Env, customerId: string): Promise<boolean> {
  const provider = await paymentProvider(env);
  return provider.customerExists(customerId);
}

/** Ends what a deleted account pays for, at once and for good, then deletes it. Repeating it is harmless. */
export async function endBilling(env: Env, businessId: string): Promise<void> {
  const customer = await customerOf(env.DB, businessId);
  if (customer !== null) {
    const provider = await paymentProvider(env);
    await provider.deleteCustomer(customer.customerId);
  }
  await deleteBilling(env.DB, businessId);
}

/**
 * What tells one account of the payment provider from another: the ids of its prices, which no two accounts share, hashed.
 * Null for the stand-in, which every machine has for itself.
 */
export function paymentAccountOf({ payments }: Config): string | null {
  if (payments.provider === 'local') return null;
  return sha256(Object.values(payments.prices).toSorted().join(' '), 'base64url');
}
