/** Which provider takes the payments: the configuration's choice. */
import { checkedConfig } from '../checked-config.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { paymentsLocal } from './providers/payments-local.ts';
import { paymentsStripe } from './providers/payments-stripe.ts';

/**
 * `origin`: where this server answers, for the pages of the stand-in. Throws where the configuration is wrong: then nothing is
 * served and no sweep runs.
 */
export function paymentProvider(env: Env, origin?: string): PaymentProvider {
  const checked = checkedConfig(env);
  if (!checked.ok) throw new Error('Nobody pays with a wrong configuration');
  const { payments } = checked.config;
  if (payments.provider === 'stripe') return paymentsStripe(payments);
  return paymentsLocal(env.DB, origin ?? checked.config.origin);
}
