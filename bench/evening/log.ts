/** The log of a played evening, from which the measures are computed. */

/** Times are in milliseconds. */
export type Log = {
  joinMs: number[];
  admitMs: number[];
  /** Times from just before the owner's admit call until the guest's page gets the turn. */
  turnMs: number[];
  /** Times of small calls to the baseline's object (the floor) in the same evening, for comparison with the product. */
  floorMs: number[];
  /** Delays from the end of a hold to the message about the end on the guest's page. */
  holdLateMs: number[];
  /** Number of ended visits by kind of end. */
  left: number;
  arrived: number;
  holdsOver: number;
  /** Number of admits that queued a text. */
  texts: number;
  /** Unexpected results, each as a sentence. */
  errors: string[];
};

export function emptyLog(): Log {
  return {
    joinMs: [],
    admitMs: [],
    turnMs: [],
    floorMs: [],
    holdLateMs: [],
    left: 0,
    arrived: 0,
    holdsOver: 0,
    texts: 0,
    errors: [],
  };
}
