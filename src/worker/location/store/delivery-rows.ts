/** Table `delivery`: pending deliveries of the object. */
import type { Delivery } from '../../deliveries/engine.ts';

/** The kinds of deliveries. Each kind has a separate drain, so that no kind waits for another kind. */
export const deliveryKinds = ['turn_text', 'history', 'reminder'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/**
 * A delivery about a visit. `call`: which call of the visit the delivery is about (1 for the first call), or 0 if the
 * delivery is not about a call.
 */
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

  /**
   * Due deliveries of this kind, at most `limit`, earliest due time first. With equal due times, deliveries that may
   * already have been received come first.
   */
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

  /** Cancels the text of this call if no attempt to send it has begun. */
  cancelText(visitId: string, call: number): void {
    this.#sql.exec(
      `DELETE FROM delivery WHERE visit_id = ? AND call = ? AND kind = 'turn_text' AND state = 'queued'`,
      visitId,
      call,
    );
  }

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

  cancelAllReminders(): void {
    this.#sql.exec(`DELETE FROM delivery WHERE kind = 'reminder'`);
  }

  /** Records that an attempt of this text begins. `bodyHash`: the hash of the text's body. */
  markSending(id: string, bodyHash: string, now: number): void {
    this.#sql.exec(
      `UPDATE delivery SET state = 'sending', body_hash = ?, begun_at = ? WHERE id = ?`,
      bodyHash,
      now,
      id,
    );
  }

  /** The hash of the text's body in the last attempt; null before the first attempt. */
  bodyHashOf(id: string): string | null {
    const rows = this.#sql.exec<{ body_hash: string | null }>(
      'SELECT body_hash FROM delivery WHERE id = ?',
      id,
    );
    return rows.toArray()[0]?.body_hash ?? null;
  }

  /** Postpones the delivery to `dueAt`, sets its state, and counts an attempt. */
  postpone(id: string, dueAt: number, state: 'queued' | 'unconfirmed' = 'queued'): void {
    this.#sql.exec(
      'UPDATE delivery SET state = ?, attempts = attempts + 1, due_at = ? WHERE id = ?',
      state,
      dueAt,
      id,
    );
  }

  /** Records an attempt without an answer. At `dueAt` the delivery is looked up at the provider. */
  markUnconfirmed(id: string, dueAt: number): void {
    this.#sql.exec(
      `UPDATE delivery SET state = 'unconfirmed', unconfirmed_attempts = unconfirmed_attempts + 1, due_at = ?
       WHERE id = ?`,
      dueAt,
      id,
    );
  }

  /** Postpones all texts to `until`. A queued text that expires before `until` becomes due at its expiry. */
  deferTexts(until: number, now: number): void {
    this.#sql.exec(
      `UPDATE delivery SET due_at = CASE WHEN state = 'queued' THEN min(?1, coalesce(expires_at, ?1)) ELSE ?1 END
       WHERE kind = 'turn_text' AND due_at < ?1 AND (state <> 'queued' OR expires_at IS NULL OR expires_at > ?2)`,
      until,
      now,
    );
  }

  /** Changes the rows after an import: pending history rows get the ids of this object. Pending texts are deleted. */
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

  /** When the oldest pending delivery of this kind was added; null if none is pending. */
  pendingSince(kind: DeliveryKind): number | null {
    return this.#sql
      .exec<{ at: number | null }>('SELECT MIN(queued_at) AS at FROM delivery WHERE kind = ?', kind)
      .one().at;
  }

  /** When the next delivery of this kind is due; null if none is pending. */
  nextDue(kind: DeliveryKind): number | null {
    return this.#sql
      .exec<{ at: number | null }>('SELECT MIN(due_at) AS at FROM delivery WHERE kind = ?', kind)
      .one().at;
  }

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
