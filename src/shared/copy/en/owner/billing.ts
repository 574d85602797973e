/**
 * Billing pages in English. `tests/pure/shared/spec-texts.test.ts` checks the sentences that the specification
 * prescribes.
 */
import type { BillingInterval } from '../../../plans.ts';
import { countdownInWords } from '../durations.ts';
import { isOne } from '../words.ts';

/** The period that a price pays for. */
const unit: Record<BillingInterval, string> = { Monthly: 'month', Yearly: 'year' };

const price = (usd: number, interval: BillingInterval) => `$${usd}/${unit[interval]}`;

export const billingCopy = {
  payments: {
    title: 'Choose Your Plan',
    subtitle: 'Cancel anytime. Your queue, your QR code and your settings stay as they are.',
    interval: 'Billing',
    intervals: { Monthly: 'Monthly', Yearly: 'Yearly' } satisfies Record<BillingInterval, string>,
    plans: 'Plans',
    price,
    saves: (usd: number) => `Save $${usd}`,
    mostPopular: 'Most Popular',
    currentPlan: 'Current Plan',
    locations: (n: number) => (isOne(n) ? `${n} location` : `${n} locations`),
    customers: (n: number) => `${n} customers per month`,
    sms: (n: number) => `${n} SMS per month`,
    perLocation: 'SMS and customers for each location',
    textsAbroad: (low: number, high: number) =>
      `A text within your country takes one SMS. To other countries it takes ${low} to ${high}, as Settings shows for each.`,
    custom: 'Custom',
    customBody: 'More locations, customers or SMS than these?',
    contactSales: 'Contact Sales',
    paidAlready: (plan: string) => `You pay for ${plan} already.`,
    changePlan: 'Change Plan',
    summary: 'Your order',
    /** What a payment does to the remaining days of the trial. */
    startsNow: 'Your plan starts as soon as you pay, and a month or year of it begins that day.',
    trialDaysLeft: (days: number) =>
      isOne(days)
        ? 'Your trial then ends; its last day is not added.'
        : `Your trial then ends; its ${days} remaining days are not added.`,
    trialOver: 'Then new guests can join again.',
    freshCredits:
      'Each location starts with the plan’s credits. They are renewed each month; unused credits are not added.',
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
  failed: {
    title: 'Your last payment failed',
    /** `until`: day and time in the owner's time zone. */
    body: (until: string) =>
      `Your credits stay until ${until}. Please update your payment method before then.`,
    overBody: 'Your credits are on hold until the payment is made. Please update your payment method.',
    action: 'Update payment method',
  },
  planChange: {
    title: 'Change Your Plan',
    back: 'Back to Dashboard',
    summary: 'Your change',
    from: 'Now',
    to: 'New plan',
    notChosen: 'None chosen yet',
    /** The note that is shown before the owner chooses a plan. */
    chooseFirst:
      'Choose a plan to see what happens to the days that you have paid. Nothing changes before you confirm.',
    /** Note on an upgrade, by billing interval. */
    upgradeNote: (usd: number, interval: BillingInterval) =>
      `You pay $${usd} today, less the unused part of your present ${unit[interval]}. A new ${unit[interval]} begins today. Your plan changes as soon as that is paid.`,
    /** The note about an upgrade to a plan for which the owner has already paid in the current month or year. */
    backNote: (plan: string, interval: BillingInterval) =>
      `This ${unit[interval]} is paid for ${plan} already: you pay nothing today.`,
    /** Note on a downgrade. */
    downgradeNote: (usd: number, interval: BillingInterval) =>
      `Your plan changes today, also for the days left of your present ${unit[interval]}, which are not paid back. From your next payment on you pay ${price(usd, interval)}.`,
    keepsAtMost: (sms: number, customers: number) =>
      `Each location keeps at most ${sms} SMS and ${customers} customers of its remaining credits for this month.`,
    /** Note for yearly payers, because the cards show monthly prices. */
    yearly: (saved: number) => `You pay by the year, which saves $${saved} with this plan.`,
    update: 'Update Billing',
    busy: 'Updating...',
    confirmTitle: 'Confirm Plan Change',
    confirmBody: (plan: string) =>
      `Are you sure you want to change your plan to ${plan}? This will update your billing and credits immediately.`,
    cancel: 'Cancel',
    confirm: 'Confirm Change',
    pendingTitle: (plan: string) => `${plan} waits for your payment`,
    pendingBody: (leftMs: number) =>
      `Nothing has changed yet. Without a payment, this change is dropped in: ${countdownInWords(leftMs)}`,
    payNow: 'Pay now',
    planRequired: 'Plan Selection Required',
    planRequiredBody: 'Please select a plan to continue.',
    alreadySelected: 'Plan Already Selected',
    alreadySelectedBody: (plan: string) => `You are already on the ${plan} plan.`,
    changed: 'Plan Changed Successfully!',
    changedBody: (plan: string) =>
      `Your plan has been changed to ${plan}. Credits have been updated and billing will be adjusted automatically.`,
    failed: 'Plan Change Failed',
    failedBody: 'There was an error processing your plan change. Please try again.',
    onTrial: 'Choose a plan first',
    onTrialBody: 'You are on a free trial: buy your plan here.',
    ended: 'Your subscription has ended',
    endedBody: 'Choose your plan here to go on.',
    removeFirst: (tooMany: number, plan: string, allowed: number) =>
      `${plan} has ${isOne(allowed) ? `${allowed} location` : `${allowed} locations`}. Please remove ${isOne(tooMany) ? `${tooMany} location` : `${tooMany} locations`} first.`,
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
