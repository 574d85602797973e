/** Adds, changes and removes the locations of a business (`docs/spec.md` section 2, settings, 10.15 and 10.19). */
import type { Actor } from '../../../shared/queue/events.ts';
import { isTimeZone, type SettingsChange } from '../../../shared/queue/settings.ts';
import type { AddLocationRequest } from '../../../shared/contracts/locations.ts';
import type { Country } from '../../../shared/countries.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { settingsCopy } from '../../../shared/copy/en/owner/settings.ts';
import { plans } from '../../../shared/plans.ts';
import { UNCONFIRMED_GUESTS_MAX } from '../../../shared/limits.ts';
import { exampleLink, ownWordsProblem } from '../../../shared/text/turn-text.ts';
import { notRetryable, retryable } from '../../db/errors.ts';
import { database } from '../../db/client.ts';
import { countryOfZone } from '../../../shared/country-of-zone.ts';
import { answered } from '../../location/rpc.ts';
import { locationById, newLocationNear, overviewOf } from '../../location/stubs.ts';
import { wrongField, type WrongField } from '../../http/answers.ts';
import { limits, consumeRateLimit, type TooMany } from '../../http/rate-limits.ts';
import type { Config } from '../../platform/config.ts';
import { creditsEndAt } from '../../identity/businesses.ts';
import { setPhoneCountry } from '../../identity/users.ts';
import {
  directoryOf,
  freeSlot,
  newestGrant,
  occupySlot,
  usedSlots,
  type Slot,
} from '../../identity/location-rows.ts';
import { actorOf } from '../../identity/members.ts';
import type { LocationRecord, LoggedIn, Owner } from '../../identity/sessions.ts';
import { announceChange, changedMeanwhile } from './directory-change.ts';

/**
 * Opens a location's object, and then gives the location the first free slot. In this order, no row refers to an
 * unopened object. The new location takes over the credits that are left in its slot.
 */
export async function addLocation(
  env: Env,
  { user, business }: Owner,
  { address, timezone }: AddLocationRequest,
  now: number,
): Promise<{ ok: true } | { ok: false; code: 'limit_reached' } | TooMany> {
  const within = await consumeRateLimit(env, limits.addLocationPerAccount, business.id, now);
  if (!within.ok) return within;
  const db = database(env);
  // If another tab has taken the slot or changed the look-up meanwhile, tries again, at most once for each slot.
  for (let attempt = 0; attempt <= business.maxLocations; attempt += 1) {
    const directory = await retryable(directoryOf(db, business.id));
    if (directory === null) throw changedMeanwhile();
    // The credits' revision is read before the slots. A grant that is made between the two reads is applied twice,
    // which is better than not at all.
    const creditsRevision = await retryable(newestGrant(db, business.id));
    const used = await retryable(usedSlots(db, business.id));
    const free = firstFreeSlot(used, business.maxLocations);
    if (free === null) break;
    const guestsLeft =
      user.emailVerifiedAt === null ? (free.guestsLeft ?? (await unassignedGuests(env, used))) : null;
    const zone = knownTimeZone(timezone);
    const { ofPhone, ofPlace: country } = await countriesOf(user.phone, zone);
    const object = newLocationNear(env, { timezone: zone, country });
    await object.open({
      businessId: business.id,
      businessName: business.name,
      username: business.username,
      address,
      timezone: zone,
      country,
      customerCredits: free.creditsLeft?.customerCredits ?? business.baseCustomerCredits,
      customerDebt: free.customerDebtLeft,
      customerCreditsMonth: plans[business.plan].customerCredits,
      smsCredits: free.creditsLeft?.smsCredits ?? business.baseSmsCredits,
      creditsEndAt: creditsEndAt(business),
      // The revision of the newest grant that these credits include, so that the object does not apply this grant and
      // earlier grants again.
      creditsRevision,
      billingRevision: business.billingRevision,
      guestsLeft,
    });
    let occupied = false;
    try {
      await announceChange(env, directory);
      occupied = await occupySlot(db, directory.revision, {
        id: object.id.toString(),
        businessId: business.id,
        slot: free.slot,
        generation: free.generation + 1,
        address,
        timezone: zone,
        createdAt: now,
      });
    } finally {
      // If the location got no slot, no row refers to its object, so the object is closed. Closing the object also
      // erases the object.
      if (!occupied) await object.execute({ kind: 'close', actor: { kind: 'system' } });
    }
    if (occupied && ofPhone !== null) await notRetryable(setPhoneCountry(db, user.id, ofPhone));
    if (occupied) return { ok: true };
  }
  return { ok: false, code: 'limit_reached' };
}

/** Tells the open overviews of a business that the business has a new location. Pass the promise to `afterAnswer`. */
export async function tellOfAddition(env: Env, { business }: Owner): Promise<void> {
  await overviewOf(env, business.id).tellOverview({ type: 'added' });
}

/**
 * Changes the given settings of a location. The next view of the account copies the time zone to D1
 * (`account-view.ts`). If the change has the business's own words for the turn text, these words and a link from
 * `origin` must fit into one text. In a trial, the change may remove countries from the countries for texts, but may
 * not add countries.
 */
export async function changeLocation(
  env: Env,
  { origin, protectedNames }: Pick<Config, 'origin' | 'protectedNames'>,
  { business, role, user, sessionTokenHash }: LoggedIn,
  { id }: LocationRecord,
  change: SettingsChange,
): Promise<{ ok: true } | Refusal | WrongField> {
  const { name: businessName, username, approvedName } = business;
  const isNameApproved = approvedName === businessName;
  const about = {
    businessName,
    username,
    link: exampleLink(origin, username),
    protectedNames,
    isNameApproved,
  };
  const problem = change.turnText && (business.trial ? 'notPaid' : ownWordsProblem(change.turnText, about));
  if (problem) {
    return wrongField('turnText', settingsCopy.texts[problem]);
  }
  if (business.trial && change.textCountries !== undefined) {
    const known = await locationById(env, id)?.view();
    const stored: readonly Country[] = known?.ok ? known.view.settings.textCountries : [];
    if (change.textCountries.some((country) => !stored.includes(country))) {
      return wrongField('textCountries', settingsCopy.numbers.notInTrial);
    }
  }
  const actor = actorOf({ role, userId: user.id });
  const command = { kind: 'change-settings', change, actor } as const;
  // The object refuses the command if the session has ended since the call began.
  const result = await locationById(env, id)?.execute(command, sessionTokenHash);
  if (result === undefined) return { ok: false, code: 'not_found' };
  return result.ok ? { ok: true } : result;
}

/**
 * Closes locations permanently: the object ends all visits and refuses new ones, then the slot is freed. Both
 * steps are idempotent, so an interrupted removal is finished by a repeat, or by the next view of the account
 * (`account-view.ts`).
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

/** Closes a location's object permanently. Returns the credits that are left; undefined for an invalid id. */
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
  // An erased object has no credits to pass on. The erased object's revision is the highest possible revision. So no
  // change and no grant counts as newer, and none is applied to the slot.
  const erased = {
    customerCredits: 0,
    customerDebt: 0,
    smsCredits: 0,
    revision: Number.MAX_SAFE_INTEGER,
    guestsLeft: 0,
  };
  const creditsLeft = closed?.ok
    ? {
        ...closed.after,
        customerDebt: closed.customerDebt ?? 0,
        revision: closed.revision,
        guestsLeft: closed.guestsLeft,
      }
    : erased;
  await notRetryable(freeSlot(database(env), location, now, creditsLeft));
}

/**
 * Returns the locations that a `PUT /auth/me` leaves out. The list `kept` must contain only present locations, in their
 * order. An entry matches by its id, or by its address if the entry has no id. Returns null for any other list.
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

/**
 * The lowest free slot with the credits left in the slot; null if the business has as many open locations as its plan
 * allows.
 */
function firstFreeSlot(
  used: Slot[],
  maxLocations: number,
): Pick<Slot, 'slot' | 'generation' | 'creditsLeft' | 'customerDebtLeft' | 'guestsLeft'> | null {
  if (used.filter(({ isOpen }) => isOpen).length >= maxLocations) return null;
  for (let slot = 1; slot <= maxLocations; slot += 1) {
    const last = used.find((one) => one.slot === slot);
    if (!last) return { slot, generation: 0, creditsLeft: null, customerDebtLeft: 0, guestsLeft: null };
    if (!last.isOpen) return last;
  }
  return null;
}

/**
 * How many guests a new location may accept while the owner's address is not verified, if no number is stored for the
 * slot. The first location gets all `UNCONFIRMED_GUESTS_MAX` guests and further locations get none, so that more
 * locations do not mean more guests. The next location in a slot gets the remaining guests of the slot. Accounts that
 * were created before this limit existed may have locations without a limit. Such locations are ignored.
 */
async function unassignedGuests(env: Env, used: Slot[]): Promise<number> {
  const limited = await Promise.all(used.map((slot) => isLimited(env, slot)));
  return limited.includes(true) ? 0 : UNCONFIRMED_GUESTS_MAX;
}

/** Whether a slot has a limit of guests. A location that was closed after the slots were read counts as limited. */
async function isLimited(env: Env, { isOpen, locationId, guestsLeft }: Slot): Promise<boolean> {
  if (!isOpen) return guestsLeft !== null;
  const result = await retryable(viewOf(env, locationId));
  return !result?.ok || typeof result.guestsLeft === 'number';
}

async function viewOf(env: Env, locationId: string) {
  return locationById(env, locationId)?.view();
}

/** The given IANA time zone. An unknown name counts as UTC, so that the location can still be added. */
function knownTimeZone(name: string | undefined): string {
  return name !== undefined && isTimeZone(name) ? name : 'UTC';
}

/**
 * Returns two countries. `ofPhone`: the country of the owner's phone number. `ofPlace`: the country of a new location,
 * which is the number's country, or the time zone's country if the number has no country. The owner can change the
 * country of the location.
 */
async function countriesOf(
  phone: string,
  zone: string,
): Promise<{ ofPhone: Country | null; ofPlace: Country | null }> {
  const { countryOfNumber } = await import('../../platform/phone-number.ts');
  const ofZone = countryOfZone(zone);
  const ofPhone = countryOfNumber(phone, ofZone);
  return { ofPhone, ofPlace: ofPhone ?? ofZone };
}
