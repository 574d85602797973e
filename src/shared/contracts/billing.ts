/** API contract of billing (`docs/spec.md` sections 3, 7, 10.17 and 10.18). */
import * as z from 'zod/mini';
import { billingCopy } from '../copy/owner/billing.ts';
import { billingIntervals, planKeys, planNames } from '../plans.ts';
import { timestamp } from './queue-view.ts';

/** `POST /stripe/create-checkout-session`. `userId` is the user who is logged in as far as the page knows. */
export const checkoutRequest = z.object({ planKey: z.enum(planKeys), userId: z.string() });

/** The page that the browser opens next, at the payment provider or at the provider's stand-in for development. */
const providerPage = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** The answer of `POST /stripe/create-checkout-session`: the page for the payment. */
export const checkoutAnswer = providerPage;

/** The answer of `POST /auth/billing-portal`: the provider's page for managing the subscription. */
export const billingPortalAnswer = providerPage;

/** `POST /auth/purchase-plan`. `userId` means the same as in `checkoutRequest`. */
export const planChangeRequest = z.object({
  plan: z.enum(planNames, billingCopy.planChange.planRequiredBody),
  userId: z.optional(z.string()),
});

/**
 * Further fields of an answer with the status 402 and the code `payment_pending`: `url` is the page for paying the
 * change.
 */
export const paymentPending = z.object({
  code: z.literal('payment_pending'),
  url: z.url({ protocol: /^https?$/ }),
});

/**
 * The answer of `GET /auth/subscription`: the interval, and the plans that were paid for in the current period. If the
 * payment of a plan is pending, the answer also has this plan and the deadline of the payment. Null if the account has
 * no subscription.
 */
export const subscriptionAnswer = z.object({
  subscription: z.nullable(
    z.object({
      interval: z.enum(billingIntervals),
      paidPlans: z.array(z.enum(planNames)),
      pending: z.nullable(z.object({ plan: z.enum(planNames), until: timestamp })),
    }),
  ),
});

export type SubscriptionView = NonNullable<z.infer<typeof subscriptionAnswer>['subscription']>;

/**
 * The page that confirms a payment opens the dashboard after this time. This value is not in `limits.ts`, because guest
 * pages load `limits.ts`.
 */
export const REDIRECT_AFTER_PAYMENT_MS = 5_000;
