/**
 * Reads of one location's state for the Worker's routes. Each read answers `not_found` for an object that was never
 * opened.
 */
import { refused } from '../../shared/queue/decision.ts';
import { acceptingView, project } from '../../shared/queue/project.ts';
import { creditsNow, type Balances } from '../../shared/queue/rules/credits.ts';
import { isOpenAt } from '../../shared/queue/rules/opening-hours.ts';
import { MAIN_SERVICE } from '../../shared/queue/state.ts';
import { openLocation } from './open-location.ts';
import type { Accepting, Result, Viewed } from './rpc.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

const NOT_FOUND = refused('not_found');

/** The location as staff see it; `location_closed` if the location is closed. */
export function readView(storage: SqliteStorage, now: number): Result<Viewed> {
  const open = openLocation(storage);
  if (!open.ok) return open;
  const view = project.staff(storage, now);
  if (view === null) return NOT_FOUND;
  const { directoryRevision } = storage;
  return { ok: true, view, guestsLeft: open.location.credits.guestsLeft, directoryRevision };
}

/** What a guest sees before a join: the reason if a join is not possible, and data about the line. */
export function readAccepting(storage: SqliteStorage, now: number): Result<Accepting> {
  const location = storage.location();
  if (location === null) return NOT_FOUND;
  const { username } = location.profile;
  const { directoryRevision } = storage;
  const view = acceptingView(storage, location, isOpenAt, now);
  return { ok: true, ...view, username, directoryRevision };
}

/** The credits that can be spent, and the number of parties in line. */
export function readBalances(storage: SqliteStorage, now: number): Result<Balances & { waiting: number }> {
  const location = storage.location();
  if (location === null) return NOT_FOUND;
  const waiting = storage.line({ serviceId: MAIN_SERVICE }).length;
  return { ok: true, ...creditsNow(location, now), waiting };
}
