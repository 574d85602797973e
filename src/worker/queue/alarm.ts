/** When the object has to wake by itself, pure. */

export type Wakes = {
  /** The earliest end of a running hold, epoch milliseconds. */
  holdEndsAt: number | null;
  /** The earliest time an outbox entry is due, epoch milliseconds. */
  outboxDueAt: number | null;
};

/** The time for the one alarm, or null for none. */
export function nextWake({ holdEndsAt, outboxDueAt }: Wakes): number | null {
  if (holdEndsAt === null) return outboxDueAt;
  if (outboxDueAt === null) return holdEndsAt;
  return Math.min(holdEndsAt, outboxDueAt);
}
