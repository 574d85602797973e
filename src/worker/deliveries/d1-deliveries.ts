/** The deliveries over D1: how one is claimed for an attempt, so that of several runs at once one sends it. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { deliveries } from '../db/schema/deliveries.ts';

/** A delivery of the table: one that the engine takes a step further. */
export type StoredDelivery = typeof deliveries.$inferSelect;
export type DeliveryKind = StoredDelivery['kind'];

/** So long a delivery is nobody else's once an attempt has begun: far longer than an attempt with all its retries. */
const LEASE_MS = 30 * 60_000;

/** At most `limit` pending deliveries of this kind that are due: those tried least first, then the oldest. */
export async function dueDeliveries(
  db: Database,
  kind: DeliveryKind,
  now: number,
  limit: number,
): Promise<StoredDelivery[]> {
  return db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.kind, kind), isNull(deliveries.doneAt), lte(deliveries.dueAt, now)))
    .orderBy(
      asc(sql`${deliveries.attempts} + ${deliveries.unconfirmedAttempts}`),
      asc(deliveries.dueAt),
      asc(deliveries.expiresAt),
    )
    .limit(limit);
}

/** Notes that an attempt begins; the delivery as noted, or null where another run has it or has ended it. */
export async function claimDelivery(
  db: Database,
  entry: StoredDelivery,
  now: number,
): Promise<StoredDelivery | null> {
  const begunAt = entry.state === 'queued' ? now : entry.begunAt;
  return updateDelivery(db, entry, { state: 'sending', begunAt, dueAt: now + LEASE_MS });
}

/** Changes a delivery unless another run has claimed or ended it: then it stays as it is, and the answer is null. */
export async function updateDelivery(
  db: Database,
  entry: StoredDelivery,
  changes: Partial<StoredDelivery>,
): Promise<StoredDelivery | null> {
  const [updated] = await db.update(deliveries).set(changes).where(isAsRead(entry)).returning();
  return updated ?? null;
}

/** Deletes a delivery; false under the same condition. */
export async function dropDelivery(db: Database, entry: StoredDelivery): Promise<boolean> {
  const dropped = await db.delete(deliveries).where(isAsRead(entry));
  return dropped.meta.changes > 0;
}

/** The statement that deletes what an account has, for a batch. */
export function deleteDeliveriesOf(db: Database, businessId: string) {
  return db.delete(deliveries).where(eq(deliveries.businessId, businessId));
}

function isAsRead({ id, dueAt }: StoredDelivery) {
  return and(eq(deliveries.id, id), isNull(deliveries.doneAt), eq(deliveries.dueAt, dueAt));
}
