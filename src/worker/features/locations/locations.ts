/** Adding and removing the locations of a business (`docs/spec.md` section 2, settings, 10.15 and 10.19). */
import type { Actor } from '../../../shared/queue/events.ts';
import { isTimeZone, type SettingsChange } from '../../../shared/queue/settings.ts';
import type { AddLocationRequest } from '../../../shared/contracts/locations.ts';
import type { Country } from '../../../shared/countries.ts';
import type { RefusalCode } from '../../../shared/copy/en/refusals.ts';
import { settingsCopy } from '../../../shared/copy/en/settings.ts';
import { UNCONFIRMED_GUESTS_MAX } from '../../../shared/limits.ts';
import { exampleLink, ownWordsProblem } from '../../../shared/text/turn-text.ts';
import { notRetryable, retryable } from '../../db/errors.ts';
import { database } from '../../db/client.ts';
import { countryOfZone } from '../../platform/country-of-zone.ts';
import { textNumberOf } from '../../platform/phone-number.ts';
import { answered } from '../../location/rpc.ts';
import { locationById } from '../../location/stubs.ts';
import { limits, consumeRateLimit } from '../../http/rate-limits.ts';
import { creditsEndAt } from '../../identity/businesses.ts';
import { freeSlot, newestGrant, occupySlot, usedSlots, type Slot } from '../../identity/location-rows.ts';
import type { LocationRecord, Owner } from '../../identity/sessions.ts';

/**
 * Opens a location's object, then gives it the first free slot. The object comes first: a row never leads to an
 * object that knows nothing. A slot's second location takes over the credits the first one had left.
 */
export async function addLocation(
  env: Env,
  { user, business }: Owner,
  { address, timezone }: AddLocationRequest,
  now: number,
): Promise<
  | { ok: true }
  | { ok: false; code: 'limit_reached' }
  | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number }
> {
  const within = await consumeRateLimit(env, limits.addLocationPerAccount, business.id, now);
  if (!within.ok) return { ...within, code: 'too_many_requests' };
  const db = database(env);
  // Whoever loses a slot to another tab looks for the next one; after as many losses as slots there is none.
  for (let attempt = 0; attempt <= business.maxLocations; attempt += 1) {
    // Before the slots: what is granted between the two is told to the new location once more, rather than never.
    const creditsRevision = await retryable(newestGrant(db, business.id));
    const used = await retryable(usedSlots(db, business.id));
    const free = firstFreeSlot(used, business.maxLocations);
    if (free === null) break;
    const id = env.LOCATION_QUEUE.newUniqueId();
    const object = env.LOCATION_QUEUE.get(id);
    const zone = knownTimeZone(timezone);
    await object.open({
      businessId: business.id,
      businessName: business.name,
      username: business.username,
      address,
      timezone: zone,
      country: countryOf(user.phone, zone),
      customerCredits: free.creditsLeft?.customerCredits ?? business.baseCustomerCredits,
      smsCredits: free.creditsLeft?.smsCredits ?? business.baseSmsCredits,
      creditsEndAt: creditsEndAt(business),
      // What was granted to the slot is in these figures: it is not granted again to whoever takes it over.
      creditsRevision,
      billingRevision: business.billingRevision,
      guestsLeft: user.emailVerifiedAt === null ? unconfirmedGuestsLeft(free) : null,
    });
    let occupied = false;
    try {
      occupied = await occupySlot(db, {
        id: id.toString(),
        businessId: business.id,
        slot: free.slot,
        generation: free.generation + 1,
        address,
        timezone: zone,
        createdAt: now,
      });
    } finally {
      // Nothing leads to this object: it erases itself once it is closed.
      if (!occupied) await object.execute({ kind: 'close', actor: { kind: 'system' } });
    }
    if (occupied) return { ok: true };
  }
  return { ok: false, code: 'limit_reached' };
}

/**
 * Changes what is named of a location's settings. The row's copy of the time zone follows with the next look (`account-view.ts`).
 * Words for the text of a turn have to fit, with a link from `origin`, into one.
 */
export async function changeLocation(
  env: Env,
  origin: string,
  { business }: Owner,
  { id }: LocationRecord,
  change: SettingsChange,
): Promise<{ ok: true } | { ok: false; code: RefusalCode; fieldErrors?: Record<string, string[]> }> {
  const { name: businessName, username } = business;
  const problem =
    change.turnText &&
    ownWordsProblem(change.turnText, { businessName, username, link: exampleLink(origin, username) });
  if (problem) {
    return { ok: false, code: 'invalid_input', fieldErrors: { turnText: [settingsCopy.texts[problem]] } };
  }
  const command = { kind: 'change-settings', change, actor: { kind: 'owner' } } as const;
  const result = await locationById(env, id)?.execute(command);
  if (result === undefined) return { ok: false, code: 'not_found' };
  return result.ok ? { ok: true } : result;
}

/**
 * Closes locations for good: each one's object ends every visit and refuses all further ones, then its slot is free.
 * Either step may be repeated, so a removal that broke off is finished by doing it again, by the owner or by the next
 * look at the account (`account-view.ts`).
 */
export async function removeLocations(
  env: Env,
  removed: Pick<LocationRecord, 'id' | 'businessId'>[],
  actor: Actor,
  now: number,
): Promise<void> {
  const [first, ...others] = removed;
  if (first !== undefined) await removeLocation(env, first, actor, now);
  for (const location of others) await notRetryable(removeLocation(env, location, actor, now));
}

/** Closes a location's object for good; what is left of its credits is in the answer. Undefined for an id that is none. */
async function closeLocation(env: Env, locationId: string, actor: Actor) {
  const result = await locationById(env, locationId)?.execute({ kind: 'close', actor });
  return result && answered('account', result);
}

async function removeLocation(
  env: Env,
  location: Pick<LocationRecord, 'id' | 'businessId'>,
  actor: Actor,
  now: number,
): Promise<void> {
  const closed = await closeLocation(env, location.id, actor);
  // An object that is erased by now has no credits left to pass on, and nobody knows what it had heard of.
  const erased = { customerCredits: 0, smsCredits: 0, revision: Number.MAX_SAFE_INTEGER, guestsLeft: 0 };
  const creditsLeft = closed?.ok
    ? { ...closed.after, revision: closed.revision, guestsLeft: closed.guestsLeft }
    : erased;
  await notRetryable(freeSlot(database(env), location, now, creditsLeft));
}

/**
 * Which of the present locations a `PUT /auth/me` leaves out. The list must be the present one with some missing: each
 * entry is told by its id where it has one, else by its index and address. Null when it holds anything else.
 */
export function leftOut(
  present: LocationRecord[],
  kept: { id?: string | undefined; address?: string | undefined }[],
): LocationRecord[] | null {
  const removed: LocationRecord[] = [];
  let next = 0;
  for (const location of present) {
    const entry = kept[next];
    const isKept =
      entry !== undefined &&
      (entry.id === undefined ? entry.address === location.address : entry.id === location.id);
    if (isKept) next += 1;
    else removed.push(location);
  }
  return next === kept.length ? removed : null;
}

/** The lowest free slot, with what its last location left behind; null when as many are open as the plan allows. */
function firstFreeSlot(used: Slot[], maxLocations: number): Omit<Slot, 'isOpen'> | null {
  if (used.filter(({ isOpen }) => isOpen).length >= maxLocations) return null;
  for (let slot = 1; slot <= maxLocations; slot += 1) {
    const last = used.find((one) => one.slot === slot);
    if (!last) return { slot, generation: 0, creditsLeft: null, guestsLeft: null };
    if (!last.isOpen) return last;
  }
  return null;
}

/**
 * How many guests a new location in this slot may take while its owner's mailbox is unconfirmed. All that the account may
 * take lies with its first slot, so that several locations take no more than one; a slot passes on what it had left.
 */
function unconfirmedGuestsLeft({ slot, guestsLeft }: Pick<Slot, 'slot' | 'guestsLeft'>): number {
  return slot === 1 ? (guestsLeft ?? UNCONFIRMED_GUESTS_MAX) : 0;
}

/** The IANA name as given, or UTC for what is none: a browser's odd setting must not stop anybody. */
function knownTimeZone(name: string | undefined): string {
  return name !== undefined && isTimeZone(name) ? name : 'UTC';
}

/** Where a new location is: in the country of its owner's phone, else in that of its clock. The owner can set another. */
function countryOf(phone: string, zone: string): Country | null {
  const ofZone = countryOfZone(zone);
  return textNumberOf(phone, ofZone)?.country ?? ofZone;
}
