/** Who the mails about an account go to, and what they tell of it, as it is now. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { businesses, trialEnd } from '../../../db/schema/businesses.ts';

/** How the days of an account without a location are reckoned. */
export const ZONE_OF_NOBODY = 'UTC';

/** The IANA zone of a business's first open location; null where there is none. */
export const firstTimezone = sql<string | null>`(
  select l.timezone from locations l
  where l.business_id = businesses.id and l.removed_at is null order by l.slot limit 1)`;

/** The owner's address. A subquery, as the words of `trialEnd` name a column that `users` has, too. */
const ownerEmail = sql<string | null>`(
  select u.email from memberships m join users u on u.id = m.user_id
  where m.business_id = businesses.id and m.role = 'owner')`;

/** Times are epoch milliseconds. */
export type MailedAccount = {
  email: string;
  timezone: string;
  /** Null where it is not on trial. */
  trialEndsAt: number | null;
  /** Until when the credits stay; null: no end is known. */
  creditsEndAt: number | null;
};

/** Null where the account is being deleted, or is not there any more. */
export async function mailedAccount(db: Database, businessId: string): Promise<MailedAccount | null> {
  const account = await db
    .select({
      email: ownerEmail,
      timezone: firstTimezone,
      trialEndsAt: sql<number | null>`iif(trial = 1, ${trialEnd}, null)`,
      creditsEndAt: businesses.creditsEndAt,
    })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), isNull(businesses.deletionBegunAt)))
    .get();
  if (account === undefined || account.email === null) return null;
  return { ...account, email: account.email, timezone: account.timezone ?? ZONE_OF_NOBODY };
}
