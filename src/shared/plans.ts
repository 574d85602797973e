/** The plan catalogue (`docs/spec.md` section 9). Prices are in US dollars. Credits are for each location and month. */
export const planNames = ['Starter', 'Professional'] as const;
export type PlanName = (typeof planNames)[number];

export const billingIntervals = ['Monthly', 'Yearly'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/** The names of the offers in the checkout. Each offer is a plan with a billing interval. */
export const planKeys = [
  'Starter Monthly',
  'Starter Yearly',
  'Professional Monthly',
  'Professional Yearly',
] as const satisfies `${PlanName} ${BillingInterval}`[];
export type PlanKey = (typeof planKeys)[number];

export type Plan = {
  name: PlanName;
  /** Price of one month and of one year. */
  priceUsd: Record<BillingInterval, number>;
  maxLocations: number;
  customerCredits: number;
  smsCredits: number;
};

export const plans: Record<PlanName, Plan> = {
  Starter: {
    name: 'Starter',
    priceUsd: { Monthly: 19, Yearly: 190 },
    maxLocations: 1,
    customerCredits: 300,
    smsCredits: 300,
  },
  Professional: {
    name: 'Professional',
    priceUsd: { Monthly: 49, Yearly: 490 },
    maxLocations: 3,
    customerCredits: 1500,
    smsCredits: 1500,
  },
};

export function planKeyOf(plan: PlanName, interval: BillingInterval): PlanKey {
  return `${plan} ${interval}`;
}

const choices = {
  'Starter Monthly': { plan: 'Starter', interval: 'Monthly' },
  'Starter Yearly': { plan: 'Starter', interval: 'Yearly' },
  'Professional Monthly': { plan: 'Professional', interval: 'Monthly' },
  'Professional Yearly': { plan: 'Professional', interval: 'Yearly' },
} as const satisfies Record<PlanKey, { plan: PlanName; interval: BillingInterval }>;

export function planChoiceOf(key: PlanKey): { plan: PlanName; interval: BillingInterval } {
  return choices[key];
}
