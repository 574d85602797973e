/** Replays a location's event log. The result is the state that each visit must have if no data was lost. */
import { replayLine } from '../../src/shared/queue/events.ts';
import type { HistoryRow, StoredEvent, StoredVisit } from './state-files.ts';

/** A visit as replayed from events. Times are epoch milliseconds. */
export type Told = {
  status: StoredVisit['status'];
  admittedAt: number | null;
  holdExpired: boolean;
  /** Time when the end of the visit's last hold was logged. */
  holdEndedAt: number | null;
  endedAt: number | null;
  revision: number;
  /** Time of the visit's last event that changes its history row. */
  revisedAt: number;
};

export type Replay = {
  visits: Map<string, Told>;
  /** The ids of waiting visits, in order. */
  line: string[];
  /**
   * Events that are impossible: an event that happened twice, an event in a wrong state of the visit, or an event with
   * a wrong place in line.
   */
  contradictions: string[];
};

/**
 * For each kind of event, the states in which a visit may be before the event. Null: before the event, the visit must
 * not exist.
 */
const allowedAfter: Record<StoredEvent['kind'], readonly Told['status'][] | null> = {
  joined: null,
  added: null,
  preference_changed: ['waiting'],
  moved: ['waiting'],
  admitted: ['waiting'],
  left: ['waiting', 'removed'],
  removed: ['waiting'],
  called_again: ['admitted'],
  hold_ended: ['admitted'],
  put_back: ['admitted'],
  undone: ['admitted', 'removed', 'arrived', 'no_show'],
  recalled: ['admitted', 'left', 'removed', 'arrived', 'no_show'],
  arrived: ['admitted'],
  no_show: ['admitted'],
  auto_resolved: ['admitted'],
};

export function replay(events: StoredEvent[]): Replay {
  const visits = new Map<string, Told>();
  const { line, contradictions: misplaced } = replayLine(events);
  const contradictions = misplaced.map(({ n, kind, position }) => `event ${n}: ${kind} at place ${position}`);
  for (const event of events) {
    const before = visits.get(event.visitId);
    const allowed = allowedAfter[event.kind];
    if (allowed === null ? before !== undefined : !before || !allowed.includes(before.status)) {
      contradictions.push(
        `event ${event.n}: ${event.kind} of a visit that was ${before?.status ?? 'unknown'}`,
      );
    }
    visits.set(event.visitId, { ...(before ?? newcomer(event.at)), ...changeBy(event, before) });
  }
  return { visits, line, contradictions };
}

/** The expected history row in D1 for a visit; null before the first event that changes this row. */
export function historyOf(told: Told, visit: StoredVisit, locationId: string): HistoryRow | null {
  if (told.revision === 0) return null;
  const { id, numGuests, waitingPreference, joinedAt } = visit;
  return {
    visitId: id,
    locationId,
    revision: told.revision,
    outcome: told.status,
    numGuests,
    waitingPreference,
    joinedAt,
    admittedAt: told.admittedAt,
    endedAt: told.endedAt ?? told.revisedAt,
  };
}

function newcomer(at: number): Told {
  return {
    status: 'waiting',
    admittedAt: null,
    holdExpired: false,
    holdEndedAt: null,
    endedAt: null,
    revision: 0,
    revisedAt: at,
  };
}

function changeBy({ kind, at, position }: StoredEvent, before: Told | undefined): Partial<Told> {
  const revised = { revision: (before?.revision ?? 0) + 1, revisedAt: at };
  switch (kind) {
    case 'admitted':
      return { ...revised, status: 'admitted', admittedAt: at };
    case 'hold_ended':
      return { holdExpired: true, holdEndedAt: at };
    case 'put_back':
      return { ...revised, status: 'waiting', admittedAt: null, holdExpired: false, endedAt: null };
    case 'undone':
    case 'recalled':
      return position > 0
        ? { ...revised, status: 'waiting', admittedAt: null, holdExpired: false, endedAt: null }
        : { ...revised, status: 'admitted', endedAt: null };
    case 'arrived':
    case 'no_show':
    case 'left':
    case 'removed':
      return { ...revised, status: kind, endedAt: at };
    case 'joined':
    case 'added':
    case 'preference_changed':
    case 'moved':
    case 'called_again':
    case 'auto_resolved':
      return {};
  }
}
