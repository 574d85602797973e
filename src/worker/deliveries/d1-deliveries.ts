/** The deliveries over D1: how each kind of them is stored, and claimed, so that of several runs at once one sends it. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { deliveries } from '../db/schema/deliveries.ts';

/** A delivery of the table: one that the engine takes a step further. */
export type StoredDelivery = typeof deliveries.$inferSelect;

/** How the deliveries of one kind are stored. */
type StoredKind = {
  kind: StoredDelivery['kind'];
  /** Whether a delivery stays in the table when it has ended, so that it is not enqueued again. */
  keepsEnded: boolean;
  /** How long a delivery that did not go out waits at least. */
  retryMs: number;
};

/** So long a claimed delivery is nobody else's: far longer than an attempt with all its retries. */
const LEASE_MS = 30 * 60_000;

/**
 * The part of a kind's handler that reads and writes the table, for one run at `now`. The kind's own handler spreads it and adds
 * the sending. Every change spares a delivery that another run has claimed or ended since it was read.
 */
export function storedHandler(db: Database, { kind, keepsEnded, retryMs }: StoredKind, now: number) {
  /** The delivery as changed; null where another run was there first. */
  async function update(
    entry: StoredDelivery,
    changes: Partial<StoredDelivery>,
  ): Promise<StoredDelivery | null> {
    const [updated] = await db.update(deliveries).set(changes).where(isAsRead(entry)).returning();
    return updated ?? null;
  }

  /** Ends the delivery; false where another run was there first. */
  async function end(entry: StoredDelivery): Promise<boolean> {
    if (keepsEnded) return (await update(entry, { doneAt: now })) !== null;
    const deleted = await db.delete(deliveries).where(isAsRead(entry));
    return deleted.meta.changes > 0;
  }

  return {
    clock: { now: () => now, random: () => Math.random() },
    /** Those tried least first, then the oldest. */
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
    /** Claims the delivery for this run, for what comes before its attempt; null where another run was there first. */
    claim: (entry: StoredDelivery) => update(entry, { dueAt: now + LEASE_MS }),
    /** Notes that the attempt begins, and claims the delivery where that was not done before. */
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

/** The statement that deletes what an account has, for a batch. */
export function deleteDeliveriesOf(db: Database, businessId: string) {
  return db.delete(deliveries).where(eq(deliveries.businessId, businessId));
}

function isAsRead({ id, dueAt }: StoredDelivery) {
  return and(eq(deliveries.id, id), isNull(deliveries.doneAt), eq(deliveries.dueAt, dueAt));
}
