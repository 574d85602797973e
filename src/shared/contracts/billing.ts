/** The contract of billing (`docs/spec.md` sections 3 and 7, 10.17 and 10.18). */
import * as z from 'zod/mini';
import { billingCopy } from '../copy/en/billing.ts';
import { billingIntervals, planKeys, planNames } from '../plans.ts';
import { timestamp } from './queue-view.ts';

/** `POST /stripe/create-checkout-session`. `userId` only says whom the page believes to be logged in. */
export const checkoutRequest = z.object({ planKey: z.enum(planKeys), userId: z.string() });

/** Where the browser goes next: an address of the payment provider, or of its stand-in on one machine. */
const providerPage = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** The answer of `POST /stripe/create-checkout-session`: the page where the plan is paid. */
export const checkoutAnswer = providerPage;

/** The answer of `POST /auth/billing-portal`: where the payment provider lets the owner manage the subscription. */
export const billingPortalAnswer = providerPage;

/** `POST /auth/purchase-plan`. `userId` as in a checkout. */
export const planChangeRequest = z.object({
  plan: z.enum(planNames, billingCopy.planChange.planRequiredBody),
  userId: z.optional(z.string()),
});

/** What a 402 with the code `payment_pending` has beside it: the page where the change is paid. */
export const paymentPending = z.object({
  code: z.literal('payment_pending'),
  url: z.url({ protocol: /^https?$/ }),
});

/**
 * The answer of `GET /auth/subscription`: how the account pays, which plans the present month or year was paid for, and which
 * one waits for its payment until when; null where it pays nothing.
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

/** How an account pays that pays something. */
export type SubscriptionView = NonNullable<z.infer<typeof subscriptionAnswer>['subscription']>;

/** The pause between the return from a payment and the dashboard. Not in `limits.ts`, which guests' pages load. */
export const REDIRECT_AFTER_PAYMENT_MS = 5_000;
