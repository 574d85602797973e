/**
 * Compares the prices on the pages with the prices at the provider. Every deployment runs this check
 * (`scripts/deploy/smoke.ts`).
 */
import { planChoiceOf, planKeys, plans, type PlanKey } from '../../../shared/plans.ts';
import type { Config } from '../../platform/config.ts';
import type { PaymentProvider, ProviderPrice } from './payment-provider.ts';

/** A price that differs: the shown price and the charged price, as text for the operator. */
export type PriceDifference = { planKey: PlanKey; shown: string; charged: string };

/** A result of the comparison is kept for this time, so that frequent calls do not use up the provider's rate limit. */
const KEPT_MS = 10 * 60_000;
/** How long a failed comparison is cached. A comparison that has not ended is also cached for this time. */
const FAILURE_KEPT_MS = 60_000;

let last: { priceIds: string; endsAt: number; differences: Promise<PriceDifference[]> } | null = null;

/**
 * Returns this isolate's last comparison. Makes a new comparison if the last comparison is too old, or used other price
 * ids. Parallel calls share one comparison. Rejects with the same errors as `priceDifferences`.
 */
export function keptPriceDifferences(
  payments: Config['payments'],
  provider: () => Promise<PaymentProvider>,
  now: number,
): Promise<PriceDifference[]> {
  const priceIds = payments.provider === 'stripe' ? Object.values(payments.prices).join() : '';
  if (last !== null && last.priceIds === priceIds && now < last.endsAt) return last.differences;
  const compare = async () => {
    const differences = await priceDifferences(await provider());
    comparison.endsAt = now + KEPT_MS;
    return differences;
  };
  const comparison = { priceIds, endsAt: now + FAILURE_KEPT_MS, differences: compare() };
  last = comparison;
  return comparison.differences;
}

/** The prices at the provider that differ from the pages. Throws `UnavailableError` if the provider does not answer. */
async function priceDifferences(provider: PaymentProvider): Promise<PriceDifference[]> {
  const all = await Promise.all(
    planKeys.map(async (planKey) => {
      const shown = inWords(shownPrice(planKey));
      const price = await provider.priceOf(planKey);
      const charged = price === null ? 'no such price' : inWords(price);
      return charged === shown ? [] : [{ planKey, shown, charged }];
    }),
  );
  return all.flat();
}

/** The price in the catalogue, in the format of the provider's price. */
export function shownPrice(planKey: PlanKey): ProviderPrice {
  const { plan, interval } = planChoiceOf(planKey);
  return { cents: 100 * plans[plan].priceUsd[interval], currency: 'usd', interval, isSold: true };
}

function inWords({ cents, currency, interval, isSold }: ProviderPrice): string {
  const amount = cents === null ? 'no fixed amount of' : (cents / 100).toFixed(2);
  return `${amount} ${currency.toUpperCase()} ${interval ?? 'in another rhythm'}${isSold ? '' : ', archived'}`;
}
