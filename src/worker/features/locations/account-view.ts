/** The account as a member sees it: the user object of `docs/spec.md` section 3, which `/auth/me` also returns. */
import type { AccountAnswer } from '../../../shared/contracts/account/view.ts';
import type { AwayLocation, LocationView } from '../../../shared/contracts/queue-view.ts';
import { withMaskedNumbers } from '../../../shared/queue/masked-guest.ts';
import { actorInWord, type Actor } from '../../../shared/queue/events.ts';
import type { EditableProfile } from '../../../shared/queue/rules/profile.ts';
import { database } from '../../db/client.ts';
import { textPricesOf } from '../../platform/checked-config.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { Result, Viewed } from '../../location/rpc.ts';
import { locationById } from '../../location/stubs.ts';
import {
  catchUpDirectoryRevision,
  trialDays,
  trialEndsAt,
  type BusinessRow,
} from '../../identity/businesses.ts';
import { tellMailboxConfirmed } from './confirmed-mailbox.ts';
import { actorOf, type LocationRecord, type Member } from '../../identity/members.ts';
import { followTimezone, profileOf } from '../../identity/location-rows.ts';
import { tellRevision } from './directory-change.ts';
import { removeLocations } from './locations.ts';

/** Timeout for a location's object. The page waits 15 s for all locations together. */
const VIEW_MS = 5_000;

/**
 * Makes the view from parallel calls to the objects of the locations that the member may reach. A location that does
 * not answer stays in the list with the mark `away`. If the removal of a location was interrupted, finishes the
 * removal, and leaves the location out of the view.
 */
export async function accountViewOf(
  env: Env,
  {
    user,
    business,
    given,
    role,
    seesNumbers,
    onDevice: device = null,
  }: Member & { onDevice?: object | null },
  by: Actor = { kind: 'system' },
): Promise<AccountAnswer> {
  const views = await Promise.all(given.map((location) => locationViewOf(env, business, location, by)));
  const closed = given.filter((_, index) => views[index] === 'closed');
  await finishRemovals(env, closed);
  const open = views.filter((one) => one !== 'closed');
  const told = open.map(({ view }) => view);
  await followTimezones(env, given, told);
  const endsAt = trialEndsAt(business);
  const isOwner = role === 'owner';
  const onDevice = device !== null;
  // Only an owner's mailbox needs to be confirmed. All other members joined the team with a mailed link, so their
  // mailboxes are already confirmed.
  const isConfirmed = user.emailVerifiedAt !== null || !isOwner;
  if (isConfirmed && isOwner) {
    // An object that still runs an older release sends no `guestsLeft`.
    const limited = open.filter(({ guestsLeft }) => typeof guestsLeft === 'number').map(({ view }) => view);
    await tellMailboxConfirmed(env, limited, trialDays(business) === 0 ? endsAt : null);
  }
  return {
    id: business.id,
    name: business.name,
    username: business.username,
    // A device shows the line and nothing of the person's account.
    email: onDevice ? '' : user.email,
    emailVerified: isConfirmed,
    ...(!isConfirmed && { ...guestsLeftAt(open), ...withoutGuestsLeft(open) }),
    phone: onDevice ? '' : user.phone,
    plan: business.plan,
    trial: business.trial,
    trialDurationDays: trialDays(business),
    trialEndsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    maxLocations: business.maxLocations,
    createdAt: new Date(business.createdAt).toISOString(),
    subscriptionStatus: business.subscriptionStatus,
    creditsEndAt:
      business.trial || business.creditsEndAt === null ? null : new Date(business.creditsEndAt).toISOString(),
    ...ownPrices(env),
    // The owner's answer has no role and no actor, because the specification defines this answer.
    ...(!isOwner && { role, actor: actorInWord(actorOf({ role, userId: user.id })) }),
    ...(onDevice && { onDevice }),
    locations: seesNumbers ? told : told.map((view) => ('away' in view ? view : withMaskedNumbers(view))),
  };
}

function ownPrices(env: Env): Pick<AccountAnswer, 'textPrices'> {
  const textPrices = textPricesOf(env);
  return Object.keys(textPrices).length === 0 ? {} : { textPrices };
}

type Told = { view: LocationView | AwayLocation; guestsLeft: number | null };

/**
 * The number of guests that an account with an unverified address may still accept, at all locations together. Returns
 * an empty object if a location has no limit of guests, or does not answer.
 */
function guestsLeftAt(locations: Told[]): { guestsLeft?: number } {
  const all = locations.flatMap(({ guestsLeft }) => guestsLeft ?? []);
  if (all.length === 0 || all.length < locations.length) return {};
  return { guestsLeft: all.reduce((sum, one) => sum + one, 0) };
}

/**
 * The addresses of the locations that accept no more guests until the owner's address is verified. Returns an empty
 * object if no location has reached its limit.
 */
function withoutGuestsLeft(locations: Told[]): { noGuestsLeftAt?: string[] } {
  const addresses = locations.flatMap(({ view, guestsLeft }) => (guestsLeft === 0 ? [view.address] : []));
  return addresses.length === 0 ? {} : { noGuestsLeftAt: addresses };
}

async function finishRemovals(env: Env, closed: LocationRecord[]): Promise<void> {
  try {
    await removeLocations(env, closed, { kind: 'system' }, Date.now());
  } catch (error) {
    // The locations are closed. The next view of the account tries again to finish the removal.
    log({ event: 'removal_unfinished', reason: reasonOf(error) });
  }
}

/**
 * Copies time zones from the objects to D1, where charts and the export use them. Only this function updates the
 * copies, at each view of the account.
 */
async function followTimezones(
  env: Env,
  rows: LocationRecord[],
  views: (LocationView | AwayLocation)[],
): Promise<void> {
  for (const { id, timezone: from } of rows) {
    const view = views.find((one) => one.id === id);
    if (view === undefined || 'away' in view || view.timezone === from) continue;
    try {
      await followTimezone(database(env), id, { from, to: view.timezone });
    } catch (error) {
      // The object does not use the copy, so the error is only logged.
      log({ event: 'timezone_not_copied', locationId: id, reason: reasonOf(error) });
    }
  }
}

/** Returns the view of one location. `closed`: the location's object was closed, and perhaps erased after that. */
async function locationViewOf(
  env: Env,
  { id: businessId, name: businessName, directoryRevision }: BusinessRow,
  { id, address }: LocationRecord,
  by: Actor,
): Promise<Told | 'closed'> {
  try {
    const asked = viewWithProfile(env, id, { businessName, address }, by);
    const result = await withTimeout(asked, VIEW_MS, () => new Error('no answer in time'));
    if (result?.ok) {
      await followDirectory(env, { id: businessId, directoryRevision }, id, result.directoryRevision);
      return { view: result.view, guestsLeft: result.guestsLeft };
    }
    if (result?.code === 'location_closed' || result?.code === 'not_found') return 'closed';
    log({ event: 'location_unavailable', locationId: id, reason: result?.code ?? 'no object' });
  } catch (error) {
    // Any error means that the view is not available now.
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
  }
  return { view: { id, address, away: true }, guestsLeft: null };
}

/**
 * Sends a location the newest revision of the public look-up. If the location has a higher revision than D1, because D1
 * did not store a change, D1 gets the location's revision. Without this update, each look-up would read D1's primary.
 */
async function followDirectory(
  env: Env,
  business: Pick<BusinessRow, 'id' | 'directoryRevision'>,
  locationId: string,
  told: number | undefined,
): Promise<void> {
  const { id, directoryRevision: stored } = business;
  // An object that still runs an earlier release sends no revision.
  if (told === undefined || told === stored) return;
  try {
    if (told < stored) await tellRevision(env, locationId, stored);
    else await catchUpDirectoryRevision(database(env), id, told);
  } catch (error) {
    // The next view of the account tries again.
    log({ event: 'profile_not_copied', locationId, reason: reasonOf(error) });
  }
}

/**
 * Returns the view of one location. If the location's object has another name or address than D1, the object first gets
 * the values of D1. Only this function updates the object, so a change that an object missed arrives with the next view
 * of the account.
 */
async function viewWithProfile(
  env: Env,
  id: string,
  stored: EditableProfile,
  by: Actor,
): Promise<Result<Viewed> | undefined> {
  const object = locationById(env, id);
  const result = await object?.view();
  if (object === null || !result?.ok || isSameProfile(result.view, stored)) return result;
  const { businessName, address } = result.view;
  // D1 is read again, because another call may have changed the values after `stored` was read.
  const to = await profileOf(database(env), id);
  if (to === undefined || isSameProfile(result.view, to)) return result;
  const from = { businessName, address };
  try {
    await object.execute({ kind: 'change-profile', from, to, actor: by });
    return await object.view();
  } catch (error) {
    // The location keeps its old name and address until the next view of the account sends the values again.
    log({ event: 'profile_not_copied', locationId: id, reason: reasonOf(error) });
    return result;
  }
}

function isSameProfile(one: EditableProfile, other: EditableProfile): boolean {
  return one.businessName === other.businessName && one.address === other.address;
}
