/**
 * What happened in this location, one row per change of a visit, never changed afterwards: told again in order it gives
 * the line as it stands, so that whoever says they were overtaken can be shown what happened.
 */

export type Event = {
  visitId: string;
  kind: EventKind;
  /** Epoch milliseconds. */
  at: number;
  /** The visit's place in line after it, from 1; 0 outside the line. */
  position: number;
};

export class EventLog {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  add({ visitId, kind, at, position }: Event): void {
    this.#sql.exec(
      'INSERT INTO event (visit_id, kind, at, position) VALUES (?, ?, ?, ?)',
      visitId,
      kind,
      at,
      position,
    );
  }
}import type { EventKind } from '../../../shared/queue/events.ts';

