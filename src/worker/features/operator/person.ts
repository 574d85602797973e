/**
 * Requests about a person's data: export or erasure. An owner or a member is found by mail address, a guest by phone
 * number. There is no list of guests. So the search calls the locations that texted the number in the last 24 hours,
 * and all locations of the businesses that the person names.
 */
import type { PersonRequest } from '../../../shared/contracts/operator.ts';
import { sql } from 'drizzle-orm';
import { deleteByUs, mailDeleted } from '../account/delete-account.ts';
import { retryable } from '../../db/errors.ts';
import { database, type Database } from '../../db/client.ts';
import { findAccount, type Account } from '../../identity/accounts.ts';
import { openLocations } from '../../identity/location-rows.ts';
import { userById } from '../../identity/users.ts';
import { eraseNumber, optedOutAt, textedVisits } from '../../deliveries/text/text-permits.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { numberHash } from '../../platform/number-hash.ts';
import type { ErasedPerson, PersonCopy, Result } from '../../location/rpc.ts';
import { locationById, type LocationStub } from '../../location/stubs.ts';
import { consumeRateLimit, limits } from '../../http/rate-limits.ts';
import type { MayHaveStandIns } from '../../deliveries/stand-ins.ts';
import { recordAct, type Act } from '../admin/audit-log.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { deleteMessages, messagesOf } from '../forms/form-messages.ts';
import { endMembership, mailRemoved } from '../account/end-membership.ts';
import { businessIdsOf } from '../../identity/membership-rows.ts';
import { mayDo, ownersOf, type MustWait } from './asked-acts.ts';
import { accountOf, deleteLinksTo, linksTo } from './person-account.ts';

type PersonReport = { ok: true; answer: object };

const AT_A_TIME = 6;

/** Data that the search cannot find, as listed in each answer. */
const notLookedAt = {
  phone: [
    'Visits at businesses that were not named and did not text this number within 24 hours: no list of guests is kept. Each is forgotten 30 days after it ended.',
    'Visits without a phone number: nothing tells whose they are.',
    'What the provider of texts keeps in its own log.',
  ],
  email: ['What the providers of mails and payments keep, and the mailbox of support.'],
};

/** Data that are kept after an erasure. */
const kept = {
  phone: [
    'Whether this number asked for no texts: a keyed hash, so that it still gets none.',
    'That somebody visited: the history without name and number.',
    'The network of a join, by which joins are limited: a keyed hash, for about a day.',
    'What was agreed to at the field for the number: without name and number, until the location is removed.',
    'That the erasure was asked for: a keyed hash, for three days.',
    'Files of exports, and what the platform can restore for 30 days.',
  ],
  email: [
    'That this mailbox had a trial: a keyed hash, for a year.',
    'What a member did, in the logs of the locations: an id that leads to no name.',
    'Our own changes of the account’s credits and what we did with the account, by its username.',
    'Records of payments at the payment provider.',
    'Files of exports, and what the platform can restore for 30 days.',
  ],
};

/** Returns all data of a person that can be found. */
export async function exportPerson(
  env: Env,
  operator: string,
  phoneHashKey: string,
  request: PersonRequest,
  now: number,
): Promise<PersonReport | Refusal> {
  const { who } = request;
  const within = await consumeRateLimit(env, limits.adminPeople, operator, now);
  if (!within.ok) return within;
  const db = database(env);
  const owners = await retryable(ownersOf(db, { kind: 'erase', ...request }));
  if (owners === null) return { ok: false, code: 'unknown_business' };
  await recordRequest(db, { at: now, operator, kind: 'person_exported' }, owners);
  if (who.includes('@')) {
    const answer = {
      account: await accountOf(env, who),
      linksToTheAddress: await linksTo(env, who),
      messages: await messagesOf(env, { email: who }),
      notLookedAt: notLookedAt.email,
    };
    return { ok: true, answer };
  }
  const { hash, locationIds } = await locationsOf(env, phoneHashKey, who, owners, now);
  const { isSameNumber } = await import('../../platform/phone-number.ts');
  const { results, away } = await askAll<PersonCopy>(env, locationIds, async (location) =>
    location.personOf(who),
  );
  return {
    ok: true,
    answer: {
      visits: results.flatMap(({ visits }) => visits),
      numbersNotRead: sumOf(results),
      textedWithinADay: hash === null ? [] : await textedVisits(env.DB, hash, now),
      noTextsSince: hash === null ? null : await optedOutAt(env.DB, hash),
      messages: await messagesOf(env, { isNumber: (typed) => isSameNumber(typed, who) }),
      locationsAsked: locationIds,
      locationsAway: away,
      notLookedAt: notLookedAt.phone,
    },
  };
}

/**
 * Erases a person's data, which needs approval. Idempotent: a repeated call erases data at locations that did not
 * answer before.
 */
export async function erasePerson(
  env: Env,
  operator: string,
  phoneHashKey: string,
  request: PersonRequest,
  now: number,
): Promise<PersonReport | MustWait | Refusal> {
  const { who } = request;
  const within = await consumeRateLimit(env, limits.adminPeople, operator, now);
  if (!within.ok) return within;
  const act = { kind: 'erase', ...request } as const;
  const allowed = await mayDo(env, phoneHashKey, { operator, act }, now);
  if (!allowed.ok) return allowed;
  const { owners } = allowed;
  await recordRequest(database(env), { at: now, operator, kind: 'person_erased' }, owners);
  const answer = who.includes('@')
    ? await eraseUser(env, phoneHashKey, who, now)
    : await eraseGuest(env, phoneHashKey, who, owners, now);
  return { ok: true, answer };
}

/**
 * Logs and records one export or erasure: one record for each business in `owners`, or one record without a business if
 * `owners` is empty. The record does not name the person, because the record is never deleted.
 */
async function recordRequest(
  db: Database,
  act: Act & { kind: 'person_exported' | 'person_erased' },
  owners: Account[],
): Promise<void> {
  log({ event: 'admin_action', action: act.kind });
  const [first, ...more] = owners.map(({ business }) => recordAct(db, { ...act, business }));
  await db.batch([first ?? recordAct(db, act), ...more]);
}

async function eraseUser(env: Env, key: string, email: string, now: number): Promise<object> {
  const [account, messages] = [await findAccount(database(env), { email }), await messagesOf(env, { email })];
  await deleteMessages(env, messages);
  const isOwner = account?.membership.role === 'owner';
  const isDeletedOwner = account !== null && isOwner && (await deleteByUs(env, key, account, now));
  if (isDeletedOwner) await mailDeleted(env, account.user, 'us');
  const member = account !== null && !isOwner ? await endMemberships(env, account.user.id) : null;
  // The mail to a member does not say that the business was deleted, because the business continues.
  if (account !== null && member?.isDeleted) await mailRemoved(env, account.user);
  return {
    account: isDeletedOwner || member?.isDeleted === true,
    // At these locations, a pass of the person works until the pass expires.
    ...(member !== null && { unconfirmedAt: member.unconfirmedAt }),
    linksToTheAddress: await deleteLinksTo(env, email),
    messages: messages.feedback.length + messages.sales.length,
    developmentMessages: await deleteStoredMessages(env, [email]),
    kept: kept.email,
    notLookedAt: notLookedAt.email,
  };
}

/**
 * Ends all memberships of a user who owns no business, and deletes the user. `isDeleted` is false if the user became an
 * owner meanwhile. `unconfirmedAt`: addresses of locations that have not confirmed the end of the sessions.
 */
async function endMemberships(
  env: Env,
  userId: string,
): Promise<{ isDeleted: boolean; unconfirmedAt: string[] }> {
  const db = database(env);
  const unconfirmedAt: string[] = [];
  for (const businessId of await businessIdsOf(db, userId))
    unconfirmedAt.push(...((await endMembership(env, { userId, businessId }, sql`true`)) ?? []));
  return { isDeleted: (await userById(db, userId)) === null, unconfirmedAt };
}

async function eraseGuest(
  env: Env,
  phoneHashKey: string,
  who: string,
  owners: Account[],
  now: number,
): Promise<object> {
  const { hash, e164, locationIds } = await locationsOf(env, phoneHashKey, who, owners, now);
  const { isSameNumber } = await import('../../platform/phone-number.ts');
  const { results, away } = await askAll<ErasedPerson>(env, locationIds, async (location) =>
    location.erasePerson(who),
  );
  const messages = await messagesOf(env, { isNumber: (typed) => isSameNumber(typed, who) });
  await deleteMessages(env, messages);
  return {
    visits: results.reduce((sum, { visits }) => sum + visits, 0),
    numbersNotRead: sumOf(results),
    visitsEnded: results.reduce((sum, { left }) => sum + left, 0),
    // The hash of the number is erased from the stored texts last. A repeat of an interrupted erasure finds the
    // locations by this hash.
    textsForgotten: hash === null || away.length > 0 ? 0 : await eraseNumber(env.DB, hash),
    messages: messages.feedback.length + messages.sales.length,
    developmentMessages: await deleteStoredMessages(env, [who, e164 ?? who, ...typedIn(messages)]),
    locationsAsked: locationIds,
    locationsAway: away,
    kept: kept.phone,
    notLookedAt: notLookedAt.phone,
  };
}

/**
 * Deletes texts and mails in the development outbox, and returns the number of deleted messages. A deployment has no
 * outbox.
 */
async function deleteStoredMessages({ DB, STAND_INS }: MayHaveStandIns, whoever: string[]): Promise<number> {
  return (await STAND_INS?.deleteMessages(DB, whoever)) ?? 0;
}

/** Returns the locations that may have data of a number. `hash` and `e164` are null if `who` is not a valid number. */
async function locationsOf(
  env: Env,
  phoneHashKey: string,
  who: string,
  owners: Account[],
  now: number,
): Promise<{ hash: string | null; e164: string | null; locationIds: string[] }> {
  const { e164Of } = await import('../../platform/phone-number.ts');
  const e164 = e164Of(who.replace(/^00/, '+'));
  const hash = e164 === null ? null : numberHash(phoneHashKey, e164);
  const texted = hash === null ? [] : await retryable(textedVisits(env.DB, hash, now));
  const ids = new Set(texted.map(({ locationId }) => locationId));
  const db = database(env);
  const open = await retryable(Promise.all(owners.map(({ business }) => openLocations(db, business.id))));
  for (const { id } of open.flat()) ids.add(id);
  return { hash, e164, locationIds: [...ids] };
}

/** Calls all locations. Locations that do not answer are listed in `away`. */
async function askAll<Said>(
  env: Env,
  locationIds: string[],
  ask: (location: LocationStub) => Promise<Result<Said>>,
): Promise<{ results: Said[]; away: string[] }> {
  const results: Said[] = [];
  const away: string[] = [];
  for (let first = 0; first < locationIds.length; first += AT_A_TIME) {
    await Promise.all(
      locationIds.slice(first, first + AT_A_TIME).map(async (locationId) => {
        const location = locationById(env, locationId);
        if (location === null) return;
        try {
          const result = await ask(location);
          if (result.ok) results.push(result);
        } catch (error) {
          log({ event: 'location_unavailable', locationId, reason: reasonOf(error) });
          away.push(locationId);
        }
      }),
    );
  }
  return { results, away };
}

/**
 * The number of visits whose typed number could not be read. An object of the previous release does not count these
 * visits.
 */
function sumOf(results: { notRead?: number }[]): number {
  return results.reduce((sum, { notRead = 0 }) => sum + notRead, 0);
}

function typedIn({ feedback, sales }: Awaited<ReturnType<typeof messagesOf>>): string[] {
  return [...feedback, ...sales].map(({ phone }) => phone);
}
