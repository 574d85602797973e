/**
 * Event log of a location: one row for each change of a visit, of the servers on duty and of the settings. Append-only.
 * The events in order explain the line, for example to a guest who was overtaken.
 */
import { actorInWord, isOfVisit, type QueueEvent } from '../../../shared/queue/events.ts';
import type { LoggedEvent } from '../../../shared/queue/project-history.ts';

export class EventLog {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  add(event: QueueEvent): void {
    const ofVisit = isOfVisit(event) ? event : null;
    this.#sql.exec(
      `INSERT INTO event (visit_id, kind, at, position, from_position, actor, reason, servers, settings)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ofVisit?.visitId ?? '',
      event.kind,
      event.at,
      ofVisit?.position ?? 0,
      ofVisit?.fromPosition ?? null,
      actorInWord(event.actor),
      ofVisit?.reason ?? null,
      event.kind === 'servers_set' ? event.servers : null,
      event.kind === 'settings_changed' ? event.settings.join(' ') : null,
    );
  }

  /**
   * The events of a visit, oldest first. Reads the log backwards to the visit's first event: an index by visit would
   * cost a written page for each event.
   */
  of(visitId: string): LoggedEvent[] {
    const newestFirst: LoggedEvent[] = [];
    const rows = this.#sql.exec<LoggedEvent & { visit_id: string }>(
      `SELECT visit_id, kind, at, position, from_position AS fromPosition, actor, reason FROM event ORDER BY n DESC`,
    );
    for (const { visit_id, ...event } of rows) {
      if (visit_id !== visitId) continue;
      newestFirst.push(event);
      if (event.kind === 'joined' || event.kind === 'added') break;
    }
    return newestFirst.toReversed();
  }
}
