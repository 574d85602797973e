/** Inserts a visit at a position in line, pure. */
import { rankBetween, RANK_STEP, type Line, type RankedVisit } from './line.ts';
import { serviceOf, withService, type Location, type Visit } from '../state.ts';

type Insertion = {
  location: Location;
  rank: number;
  /** New ranks of all others, only when there was no room left between two of them. */
  ranks: RankedVisit[];
};

/** The rank that puts this visit at `position` (from 1, to at most one behind the others), whether or not it is in line. */
export function insertAt(location: Location, line: Line, visit: Visit, position: number): Insertion {
  const others = line.visits.filter((other) => other.id !== visit.id);
  const before = others[position - 2]?.rank ?? null;
  const after = others[position - 1]?.rank ?? null;
  const rank = rankBetween(before, after);
  if (rank === null) return spreadOut(location, visit, others, position);
  const lastRank = Math.max(serviceOf(location, visit).lastRank, rank);
  return { location: withService(location, visit, { lastRank }), rank, ranks: [] };
}

/**
 * Gives everybody a new rank with room between, keeping the order. The new ranks lie above all that were ever given, so
 * that they can be written one after the other without two being alike at any time.
 */
function spreadOut(
  location: Location,
  visit: Visit,
  others: readonly RankedVisit[],
  position: number,
): Insertion {
  const { lastRank, undo } = serviceOf(location, visit);
  const rankAt = (position: number) => lastRank + position * RANK_STEP;
  const ranks = others.map(({ id }, index) => ({ id, rank: rankAt(index + (index < position - 1 ? 1 : 2)) }));
  return {
    location: withService(location, visit, {
      lastRank: rankAt(others.length + 1),
      // The visit that an undo would bring back keeps its rank between the same two.
      undo: undo && { ...undo, rank: rankBeforeNext(others, ranks, undo.rank, rankAt(others.length + 1)) },
    }),
    rank: rankAt(position),
    ranks,
  };
}

/** A rank just before the first of the others that stood behind `rank`; `last` when there was none. */
function rankBeforeNext(
  others: readonly RankedVisit[],
  ranks: readonly RankedVisit[],
  rank: number,
  last: number,
): number {
  const next = ranks[others.findIndex((other) => other.rank > rank)];
  return next === undefined ? last : next.rank - 1;
}
