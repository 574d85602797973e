/** The log of a location told again, event by event: what must have become of each visit if nothing was lost. */
import { replayLine } from '../../src/shared/queue/events.ts';
import type { HistoryRow, StoredEvent, StoredVisit } from './state-files.ts';

/** A visit as the events tell it. Times are epoch milliseconds. */
export type Told = {
  status: StoredVisit['status'];
  admittedAt: number | null;
  holdExpired: boolean;
  /** When the end of its last hold was noted. */
  holdEndedAt: number | null;
  endedAt: number | null;
  revision: number;
  /** When the last event happened that history is told of. */
  revisedAt: number;
};

export type Replay = {
  visits: Map<string, Told>;
  /** The ids of those who wait, in order. */
  line: string[];
  /** What cannot have happened as it is told: twice, out of turn, or at another place in line. */
  contradictions: string[];
};

/** In which states an event may find its visit; null: only one that nobody has heard of. */
const allowedAfter: Record<StoredEvent['kind'], readonly Told['status'][] | null> = {
  joined: null,
  added: null,
  preference_changed: ['waiting'],
  moved: ['waiting'],
  admitted: ['waiting'],
  left: ['waiting'],
  removed: ['waiting'],
  called_again: ['admitted'],
  hold_ended: ['admitted'],
  put_back: ['admitted'],
  undone: ['admitted', 'removed'],
  arrived: ['admitted'],
  no_show: ['admitted'],
  auto_resolved: ['admitted'],
};

/** Tells the events again in their order. */
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

/** The history row that D1 must hold for a visit; null when nothing has become of it that history is told of. */
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

function changeBy({ kind, at }: StoredEvent, before: Told | undefined): Partial<Told> {
  const revised = { revision: (before?.revision ?? 0) + 1, revisedAt: at };
  switch (kind) {
    case 'admitted':
      return { ...revised, status: 'admitted', admittedAt: at };
    case 'hold_ended':
      return { holdExpired: true, holdEndedAt: at };
    case 'put_back':
    case 'undone':
      return { ...revised, status: 'waiting', admittedAt: null, holdExpired: false, endedAt: null };
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
