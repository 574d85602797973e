/**
 * Rules for going on duty and off duty. While people are on duty, the number of servers is the number of people on
 * duty. Pure.
 */
import type { DecideContext } from '../decision.ts';
import { actorInWord, type Actor, type EventReason, type LocationEvent } from '../events.ts';
import { serviceOf, withService, type Location, type OnDuty, type ServiceId } from '../state.ts';
import { setServers } from './servers.ts';

type Changed = { location: Location; events: LocationEvent[] };

/** Puts the actor on duty until `dutyEndsAt`. Changes nothing if the actor is already on duty. */
export function beginDuty(
  location: Location,
  service: { serviceId: ServiceId },
  { actor, name }: Pick<OnDuty, 'actor' | 'name'>,
  { now, dutyEndsAt }: Pick<DecideContext, 'now' | 'dutyEndsAt'>,
): Changed {
  const { onDuty } = serviceOf(location, service);
  if (onDuty.some((one) => isSame(one.actor, actor))) return { location, events: [] };
  const { hours, timezone } = location.settings;
  const until = dutyEndsAt(hours, timezone, now);
  const event = { visitId: null, kind: 'duty_began', at: now, actor, reason: null } as const;
  return withPeople(location, service, [...onDuty, { actor, name, until }], event);
}

/** Ends the duty of the actor. Changes nothing if the actor is not on duty. */
export function endDuty(
  location: Location,
  service: { serviceId: ServiceId },
  { actor, reason = null }: { actor: Actor; reason?: EventReason | null },
  now: number,
): Changed {
  const { onDuty } = serviceOf(location, service);
  const others = onDuty.filter((one) => !isSame(one.actor, actor));
  if (others.length === onDuty.length) return { location, events: [] };
  const event = { visitId: null, kind: 'duty_ended', at: now, actor, reason } as const;
  return withPeople(location, service, others, event);
}

/** Changes the people on duty. If nobody is on duty, the number of servers becomes unknown. */
function withPeople(
  location: Location,
  service: { serviceId: ServiceId },
  onDuty: readonly OnDuty[],
  event: LocationEvent,
): Changed {
  const servers = onDuty.length === 0 ? null : onDuty.length;
  const told = setServers(location, service, { servers, actor: event.actor }, event.at).location;
  // The version rises even if the number of servers does not change, because the people on duty have changed.
  const version = location.version + 1;
  return { location: { ...withService(told, service, { onDuty }), version }, events: [event] };
}

function isSame(one: Actor, other: Actor): boolean {
  return actorInWord(one) === actorInWord(other);
}
