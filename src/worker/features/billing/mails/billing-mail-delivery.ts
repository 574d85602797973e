/**
 * Delivery of mails about payments (`docs/decisions/0052-payments-are-followed.md`): a mail is enqueued in the
 * transaction of the change, and sent after a webhook's answer or by the hourly sweep.
 */
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { billingIntervals, planNames } from '../../../../shared/plans.ts';
import { product } from '../../../../shared/product.ts';
import { database, type Database } from '../../../db/client.ts';
import { subscriptions } from '../../../db/schema/billing.ts';
import type { StoredDelivery } from '../../../deliveries/d1-deliveries.ts';
import { drain } from '../../../deliveries/engine.ts';
import { mailCopyFor } from '../../../deliveries/mail/mail-copy.ts';
import { mailHandler, type AddressedMail } from '../../../deliveries/mail/mail-handler.ts';
import { checkedConfig } from '../../../platform/checked-config.ts';
import { customerOf, type SubscriptionFacts } from '../billing-rows.ts';
import { IS_NEWEST, type NumberedAnswer } from '../plan-changes.ts';
import { paidTwiceMail, paymentFailedMail, planChangedMail, supportPaidTwiceMail } from './billing-mails.ts';
import { mailedAccount } from './mailed-account.ts';

/** The cause of a mail, with the plan and the interval that the subscription had when the mail was enqueued. */
const billingMailPayload = z.object({
  mail: z.enum(['payment_failed', 'plan_changed', 'paid_twice', 'support_paid_twice']),
  subscriptionId: z.string(),
  plan: z.enum(planNames),
  interval: z.enum(billingIntervals),
});
type BillingMail = z.infer<typeof billingMailPayload>['mail'];

/** The limit of mails in one sweep, which allows 4,800 mails a day. */
const MAILS_MAX = 200;

/**
 * Parameters: ?1 is the account, ?2 the fetch, ?3 the subscription. Inserts nothing if the answer to a later fetch was
 * already applied.
 */
const ENQUEUE = `INSERT INTO deliveries (id, kind, business_id, payload, due_at, queued_at)
  SELECT ?4, 'billing_mail', ?1, json_object('mail', ?5, 'subscriptionId', ?6, 'plan', ?7, 'interval', ?8), ?9, ?9
  FROM businesses WHERE id = ?1 AND deletion_begun_at IS NULL AND ${IS_NEWEST}`;

/**
 * Statements that enqueue mails about a change in the provider's answer. The causes are a newly overdue payment,
 * another plan or billing interval, and `doubles` (subscriptions without any effect). The statements come first in
 * their transaction, because they compare the answer with the old state.
 */
export function billingMailInserts(
  db: D1Database,
  { businessId, fetch }: NumberedAnswer,
  { id, plan, interval, status }: SubscriptionFacts,
  doubles: string[],
  now: number,
): D1PreparedStatement[] {
  const enqueue = (
    mail: BillingMail,
    about: string,
    subscriptionId: string,
    unless = 'SELECT 1 WHERE false',
  ) =>
    db
      .prepare(`${ENQUEUE} AND NOT EXISTS (${unless}) ON CONFLICT DO NOTHING`)
      .bind(businessId, fetch, id, `${mail}-${about}`, mail, subscriptionId, plan, interval, now);
  const change = `${id}-${fetch}`;
  const overdue = 'SELECT 1 FROM subscriptions WHERE id = ?3 AND past_due_since IS NOT NULL';
  const same = 'SELECT 1 FROM subscriptions WHERE id = ?3 AND plan = ?7 AND interval = ?8';
  return [
    ...(status === 'past_due' ? [enqueue('payment_failed', change, id, overdue)] : []),
    ...(status === 'active' ? [enqueue('plan_changed', change, id, same)] : []),
    ...doubles.flatMap((double) => [
      enqueue('paid_twice', double, double),
      enqueue('support_paid_twice', double, double),
    ]),
  ];
}

/**
 * Sends up to `limit` due mails. Idempotent. The call may run late or in parallel with another call, and may be
 * interrupted.
 */
export async function sendBillingMails(env: Env, now: number, limit = MAILS_MAX): Promise<void> {
  const checked = checkedConfig(env);
  if (!checked.ok) return;
  const { origin } = checked.config;
  const handler = mailHandler(
    env,
    {
      kind: 'billing_mail',
      logKind: 'billing',
      guarantee: 'at_most_once',
      compose: (entry) => compose(env, entry, { origin, now }),
    },
    now,
  );
  await drain(handler, limit);
}

/**
 * Writes the mail. Returns null if the subscription has changed since the mail was enqueued, so that the mail is no
 * longer true.
 */
async function compose(
  env: Env,
  { businessId, payload }: StoredDelivery,
  { origin, now }: { origin: string; now: number },
): Promise<AddressedMail | null> {
  if (businessId === null) return null;
  const { mail, subscriptionId, plan, interval } = billingMailPayload.parse(JSON.parse(payload));
  const db = database(env);
  const account = await mailedAccount(db, businessId);
  if (account === null) return null;
  const { email: to, timezone, creditsEndAt } = account;
  const say = await mailCopyFor(account.language);
  switch (mail) {
    case 'payment_failed': {
      const present = await subscriptionAt(db, subscriptionId);
      if (present?.status !== 'past_due' || creditsEndAt === null) return null;
      return { to, mail: paymentFailedMail(origin, { plan, endsAt: creditsEndAt, now, timezone }, say) };
    }
    case 'plan_changed': {
      const present = await subscriptionAt(db, subscriptionId);
      if (present?.status !== 'active' || present.plan !== plan || present.interval !== interval) return null;
      const { periodEnd, cancelAtPeriodEnd: ends } = present;
      return { to, mail: planChangedMail(origin, { plan, interval, timezone, periodEnd, ends }, say) };
    }
    case 'paid_twice':
      return { to, mail: paidTwiceMail(say) };
    case 'support_paid_twice': {
      const customer = await customerOf(env.DB, businessId);
      if (customer === null) return null;
      const about = { businessId, customerId: customer.customerId, subscriptionId };
      return { to: product.supportEmail, mail: supportPaidTwiceMail(about) };
    }
  }
}

/** The current subscription, as last fetched. */
function subscriptionAt(db: Database, id: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.id, id)).get();
}
