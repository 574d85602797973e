/** D1 table: pending deliveries. Times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * A delivery (`deliveries/engine.ts`), inserted in the transaction of the change that the delivery reports. If
 * deliveries of a kind must not be sent twice, their rows are kept after the deliveries have ended.
 */
export const deliveries = sqliteTable(
  'deliveries',
  {
    /** The mail's id, the same for each attempt. */
    id: text().primaryKey(),
    kind: text({ enum: ['billing_mail', 'trial_mail', 'form_mail'] }).notNull(),
    /** The account that the delivery is about; null: no account. The delivery is deleted with the account. */
    businessId: text('business_id'),
    /** JSON. The kind of the delivery defines the shape of the JSON. */
    payload: text().notNull(),
    state: text({ enum: ['queued', 'sending', 'unconfirmed'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    unconfirmedAttempts: integer('unconfirmed_attempts').notNull().default(0),
    begunAt: integer('begun_at'),
    /** When the delivery is due. During an attempt, `dueAt` is the end of the delivery's lease. */
    dueAt: integer('due_at').notNull(),
    expiresAt: integer('expires_at'),
    queuedAt: integer('queued_at').notNull(),
    /** When the delivery ended: received, given up, or no longer needed. Null: the delivery is pending. */
    doneAt: integer('done_at'),
  },
  (table) => [
    index('deliveries_business').on(table.businessId),
    // This index is almost always empty.
    index('deliveries_pending')
      .on(table.kind, table.dueAt)
      .where(sql`done_at is null`),
  ],
);
