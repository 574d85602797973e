/** The undo offer for the last admit or remove in the reference model. */

export type Offer = {
  id: string;
  of: 'admit' | 'remove';
  until: number;
  paid: boolean;
  /** Visits that stood ahead and behind, and were not moved since. */
  ahead: Set<string>;
  behind: Set<string>;
};

/** The offer to bring this visit back to its place in this line. */
export function offerTo(order: string[], about: Pick<Offer, 'id' | 'of' | 'until' | 'paid'>): Offer {
  const at = order.indexOf(about.id);
  return { ...about, ahead: new Set(order.slice(0, at)), behind: new Set(order.slice(at + 1)) };
}

/**
 * Range of positions (from 1) at which the restored visit may stand: visits that were moved meanwhile may be on either
 * side.
 */
export function positionsOf(offer: Offer | null, order: string[]): { first: number; last: number } {
  const next = order.findIndex((id) => offer?.behind.has(id));
  return {
    first: order.findLastIndex((id) => offer?.ahead.has(id)) + 2,
    last: next === -1 ? order.length + 1 : next + 1,
  };
}
