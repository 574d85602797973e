/** The object's pending deliveries: the columns of the table `delivery` are known here only. */
import type { Delivery } from '../../deliveries/engine.ts';

/** Each kind is delivered apart: none waits for another. */
export const deliveryKinds = ['turn_text', 'history', 'reminder'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** A delivery about a visit. `call`: which of the visit's calls it is about; 0 for history. */
export type VisitDelivery = Delivery & { kind: DeliveryKind; visitId: string; call: number };

export type NewDelivery = Pick<
  VisitDelivery,
  'id' | 'kind' | 'visitId' | 'call' | 'payload' | 'dueAt' | 'expiresAt'
>;

type DeliveryRow = {
  id: string;
  kind: DeliveryKind;
  visit_id: string;
  call: number;
  payload: string;
  state: Delivery['state'];
  attempts: number;
  unconfirmed_attempts: number;
  begun_at: number | null;
  body_hash: string | null;
  due_at: number;
  expires_at: number | null;
};

export class DeliveryRows {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  enqueue(entry: NewDelivery, now: number): void {
    this.#sql.exec(
      `INSERT INTO delivery (id, kind, visit_id, call, payload, due_at, expires_at, queued_at)
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

  /** At most `limit` deliveries of this kind that are due, oldest first; at one time those first that may have been received. */
  due(kind: DeliveryKind, now: number, limit: number): VisitDelivery[] {
    return this.#sql
      .exec<DeliveryRow>(
        `SELECT * FROM delivery WHERE kind = ? AND due_at <= ? ORDER BY due_at, state = 'queued' LIMIT ?`,
        kind,
        now,
        limit,
      )
      .toArray()
      .map(toDelivery);
  }

  has(id: string): boolean {
    return this.#sql.exec('SELECT 1 FROM delivery WHERE id = ?', id).toArray().length > 0;
  }

  /** Cancels the text of this call, unless an attempt has begun. */
  cancelText(visitId: string, call: number): void {
    this.#sql.exec(
      `DELETE FROM delivery WHERE visit_id = ? AND call = ? AND kind = 'turn_text' AND state = 'queued'`,
      visitId,
      call,
    );
  }

  /** Cancels the reminders of this visit. */
  cancelReminders(visitId: string): void {
    this.#sql.exec(`DELETE FROM delivery WHERE visit_id = ? AND kind = 'reminder'`, visitId);
  }

  /** Cancels the reminders of this visit for one of its subscriptions. */
  cancelRemindersFor(visitId: string, subscription: number): void {
    this.#sql.exec(
      `DELETE FROM delivery WHERE visit_id = ? AND kind = 'reminder' AND payload ->> 'subscription' = ?`,
      visitId,
      subscription,
    );
  }

  /** Cancels the reminders of every visit. */
  cancelAllReminders(): void {
    this.#sql.exec(`DELETE FROM delivery WHERE kind = 'reminder'`);
  }

  /** The texts and reminders of this visit need not wait for their time any more; one that was tried keeps its own. */
  release(visitId: string, now: number): void {
    this.#sql.exec(
      `UPDATE delivery SET due_at = ?1
       WHERE visit_id = ?2 AND kind IN ('turn_text', 'reminder') AND state = 'queued' AND attempts = 0 AND due_at > ?1`,
      now,
      visitId,
    );
  }

  /** Notes that the provider is about to be given this text; `bodyHash` is the hash of what it says. */
  markSending(id: string, bodyHash: string, now: number): void {
    this.#sql.exec(
      `UPDATE delivery SET state = 'sending', body_hash = ?, begun_at = ? WHERE id = ?`,
      bodyHash,
      now,
      id,
    );
  }

  /** The hash of what the last attempt of this text said; null before the first. */
  bodyHashOf(id: string): string | null {
    const rows = this.#sql.exec<{ body_hash: string | null }>(
      'SELECT body_hash FROM delivery WHERE id = ?',
      id,
    );
    return rows.toArray()[0]?.body_hash ?? null;
  }

  /** Due again at that time in this state, as one more attempt. */
  postpone(id: string, dueAt: number, state: 'queued' | 'unconfirmed' = 'queued'): void {
    this.#sql.exec(
      'UPDATE delivery SET state = ?, attempts = attempts + 1, due_at = ? WHERE id = ?',
      state,
      dueAt,
      id,
    );
  }

  /** An attempt ended without an answer: looked at again at that time. */
  markUnconfirmed(id: string, dueAt: number): void {
    this.#sql.exec(
      `UPDATE delivery SET state = 'unconfirmed', unconfirmed_attempts = unconfirmed_attempts + 1, due_at = ?
       WHERE id = ?`,
      dueAt,
      id,
    );
  }

  /** No text is due before that time, but for those that expire by then: they are due at their own end. */
  deferTexts(until: number, now: number): void {
    this.#sql.exec(
      `UPDATE delivery SET due_at = CASE WHEN state = 'queued' THEN min(?1, coalesce(expires_at, ?1)) ELSE ?1 END
       WHERE kind = 'turn_text' AND due_at < ?1 AND (state <> 'queued' OR expires_at IS NULL OR expires_at > ?2)`,
      until,
      now,
    );
  }

  /** After an import: pending history goes on under our ids, pending texts are dropped. */
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
    this.#sql.exec(`DELETE FROM delivery WHERE kind <> 'history' OR visit_id NOT IN (SELECT id FROM visit)`);
    this.#sql.exec(
      `UPDATE delivery SET attempts = 0, due_at = ?1, id = visit_id || ':' || ((payload ->> 'revision') + ?2),
         payload = json_set(payload, '$.visitId', visit_id, '$.locationId', ?3, '$.businessId', ?4,
           '$.revision', (payload ->> 'revision') + ?2)`,
      now,
      apart,
      locationId,
      businessId,
    );
  }

  drop(id: string): void {
    this.#sql.exec('DELETE FROM delivery WHERE id = ?', id);
  }

  /** Since when the oldest delivery of this kind has been pending; null where none is. */
  pendingSince(kind: DeliveryKind): number | null {
    return this.#sql
      .exec<{ at: number | null }>('SELECT MIN(queued_at) AS at FROM delivery WHERE kind = ?', kind)
      .one().at;
  }

  /** When the next delivery of this kind is due. */
  nextDue(kind: DeliveryKind): number | null {
    return this.#sql
      .exec<{ at: number | null }>('SELECT MIN(due_at) AS at FROM delivery WHERE kind = ?', kind)
      .one().at;
  }

  /** Whether no delivery is pending. */
  get isEmpty(): boolean {
    return this.#sql.exec('SELECT 1 FROM delivery LIMIT 1').toArray().length === 0;
  }
}

function toDelivery(row: DeliveryRow): VisitDelivery {
  return {
    id: row.id,
    kind: row.kind,
    visitId: row.visit_id,
    call: row.call,
    payload: row.payload,
    state: row.state,
    attempts: row.attempts,
    unconfirmedAttempts: row.unconfirmed_attempts,
    begunAt: row.begun_at,
    dueAt: row.due_at,
    expiresAt: row.expires_at,
  };
}
