/** Deliveries stored in D1. A lease ensures that only one of several parallel runs sends a delivery. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { deliveries } from '../db/schema/deliveries.ts';

export type StoredDelivery = typeof deliveries.$inferSelect;

type StoredKind = {
  kind: StoredDelivery['kind'];
  /** Whether the row of an ended delivery stays, so that the delivery is not enqueued again. */
  keepsEnded: boolean;
  /** Minimum wait before a delivery is tried again. */
  retryMs: number;
};

/** Lease: no other run may send a claimed delivery for 30 minutes. An attempt with all its retries is much shorter. */
const LEASE_MS = 30 * 60_000;

/**
 * The part of a handler that stores the deliveries of one kind, for one run at `now`. The handler of each kind adds the
 * function that sends the deliveries. Updates skip a delivery that another run has claimed or ended after this run read
 * the delivery.
 */
export function storedHandler(db: Database, { kind, keepsEnded, retryMs }: StoredKind, now: number) {
  /** The updated delivery; null if another run changed the delivery before this update. */
  async function update(
    entry: StoredDelivery,
    changes: Partial<StoredDelivery>,
  ): Promise<StoredDelivery | null> {
    const [updated] = await db.update(deliveries).set(changes).where(isAsRead(entry)).returning();
    return updated ?? null;
  }

  /** Ends the delivery; false if another run changed the delivery before this call. */
  async function end(entry: StoredDelivery): Promise<boolean> {
    if (keepsEnded) return (await update(entry, { doneAt: now })) !== null;
    const deleted = await db.delete(deliveries).where(isAsRead(entry));
    return deleted.meta.changes > 0;
  }

  return {
    clock: { now: () => now, random: () => Math.random() },
    /** Due deliveries, sorted by attempts (fewest first) and then by due time. */
    due: (at: number, limit: number) =>
      db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.kind, kind), isNull(deliveries.doneAt), lte(deliveries.dueAt, at)))
        .orderBy(
          asc(sql`${deliveries.attempts} + ${deliveries.unconfirmedAttempts}`),
          asc(deliveries.dueAt),
          asc(deliveries.expiresAt),
        )
        .limit(limit),
    /**
     * Claims the delivery for this run, before the mail is composed; null if another run has claimed or ended the
     * delivery. An attempt that was interrupted is recorded as unconfirmed.
     */
    claim: (entry: StoredDelivery) => {
      const interrupted = { state: 'unconfirmed', unconfirmedAttempts: unconfirmedOf(entry) } as const;
      return update(entry, { dueAt: now + LEASE_MS, ...(entry.state === 'sending' && interrupted) });
    },
    /** Records that the attempt begins, and renews the claim. */
    begin: (entry: StoredDelivery) => {
      const begunAt = entry.state === 'queued' ? now : entry.begunAt;
      return update(entry, { state: 'sending', begunAt, dueAt: now + LEASE_MS });
    },
    end,
    finish: async (entry: StoredDelivery) => void (await end(entry)),
    giveUp: async (entry: StoredDelivery) => void (await end(entry)),
    postpone: async (entry: StoredDelivery, dueAt: number, state: 'queued' | 'unconfirmed') => {
      const attempts = entry.attempts + 1;
      await update(entry, { state, attempts, dueAt: Math.max(dueAt, now + retryMs) });
    },
    markUnconfirmed: async (entry: StoredDelivery, dueAt: number) => {
      const unconfirmedAttempts = entry.unconfirmedAttempts + 1;
      await update(entry, {
        state: 'unconfirmed',
        unconfirmedAttempts,
        dueAt: Math.max(dueAt, now + retryMs),
      });
    },
  };
}

/**
 * The number of the delivery's attempts that got no answer. A due delivery in state `sending` was interrupted, so the
 * interrupted attempt is counted, too.
 */
export function unconfirmedOf({ state, unconfirmedAttempts }: StoredDelivery): number {
  return unconfirmedAttempts + (state === 'sending' ? 1 : 0);
}

export function deleteDeliveriesOf(db: Database, businessId: string) {
  return db.delete(deliveries).where(eq(deliveries.businessId, businessId));
}

function isAsRead({ id, dueAt }: StoredDelivery) {
  return and(eq(deliveries.id, id), isNull(deliveries.doneAt), eq(deliveries.dueAt, dueAt));
}
