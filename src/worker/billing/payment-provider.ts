/** What this product asks of whoever takes the payments. Each provider says it in its own way, in `providers/`. */
import type { PlanKey } from '../../shared/plans.ts';

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
};

/** `aheadMs`: how far the provider's clock goes before ours; 0 but for tests of what months bring. */
export type ProviderAnswer = { subscriptions: ProviderSubscription[]; aheadMs: number };

/** What a webhook is about: the only parts of it that are believed. `customerId` is null where it is about nobody. */
export type SignedEvent = { id: string; customerId: string | null };

export type Checkout = { id: string; url: string };

export type CheckoutWanted = {
  customerId: string;
  planKey: PlanKey;
  /** The same key opens the same checkout. */
  idempotencyKey: string;
  /** Where the browser goes once it is paid, and where it is not. */
  paidUrl: string;
  closedUrl: string;
};

/**
 * Each call throws `NothingWasDone` where the provider is away: all of them may be repeated without harm, because they change
 * nothing or carry a key by which the provider knows the repeat.
 */
export type PaymentProvider = {
  /** The account's customer: the same one for each call with the same account. Answers its id. */
  customerFor(account: { businessId: string; name: string; email: string }): Promise<string>;
  openCheckout(wanted: CheckoutWanted): Promise<Checkout>;
  /** From now on it cannot be paid. One that is paid or closed already stays as it is. */
  closeCheckout(id: string): Promise<void>;
  /** A page on which the customer manages the subscription. */
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
  subscriptionsOf(customerId: string, now: number): Promise<ProviderAnswer>;
  /** Ends all subscriptions and open checkouts at once, for good; one that is not there any more is no failure. */
  forgetCustomer(customerId: string): Promise<void>;
  /** Null where the provider did not sign it just now. */
  readEvent(payload: string, signature: string, now: number): Promise<SignedEvent | null>;
};
