/**
 * Rules of retention: how long guests' data are stored after the visit. See `docs/decisions/0034-forgetting-guests.md`.
 */
import { PEOPLE_RETENTION_MS } from '../../limits.ts';
import { SENDER_RETENTION_MS } from './recent-joins.ts';

/**
 * An erasure also includes the data that are due within the next hour, so that the location's object wakes at most once
 * an hour for erasures.
 */
const AHEAD_MS = 3_600_000;

/** The time of the next erasure. `earliestEnd`: the earliest end of a visit whose guest's data are still stored. */
export function eraseDueAt(earliestEnd: number | null): number | null {
  return earliestEnd === null ? null : earliestEnd + PEOPLE_RETENTION_MS;
}

/** The data of guests are erased now if the visit ended at or before this time. */
export function eraseUpTo(now: number): number {
  return now - PEOPLE_RETENTION_MS + AHEAD_MS;
}

/**
 * The time at which the networks of senders are erased next. `earliestJoin`: the earliest join whose networks are still
 * stored.
 */
export function eraseSendersDueAt(earliestJoin: number | null): number | null {
  return earliestJoin === null ? null : earliestJoin + SENDER_RETENTION_MS;
}

/** The networks of senders are erased now if the join was at or before this time. */
export function eraseSendersUpTo(now: number): number {
  return now - SENDER_RETENTION_MS + AHEAD_MS;
}
