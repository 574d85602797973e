/**
 * Event log of a location: one row for each change of a visit, of the servers on duty and of the settings. Append-only.
 * The events explain why the line is in its present order.
 */
import { actorInLog, isOfVisit, type QueueEvent } from '../../../shared/queue/events.ts';
import type { LoggedEvent } from '../../../shared/queue/project-history.ts';

/**
 * The maximum number of events that one call of `page` reads, so that no call is slow. With a filter that matches few
 * events, a list may need several calls.
 */
export const EVENTS_READ_MAX = 20_000;

/**
 * Selects a part of the log. `before`: only events with a lower number; null: start with the newest event. `actor`,
 * `kinds`: only events of this actor or these kinds; null: all. `alsoActor`: a second word for the same actor, absent
 * in calls of earlier releases. `members`: only events of members who are not in this list; null: events of everybody.
 * `from`, `until`: only events at or after `from` and before `until`; null: no limit.
 */
export type LogFilter = {
  before: number | null;
  limit: number;
  actor: string | null;
  alsoActor?: string | null;
  members: readonly string[] | null;
  kinds: readonly string[] | null;
  from: number | null;
  until: number | null;
};

/**
 * An event for the list of a location's activity. `firstName` and `lastName`: the names of the guest; null for an event
 * without a visit, '' after an erasure. `settings`: names of settings, separated by spaces.
 */
type ActivityRow = {
  n: number;
  kind: string;
  at: number;
  position: number;
  fromPosition: number | null;
  actor: string;
  reason: string | null;
  servers: number | null;
  settings: string | null;
  firstName: string | null;
  lastName: string | null;
};

/** An admission with the present state of its visit. */
export type Admission = { actor: string; visitId: string; status: string; waitedMs: number };

/** Events of the log, newest first. `next`: the value of `before` for the next part; null: no older events. */
export type ActivityPart = { rows: ActivityRow[]; next: number | null };

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
      actorInLog(event.actor),
      'reason' in event ? event.reason : null,
      event.kind === 'servers_set' ? event.servers : null,
      event.kind === 'settings_changed' ? event.settings.join(' ') : null,
    );
  }

  /**
   * The events of a visit, oldest first. Reads the log backwards to the visit's first event. There is no index by
   * visit, because an index costs one more written page for each event.
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

  /**
   * The newest events that match the filter. A page can be shorter than `limit`, or empty, even if there are older
   * events.
   */
  page({ before, limit, actor, alsoActor = null, members, kinds, from, until }: LogFilter): ActivityPart {
    const oldest = from === null ? 1 : this.#firstSince(from);
    const end = Math.min(before ?? Infinity, until === null ? this.#last() + 1 : this.#firstSince(until));
    const start = Math.max(oldest, end - EVENTS_READ_MAX);
    const rows = this.#sql
      .exec<ActivityRow>(
        `SELECT event.n, kind, at, position, from_position AS fromPosition, actor, reason, servers, event.settings,
           first_name AS firstName, last_name AS lastName
         FROM event LEFT JOIN visit ON visit.id = visit_id
         WHERE event.n >= ?1 AND event.n < ?2 AND (?3 IS NULL OR actor = ?3 OR actor = ?7)
           AND (?4 IS NULL OR kind IN (SELECT value FROM json_each(?4)))
           AND (?6 IS NULL OR (actor LIKE 'member:%' AND actor NOT IN (SELECT value FROM json_each(?6))))
         ORDER BY event.n DESC LIMIT ?5`,
        start,
        end,
        actor,
        kinds && JSON.stringify(kinds),
        limit,
        members && JSON.stringify(members),
        alsoActor,
      )
      .toArray();
    const last = rows.length < limit ? start : (rows.at(-1)?.n ?? start);
    return { rows, next: last > oldest ? last : null };
  }

  /** The admissions at or after `since` with their visits, newest first. Reads all events at or after `since`. */
  admissionsSince(since: number): Admission[] {
    return this.#sql
      .exec<Admission>(
        `SELECT actor, visit_id AS visitId, status, at - joined_at AS waitedMs
         FROM event JOIN visit ON visit.id = visit_id
         WHERE event.n >= ? AND kind = 'admitted' AND discarded = 0 ORDER BY event.n DESC`,
        this.#firstSince(since),
      )
      .toArray();
  }

  #last(): number {
    return this.#sql.exec<{ n: number }>('SELECT coalesce(MAX(n), 0) AS n FROM event').one().n;
  }

  /**
   * The number of the first event at or after this time, or the last number plus one if there is no such event. Uses a
   * binary search, because the log is in order of time and has no index by time.
   */
  #firstSince(at: number): number {
    let low = 1;
    let high = this.#last() + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const found = this.#sql
        .exec<{ at: number }>('SELECT at FROM event WHERE n >= ? ORDER BY n LIMIT 1', middle)
        .one();
      if (found.at < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
