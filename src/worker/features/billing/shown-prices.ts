/** Whether the pages show what the provider charges: asked by every deployment (`scripts/deploy/smoke.ts`). */
import { planChoiceOf, planKeys, plans, type PlanKey } from '../../../shared/plans.ts';
import type { PaymentProvider, ProviderPrice } from './payment-provider.ts';

/** A price that is shown, and what is charged in its place, in words for the operator. */
export type PriceDifference = { planKey: PlanKey; shown: string; charged: string };

/** The prices that the provider has otherwise than the pages. Throws `UnavailableError` where it is away. */
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

/** The price of the catalogue, as the provider is to have it. */
export function shownPrice(planKey: PlanKey): ProviderPrice {
  const { plan, interval } = planChoiceOf(planKey);
  return { cents: 100 * plans[plan].priceUsd[interval], currency: 'usd', interval, isSold: true };
}

function inWords({ cents, currency, interval, isSold }: ProviderPrice): string {
  const amount = cents === null ? 'no fixed amount of' : (cents / 100).toFixed(2);
  return `${amount} ${currency.toUpperCase()} ${interval ?? 'in another rhythm'}${isSold ? '' : ', archived'}`;
}
