/** The object's outbox: its columns are known here only. */
import type { OutboxEntry } from './outbox.ts';

type OutboxRow = {
  id: string;
  kind: OutboxEntry['kind'];
  visit_id: string;
  payload: string;
  sending: number;
  attempts: number;
  due_at: number;
  expires_at: number | null;
};

export class OutboxStore {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  enqueue(entry: Omit<OutboxEntry, 'sending' | 'attempts'>): void {
    this.#sql.exec(
      'INSERT INTO outbox (id, kind, visit_id, payload, due_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      entry.id,
      entry.kind,
      entry.visitId,
      entry.payload,
      entry.dueAt,
      entry.expiresAt,
    );
  }

  /** At most `limit` entries that are due, oldest first. */
  dueEntries(now: number, limit: number): OutboxEntry[] {
    return this.#sql
      .exec<OutboxRow>('SELECT * FROM outbox WHERE due_at <= ? ORDER BY due_at LIMIT ?', now, limit)
      .toArray()
      .map(toOutboxEntry);
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

  /** When the next entry is due. */
  nextDue(): number | null {
    return this.#sql.exec<{ at: number | null }>('SELECT MIN(due_at) AS at FROM outbox').one().at;
  }
}

function toOutboxEntry(row: OutboxRow): OutboxEntry {
  return {
    id: row.id,
    kind: row.kind,
    visitId: row.visit_id,
    payload: row.payload,
    sending: row.sending === 1,
    attempts: row.attempts,
    dueAt: row.due_at,
    expiresAt: row.expires_at,
  };
}
