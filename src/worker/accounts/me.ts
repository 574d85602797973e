/** The account as its owner sees it: the user object of `spec.md` section 3 and the contract's `/auth/me`. */
import type { UserView } from '../../shared/account.ts';
import type { LocationView } from '../../shared/queue-view.ts';
import { database } from '../db/client.ts';
import { log, reasonOf } from '../log.ts';
import { locationById } from '../queue/locate.ts';
import { trialDays, trialEndsAt } from './businesses.ts';
import { followTimezone } from './location-rows.ts';
import { removeLocations } from './locations.ts';
import type { LocationRow, Owner } from './sessions.ts';

/**
 * One call to each open location's object, all at once. Null when one of them did not answer: an owner must never
 * see a list that silently lacks a location. One whose removal broke off is left out, and its removal finished.
 */
export async function userViewOf(
  env: Env,
  { business, locations }: Pick<Owner, 'business' | 'locations'>,
): Promise<UserView | null> {
  const views = await Promise.all(locations.map(({ id }) => locationViewOf(env, id)));
  const complete = views.filter((view) => view !== null && view !== 'closed');
  const closed = locations.filter((_, index) => views[index] === 'closed');
  if (complete.length + closed.length < views.length) return null;
  await finishRemovals(env, closed);
  await followTimezones(env, locations, complete);
  const endsAt = trialEndsAt(business);
  return {
    id: business.id,
    name: business.name,
    username: business.username,
    email: business.email,
    emailVerified: business.emailVerifiedAt !== null,
    phone: business.phone,
    plan: business.plan,
    trial: business.trial,
    trialDurationDays: trialDays(business),
    trialEndsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    maxLocations: business.maxLocations,
    createdAt: new Date(business.createdAt).toISOString(),
    subscriptionStatus: business.subscriptionStatus,
    locations: complete,
  };
}

async function finishRemovals(env: Env, closed: LocationRow[]): Promise<void> {
  try {
    await removeLocations(env, closed, Date.now());
  } catch (error) {
    // The location is closed all the same; the next look tries again.
    log({ event: 'removal_unfinished', reason: reasonOf(error) });
  }
}

/**
 * The rows' copies of time zones, by which charts and export go, follow the objects here and nowhere else: whatever came
 * between a change and its copy, the owner's next look mends it.
 */
async function followTimezones(env: Env, rows: LocationRow[], views: LocationView[]): Promise<void> {
  for (const { id, timezone: from } of rows) {
    const to = views.find((view) => view.id === id)?.timezone ?? from;
    if (to === from) continue;
    try {
      await followTimezone(database(env), id, { from, to });
    } catch (error) {
      // The object goes by its own zone all the same.
      log({ event: 'timezone_not_copied', locationId: id, reason: reasonOf(error) });
    }
  }
}

/** Null when the object did not answer. A location without an object was closed, and erased since. */
async function locationViewOf(env: Env, id: string): Promise<LocationView | 'closed' | null> {
  try {
    const reply = await locationById(env, id)?.view();
    if (reply?.ok) return reply.view;
    if (reply?.code === 'location_closed' || reply?.code === 'not_found') return 'closed';
    log({ event: 'location_away', locationId: id, reason: reply?.code ?? 'no object' });
  } catch (error) {
    // Whatever happened to the object, the caller answers that the view is not to be had now.
    log({ event: 'location_away', locationId: id, reason: reasonOf(error) });
  }
  return null;
}
