/** When the object has to wake by itself, pure. */

/** Times in epoch milliseconds; null: nothing of that kind is coming. */
export type Wakes = {
  /** The earliest end of a running hold. */
  holdEndsAt: number | null;
  /** The earliest time at which an admitted party nobody decided about is settled. */
  settlesAt: number | null;
  /** The end of the time in which the last admit or remove can be undone. */
  undoEndsAt: number | null;
  /** Now, where somebody is to be told that the turn is near. */
  nearlyAt: number | null;
  /** The earliest time a text is due. */
  textDueAt: number | null;
  /** The earliest time a row of history is due. */
  historyDueAt: number | null;
  /** The earliest time a reminder is due. */
  reminderDueAt: number | null;
  /** When a closed location's data is erased. */
  erasesAt: number | null;
  /** When the first guest of an ended visit is to be forgotten. */
  forgetsAt: number | null;
};

/** The time for the one alarm, or null for none. */
export function nextWake(wakes: Wakes): number | null {
  const times = Object.values(wakes).filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}
