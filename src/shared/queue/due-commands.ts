/** The commands that become due by time, and the time of the next command. Pure. Times are epoch milliseconds. */
import { UNRESOLVED_AFTER_HOLD_MS, WAIT_MAX_MS } from '../limits.ts';
import type { InsideCommand } from './commands.ts';
import { canNotify, positionsToNotify } from './rules/texts/almost-there.ts';
import type { OpeningHours } from '../time/opening-hours.ts';
import type { Location, Visit } from './state.ts';
import type { QueueStorage } from './storage.ts';

/**
 * Returns the time at which a location opens again for guests who joined at `atMs` (`rules/opening-hours.ts`). Returns
 * null if the location does not open again within a day.
 */
export type ReopensAt = (hours: OpeningHours, timezone: string, atMs: number) => number | null;

const actor = { kind: 'system' } as const;

/**
 * The commands that are due. The commands end holds, offers to undo, duties and expired waits. They also resolve visits
 * that have no outcome, and send the "almost there" texts. The caller executes each command before it asks for the next
 * command. Idempotent.
 */
export function* dueCommands(
  state: QueueStorage,
  now: number,
  reopensAt: ReopensAt,
): Generator<InsideCommand> {
  for (const { id } of state.holdsEndedBy(now)) yield { kind: 'end-hold', visit: { id }, actor };
  for (const { id } of state.unresolvedBy(now - UNRESOLVED_AFTER_HOLD_MS))
    yield { kind: 'auto-resolve', visit: { id }, actor };
  for (const [serviceId, { undos }] of Object.entries(state.location()?.services ?? {}))
    if (undos.some(({ until }) => until <= now)) yield { kind: 'end-undo', serviceId, actor };
  for (const { onDuty } of Object.values(state.location()?.services ?? {}))
    for (const { actor: person, until } of onDuty)
      if (until <= now) yield { kind: 'end-duty', actor: person, reason: 'day_over' };
  for (const id of waitsOver(state, now, reopensAt)) yield { kind: 'end-wait', visit: { id }, actor };
  for (const { id } of almostThereNow(state, now))
    yield { kind: 'notify-almost-there', visit: { id }, actor };
}

/** Returns the time at which the next command becomes due. Returns null if no command is pending. */
export function nextDueAt(state: QueueStorage, now: number, reopensAt: ReopensAt): number | null {
  const unresolvedSince = state.nextUnresolvedHoldEnd();
  const services = Object.values(state.location()?.services ?? {});
  return earliest([
    state.nextHoldEnd(),
    unresolvedSince === null ? null : unresolvedSince + UNRESOLVED_AFTER_HOLD_MS,
    ...services.flatMap(({ undos, onDuty }) => [...undos, ...onDuty].map(({ until }) => until)),
    nextWaitEnd(state, reopensAt),
    almostThereNow(state, now).length > 0 ? now : null,
  ]);
}

/** The earliest of these times; null if all are null. */
export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Returns the visits whose guests must get the "almost there" text now. */
function almostThereNow(state: QueueStorage, now: number): Visit[] {
  const location = state.location();
  if (location === null) return [];
  return Object.keys(location.services).flatMap((serviceId) => {
    const count = positionsToNotify(location, { serviceId });
    if (count === 0) return [];
    return state
      .almostThereUnnotified({ serviceId }, count)
      .filter((visit) => canNotify(location, visit, state.networksOf(visit.id), now));
  });
}

/**
 * The expiry of a wait that began at `since`: the time when the location opens again or one day after `since`,
 * whichever is earlier. Waits expire so that the data of guests whom nobody called are erased, too.
 */
export function waitEndsAt(
  { settings: { hours, timezone } }: Location,
  since: number,
  reopensAt: ReopensAt,
): number {
  const reopens = hours === null ? null : reopensAt(hours, timezone, since);
  return Math.min(reopens ?? Infinity, since + WAIT_MAX_MS);
}

/** The earliest expiry of a wait. The wait that began first also expires first. */
function nextWaitEnd(state: QueueStorage, reopensAt: ReopensAt): number | null {
  const location = state.location();
  const first = earliest([...state.waits().values()]);
  return location === null || first === null ? null : waitEndsAt(location, first, reopensAt);
}

/** The visits whose wait has expired. */
function waitsOver(state: QueueStorage, now: number, reopensAt: ReopensAt): string[] {
  const location = state.location();
  const next = nextWaitEnd(state, reopensAt);
  if (location === null || next === null || next > now) return [];
  return [...state.waits()].flatMap(([id, since]) =>
    waitEndsAt(location, since, reopensAt) <= now ? [id] : [],
  );
}
