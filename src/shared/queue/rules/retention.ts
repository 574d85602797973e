/**
 * Rules of retention: how long the guests of ended visits are kept. Pure (`docs/decisions/0034-forgetting-guests.md`).
 */
import { PEOPLE_RETENTION_MS } from '../../limits.ts';

/**
 * Guests due within the hour are erased together: the object wakes once an hour at most, and nobody is kept too long.
 */
const AHEAD_MS = 3_600_000;

/** The next time to erase, from the earliest end of a visit whose guest is still stored. */
export function eraseDueAt(earliestEnd: number | null): number | null {
  return earliestEnd === null ? null : earliestEnd + PEOPLE_RETENTION_MS;
}

/** Visits that ended at or before the returned time are erased now. */
export function eraseUpTo(now: number): number {
  return now - PEOPLE_RETENTION_MS + AHEAD_MS;
}
