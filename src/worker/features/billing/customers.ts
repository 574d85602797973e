/** Customers at the payment provider. */
import { customerOf, deleteBilling } from './billing-rows.ts';
import { paymentProvider } from './payment-provider-of.ts';
import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/hashing.ts';

/**
 * Whether the payment provider still has this customer. A deleted customer never pays again. Throws `UnavailableError`
 * if the provider does not answer.
 */
export async function customerExists(env: Env, customerId: string): Promise<boolean> {
  const provider = await paymentProvider(env);
  return provider.customerExists(customerId);
}

/** Ends a deleted account's subscription at once, and deletes the account's billing data. Idempotent. */
export async function endBilling(env: Env, businessId: string): Promise<void> {
  const customer = await customerOf(env.DB, businessId);
  if (customer !== null) {
    const provider = await paymentProvider(env);
    await provider.deleteCustomer(customer.customerId);
  }
  await deleteBilling(env.DB, businessId);
}

/**
 * Identifies our account at the payment provider by a hash of the price ids, because two accounts never have the same
 * price ids. Returns null for the local payment provider, because each machine has its own local provider.
 */
export function paymentAccountOf({ payments }: Config): string | null {
  if (payments.provider === 'local') return null;
  return sha256(Object.values(payments.prices).toSorted().join(' '), 'base64url');
}
