/** A queue that is driven by commands and looked at as a whole: in memory, or the real object (`tests/in-node/support/object-queue.ts`). */
import type { RefusalCode } from '../../src/shared/copy/en/refusals.ts';
import type { OutsideCommand } from '../../src/shared/queue/commands.ts';
import type { Snapshot } from '../../src/shared/queue/memory-storage.ts';
import type { Party } from '../../src/shared/queue/state.ts';

/** A command about a visit that is there, by the name that the reference knows it by. */
type CommandOnVisit = Extract<OutsideCommand, { visit: unknown }> & { visit: { id: string } };

export type QueueUnderTest = {
  now: () => number;
  wait: (ms: number) => void;
  /** A party comes; the reference calls its visit `id`. `sender`: null for a walk-in. Answers why it may not. */
  enter: (id: string, party: Party, sender: string | null) => Promise<RefusalCode | null>;
  /** Answers why it is refused. */
  execute: (
    command: CommandOnVisit | Extract<OutsideCommand, { kind: 'change-settings' | 'close' }>,
  ) => Promise<RefusalCode | null>;
  /** The alarm fires, whether or not it is set. */
  fireAlarm: () => Promise<void>;
  /** When the next thing is over by itself; null: nothing will be. */
  wakesAt: () => Promise<number | null>;
  /** The queue forgets all that it does not keep. */
  evict: () => Promise<void>;
  /** As after very many moves: no rank is free between two neighbours. The order stays, also that of an offer to undo. */
  squeeze: () => Promise<void>;
  /** All that is kept, with the visits named as the reference names them. */
  snapshot: () => Promise<Snapshot>;
};

/** The snapshot as it is with no room between any two neighbours. */
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
