/**
 * The interface of a queue in random stories: the queue in memory or the real object
 * (`tests/in-node/support/object-queue.ts`).
 */
import type { RefusalCode } from '../../src/shared/copy/en/refusals.ts';
import type { OutsideCommand } from '../../src/shared/queue/commands.ts';
import type { Snapshot } from '../../src/shared/queue/memory-storage.ts';
import type { Party } from '../../src/shared/queue/state.ts';

/** A command about an existing visit. The id is the visit's name in the reference model. */
type CommandOnVisit = Extract<OutsideCommand, { visit: unknown }> & { visit: { id: string } };

export type QueueUnderTest = {
  now: () => number;
  wait: (ms: number) => void;
  /**
   * Adds a party to the line. `id`: the visit's name in the reference model. `sender`: null for a walk-in. Returns the
   * refusal, or null.
   */
  enter: (id: string, party: Party, sender: string | null) => Promise<RefusalCode | null>;
  execute: (
    command:
      | CommandOnVisit
      | Extract<OutsideCommand, { kind: 'change-settings' | 'close' | 'follow-billing' }>,
  ) => Promise<RefusalCode | null>;
  /** Runs the alarm, even if no alarm is set. */
  fireAlarm: () => Promise<void>;
  wakesAt: () => Promise<number | null>;
  /** Deletes everything that is only in memory. */
  evict: () => Promise<void>;
  /** Leaves no free rank between two neighbours, as after very many moves. Visits and undo offers keep their order. */
  squeeze: () => Promise<void>;
  /** All stored state. The ids of visits are their names in the reference model. */
  snapshot: () => Promise<Snapshot>;
};

/** The snapshot after a correct `squeeze`. */
export function squeezed(before: Snapshot): Snapshot {
  const { location } = before;
  if (location === null) return before;
  const waiting = [...before.visits.values()].filter(({ status }) => status === 'waiting');
  const services = Object.entries(location.services).map(([id, service]) => {
    const { lastRank, undos } = service;
    const used = [...waiting.filter(({ serviceId }) => serviceId === id), ...undos];
    const ranks = [...new Set(used.map(({ rank }) => rank))].toSorted((a, b) => a - b);
    const rankOf = (rank: number) => lastRank - ranks.length + ranks.indexOf(rank);
    const moved = undos.map((undo) => ({ ...undo, rank: rankOf(undo.rank) }));
    return { id, rankOf, service: { ...service, undos: moved } };
  });
  const visits = new Map(before.visits);
  for (const visit of waiting) {
    const rank = services.find(({ id }) => id === visit.serviceId)?.rankOf(visit.rank) ?? visit.rank;
    visits.set(visit.id, { ...visit, rank });
  }
  const after = Object.fromEntries(services.map(({ id, service }) => [id, service]));
  return { ...before, location: { ...location, services: after }, visits };
}
