/** The payment provider, as chosen by the configuration. */
import { checkedConfig } from '../../platform/checked-config.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Stand-in of the payment provider. Only the development entry binds the stand-in; a deployment has none. */
export type PaymentStandIn = {
  /** `origin`: the URL of this server. */
  payments(db: D1Database, origin: string): PaymentProvider;
};

type MayHaveStandIn = Env & { STAND_INS?: PaymentStandIn };

/**
 * The configured payment provider. `origin`: the URL of this server, for the stand-in's pages. Rejects if the
 * configuration is invalid. Stripe's library is loaded on demand, so that guests do not wait for it.
 */
export async function paymentProvider(env: MayHaveStandIn, origin?: string): Promise<PaymentProvider> {
  const checked = checkedConfig(env);
  if (!checked.ok) throw new Error('Nobody pays with a wrong configuration');
  const { payments } = checked.config;
  if (payments.provider === 'stripe') {
    const { paymentsStripe } = await import('./providers/payments-stripe.ts');
    return paymentsStripe(payments);
  }
  if (env.STAND_INS === undefined) throw new Error('This build has no stand-ins');
  return env.STAND_INS.payments(env.DB, origin ?? checked.config.origin);
}
