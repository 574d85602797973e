import { and, eq, isNull } from 'drizzle-orm';
import { beforeAnyChange } from '../db/away.ts';
import { database } from '../db/client.ts';
import { businesses } from '../db/schema/accounts.ts';
import { locations } from '../db/schema/locations.ts';
import { log } from '../log.ts';
import type { Refused } from '../queue/calls.ts';
import { locationById } from '../queue/locate.ts';

/**
 * Takes one location back to what it stored at an instant (epoch milliseconds; the platform keeps 30 days). `undo` is the
 * bookmark of the moment before. `not_found` for what is no open location of an account, or was none then; `not_restorable` where its storage keeps no past, as that of the local runtime.
 */
export async function restoreLocation(
  env: Env,
  locationId: string,
  at: number,
): Promise<{ ok: true; bookmark: string; undo: string } | Refused> {
  const since = await beforeAnyChange(openedAt(env, locationId));
  // Before that its object was empty: it would be no location any more.
  if (since === null || at <= since) return { ok: false, code: 'not_found' };
  const object = locationById(env, locationId);
  const planned = await object?.planRestore(at);
  if (!planned?.ok) return planned ?? { ok: false, code: 'not_found' };
  log({ event: 'admin_deed', deed: 'location_restored', locationId });
  // It stops in the middle of this call, which therefore never answers: it is as planned once it begins again.
  await object?.restart().catch(() => null);
  return planned;
}

/** When an open location of an account that is there was made; null for any other. */
async function openedAt(env: Env, locationId: string): Promise<number | null> {
  const found = await database(env)
    .select({ createdAt: locations.createdAt })
    .from(locations)
    .innerJoin(businesses, eq(businesses.id, locations.businessId))
    .where(and(eq(locations.id, locationId), isNull(locations.removedAt), isNull(businesses.deletionBegunAt)))
    .get();
  return found?.createdAt ?? null;
}
