/** What the passing of time asks of a queue, and when it asks next. Pure; times are epoch milliseconds. */
import { UNRESOLVED_AFTER_HOLD_MS } from '../limits.ts';
import type { InsideCommand } from './commands.ts';
import { canBeTold, positionsToldAlmostThere } from './rules/almost-there.ts';
import type { Visit } from './state.ts';
import type { QueueStorage } from './storage.ts';

const actor = { kind: 'system' } as const;

/**
 * The commands that are due, in their order: holds end, visits that nobody resolved are, offers to undo run out, guests are
 * told that their turn is near. Each is to be executed before the next is asked for. Repeating all of it is harmless.
 */
export function* dueCommands(state: QueueStorage, now: number): Generator<InsideCommand> {
  for (const { id } of state.holdsEndedBy(now)) yield { kind: 'end-hold', visit: { id }, actor };
  for (const { id } of state.unresolvedBy(now - UNRESOLVED_AFTER_HOLD_MS))
    yield { kind: 'settle', visit: { id }, actor };
  for (const [serviceId, { undo }] of Object.entries(state.location()?.services ?? {}))
    if (undo !== null && undo.until <= now) yield { kind: 'end-undo', serviceId, actor };
  for (const { id } of nearNow(state, now)) yield { kind: 'tell-nearly', visit: { id }, actor };
}

/** When the next command is due; null: never. */
export function nextDueAt(state: QueueStorage, now: number): number | null {
  const unresolvedSince = state.nextUnresolvedHoldEnd();
  const services = Object.values(state.location()?.services ?? {});
  return earliest([
    state.nextHoldEnd(),
    unresolvedSince === null ? null : unresolvedSince + UNRESOLVED_AFTER_HOLD_MS,
    ...services.map(({ undo }) => undo?.until ?? null),
    nearNow(state, now).length > 0 ? now : null,
  ]);
}

/** The earliest of these times; null stands for never. */
export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Who is to be told now that the turn is near. Nothing is read where nobody ever is. */
function nearNow(state: QueueStorage, now: number): Visit[] {
  const location = state.location();
  if (location === null) return [];
  return Object.keys(location.services).flatMap((serviceId) => {
    const places = positionsToldAlmostThere(location, { serviceId });
    if (places === 0) return [];
    return state.nearUntold({ serviceId }, places).filter((visit) => canBeTold(location, visit, now));
  });
}
