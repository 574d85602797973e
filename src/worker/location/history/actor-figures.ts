/** Figures of admissions by actor, for the charts by member. Pure. */
import type { Admission } from '../store/event-log.ts';

export type ActorFigures = {
  actor: string;
  admitted: number;
  served: number;
  noShows: number;
  medianWaitMinutes: number;
};

/**
 * The figures of each actor; the actor with the most admissions comes first. A visit counts once, for the actor of its
 * last admission. A visit counts only if its status is still admitted, arrived or no-show.
 */
export function figuresByActor(newestFirst: readonly Admission[], owner: string | null): ActorFigures[] {
  const lastOnes = new Map<string, Admission>();
  for (const one of newestFirst) if (!lastOnes.has(one.visitId)) lastOnes.set(one.visitId, one);
  const counted = [...lastOnes.values()].filter(({ status }) => isServed(status) || status === 'no_show');
  return [...Map.groupBy(counted, ({ actor }) => (actor === owner ? 'owner' : actor))]
    .map(([actor, ofActor]) => ({
      actor,
      admitted: ofActor.length,
      served: ofActor.filter(({ status }) => isServed(status)).length,
      noShows: ofActor.filter(({ status }) => status === 'no_show').length,
      medianWaitMinutes: Math.round(medianOf(ofActor.map(({ waitedMs }) => waitedMs)) / 60_000),
    }))
    .toSorted((one, other) => other.admitted - one.admitted);
}

function isServed(status: string): boolean {
  return status === 'admitted' || status === 'arrived';
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / Math.max(1, middle.length);
}
