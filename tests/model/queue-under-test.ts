/**
 * A queue driven by commands and compared as a whole: in memory, or the real object
 * (`tests/in-node/support/object-queue.ts`).
 */
import type { RefusalCode } from '../../src/shared/copy/en/refusals.ts';
import type { OutsideCommand } from '../../src/shared/queue/commands.ts';
import type { Snapshot } from '../../src/shared/queue/memory-storage.ts';
import type { Party } from '../../src/shared/queue/state.ts';

/** A command about an existing visit, by its name in the reference. */
type CommandOnVisit = Extract<OutsideCommand, { visit: unknown }> & { visit: { id: string } };

export type QueueUnderTest = {
  now: () => number;
  wait: (ms: number) => void;
  /** A party comes, whose visit is `id` in the reference. `sender`: null for a walk-in. Returns the refusal. */
  enter: (id: string, party: Party, sender: string | null) => Promise<RefusalCode | null>;
  /** Returns the refusal. */
  execute: (
    command:
      | CommandOnVisit
      | Extract<OutsideCommand, { kind: 'change-settings' | 'close' | 'follow-billing' }>,
  ) => Promise<RefusalCode | null>;
  /** Runs the alarm, even if none is set. */
  fireAlarm: () => Promise<void>;
  /** Time of the next automatic change; null: none. */
  wakesAt: () => Promise<number | null>;
  /** Drops all unstored state. */
  evict: () => Promise<void>;
  /** Simulates very many moves: no rank is free between two neighbours. The order stays, also that of an undo offer. */
  squeeze: () => Promise<void>;
  /** All stored state, with the reference's names of visits. */
  snapshot: () => Promise<Snapshot>;
};

/** The snapshot after `squeeze`. */
export function squeezed(before: Snapshot): Snapshot {
  const { location } = before;
  if (location === null) return before;
  const waiting = [...before.visits.values()].filter(({ status }) => status === 'waiting');
  const services = Object.entries(location.services).map(([id, service]) => {
    const { lastRank, undo } = service;
    const used = [...waiting.filter(({ serviceId }) => serviceId === id), ...(undo === null ? [] : [undo])];
    const ranks = [...new Set(used.map(({ rank }) => rank))].toSorted((a, b) => a - b);
    const rankOf = (rank: number) => lastRank - ranks.length + ranks.indexOf(rank);
    return { id, rankOf, service: { ...service, undo: undo && { ...undo, rank: rankOf(undo.rank) } } };
  });
  const visits = new Map(before.visits);
  for (const visit of waiting) {
    const rank = services.find(({ id }) => id === visit.serviceId)?.rankOf(visit.rank) ?? visit.rank;
    visits.set(visit.id, { ...visit, rank });
  }
  const after = Object.fromEntries(services.map(({ id, service }) => [id, service]));
  return { ...before, location: { ...location, services: after }, visits };
}
