/** What became of each text whose call was begun: its columns are known here only. No name and no number. */
import type { TextRecord } from '../../../shared/queue/decision.ts';
import type { TextProgress } from '../../../shared/text/text-states.ts';

type TextRow = {
  id: string;
  visit_id: string;
  call: number;
  credits: number;
  progress: TextProgress;
  provider_id: string | null;
  sent_on: string | null;
};

export class TextRows {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  /** Null for a text whose call was never begun. */
  byId(id: string): TextRecord | null {
    const [row] = this.#sql.exec<TextRow>('SELECT * FROM text WHERE id = ?', id).toArray();
    return row === undefined ? null : toRecord(row);
  }

  save({ id, visitId, call, credits, progress, providerId, sentOn }: TextRecord): void {
    this.#sql.exec(
      `INSERT INTO text (id, visit_id, call, credits, progress, provider_id, sent_on) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE
         SET progress = excluded.progress, provider_id = excluded.provider_id, sent_on = excluded.sent_on`,
      id,
      visitId,
      call,
      credits,
      progress,
      providerId,
      sentOn,
    );
  }

  /** Texts of another object become this one's: what had not ended there never ends here. */
  adopt(): void {
    this.#sql.exec(`UPDATE text SET progress = 'unknown' WHERE progress IN ('queued', 'sending')`);
  }

  /** What the provider calls the other texts of this visit. */
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

  /** How many texts the provider took on that day, and how many of them have arrived. */
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
    providerId: row.provider_id,
    sentOn: row.sent_on,
  };
}
