/** Which provider takes the payments: the configuration's choice. */
import { checkedConfig } from '../../platform/checked-config.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** The stand-in of the provider. Development's entry adds it to the bindings; a deployment has none. */
export type PaymentStandIn = {
  /** `origin`: where this very server answers. */
  payments(db: D1Database, origin: string): PaymentProvider;
};

type MayHaveStandIn = Env & { STAND_INS?: PaymentStandIn };

/**
 * `origin`: where this server answers, for the pages of the stand-in. Rejects where the configuration is wrong: then nothing
 * is served and no sweep runs. Stripe's library is loaded when it is wanted: no guest waits for it.
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
