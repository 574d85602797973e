/** The undo offers of the reference model, at most one for each visit. */

export type Offer = {
  id: string;
  of: 'admit' | 'remove' | 'arrived' | 'no-show';
  until: number;
  paid: boolean;
  /**
   * The other visits that were ahead of this visit and behind it when the offer was made. A visit that moves after the
   * offer was made is deleted from both sets.
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
   * Stores an undo offer, which can bring this visit back to its place in `order`. An earlier offer for the visit is
   * replaced.
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

  joined(id: string): void {
    for (const { behind } of this.#all.values()) behind.add(id);
  }

  /** Deletes a moved visit from all offers, because its new place is unknown. */
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
 * The first and the last position (counted from 1) that the restored visit may get. Several positions are possible if
 * other visits have moved.
 */
export function positionsOf(offer: Offer | null, order: string[]): { first: number; last: number } {
  const next = order.findIndex((id) => offer?.behind.has(id));
  return {
    first: order.findLastIndex((id) => offer?.ahead.has(id)) + 2,
    last: next === -1 ? order.length + 1 : next + 1,
  };
}
