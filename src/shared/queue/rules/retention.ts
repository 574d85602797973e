/**
 * Rules of retention: how long the data of guests of ended visits are stored. Pure
 * (`docs/decisions/0034-forgetting-guests.md`).
 */
import { PEOPLE_RETENTION_MS } from '../../limits.ts';
import { SENDER_RETENTION_MS } from './recent-joins.ts';

/**
 * All data that are due within the next hour are erased together, so that the object wakes at most once an hour and no
 * data are stored too long.
 */
const AHEAD_MS = 3_600_000;

/** The time of the next erasure. `earliestEnd`: the earliest end of a visit whose guest's data are still stored. */
export function eraseDueAt(earliestEnd: number | null): number | null {
  return earliestEnd === null ? null : earliestEnd + PEOPLE_RETENTION_MS;
}

/** The guests of visits that ended at or before this time are erased now. */
export function eraseUpTo(now: number): number {
  return now - PEOPLE_RETENTION_MS + AHEAD_MS;
}

/**
 * The time at which the networks of senders are erased next. `earliestJoin`: the earliest join whose networks are
 * stored.
 */
export function eraseSendersDueAt(earliestJoin: number | null): number | null {
  return earliestJoin === null ? null : earliestJoin + SENDER_RETENTION_MS;
}

/** The networks of joins at or before this time are erased now. */
export function eraseSendersUpTo(now: number): number {
  return now - SENDER_RETENTION_MS + AHEAD_MS;
}
