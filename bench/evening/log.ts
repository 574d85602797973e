/** What a played evening saw, for the measures. */

/** Times in milliseconds. */
export type Log = {
  joinMs: number[];
  admitMs: number[];
  /** From just before the owner's admit was sent until the guest's page had the turn. */
  turnMs: number[];
  /** The same small call to the floor's object, in between: what this machine does to any call. */
  floorMs: number[];
  /** How long after its end a hold was ended on its guest's page. */
  holdLateMs: number[];
  /** Of ended visits, by what ended them. */
  left: number;
  arrived: number;
  holdsOver: number;
  /** How many admits queued a text. */
  texts: number;
  /** What should not have happened, in words. */
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
