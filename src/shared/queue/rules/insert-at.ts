/** Inserts a visit into the line: at a given position, or at the rank that the visit had before. Pure. */
import { rankBetween, RANK_STEP, type Line, type RankedVisit } from './line.ts';
import { serviceOf, withService, type Location, type Undo, type Visit } from '../state.ts';

type Insertion = {
  location: Location;
  rank: number;
  /** New ranks of all other visits if no rank was free between the two neighbours; otherwise empty. */
  ranks: RankedVisit[];
};

/** The rank that puts this visit at `position`, counted from 1. The visit may be in line already. */
export function insertAt(location: Location, line: Line, visit: Visit, position: number): Insertion {
  const others = line.visits.filter((other) => other.id !== visit.id);
  const before = others[position - 2]?.rank ?? null;
  const after = others[position - 1]?.rank ?? null;
  return insertBetween(location, visit, others, { before, after });
}

/**
 * For a visit that is not in line: inserts the visit at its earlier rank or, if another visit has this rank now,
 * directly behind the other visit.
 */
export function insertAtRank(location: Location, line: Line, visit: Visit): Insertion & { position: number } {
  const { rank } = visit;
  const position = line.positionFor(rank);
  if (line.visits[position - 2]?.rank !== rank) return { location, rank, ranks: [], position };
  const behind = withOffers(location, visit, line.visits).find((other) => other.rank > rank);
  const neighbours = { before: rank, after: behind?.rank ?? null };
  return { ...insertBetween(location, visit, line.visits, neighbours), position };
}

function insertBetween(
  location: Location,
  visit: Visit,
  others: readonly RankedVisit[],
  { before, after }: { before: number | null; after: number | null },
): Insertion {
  const rank = rankBetween(before, after);
  if (rank === null) return spreadOut(location, visit, others, before ?? -Infinity);
  const lastRank = Math.max(serviceOf(location, visit).lastRank, rank);
  return { location: withService(location, visit, { lastRank }), rank, ranks: [] };
}

/**
 * Gives every visit a new rank in the same order, with space between the ranks. `visit` is placed behind the visits
 * whose rank is at most `before`. The new ranks are higher than all earlier ranks, so that updates of one row at a time
 * never make a duplicate rank.
 */
function spreadOut(
  location: Location,
  visit: Visit,
  others: readonly RankedVisit[],
  before: number,
): Insertion {
  const { lastRank, undos } = serviceOf(location, visit);
  const all = withOffers(location, visit, others);
  const ahead = all.filter(({ rank }) => rank <= before).length;
  const rankAt = (position: number) => lastRank + position * RANK_STEP;
  const ranks = all.map(({ id }, index) => ({ id, rank: rankAt(index + (index < ahead ? 1 : 2)) }));
  const rankOf = new Map(ranks.map(({ id, rank }) => [id, rank]));
  const moved = (undo: Undo): Undo => ({ ...undo, rank: rankOf.get(undo.visitId) ?? undo.rank });
  return {
    location: withService(location, visit, { lastRank: rankAt(all.length + 1), undos: undos.map(moved) }),
    rank: rankAt(ahead + 1),
    ranks,
  };
}

/**
 * The visits of `others` together with the visits that an undo can return to the line. The result does not contain
 * `visit`. Ascending by rank.
 */
function withOffers(location: Location, visit: Visit, others: readonly RankedVisit[]): RankedVisit[] {
  const offered = serviceOf(location, visit)
    .undos.filter(({ visitId, of }) => visitId !== visit.id && (of === 'admit' || of === 'remove'))
    .map(({ visitId, rank }) => ({ id: visitId, rank }));
  return [...others, ...offered].toSorted((one, other) => one.rank - other.rank);
}
