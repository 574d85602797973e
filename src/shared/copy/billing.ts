/** The pages about payments in English, to the letter of `spec.md` sections 2, 5, 8 and 9. */
import type { BillingInterval } from '../plans.ts';
import { isOne } from './words.ts';

/** What a price is for. */
const unit: Record<BillingInterval, string> = { Monthly: 'month', Yearly: 'year' };

const price = (usd: number, interval: BillingInterval) => `$${usd}/${unit[interval]}`;

export const billingCopy = {
  payments: {
    title: 'Choose Your Plan',
    subtitle: 'Cancel anytime. Your queue, your QR code and your settings stay as they are.',
    interval: 'Billing',
    plans: 'Plans',
    price,
    saves: (usd: number) => `Save $${usd}`,
    mostPopular: 'Most Popular',
    currentPlan: 'Current Plan',
    locations: (n: number) => (isOne(n) ? `${n} location` : `${n} locations`),
    customers: (n: number) => `${n} customers per month`,
    sms: (n: number) => `${n} SMS per month`,
    perLocation: 'SMS and customers for each location',
    custom: 'Custom',
    customBody: 'More locations, customers or SMS than these?',
    contactSales: 'Contact Sales',
    summary: 'Your order',
    plan: 'Plan',
    noPlan: 'None chosen yet',
    total: 'Total',
    paymentMethod: 'Payment Method',
    creditCard: 'Credit Card',
    methodHint: 'You enter your card on the next page, at our payment provider.',
    terms: { agree: 'I agree to the', terms: 'Terms of Service', and: 'and the', policy: 'Privacy Policy' },
    checkout: 'Checkout',
    busy: 'Processing...',
    planRequired: 'Plan Selection Required',
    planRequiredBody: 'Please select a plan to continue.',
    termsRequired: 'Terms Acceptance Required',
    termsRequiredBody: 'Please accept the terms and conditions to continue.',
    noSession: 'Session Error',
    noSessionBody: 'We couldn’t find your account id. Please sign in again.',
    alreadySelected: 'Plan Already Selected',
    alreadySelectedBody: (plan: string) =>
      `You are already on the ${plan} plan. Use the plan change page to modify your subscription.`,
    failed: 'Payment Failed',
    failedBody: 'There was an error starting checkout. Please try again.',
  },
  success: {
    title: 'Payment Successful!',
    yourPlan: 'your selected plan',
    thanks: (plan: string) => `Thank you for subscribing to ${plan}.`,
    waiting: 'Waiting for your payment to be confirmed. This takes a few seconds.',
    confirmed: (plan: string) => `Confirmed: your account is on the ${plan} plan.`,
    next: "What's Next",
    steps: [
      'Your account has been upgraded',
      'You have access to all premium features',
      'Your billing cycle has started',
      'A confirmation email will reach you shortly',
    ],
    session: 'Session ID',
    toDashboard: 'Go to Dashboard',
    redirect: (seconds: number) =>
      `You will be taken to your dashboard in ${isOne(seconds) ? `${seconds} second` : `${seconds} seconds`}.`,
  },
};
