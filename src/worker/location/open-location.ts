/** The location of an object, for calls that need an open location. */
import { refused } from '../../shared/queue/decision.ts';
import type { Location } from '../../shared/queue/state.ts';
import type { Result } from './rpc.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

/** The open location; `not_found` if the object has no location, and `location_closed` if the location is closed. */
export function openLocation(storage: SqliteStorage): Result<{ location: Location }> {
  const location = storage.location();
  if (location === null) return refused('not_found');
  if (location.profile.closedAt !== null) return refused('location_closed');
  return { ok: true, location };
}
