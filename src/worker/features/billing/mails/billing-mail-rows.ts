/** The mails about what an account pays: what is owed, and what became of it. Every query on `billing_mails` is here. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { SubscriptionFacts } from '../billing-rows.ts';
import { IS_NEWEST } from '../plan-changes.ts';
import { businesses } from '../../../db/schema/accounts.ts';
import { billingCustomers, billingMails, subscriptions } from '../../../db/schema/billing.ts';

/** So long a mail that was begun is nobody else's: far longer than one with all its tries. */
const BEGUN_FOR_MS = 30 * 60_000;

/** A mail that is owed, with what it tells, as it is now. Times are epoch milliseconds. */
export type PendingBillingMail = Pick<
  typeof billingMails.$inferSelect,
  'id' | 'businessId' | 'kind' | 'subscriptionId' | 'plan' | 'interval'
> & {
  email: string;
  customerId: string;
  /** Of the subscription that counts: what the account has by now. */
  present: { plan: string; interval: string; status: string; periodEnd: number; ends: boolean } | null;
  /** Until when the credits stay; null: no end is known. */
  creditsEndAt: number | null;
  /** Of the first open location; null where there is none. */
  timezone: string | null;
};

type Kind = PendingBillingMail['kind'];

/** ?1 the account, ?2 the fetch, ?3 the subscription. Nothing where a later answer came before. */
const OWE = `INSERT INTO billing_mails (id, business_id, kind, subscription_id, plan, interval)
  SELECT ?4, ?1, ?5, ?6, ?7, ?8 FROM businesses WHERE id = ?1 AND deletion_begun_at IS NULL AND ${IS_NEWEST}`;

/**
 * The statements that owe the mails about a change that an answer of the provider's brings, for the transaction that
 * follows it, before anything else of it: a payment that was not owed until now, another plan than before, and `doubles`,
 * subscriptions that are paid for nothing.
 */
export function billingMailInserts(
  db: D1Database,
  { businessId, fetch }: { businessId: string; fetch: number },
  { id, plan, interval, status }: SubscriptionFacts,
  doubles: string[],
): D1PreparedStatement[] {
  const owe = (kind: Kind, about: string, subscriptionId: string, unless = 'SELECT 1 WHERE false') =>
    db
      .prepare(`${OWE} AND NOT EXISTS (${unless}) ON CONFLICT DO NOTHING`)
      .bind(businessId, fetch, id, `${kind}-${about}`, kind, subscriptionId, plan, interval);
  const change = `${id}-${fetch}`;
  const owed = 'SELECT 1 FROM subscriptions WHERE id = ?3 AND past_due_since IS NOT NULL';
  const same = 'SELECT 1 FROM subscriptions WHERE id = ?3 AND plan = ?7 AND interval = ?8';
  return [
    ...(status === 'past_due' ? [owe('payment_failed', change, id, owed)] : []),
    ...(status === 'active' ? [owe('plan_changed', change, id, same)] : []),
    ...doubles.flatMap((double) => [
      owe('paid_twice', double, double),
      owe('support_paid_twice', double, double),
    ]),
  ];
}

/** Mails that are owed and that nobody is sending just now, those tried longest ago first. */
export async function pendingBillingMails(
  d1: D1Database,
  { now, limit }: { now: number; limit: number },
): Promise<PendingBillingMail[]> {
  const { id, businessId, kind, subscriptionId, plan, interval } = billingMails;
  const rows = await drizzle(d1)
    .select({
      mail: { id, businessId, kind, subscriptionId, plan, interval },
      email: businesses.email,
      creditsEndAt: businesses.creditsEndAt,
      customerId: billingCustomers.customerId,
      present: {
        plan: subscriptions.plan,
        interval: subscriptions.interval,
        status: subscriptions.status,
        periodEnd: subscriptions.periodEnd,
        ends: subscriptions.cancelAtPeriodEnd,
      },
      timezone: sql<string | null>`(
        select l.timezone from locations l
        where l.business_id = ${businesses.id} and l.removed_at is null order by l.slot limit 1)`,
    })
    .from(billingMails)
    .innerJoin(businesses, eq(businesses.id, billingMails.businessId))
    .innerJoin(billingCustomers, eq(billingCustomers.businessId, billingMails.businessId))
    .leftJoin(subscriptions, eq(subscriptions.id, billingMails.subscriptionId))
    .where(and(isOwed(now), isNull(businesses.deletionBegunAt)))
    .orderBy(asc(billingMails.triedAt))
    .limit(limit);
  return rows.map(({ mail, ...about }) => ({ ...mail, ...about }));
}

/**
 * Notes that a try begins now. Answers when one began first that may be out, `now` itself where none did; null where
 * somebody else is at it or it is done.
 */
export async function beginBillingMail(d1: D1Database, id: string, now: number): Promise<number | null> {
  const [begun] = await drizzle(d1)
    .update(billingMails)
    .set({ triedAt: now, firstTriedAt: sql`coalesce(${billingMails.firstTriedAt}, ${now})` })
    .where(and(eq(billingMails.id, id), isOwed(now)))
    .returning({ firstTriedAt: billingMails.firstTriedAt });
  return begun?.firstTriedAt ?? null;
}

/** Notes that a mail is out, given up, or not true any more. */
export async function endBillingMail(d1: D1Database, id: string, now: number): Promise<void> {
  await drizzle(d1).update(billingMails).set({ doneAt: now }).where(eq(billingMails.id, id));
}

/** Notes that nothing of the tries so far was sent. */
export async function resetBillingTries(d1: D1Database, id: string): Promise<void> {
  await drizzle(d1).update(billingMails).set({ firstTriedAt: null }).where(eq(billingMails.id, id));
}

function isOwed(now: number) {
  return and(isNull(billingMails.doneAt), lte(billingMails.triedAt, now - BEGUN_FOR_MS));
}
