/**
 * The waiting line by rank, pure: an index of the rows for reading a position without scanning them. The rows are the
 * truth; a line can be thrown away and read again at any time.
 */
export type Place = { id: string; rank: number };

export class Line {
  /** Ascending by rank; ranks are distinct. */
  readonly #places: Place[];

  /** @param places ascending by rank */
  constructor(places: Iterable<Place>) {
    this.#places = [...places];
  }

  get length(): number {
    return this.#places.length;
  }

  add(place: Place): void {
    this.#places.splice(this.#indexOf(place.rank), 0, place);
  }

  remove(rank: number): void {
    const index = this.#indexOf(rank);
    if (this.#places[index]?.rank === rank) this.#places.splice(index, 1);
  }

  /** The position from 1 of the party with this rank; 0 when it is not in line. */
  positionOf(rank: number): number {
    const index = this.#indexOf(rank);
    return this.#places[index]?.rank === rank ? index + 1 : 0;
  }

  /** The index of the first place whose rank is not below: a binary search. */
  #indexOf(rank: number): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const place = this.#places[middle];
      if (place !== undefined && place.rank < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
