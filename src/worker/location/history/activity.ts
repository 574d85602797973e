/** Reads the event log of a location, for the list of activity and the charts by member. */
import { openLocation } from '../open-location.ts';
import type { ActivityPart, ActorFigures, Result } from '../rpc.ts';
import type { LogFilter } from '../store/event-log.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';
import { figuresByActor } from './actor-figures.ts';

export function readActivity(storage: SqliteStorage, filter: LogFilter): Result<ActivityPart> {
  const open = openLocation(storage);
  return open.ok ? { ok: true, ...storage.events.page(filter) } : open;
}

/** The figures of each actor since `since` (epoch milliseconds); empty if the charts by member are off. */
export function readFigures(
  storage: SqliteStorage,
  since: number,
  owner: string | null,
): Result<{ figures: ActorFigures[] }> {
  const open = openLocation(storage);
  if (!open.ok) return open;
  const isOn = open.location.settings.memberCharts;
  return { ok: true, figures: isOn ? figuresByActor(storage.events.admissionsSince(since), owner) : [] };
}
