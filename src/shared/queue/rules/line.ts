/**
 * The waiting line, sorted by rank. Pure. A rank is a unique whole number; the party with the smallest rank is the
 * first in line. Ranks have space between them, so that a party can be inserted without new ranks for others. The line
 * is built from the stored rows.
 */
export type RankedVisit = { id: string; rank: number };

/**
 * The difference between the ranks of two successive joins. The difference can be halved 24 times. The ranks of 500
 * million joins are still safe integers.
 */
export const RANK_STEP = 2 ** 24;

export class Line {
  /** Ascending by rank. */
  readonly #visits: RankedVisit[];
  readonly #rankById: Map<string, number>;

  /** @param visits ascending by rank */
  constructor(visits: Iterable<RankedVisit>) {
    this.#visits = [...visits];
    this.#rankById = new Map(this.#visits.map(({ id, rank }) => [id, rank]));
  }

  get length(): number {
    return this.#visits.length;
  }

  get visits(): readonly RankedVisit[] {
    return this.#visits;
  }

  add(visit: RankedVisit): void {
    this.#visits.splice(this.#countBelow(visit.rank), 0, visit);
    this.#rankById.set(visit.id, visit.rank);
  }

  remove(id: string): void {
    const rank = this.#rankById.get(id);
    if (rank === undefined) return;
    this.#visits.splice(this.#countBelow(rank), 1);
    this.#rankById.delete(id);
  }

  /** The position of this visit, counted from 1; 0 if the visit is not in line. */
  positionOf(id: string): number {
    const rank = this.#rankById.get(id);
    return rank === undefined ? 0 : this.#countBelow(rank) + 1;
  }

  /**
   * The position that a new party with this rank would get. A visit that already has the same rank stays ahead of the
   * new party.
   */
  positionFor(rank: number): number {
    return this.#countBelow(rank + 1) + 1;
  }

  rankOf(id: string): number | undefined {
    return this.#rankById.get(id);
  }

  /** The number of visits with a lower rank, by binary search. */
  #countBelow(rank: number): number {
    let low = 0;
    let high = this.#visits.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const visit = this.#visits[middle];
      if (visit !== undefined && visit.rank < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * A rank between two neighbours. `before` is null at the front of the line, and `after` is null at the end. Returns
 * null if no rank is free.
 */
export function rankBetween(before: number | null, after: number | null): number | null {
  if (before === null) return after === null ? RANK_STEP : after - RANK_STEP;
  if (after === null) return before + RANK_STEP;
  const middle = Math.floor((before + after) / 2);
  return middle > before ? middle : null;
}
