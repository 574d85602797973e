/** The activity of a location: pages of its event log, with the names of members and guests. */
import {
  activityKinds,
  FORMER_MEMBERS,
  type ActivityEvent,
  type ActivityFilter,
  type ActivityPage,
} from '../../../shared/contracts/activity.ts';
import { addDays } from '../../../shared/time/local-hour.ts';
import { iso } from '../../../shared/time/iso.ts';
import { ActorNames } from '../../identity/actor-names.ts';
import type { LocationRecord } from '../../identity/members.ts';
import type { ActivityPart, Result } from '../../location/rpc.ts';
import { loadActivity, locationById } from '../../location/stubs.ts';
import { startOfDay } from '../analytics/zoned-time.ts';

const PAGE_EVENTS = 50;

/**
 * Returns one page of a location's activity. D1 and the object are each read once. The two reads are parallel if the
 * filter does not need the present team.
 */
export async function activityOf(
  env: Env,
  { id, timezone, businessId }: LocationRecord,
  { before, ...filter }: ActivityFilter & { before?: number | undefined },
): Promise<Result<{ page: ActivityPage }>> {
  const named = ActorNames.of(env, businessId);
  const [names, read] = await Promise.all([
    named,
    readLog(env, { id, timezone }, filter, { before: before ?? null, limit: PAGE_EVENTS, named }),
  ]);
  if (!read.ok) return read;
  const { rows, next } = read;
  const events = rows.map((row) => names.named(eventOf(row)));
  return { ok: true, page: { events, people: names.at(id), ...(next !== null && { next }) } };
}

/**
 * Returns the events of a location's log that a filter selects. Days are in the location's time zone. `named`: the
 * names of the business's members.
 */
export async function readLog(
  env: Env,
  { id, timezone }: Pick<LocationRecord, 'id' | 'timezone'>,
  { actor, kind, day }: ActivityFilter,
  { named, ...page }: { before: number | null; limit: number; named: Promise<ActorNames> },
): Promise<Result<ActivityPart>> {
  const location = locationById(env, id);
  if (location === null) return { ok: false, code: 'not_found' };
  const isFormer = actor === FORMER_MEMBERS;
  const team = isFormer || actor === 'owner' ? await named : null;
  return loadActivity(location, {
    ...page,
    actor: isFormer ? null : (actor ?? null),
    alsoActor: isFormer ? null : (team?.owner ?? null),
    members: isFormer && team !== null ? [...team.at(id).map((one) => one.actor), team.owner ?? ''] : null,
    kinds: kind === undefined ? null : activityKinds[kind],
    from: day === undefined ? null : startOfDay(day, timezone),
    until: day === undefined ? null : startOfDay(addDays(day, 1), timezone),
  });
}

/** An event of the log in the form of the API. An erased guest has no name. */
export function eventOf(row: ActivityPart['rows'][number]): ActivityEvent {
  const { n, kind, at, position, fromPosition, actor, reason, servers, settings } = row;
  const guest = [row.firstName, row.lastName].filter(Boolean).join(' ');
  return {
    n,
    kind,
    at: iso(at),
    position,
    actor,
    ...(fromPosition !== null && { fromPosition }),
    ...(reason !== null && { reason }),
    ...(guest !== '' && { guest }),
    ...(kind === 'servers_set' && { servers }),
    ...(settings !== null && { settings: settings.split(' ') }),
  };
}
