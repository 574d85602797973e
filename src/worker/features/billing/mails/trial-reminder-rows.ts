/** Who is to be reminded that a trial ends, and who was. */
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { Database } from '../../../db/client.ts';
import { businesses, trialEnd, trialReminders } from '../../../db/schema/accounts.ts';

export type ReminderKind = (typeof trialReminders.$inferSelect)['kind'];

/** `endsAt` in epoch milliseconds; `timezone` of the first open location, null where there is none. */
export type EndingTrial = { businessId: string; email: string; endsAt: number; timezone: string | null };

/** So long a reminder that was begun is nobody else's: far longer than a mail with all its tries. */
const BEGUN_FOR_MS = 30 * 60_000;

/**
 * Accounts whose trial ends after `after` and not after `until`, without a reminder of this kind that is done or just
 * being sent: those never tried first, then by their end.
 */
export async function endingTrials(
  d1: D1Database,
  kind: ReminderKind,
  { after, until, now, limit }: { after: number; until: number; now: number; limit: number },
): Promise<EndingTrial[]> {
  return drizzle(d1)
    .select({
      businessId: businesses.id,
      email: businesses.email,
      endsAt: sql<number>`${trialEnd}`,
      timezone: sql<string | null>`(
        select l.timezone from locations l
        where l.business_id = ${businesses.id} and l.removed_at is null order by l.slot limit 1)`,
    })
    .from(businesses)
    .leftJoin(
      trialReminders,
      and(eq(trialReminders.businessId, businesses.id), eq(trialReminders.kind, kind)),
    )
    .where(
      and(
        sql`trial = 1 and deletion_begun_at is null`,
        sql`${trialEnd} > ${after} and ${trialEnd} <= ${until}`,
        isNull(trialReminders.doneAt),
        or(isNull(trialReminders.triedAt), lte(trialReminders.triedAt, now - BEGUN_FOR_MS)),
      ),
    )
    .orderBy(sql`coalesce(${trialReminders.triedAt}, 0)`, trialEnd)
    .limit(limit);
}

/**
 * Notes that a reminder is being sent now. Answers when that was first begun, `now` itself for the first time; null where
 * it is done or somebody else is at it.
 */
export async function beginReminder(
  d1: D1Database,
  businessId: string,
  kind: ReminderKind,
  now: number,
): Promise<number | null> {
  const [row] = await drizzle(d1)
    .insert(trialReminders)
    .values({ businessId, kind, firstTriedAt: now, triedAt: now })
    .onConflictDoUpdate({
      target: [trialReminders.businessId, trialReminders.kind],
      set: { triedAt: now },
      setWhere: sql`${trialReminders.doneAt} is null and ${trialReminders.triedAt} <= ${now - BEGUN_FOR_MS}`,
    })
    .returning({ firstTriedAt: trialReminders.firstTriedAt });
  return row?.firstTriedAt ?? null;
}

/** Notes that a reminder is out or given up. */
export async function endReminder(
  d1: D1Database,
  businessId: string,
  kind: ReminderKind,
  now: number,
): Promise<void> {
  await drizzle(d1).update(trialReminders).set({ doneAt: now }).where(isReminder(businessId, kind));
}

/** Takes back that a reminder was begun: nothing of it was sent. */
export async function resetReminder(d1: D1Database, businessId: string, kind: ReminderKind): Promise<void> {
  await drizzle(d1).delete(trialReminders).where(isReminder(businessId, kind));
}

/** The statement that forgets both reminders of an account, for a batch. */
export function deleteRemindersOf(db: Database, businessId: string) {
  return db.delete(trialReminders).where(eq(trialReminders.businessId, businessId));
}

function isReminder(businessId: string, kind: ReminderKind) {
  return and(eq(trialReminders.businessId, businessId), eq(trialReminders.kind, kind));
}
