/**
 * Event log of a location: one row for each change of a visit, append-only. The events in order explain the
 * line, for example to a guest who was overtaken.
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
