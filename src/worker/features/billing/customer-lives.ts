import { paymentProvider } from './payment-provider-of.ts';

/**
 * Whether the payment provider still has this customer: one that was deleted pays nothing any more, and never will. Throws
 * `UnavailableError` where the provider is away.
 */
export async function customerExists(env: Env, customerId: string): Promise<boolean> {
  const provider = await paymentProvider(env);
  return provider.customerExists(customerId);
}
