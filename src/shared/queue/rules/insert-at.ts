/** Inserts a visit at a position in line. Pure. */
import { rankBetween, RANK_STEP, type Line, type RankedVisit } from './line.ts';
import { serviceOf, withService, type Location, type Visit } from '../state.ts';

type Insertion = {
  location: Location;
  rank: number;
  /** New ranks of all other visits; only if two of them had no free rank between them. */
  ranks: RankedVisit[];
};

/** The rank that puts this visit at `position`, from 1 to one behind the others. The visit may be in line already. */
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
 * Gives every visit a new rank with room between them, in unchanged order. The new ranks are higher than all earlier
 * ones, so that they can be written one by one without a duplicate.
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
      // The rank in an undo offer also moves, so that it stays between the same two visits.
      undo: undo && { ...undo, rank: rankBeforeNext(others, ranks, undo.rank, rankAt(others.length + 1)) },
    }),
    rank: rankAt(position),
    ranks,
  };
}

/** A rank just before the first visit that stood behind `rank`; `last` if there was none. */
function rankBeforeNext(
  others: readonly RankedVisit[],
  ranks: readonly RankedVisit[],
  rank: number,
  last: number,
): number {
  const next = ranks[others.findIndex((other) => other.rank > rank)];
  return next === undefined ? last : next.rank - 1;
}
