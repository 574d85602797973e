/** The object's outbox: its columns are known here only. */
import type { NewEntry } from '../outbox-payloads.ts';
import type { DeliveryKind, OutboxEntry } from '../../deliveries/outbox.ts';

type OutboxRow = {
  id: string;
  kind: OutboxEntry['kind'];
  visit_id: string;
  call: number;
  payload: string;
  /** As `phases` below. */
  sending: number;
  attempts: number;
  doubts: number;
  begun_at: number | null;
  words: string | null;
  due_at: number;
  expires_at: number | null;
};

/** By the value of the column `sending`. */
const phases = ['queued', 'sending', 'unknown'] as const satisfies OutboxEntry['phase'][];

export class OutboxRows {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  enqueue(entry: NewEntry, now: number): void {
    this.#sql.exec(
      `INSERT INTO outbox (id, kind, visit_id, call, payload, due_at, expires_at, owed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      entry.id,
      entry.kind,
      entry.visitId,
      entry.call,
      entry.payload,
      entry.dueAt,
      entry.expiresAt,
      now,
    );
  }

  /** At most `limit` entries of this kind that are due, oldest first; of texts those that are only asked for first. */
  dueEntries(kind: DeliveryKind, now: number, limit: number): OutboxEntry[] {
    return this.#sql
      .exec<OutboxRow>(
        'SELECT * FROM outbox WHERE kind = ? AND due_at <= ? ORDER BY due_at, sending DESC LIMIT ?',
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

  /** The provider is about to be given this text, whose words have this hash. */
  markSending(entryId: string, words: string, now: number): void {
    this.#sql.exec(
      'UPDATE outbox SET sending = 1, words = ?, begun_at = ? WHERE id = ?',
      words,
      now,
      entryId,
    );
  }

  /** The hash of what the text of the last call said; null before the first. */
  wordsOf(entryId: string): string | null {
    const rows = this.#sql.exec<{ words: string | null }>('SELECT words FROM outbox WHERE id = ?', entryId);
    return rows.toArray()[0]?.words ?? null;
  }

  /** Due again at that time, as one more attempt; a text as one that was not sent. */
  postpone(entryId: string, dueAt: number): void {
    this.#sql.exec(
      'UPDATE outbox SET sending = 0, attempts = attempts + 1, due_at = ? WHERE id = ?',
      dueAt,
      entryId,
    );
  }

  /** Nobody knows whether the call sent the text: the provider is asked at that time. */
  markUnconfirmed(entryId: string, askAt: number): void {
    this.#sql.exec(
      'UPDATE outbox SET sending = 2, doubts = doubts + 1, due_at = ? WHERE id = ?',
      askAt,
      entryId,
    );
  }

  /** Asked for again at that time. */
  scheduleReconcile(entryId: string, askAt: number): void {
    this.#sql.exec('UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE id = ?', askAt, entryId);
  }

  /** No text is due before that time, but for those that are given up by then: they are due at their own end. */
  deferTexts(until: number, now: number): void {
    this.#sql.exec(
      `UPDATE outbox SET due_at = CASE WHEN sending = 0 THEN min(?, coalesce(expires_at, ?)) ELSE ? END
       WHERE kind = 'turn_text' AND due_at < ? AND (sending <> 0 OR expires_at IS NULL OR expires_at > ?)`,
      until,
      until,
      until,
      until,
      now,
    );
  }

  /** What another object owed becomes this one's: history of its visits in this one's name, and no text at all. */
  adopt({
    locationId,
    businessId,
    apart,
    now,
  }: {
    locationId: string;
    businessId: string;
    apart: number;
    now: number;
  }): void {
    this.#sql.exec(`DELETE FROM outbox WHERE kind = 'turn_text' OR visit_id NOT IN (SELECT id FROM visit)`);
    this.#sql.exec(
      `UPDATE outbox SET attempts = 0, due_at = ?1, id = visit_id || ':' || ((payload ->> 'revision') + ?2),
         payload = json_set(payload, '$.visitId', visit_id, '$.locationId', ?3, '$.businessId', ?4,
           '$.revision', (payload ->> 'revision') + ?2)`,
      now,
      apart,
      locationId,
      businessId,
    );
  }

  drop(entryId: string): void {
    this.#sql.exec('DELETE FROM outbox WHERE id = ?', entryId);
  }

  /** Since when the oldest entry of this kind is owed; null where nothing is. */
  pendingSince(kind: DeliveryKind): number | null {
    return this.#sql
      .exec<{ at: number | null }>(
        'SELECT MIN(coalesce(owed_at, due_at)) AS at FROM outbox WHERE kind = ?',
        kind,
      )
      .one().at;
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
    phase: phases[row.sending] ?? 'sending',
    attempts: row.attempts,
    unconfirmedAttempts: row.doubts,
    begunAt: row.begun_at,
    dueAt: row.due_at,
    expiresAt: row.expires_at,
  };
}
