/** Which provider takes the payments: the configuration's choice. */
import { checkedConfig } from '../checked-config.ts';
import { standInsOf, type MayHaveStandIns } from '../stand-ins.ts';
import type { PaymentProvider } from './payment-provider.ts';

/**
 * `origin`: where this server answers, for the pages of the stand-in. Rejects where the configuration is wrong: then nothing
 * is served and no sweep runs. Stripe's library is loaded when it is wanted: no guest waits for it.
 */
export async function paymentProvider(env: MayHaveStandIns, origin?: string): Promise<PaymentProvider> {
  const checked = checkedConfig(env);
  if (!checked.ok) throw new Error('Nobody pays with a wrong configuration');
  const { payments } = checked.config;
  if (payments.provider === 'stripe') {
    const { paymentsStripe } = await import('./providers/payments-stripe.ts');
    return paymentsStripe(payments);
  }
  return standInsOf(env).payments(env.DB, origin ?? checked.config.origin);
}
