/** How long it is known who the guests of ended visits were, pure (`docs/decisions/0034-forgetting-guests.md`). */
import { PEOPLE_KEPT_MS } from '../../limits.ts';

/**
 * Whoever would be forgotten within the hour is forgotten with the one whose time has come: the object wakes for this
 * once an hour at most, and nobody is kept too long.
 */
const AHEAD_MS = 3_600_000;

/** When the first of them is to be forgotten, from the earliest end of a visit whose guest is still known. */
export function eraseDueAt(earliestEnd: number | null): number | null {
  return earliestEnd === null ? null : earliestEnd + PEOPLE_KEPT_MS;
}

/** Visits that ended at or before that time are to be forgotten now. */
export function eraseUpTo(now: number): number {
  return now - PEOPLE_KEPT_MS + AHEAD_MS;
}
