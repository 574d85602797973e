/**
 * Compares the prices on the pages with the prices at the provider. Every deployment runs this check
 * (`scripts/deploy/smoke.ts`).
 */
import { planChoiceOf, planKeys, plans, type PlanKey } from '../../../shared/plans.ts';
import type { PaymentProvider, ProviderPrice } from './payment-provider.ts';

/** A price that differs: the shown one and the charged one, as text for the operator. */
export type PriceDifference = { planKey: PlanKey; shown: string; charged: string };

/** The prices at the provider that differ from the pages. Throws `UnavailableError` if the provider is away. */
export async function priceDifferences(provider: PaymentProvider): Promise<PriceDifference[]> {
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
