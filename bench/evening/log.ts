/** Observations of a played evening, for the measures. */

/** Observations. Times are in milliseconds. */
export type Log = {
  joinMs: number[];
  admitMs: number[];
  /** From just before the owner's admit call until the guest's page has the turn. */
  turnMs: number[];
  /**
   * Time of a small call to the baseline's object (the floor) at the same moment: the machine's latency for any call.
   */
  floorMs: number[];
  /** Delay between the end of a hold and its message on the guest's page. */
  holdLateMs: number[];
  /** Number of ended visits by kind of end. */
  left: number;
  arrived: number;
  holdsOver: number;
  /** Number of admits that queued a text. */
  texts: number;
  /** Unexpected results, in words. */
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
