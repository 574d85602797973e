import { customerOf, deleteBilling } from './billing-rows.ts';
import { paymentProvider } from './payment-provider-of.ts';

/** Ends what a deleted account pays for, at once and for good, then deletes it. Repeating it is harmless. */
export async function endBilling(env: Env, businessId: string): Promise<void> {
  const customer = await customerOf(env.DB, businessId);
  if (customer !== null) {
    const provider = await paymentProvider(env);
    await provider.deleteCustomer(customer.customerId);
  }
  await deleteBilling(env.DB, businessId);
}
