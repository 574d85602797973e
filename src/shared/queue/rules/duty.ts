/** People go on duty and off duty. The number of servers is then the number of people on duty. Pure. */
import type { DecideContext } from '../decision.ts';
import { actorInWord, type Actor, type EventReason, type LocationEvent } from '../events.ts';
import { serviceOf, withService, type Location, type OnDuty, type ServiceId } from '../state.ts';
import { setServers } from './servers.ts';

type Changed = { location: Location; events: LocationEvent[] };

/** The actor goes on duty, until the location closes. Changes nothing for somebody who is on duty. */
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

/** The actor goes off duty. Changes nothing for somebody who is not on duty. */
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

/** Changes the people on duty. After the last one nobody tells the number of servers. */
function withPeople(
  location: Location,
  service: { serviceId: ServiceId },
  onDuty: readonly OnDuty[],
  event: LocationEvent,
): Changed {
  const servers = onDuty.length === 0 ? null : onDuty.length;
  const told = setServers(location, service, { servers, actor: event.actor }, event.at).location;
  // One more version, also if the number was told by hand before.
  const version = location.version + 1;
  return { location: { ...withService(told, service, { onDuty }), version }, events: [event] };
}

function isSame(one: Actor, other: Actor): boolean {
  return actorInWord(one) === actorInWord(other);
}
