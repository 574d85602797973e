/** What this product asks of whoever takes the payments. Each provider says it in its own way, in `providers/`. */
import type { BillingInterval, PlanKey } from '../../../shared/plans.ts';

/** A subscription as the provider has it. Times are epoch milliseconds by the provider's own clock. */
export type ProviderSubscription = {
  id: string;
  /** Null: a price that this deployment does not sell. */
  planKey: PlanKey | null;
  /** `incomplete`: its first payment was never made, so that it is worth nothing. */
  status: 'incomplete' | 'active' | 'past_due' | 'canceled';
  startedAt: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  /** A change of plan that takes effect once it is paid, and is dropped after `until`; null: none waits. */
  pending: { planKey: PlanKey; until: number } | null;
};

/** `aheadMs`: how far the provider's clock goes before ours; 0 but for tests of what months bring. */
export type ProviderAnswer = { subscriptions: ProviderSubscription[]; aheadMs: number };

/** What a webhook is about: the only parts of it that are believed. `customerId` is null where it is about nobody. */
export type SignedEvent = { id: string; customerId: string | null };

export type Checkout = { id: string; url: string };

type CheckoutWanted = {
  customerId: string;
  planKey: PlanKey;
  /** The same key opens the same checkout. */
  idempotencyKey: string;
  /** Where the browser goes once it is paid, and where it is not. */
  paidUrl: string;
  closedUrl: string;
};

/**
 * `charge`: `new_period` has a paid period of the new plan begin now, which is invoiced at once less what is left of the
 * present one, and nothing changes before that is paid. `nothing`: the plan changes at once, and the price with the next
 * period; nothing is given back.
 */
type PlanChangeWanted = {
  subscriptionId: string;
  planKey: PlanKey;
  charge: 'new_period' | 'nothing';
  /** The same key charges once. What charges nothing needs none: it may be asked again, and is meant then. */
  idempotencyKey: string;
};

/** `cents` is null for no fixed amount, `interval` for another rhythm than ours. `isSold`: new customers may have it. */
export type ProviderPrice = {
  cents: number | null;
  currency: string;
  interval: BillingInterval | null;
  isSold: boolean;
};

/** `unpaid`: nothing has changed; it does once the invoice at `url` is paid. */
export type PlanChangeResult = { kind: 'changed' } | { kind: 'unpaid'; url: string };

/**
 * Each call throws `UnavailableError` where the provider is away: all of them may be repeated without harm, because they change
 * nothing or carry a key by which the provider knows the repeat.
 */
export type PaymentProvider = {
  /**
   * The account's customer: the same one for each call with the same account within the hour, so that tabs at once have one.
   * Answers its id.
   */
  customerFor(account: { businessId: string; name: string; email: string }, now: number): Promise<string>;
  openCheckout(wanted: CheckoutWanted): Promise<Checkout>;
  /** From now on it cannot be paid. One that is paid or closed already stays as it is. */
  closeCheckout(id: string): Promise<void>;
  /** A page on which the customer manages the subscription. */
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
  /** Repeating it is harmless: a change that waits for its payment gives way to the new one, of one that is made nothing is left. */
  changePlan(wanted: PlanChangeWanted): Promise<PlanChangeResult>;
  /** What is charged for a plan; null: there is no such price. */
  priceOf(planKey: PlanKey): Promise<ProviderPrice | null>;
  subscriptionsOf(customerId: string, now: number): Promise<ProviderAnswer>;
  /** False for a customer that was deleted, or never was. */
  customerExists(customerId: string): Promise<boolean>;
  /** Ends all subscriptions and open checkouts at once, for good; one that is not there any more is no failure. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Null where the provider did not sign it just now. */
  readEvent(payload: string, signature: string, now: number): Promise<SignedEvent | null>;
};
