/**
 * What happened in this location, one row per change of a visit, never changed afterwards: told again in order it gives
 * the line as it stands, so that a guest who says to have been overtaken can be shown what happened.
 */
import { actorInWord, type QueueEvent } from '../../../shared/queue/events.ts';

export class EventLog {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  add({ visitId, kind, at, position, actor, reason }: QueueEvent): void {
    this.#sql.exec(
      'INSERT INTO event (visit_id, kind, at, position, actor, reason) VALUES (?, ?, ?, ?, ?, ?)',
      visitId,
      kind,
      at,
      position,
      actorInWord(actor),
      reason,
    );
  }
}
