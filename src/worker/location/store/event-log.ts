/**
 * Event log of a location: one row for each change of a visit, and for each change of the servers on duty. Append-only.
 * The events in order explain the line, for example to a guest who was overtaken.
 */
import { actorInWord, type QueueEvent } from '../../../shared/queue/events.ts';
import type { LoggedEvent } from '../../../shared/queue/project-history.ts';

export class EventLog {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  add(event: QueueEvent): void {
    const { visitId, kind, at } = event;
    const actor = actorInWord(event.actor);
    if (visitId === null)
      this.#sql.exec(
        `INSERT INTO event (visit_id, kind, at, position, actor, servers) VALUES ('', ?, ?, 0, ?, ?)`,
        kind,
        at,
        actor,
        event.servers,
      );
    else
      this.#sql.exec(
        'INSERT INTO event (visit_id, kind, at, position, actor, reason) VALUES (?, ?, ?, ?, ?, ?)',
        visitId,
        kind,
        at,
        event.position,
        actor,
        event.reason,
      );
  }

  /**
   * The events of a visit, oldest first. Reads the log backwards to the visit's first event: an index by visit would
   * cost a written page for each event.
   */
  of(visitId: string): LoggedEvent[] {
    const newestFirst: LoggedEvent[] = [];
    const rows = this.#sql.exec<LoggedEvent & { visit_id: string }>(
      'SELECT visit_id, kind, at, position, actor, reason FROM event ORDER BY n DESC',
    );
    for (const { visit_id, ...event } of rows) {
      if (visit_id !== visitId) continue;
      newestFirst.push(event);
      if (event.kind === 'joined' || event.kind === 'added') break;
    }
    return newestFirst.toReversed();
  }
}
