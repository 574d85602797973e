/**
 * The browsers that are reminded of a visit's turn, and what is owed to each: its columns are known here only. A row goes
 * with the end of its visit.
 */
import type { PushSubscriptionKeys } from '../../../shared/contracts/reminder.ts';
import type { PendingReminder } from '../../deliveries/reminder-outbox.ts';

type ReminderRow = {
  visit_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  call: number;
  attempts: number;
  expires_at: number;
};

export class Reminders {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  /** Keeps a browser's subscription, once; of more than `most` of one visit the oldest makes room. */
  keep(visitId: string, { endpoint, keys }: PushSubscriptionKeys, most: number): void {
    this.#sql.exec(
      `INSERT INTO reminder (visit_id, endpoint, p256dh, auth) VALUES (?, ?, ?, ?)
       ON CONFLICT (visit_id, endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth`,
      visitId,
      endpoint,
      keys.p256dh,
      keys.auth,
    );
    this.#sql.exec(
      `DELETE FROM reminder WHERE visit_id = ?1 AND n NOT IN
         (SELECT n FROM reminder WHERE visit_id = ?1 ORDER BY n DESC LIMIT ?2)`,
      visitId,
      most,
    );
  }

  /** Erases one browser's subscription. */
  drop(visitId: string, endpoint: string): void {
    this.#sql.exec('DELETE FROM reminder WHERE visit_id = ? AND endpoint = ?', visitId, endpoint);
  }

  /** Erases those of a visit that is over. */
  forget(visitId: string): void {
    this.#sql.exec('DELETE FROM reminder WHERE visit_id = ?', visitId);
  }

  /** Erases those of every visit. */
  erase(): void {
    this.#sql.exec('DELETE FROM reminder');
  }

  /** Every browser of the visit is to be reminded of this call; an earlier call no longer counts. */
  owe(visitId: string, { call, dueAt, expiresAt }: { call: number; dueAt: number; expiresAt: number }): void {
    this.#sql.exec(
      'UPDATE reminder SET call = ?, due_at = ?, expires_at = ?, attempts = 0 WHERE visit_id = ?',
      call,
      dueAt,
      expiresAt,
      visitId,
    );
  }

  /** Nothing is owed to the visit's browsers now. */
  withdraw(visitId: string): void {
    this.#sql.exec('UPDATE reminder SET due_at = NULL WHERE visit_id = ?', visitId);
  }

  /** What is owed need not wait for its time any more; one that was tried keeps its own. */
  release(visitId: string, now: number): void {
    this.#sql.exec(
      'UPDATE reminder SET due_at = ?1 WHERE visit_id = ?2 AND due_at > ?1 AND attempts = 0',
      now,
      visitId,
    );
  }

  /** At most `limit` that are due, oldest first. */
  due(now: number, limit: number): PendingReminder[] {
    return this.#sql
      .exec<ReminderRow>(
        `SELECT visit_id, endpoint, p256dh, auth, call, attempts, expires_at FROM reminder
         WHERE due_at <= ? ORDER BY due_at, n LIMIT ?`,
        now,
        limit,
      )
      .toArray()
      .map(({ visit_id: visitId, endpoint, p256dh, auth, call, attempts, expires_at: expiresAt }) => ({
        visitId,
        endpoint,
        keys: { p256dh, auth },
        call,
        attempts,
        expiresAt,
      }));
  }

  /** Nothing is owed for this call any more; a later one stands. */
  finish({ visitId, endpoint, call }: PendingReminder): void {
    this.#sql.exec(
      'UPDATE reminder SET due_at = NULL WHERE visit_id = ? AND endpoint = ? AND call = ?',
      visitId,
      endpoint,
      call,
    );
  }

  /** Due again at that time, as one more attempt, where nothing was decided about it meanwhile. */
  postpone({ visitId, endpoint, call }: PendingReminder, dueAt: number): void {
    this.#sql.exec(
      `UPDATE reminder SET due_at = ?, attempts = attempts + 1
       WHERE visit_id = ? AND endpoint = ? AND call = ? AND due_at IS NOT NULL`,
      dueAt,
      visitId,
      endpoint,
      call,
    );
  }

  /** When the next one is due. */
  nextDue(): number | null {
    return this.#sql
      .exec<{ at: number | null }>('SELECT MIN(due_at) AS at FROM reminder WHERE due_at IS NOT NULL')
      .one().at;
  }
}
