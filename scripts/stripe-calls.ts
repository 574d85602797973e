/** Our calls of Stripe, with the parameter types of Stripe's package. `stripe-schema.ts` reads this file. */
import type { Stripe } from 'stripe';

export type StripeCalls = {
  'POST /v1/checkout/sessions': Stripe.Checkout.SessionCreateParams;
  'POST /v1/checkout/sessions/{id}/expire': Stripe.Checkout.SessionExpireParams;
  'POST /v1/billing_portal/sessions': Stripe.BillingPortal.SessionCreateParams;
  'POST /v1/customers': Stripe.CustomerCreateParams;
  'POST /v1/subscriptions/{id}': Stripe.SubscriptionUpdateParams;
  'GET /v1/subscriptions': Stripe.SubscriptionListParams;
};
