/**
 * Mails about payments. Pure, without user input. `origin` is the configured origin. Times are given in epoch
 * milliseconds. The mails show the times in an IANA time zone.
 */
import { mailCopy } from '../../../../shared/copy/en/owner/mails.ts';
import { plans, type BillingInterval, type PlanName } from '../../../../shared/plans.ts';
import { layOut, type Mail } from '../../../deliveries/mail/mail-layout.ts';
import { momentIn } from './trial-mails.ts';

/** A mail about a payment that has become overdue. `endsAt`: when the credits end. */
export function paymentFailedMail(
  origin: string,
  { plan, endsAt, now, timezone }: { plan: PlanName; endsAt: number; now: number; timezone: string },
  say = mailCopy,
): Mail {
  const moment = momentIn(timezone, endsAt, say);
  const { button, ...words } = say.billing.paymentFailed(plan, moment, endsAt <= now);
  return layOut({ ...words, button: { label: button, url: `${origin}/business/settings` } }, say);
}

/** A mail after an account bought a plan, or changed its plan or billing interval. */
export function planChangedMail(
  origin: string,
  about: { plan: PlanName; interval: BillingInterval; periodEnd: number; ends: boolean; timezone: string },
  say = mailCopy,
): Mail {
  const { plan, interval, periodEnd, ends, timezone } = about;
  const { priceUsd, maxLocations, customerCredits, smsCredits } = plans[plan];
  const { button, ...words } = say.billing.planChanged(plan);
  const { facts } = say.billing;
  return layOut(
    {
      ...words,
      facts: [
        [facts.plan, facts.planPrice(plan, priceUsd[interval], interval)],
        [facts.included, facts.locations(maxLocations)],
        [facts.perLocation, facts.credits(smsCredits, customerCredits)],
        [ends ? facts.endsOn : facts.paidUntil, momentIn(timezone, periodEnd, say)],
      ],
      button: { label: button, url: `${origin}/business/settings` },
    },
    say,
  );
}

/** A mail to the owner about a second subscription. The owner pays for this subscription, but it has no effect. */
export function paidTwiceMail(say = mailCopy): Mail {
  return layOut(say.billing.paidTwice, say);
}

/** A mail to support about an account that pays twice, with the account's ids at the provider. */
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
