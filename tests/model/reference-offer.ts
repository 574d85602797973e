/** The undo offers of the reference model, at most one for each visit. */

export type Offer = {
  id: string;
  of: 'admit' | 'remove' | 'arrived' | 'no-show';
  until: number;
  paid: boolean;
  /**
   * The visits that were ahead of this visit or behind it, and have not moved after the offer was made. Some of them
   * may have left the line.
   */
  ahead: Set<string>;
  behind: Set<string>;
};

export class Offers {
  #all = new Map<string, Offer>();

  get all(): Offer[] {
    return [...this.#all.values()];
  }

  of(id: string): Offer | null {
    return this.#all.get(id) ?? null;
  }

  /**
   * Makes an offer to bring this visit back to its place in `order`. The offer replaces an earlier offer for this
   * visit.
   */
  make(order: string[], about: Pick<Offer, 'id' | 'of' | 'until' | 'paid'>): void {
    const { id } = about;
    const at = order.indexOf(id);
    const others = this.all.filter((offer) => offer.id !== id);
    const hiddenAhead = others.filter(({ behind }) => behind.has(id)).map((offer) => offer.id);
    const hiddenBehind = others.filter(({ ahead }) => ahead.has(id)).map((offer) => offer.id);
    this.#all.delete(id);
    this.#all.set(id, {
      ...about,
      ahead: new Set([...order.slice(0, Math.max(0, at)), ...hiddenAhead]),
      behind: new Set([...(at === -1 ? [] : order.slice(at + 1)), ...hiddenBehind]),
    });
  }

  end(id: string): void {
    this.#all.delete(id);
  }

  endAll(): void {
    this.#all.clear();
  }

  /** A party has joined behind all others. */
  joined(id: string): void {
    for (const { behind } of this.#all.values()) behind.add(id);
  }

  /** A visit was moved, so it may now be ahead or behind. */
  moved(id: string): void {
    for (const { ahead, behind } of this.#all.values()) {
      ahead.delete(id);
      behind.delete(id);
    }
  }

  expire(now: number): void {
    for (const { id, until } of this.all) if (until <= now) this.end(id);
  }
}

/**
 * The range of positions, counted from 1, at which the restored visit may be. Visits that were moved meanwhile may be
 * ahead of it or behind it.
 */
export function positionsOf(offer: Offer | null, order: string[]): { first: number; last: number } {
  const next = order.findIndex((id) => offer?.behind.has(id));
  return {
    first: order.findLastIndex((id) => offer?.ahead.has(id)) + 2,
    last: next === -1 ? order.length + 1 : next + 1,
  };
}
