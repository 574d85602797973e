/** Rules for the number of servers on duty, which staff set. Pure. */
import type { Actor, LocationEvent } from '../events.ts';
import { serviceOf, withService, type Location, type ServiceId } from '../state.ts';
import { recordServers } from './estimate/estimate.ts';

/** The number of servers on duty that staff set; null if staff gave no number. */
export function serversOnDuty(location: Location, service: { serviceId: ServiceId }): number | null {
  return serviceOf(location, service).pace.servers.count;
}

/**
 * Changes the number of servers; the same number again changes nothing. After a change, an undo no longer restores the
 * pace from before the undone action, because that earlier pace does not contain the new number of servers.
 */
export function setServers(
  location: Location,
  service: { serviceId: ServiceId },
  { servers, actor }: { servers: number | null; actor: Actor },
  now: number,
): { location: Location; events: LocationEvent[] } {
  const { pace, undos } = serviceOf(location, service);
  if (pace.servers.count === servers) return { location, events: [] };
  const after = withService(location, service, {
    pace: recordServers(pace, servers, now),
    undos: undos.map((offer) => ({ ...offer, pace: null })),
  });
  return {
    location: { ...after, version: location.version + 1 },
    events: [{ visitId: null, kind: 'servers_set', at: now, actor, servers }],
  };
}
