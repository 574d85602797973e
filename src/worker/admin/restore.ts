import { log } from '../log.ts';
import type { Refused } from '../queue/calls.ts';
import { locationById } from '../queue/locate.ts';

/**
 * Takes one location back to what it stored at an instant (epoch milliseconds; the platform keeps 30 days). `undo` is the
 * bookmark of the moment before. `not_restorable` where its storage keeps no past, as that of the local runtime.
 */
export async function restoreLocation(
  env: Env,
  locationId: string,
  at: number,
): Promise<{ ok: true; bookmark: string; undo: string } | Refused> {
  const object = locationById(env, locationId);
  const planned = await object?.planRestore(at);
  if (!planned?.ok) return planned ?? { ok: false, code: 'not_found' };
  log({ event: 'admin_deed', deed: 'location_restored', locationId });
  // It stops in the middle of this call, which therefore never answers: it is as planned once it begins again.
  await object?.restart().catch(() => null);
  return planned;
}
