/** Table `text`: the delivery state of each text. The table has no names and no phone numbers. */
import type { TextRecord } from '../../../shared/queue/decision.ts';
import type { TextFault, TextProgress } from '../../../shared/text/text-states.ts';

type TextRow = {
  id: string;
  visit_id: string;
  call: number;
  credits: number;
  progress: TextProgress;
  fault: TextFault | null;
  provider_id: string | null;
  sent_on: string | null;
};

export class TextRows {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  /** The record of a text; null if nothing was recorded yet. */
  byId(id: string): TextRecord | null {
    const [row] = this.#sql.exec<TextRow>('SELECT * FROM text WHERE id = ?', id).toArray();
    return row === undefined ? null : toRecord(row);
  }

  save({ id, visitId, call, credits, progress, fault, providerId, sentOn }: TextRecord): void {
    this.#sql.exec(
      `INSERT INTO text (id, visit_id, call, credits, progress, fault, provider_id, sent_on) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE
         SET credits = excluded.credits, progress = excluded.progress, fault = excluded.fault,
             provider_id = excluded.provider_id, sent_on = excluded.sent_on`,
      id,
      visitId,
      call,
      credits,
      progress,
      fault,
      providerId,
      sentOn,
    );
  }

  /**
   * Changes the rows after an import: unfinished texts become `unknown`, because the provider sends their receipts to
   * the old object.
   */
  adopt(): void {
    this.#sql.exec(`UPDATE text SET progress = 'unknown' WHERE progress IN ('queued', 'sending')`);
  }

  /** The texts of a visit, including queued texts. A queued text whose delivery was cancelled is left out. */
  ofVisit(visitId: string): Pick<TextRecord, 'call' | 'progress' | 'fault'>[] {
    return this.#sql
      .exec<Pick<TextRow, 'call' | 'progress' | 'fault'>>(
        `SELECT call, progress, fault FROM text
           WHERE visit_id = ?1 AND (progress <> 'queued' OR EXISTS (SELECT 1 FROM delivery WHERE delivery.id = text.id))
         UNION ALL SELECT call, 'queued', NULL FROM delivery
           WHERE visit_id = ?1 AND kind = 'turn_text' AND id NOT IN (SELECT id FROM text WHERE visit_id = ?1)`,
        visitId,
      )
      .toArray();
  }

  /** The provider's ids of all texts of the visit except the text `id`. */
  otherProviderIds({ id, visitId }: Pick<TextRecord, 'id' | 'visitId'>): string[] {
    return this.#sql
      .exec<{ provider_id: string }>(
        'SELECT provider_id FROM text WHERE visit_id = ? AND id <> ? AND provider_id IS NOT NULL',
        visitId,
        id,
      )
      .toArray()
      .map((row) => row.provider_id);
  }

  /** How many texts the provider accepted on this day, and how many of these texts were delivered. */
  countOn(day: string): { sent: number; delivered: number } {
    return this.#sql
      .exec<{ sent: number; delivered: number }>(
        `SELECT COUNT(*) AS sent, COUNT(*) FILTER (WHERE progress = 'delivered') AS delivered
         FROM text WHERE sent_on = ?`,
        day,
      )
      .one();
  }
}

function toRecord(row: TextRow): TextRecord {
  return {
    id: row.id,
    visitId: row.visit_id,
    call: row.call,
    credits: row.credits,
    progress: row.progress,
    fault: row.fault,
    providerId: row.provider_id,
    sentOn: row.sent_on,
  };
}
