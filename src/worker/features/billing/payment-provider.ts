/** Interface of payment providers. The real providers are in `providers/`. */
import type { BillingInterval, PlanKey } from '../../../shared/plans.ts';

/** A subscription at the provider. Times are epoch milliseconds of the provider's clock. */
export type ProviderSubscription = {
  id: string;
  /** Null if this deployment sells no plan at the subscription's price. */
  planKey: PlanKey | null;
  /** `incomplete`: the first payment was never made, so the subscription has no effect. */
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  startedAt: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  /** A plan change that waits for its payment until `until`; null if no change waits. */
  pending: { planKey: PlanKey; until: number } | null;
};

/** `aheadMs`: how many milliseconds the provider's clock is ahead of our clock. The value is 0 for a real provider. */
export type ProviderAnswer = { subscriptions: ProviderSubscription[]; aheadMs: number };

/** The parts of a webhook that are used. `customerId` is null for an event without a customer. */
export type SignedEvent = { id: string; customerId: string | null };

export type Checkout = { id: string; url: string };

type CheckoutWanted = {
  customerId: string;
  planKey: PlanKey;
  /** Repeated calls with the same key open only one checkout. */
  idempotencyKey: string;
  /** URLs for the browser after the payment, and after a cancel. */
  paidUrl: string;
  closedUrl: string;
};

/**
 * A change of plan. With the charge `new_period`, a new paid period begins now. The provider invoices the new period at
 * once, minus the unused rest of the current period, and the plan changes only after the payment. With the charge
 * `nothing`, the plan changes at once, the price changes with the next period, and nothing is refunded.
 */
type PlanChangeWanted = {
  subscriptionId: string;
  planKey: PlanKey;
  charge: 'new_period' | 'nothing';
  /**
   * Repeated calls with the same key charge only once. The charge `nothing` uses no key: a repeated call is a new
   * request.
   */
  idempotencyKey: string;
};

/**
 * A price at the provider. `cents`: null if the amount is not fixed. `interval`: null if the price is neither monthly
 * nor yearly. `isSold`: whether new customers can buy at this price.
 */
export type ProviderPrice = {
  cents: number | null;
  currency: string;
  interval: BillingInterval | null;
  isSold: boolean;
};

/** `unpaid`: the plan has not changed yet. The plan changes when the invoice at `url` is paid. */
export type PlanChangeResult = { kind: 'changed' } | { kind: 'unpaid'; url: string };

/**
 * Each call throws `UnavailableError` if the provider does not answer. All calls may be repeated, because each call
 * changes nothing, is idempotent, or has an idempotency key.
 */
export type PaymentProvider = {
  /**
   * Creates the account's customer and returns its id. Within an hour, repeated calls return the same customer, so that
   * parallel tabs do not create two customers.
   */
  customerFor(account: { businessId: string; name: string; email: string }, now: number): Promise<string>;
  openCheckout(wanted: CheckoutWanted): Promise<Checkout>;
  /** Closes a checkout, so that no payment is possible. A paid or closed checkout is not changed. */
  closeCheckout(id: string): Promise<void>;
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
  /** Changes the plan. Idempotent. Replaces an earlier change that waits for its payment. */
  changePlan(wanted: PlanChangeWanted): Promise<PlanChangeResult>;
  /** The price that is charged for a plan; null if the provider has no price for the plan. */
  priceOf(planKey: PlanKey): Promise<ProviderPrice | null>;
  subscriptionsOf(customerId: string, now: number): Promise<ProviderAnswer>;
  /** False for a customer that was deleted or never existed. */
  customerExists(customerId: string): Promise<boolean>;
  /** Ends all subscriptions and open checkouts at once. A missing customer is not an error. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Reads a webhook. Returns null if the signature is invalid or too old. */
  readEvent(payload: string, signature: string, now: number): Promise<SignedEvent | null>;
};
