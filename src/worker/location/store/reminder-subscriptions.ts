/**
 * Table `reminder_subscription`: browsers that get a reminder of a visit's turn. Rows are deleted when the visit ends.
 */
import type { PushSubscriptionKeys } from '../../../shared/contracts/reminder.ts';

type SubscriptionRow = { endpoint: string; p256dh: string; auth: string };

export class ReminderSubscriptions {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  /**
   * Adds a browser's subscription. Replaces the keys of an existing subscription. If the visit
   * then has more than `most` subscriptions, the oldest ones are deleted.
   */
  add(visitId: string, { endpoint, keys }: PushSubscriptionKeys, most: number): void {
    this.#sql.exec(
      `INSERT INTO reminder_subscription (visit_id, endpoint, p256dh, auth) VALUES (?, ?, ?, ?)
       ON CONFLICT (visit_id, endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth`,
      visitId,
      endpoint,
      keys.p256dh,
      keys.auth,
    );
    this.#sql.exec(
      `DELETE FROM reminder_subscription WHERE visit_id = ?1 AND n NOT IN
         (SELECT n FROM reminder_subscription WHERE visit_id = ?1 ORDER BY n DESC LIMIT ?2)`,
      visitId,
      most,
    );
  }

  /** The row numbers of a visit's subscriptions, oldest first. */
  numbersOf(visitId: string): number[] {
    return this.#sql
      .exec<{ n: number }>('SELECT n FROM reminder_subscription WHERE visit_id = ? ORDER BY n', visitId)
      .toArray()
      .map(({ n }) => n);
  }

  /**
   * A visit's subscription by row number; null if the subscription was deleted. The row must belong to the visit,
   * because SQLite reuses the numbers of deleted rows.
   */
  byNumber(visitId: string, n: number): PushSubscriptionKeys | null {
    const [row] = this.#sql
      .exec<SubscriptionRow>(
        'SELECT endpoint, p256dh, auth FROM reminder_subscription WHERE visit_id = ? AND n = ?',
        visitId,
        n,
      )
      .toArray();
    return row === undefined
      ? null
      : { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } };
  }

  delete(visitId: string, n: number): void {
    this.#sql.exec('DELETE FROM reminder_subscription WHERE visit_id = ? AND n = ?', visitId, n);
  }

  /** Deletes one browser's subscription. Returns the row number; null if there was no such subscription. */
  deleteByEndpoint(visitId: string, endpoint: string): number | null {
    const [deleted] = this.#sql
      .exec<{ n: number }>(
        'DELETE FROM reminder_subscription WHERE visit_id = ? AND endpoint = ? RETURNING n',
        visitId,
        endpoint,
      )
      .toArray();
    return deleted?.n ?? null;
  }

  deleteOf(visitId: string): void {
    this.#sql.exec('DELETE FROM reminder_subscription WHERE visit_id = ?', visitId);
  }

  /** Deletes all subscriptions. */
  deleteAll(): void {
    this.#sql.exec('DELETE FROM reminder_subscription');
  }
}
