/**
 * Rules of retention: how long guests of ended visits are stored. Pure (`docs/decisions/0034-forgetting-guests.md`).
 */
import { PEOPLE_RETENTION_MS } from '../../limits.ts';
import { SENDER_RETENTION_MS } from './recent-joins.ts';

/**
 * Guests due within the hour are erased together, so that the object wakes at most once an hour and no data
 * is stored too long.
 */
const AHEAD_MS = 3_600_000;

/** The next time to erase. `earliestEnd`: the earliest end of a visit whose guest is still stored. */
export function eraseDueAt(earliestEnd: number | null): number | null {
  return earliestEnd === null ? null : earliestEnd + PEOPLE_RETENTION_MS;
}

/** Guests of visits that ended up to this time are erased now. */
export function eraseUpTo(now: number): number {
  return now - PEOPLE_RETENTION_MS + AHEAD_MS;
}

/** The next time to erase the networks of senders. `earliestJoin`: the earliest join whose networks are stored. */
export function eraseSendersDueAt(earliestJoin: number | null): number | null {
  return earliestJoin === null ? null : earliestJoin + SENDER_RETENTION_MS;
}

/** The networks of joins up to this time are erased now. */
export function eraseSendersUpTo(now: number): number {
  return now - SENDER_RETENTION_MS + AHEAD_MS;
}
