/** Recipient and current facts of mails about an account. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Language } from '../../../../shared/languages.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, trialEnd } from '../../../db/schema/businesses.ts';

/** Time zone for accounts without a location. */
export const ZONE_OF_NOBODY = 'UTC';

/** The IANA time zone of a business's first open location; null without an open location. */
export const firstTimezone = sql<string | null>`(
  select l.timezone from locations l
  where l.business_id = businesses.id and l.removed_at is null order by l.slot limit 1)`;

/**
 * SQL for a column of the owner. This is a subquery and not a join, because `trialEnd` uses a column name that `users`
 * also has.
 */
function ofOwner<Value>(column: 'email' | 'language') {
  return sql<Value | null>`(
    select u.${sql.identifier(column)} from memberships m join users u on u.id = m.user_id
    where m.business_id = businesses.id and m.role = 'owner')`;
}

/** Times are epoch milliseconds. */
export type MailedAccount = {
  email: string;
  /** Null if the owner chose no language. */
  language: Language | null;
  timezone: string;
  /** Null if the account is not on trial. */
  trialEndsAt: number | null;
  /** When the credits end; null if the credits have no end. */
  creditsEndAt: number | null;
};

/** Finds the recipient and facts of a mail. Returns null if the account is being deleted or does not exist. */
export async function mailedAccount(db: Database, businessId: string): Promise<MailedAccount | null> {
  const account = await db
    .select({
      email: ofOwner<string>('email'),
      language: ofOwner<Language>('language'),
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
