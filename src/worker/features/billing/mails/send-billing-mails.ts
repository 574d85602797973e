/** The mails about what accounts pay, once each: after a webhook's answer, and every hour what is left of them. */
import { product } from '../../../../shared/product.ts';
import { checkedConfig } from '../../../platform/checked-config.ts';
import {
  beginBillingMail,
  endBillingMail,
  resetBillingTries,
  pendingBillingMails,
  type PendingBillingMail,
} from './billing-mail-rows.ts';
import { log } from '../../../platform/log.ts';
import { paidTwiceMail, paymentFailedMail, planChangedMail, supportPaidTwiceMail } from './billing-mails.ts';
import { emailProvider } from '../../../deliveries/carriers.ts';
import type { EmailReply } from '../../../deliveries/mail/email-provider.ts';
import type { Mail } from '../../../deliveries/mail/mail-layout.ts';
import { sendMail } from '../../../deliveries/mail/send-mail.ts';

/** A carrier that leaves so many mails open at once is away. */
const UNKNOWN_MAX = 3;
/** Carriers that know a repeat by its id know it for 24 hours. */
const REPEATABLE_MS = 23 * 3_600_000;
/** How the days of an account without a location are reckoned. */
const ZONE_OF_NOBODY = 'UTC';

/**
 * Sends up to so many mails that are owed, to whomever. Harmless when it is repeated, late, cut off, or at once with
 * itself: each is noted before it is handed over, and one that may be out is sent again only where the carrier knows the
 * repeat by its id.
 */
export async function sendBillingMails(env: Env, now: number, limit: number): Promise<void> {
  const checked = checkedConfig(env);
  if (!checked.ok) return;
  let unknown = 0;
  for (const pending of await pendingBillingMails(env.DB, { now, limit })) {
    const outcome = await send(env, pending, { origin: checked.config.origin, now });
    if (outcome === 'unknown') unknown += 1;
    if (outcome === 'later' || unknown === UNKNOWN_MAX) return;
  }
}

async function send(
  env: Env,
  pending: PendingBillingMail,
  { origin, now }: { origin: string; now: number },
): Promise<EmailReply['outcome'] | 'not_mine' | 'given_up' | 'past'> {
  const firstTriedAt = await beginBillingMail(env.DB, pending.id, now);
  if (firstTriedAt === null) return 'not_mine';
  const mail = mailOf(pending, { origin, now });
  if (mail === null) {
    await endBillingMail(env.DB, pending.id, now);
    return 'past';
  }
  const { isRepeatable } = emailProvider(env);
  const isFirst = firstTriedAt === now;
  if (!isFirst && !(isRepeatable && now - firstTriedAt < REPEATABLE_MS)) {
    log({ event: 'mail_not_sent', kind: 'billing', outcome: 'given_up', reason: 'may_be_out' });
    await endBillingMail(env.DB, pending.id, now);
    return 'given_up';
  }
  const to = pending.kind === 'support_paid_twice' ? product.supportEmail : pending.email;
  const outcome = await sendMail(env, 'billing', to, mail, pending.id);
  if (outcome === 'later' && isFirst) await resetBillingTries(env.DB, pending.id);
  const isOpen = outcome === 'later' || (outcome === 'unknown' && isRepeatable);
  if (!isOpen) await endBillingMail(env.DB, pending.id, now);
  return outcome;
}

/** Null where it is not so any more: paid since, or changed again, of which another mail tells. */
function mailOf(pending: PendingBillingMail, { origin, now }: { origin: string; now: number }): Mail | null {
  const { kind, plan, interval, present, creditsEndAt } = pending;
  const timezone = pending.timezone ?? ZONE_OF_NOBODY;
  switch (kind) {
    case 'payment_failed':
      if (present?.status !== 'past_due' || creditsEndAt === null) return null;
      return paymentFailedMail(origin, { plan, endsAt: creditsEndAt, now, timezone });
    case 'plan_changed':
      if (present?.status !== 'active' || present.plan !== plan || present.interval !== interval) return null;
      return planChangedMail(origin, {
        plan,
        interval,
        timezone,
        periodEnd: present.periodEnd,
        ends: present.ends,
      });
    case 'paid_twice':
      return paidTwiceMail();
    case 'support_paid_twice':
      return supportPaidTwiceMail(pending);
  }
}
