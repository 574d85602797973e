/** The object's outbox: its columns are known here only. */
import type { NewEntry } from '../outbox-payloads.ts';
import type { DeliveryKind, OutboxEntry } from '../outbox.ts';

type OutboxRow = {
  id: string;
  kind: OutboxEntry['kind'];
  visit_id: string;
  call: number;
  payload: string;
  sending: number;
  attempts: number;
  due_at: number;
  expires_at: number | null;
};

export class OutboxRows {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  enqueue(entry: NewEntry): void {
    this.#sql.exec(
      'INSERT INTO outbox (id, kind, visit_id, call, payload, due_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      entry.id,
      entry.kind,
      entry.visitId,
      entry.call,
      entry.payload,
      entry.dueAt,
      entry.expiresAt,
    );
  }

  /** At most `limit` entries of this kind that are due, oldest first. */
  dueEntries(kind: DeliveryKind, now: number, limit: number): OutboxEntry[] {
    return this.#sql
      .exec<OutboxRow>(
        'SELECT * FROM outbox WHERE kind = ? AND due_at <= ? ORDER BY due_at LIMIT ?',
        kind,
        now,
        limit,
      )
      .toArray()
      .map(toOutboxEntry);
  }

  has(entryId: string): boolean {
    return this.#sql.exec('SELECT 1 FROM outbox WHERE id = ?', entryId).toArray().length > 0;
  }

  /** Takes back the text of this call that nobody has begun to send. */
  cancelText(visitId: string, call: number): void {
    this.#sql.exec(
      `DELETE FROM outbox WHERE visit_id = ? AND call = ? AND kind = 'turn_text' AND sending = 0`,
      visitId,
      call,
    );
  }

  /** The texts of this visit need not wait for their time any more; one that was tried keeps its own. */
  releaseText(visitId: string, now: number): void {
    this.#sql.exec(
      `UPDATE outbox SET due_at = ?
       WHERE visit_id = ? AND kind = 'turn_text' AND sending = 0 AND attempts = 0 AND due_at > ?`,
      now,
      visitId,
      now,
    );
  }

  markSending(entryId: string): void {
    this.#sql.exec('UPDATE outbox SET sending = 1 WHERE id = ?', entryId);
  }

  /** Due again at that time, as one more attempt. */
  postpone(entryId: string, dueAt: number): void {
    this.#sql.exec(
      'UPDATE outbox SET sending = 0, attempts = attempts + 1, due_at = ? WHERE id = ?',
      dueAt,
      entryId,
    );
  }

  drop(entryId: string): void {
    this.#sql.exec('DELETE FROM outbox WHERE id = ?', entryId);
  }

  /** When the next entry of this kind is due. */
  nextDue(kind: DeliveryKind): number | null {
    return this.#sql
      .exec<{ at: number | null }>('SELECT MIN(due_at) AS at FROM outbox WHERE kind = ?', kind)
      .one().at;
  }

  /** Whether nothing is owed to anybody. */
  get isEmpty(): boolean {
    return this.#sql.exec('SELECT 1 FROM outbox LIMIT 1').toArray().length === 0;
  }
}

function toOutboxEntry(row: OutboxRow): OutboxEntry {
  return {
    id: row.id,
    kind: row.kind,
    visitId: row.visit_id,
    call: row.call,
    payload: row.payload,
    sending: row.sending === 1,
    attempts: row.attempts,
    dueAt: row.due_at,
    expiresAt: row.expires_at,
  };
}
