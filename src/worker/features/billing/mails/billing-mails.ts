/**
 * Mails about payments. Pure, without user input. `origin` is the configured origin. Times are epoch
 * milliseconds, written in an IANA time zone.
 */
import { billingCopy } from '../../../../shared/copy/en/owner/billing.ts';
import { plans, type BillingInterval, type PlanName } from '../../../../shared/plans.ts';
import { product } from '../../../../shared/product.ts';
import { layOut, type Mail } from '../../../deliveries/mail/mail-layout.ts';
import { momentIn } from './trial-mails.ts';

const { price, locations, customers, sms, perLocation } = billingCopy.payments;
const say = billingCopy.mails;

/** A payment has become overdue. `endsAt`: when the credits end. */
export function paymentFailedMail(
  origin: string,
  { plan, endsAt, now, timezone }: { plan: PlanName; endsAt: number; now: number; timezone: string },
): Mail {
  const moment = momentIn(timezone, endsAt);
  return layOut({
    subject: `A payment for your ${product.name} plan failed`,
    paragraphs: [
      `The payment for the ${plan} plan of your ${product.name} account did not go through.`,
      endsAt > now
        ? `Your credits stay until ${moment}. From then on nobody can join your queues until it is paid. Guests who are in line then can still be called.`
        : `Your credits are on hold since ${moment}: nobody can join your queues until it is paid. Guests who are in line can still be called.`,
    ],
    button: { label: say.updatePayment, url: `${origin}/business/settings` },
    notes: ['If you have paid since, there is nothing to do.'],
  });
}

/** The account has bought or changed its plan or its billing interval. */
export function planChangedMail(
  origin: string,
  about: { plan: PlanName; interval: BillingInterval; periodEnd: number; ends: boolean; timezone: string },
): Mail {
  const { plan, interval, periodEnd, ends, timezone } = about;
  const { priceUsd, maxLocations, customerCredits, smsCredits } = plans[plan];
  return layOut({
    subject: `Your ${product.name} plan is now ${plan}`,
    paragraphs: [`Thank you. Your ${product.name} account is on the ${plan} plan from now on.`],
    facts: [
      ['Plan', `${plan}, ${price(priceUsd[interval], interval)}`],
      ['Included', locations(maxLocations)],
      [perLocation, `${sms(smsCredits)}, ${customers(customerCredits)}`],
      [ends ? 'Ends on' : 'Paid until', momentIn(timezone, periodEnd)],
    ],
    button: { label: 'Open your settings', url: `${origin}/business/settings` },
    notes: ['If this wasn’t you, reply to this email right away.'],
  });
}

/** A mail to the owner: a second subscription is paid for without any effect. */
export function paidTwiceMail(): Mail {
  return layOut({
    subject: `Your ${product.name} account is being paid for twice`,
    paragraphs: [
      `Two subscriptions of your ${product.name} account are being paid for. Only the first one counts.`,
      'We have been told as well: we end the second one and give its price back. There is nothing you have to do.',
    ],
    notes: ['If you do not hear from us within three working days, answer this mail.'],
  });
}

/** A mail to support: the account pays twice, with its ids at the provider. */
export function supportPaidTwiceMail(about: {
  businessId: string;
  customerId: string;
  subscriptionId: string;
}): Mail {
  return layOut({
    subject: 'An account is being paid for twice',
    paragraphs: [
      'Two subscriptions of one account are being paid for. Please end the second one at the payment provider, give its price back, and tell the owner, who has had a mail about it.',
    ],
    facts: [
      ['Account', about.businessId],
      ['Customer at the provider', about.customerId],
      ['Second subscription', about.subscriptionId],
    ],
  });
}
