/** The plan catalogue (`spec.md` section 9). Prices in US dollars; credits per location and month. */
export type PlanName = 'Starter' | 'Professional';

export type Plan = {
  name: PlanName;
  monthlyPriceUsd: number;
  yearlyPriceUsd: number;
  maxLocations: number;
  customerCredits: number;
  smsCredits: number;
};

export const plans: Record<PlanName, Plan> = {
  Starter: {
    name: 'Starter',
    monthlyPriceUsd: 19,
    yearlyPriceUsd: 190,
    maxLocations: 1,
    customerCredits: 300,
    smsCredits: 300,
  },
  Professional: {
    name: 'Professional',
    monthlyPriceUsd: 49,
    yearlyPriceUsd: 490,
    maxLocations: 3,
    customerCredits: 1500,
    smsCredits: 1500,
  },
};
