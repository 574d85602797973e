/** The last admit or remove of the reference, while it can be undone. */

export type Offer = {
  id: string;
  of: 'admit' | 'remove';
  until: number;
  paid: boolean;
  /** Who stood before and behind, and has not been put elsewhere since. */
  ahead: Set<string>;
  behind: Set<string>;
};

/** The offer to bring this visit back to where it stands in this line. */
export function offerTo(order: string[], about: Pick<Offer, 'id' | 'of' | 'until' | 'paid'>): Offer {
  const at = order.indexOf(about.id);
  return { ...about, ahead: new Set(order.slice(0, at)), behind: new Set(order.slice(at + 1)) };
}

/**
 * Between which positions (from 1) the visit may come to stand again: who was put elsewhere meanwhile may be on either
 * side of it.
 */
export function positionsOf(offer: Offer | null, order: string[]): { first: number; last: number } {
  const next = order.findIndex((id) => offer?.behind.has(id));
  return {
    first: order.findLastIndex((id) => offer?.ahead.has(id)) + 2,
    last: next === -1 ? order.length + 1 : next + 1,
  };
}
