/** The log of a played evening, from which the measures are computed. */

/** Times are in milliseconds. */
export type Log = {
  joinMs: number[];
  admitMs: number[];
  /**
   * For each admit: the time from just before the owner's call until the guest's page gets the message with the turn.
   */
  turnMs: number[];
  /**
   * The times that small calls to the baseline object (the floor) take in the same evening. The times of the product
   * are compared with these times.
   */
  floorMs: number[];
  /** For each hold: the time from the end of the hold until the guest's page gets the message about the end. */
  holdLateMs: number[];
  /** Three numbers of ended visits: the guest left, the guest arrived, or the hold ended. */
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
