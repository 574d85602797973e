/**
 * Import of a business from a file, in three kinds of calls: begin, parts, finish. Nobody can find the
 * business before the import is finished. An unfinished import is deleted by the next import of its username,
 * or by the sweep of deletions.
 */
import type { AccountPart, DataPart } from '../../../shared/contracts/business-file.ts';
import type {
  ImportAnswer,
  ImportFinish,
  ImportFinished,
  ImportPart,
} from '../../../shared/contracts/operator.ts';
import { takenKeys } from '../../identity/accounts.ts';
import { creditsEndAt } from '../../identity/businesses.ts';
import { eraseBusiness } from '../account/delete-account.ts';
import { trialMarkOf } from '../account/sign-up/trial-marks.ts';
import { customerExists } from '../billing/customers.ts';
import { retryable } from '../../db/errors.ts';
import { customerOf } from '../billing/billing-rows.ts';
import { database, violatedUniqueColumns, type Database } from '../../db/client.ts';
import { writeVisitHistory } from '../../deliveries/history/visit-history.ts';
import { log } from '../../platform/log.ts';
import { openLocations } from '../../identity/location-rows.ts';
import type { LocationRecord } from '../../identity/sessions.ts';
import { locationById, type LocationStub } from '../../location/stubs.ts';
import { consumeRateLimit, limits } from '../../http/rate-limits.ts';
import { isPasswordHash } from '../../platform/passwords.ts';
import { logWaitingName } from '../../identity/protected-business.ts';
import { makeAccount } from './account-copies.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { recordAct } from '../admin/audit-log.ts';
import { withOwnersId } from './file-actors.ts';
import { areOfSomebody, importState, insertHiddenBusiness, isCustomerOfSomebody } from './import-rows.ts';

/** Time limit of an import. */
const IMPORT_MS = 6 * 3_600_000;
/** The largest number of rows in one write of history. */
const HISTORY_ROWS = 50;

/** Facts of this installation. `payments`: see `paymentAccountOf`. */
type Here = { payments: string | null; phoneHashKey: string };

/**
 * Creates a hidden, empty business, with new ids for the business and its locations. The new business replaces an
 * unfinished import of the same username. Refused if the username or the owner's address is taken.
 */
export async function beginImport(
  env: Env,
  operator: string,
  account: AccountPart,
  now: number,
): Promise<({ ok: true } & ImportAnswer) | Refusal> {
  const { passwordHash } = account.user;
  if (passwordHash !== null && !isPasswordHash(passwordHash)) return { ok: false, code: 'import_unreadable' };
  const within = await consumeRateLimit(env, limits.adminImports, operator, now);
  if (!within.ok) return within;
  const db = database(env);
  const { username } = account.business;
  const taken = await retryable(takenKeys(db, { username, email: account.user.email }, now));
  if (taken.username || taken.email)
    return { ok: false, code: taken.username ? 'username_taken' : 'email_taken' };
  const importId = crypto.randomUUID();
  const locations: Record<string, string> = {};
  const places = account.locations.map((place) => {
    const id = env.LOCATION_QUEUE.newUniqueId().toString();
    locations[place.id] = id;
    return { ...place, id };
  });
  let cleared: string[];
  try {
    cleared = await insertHiddenBusiness(db, importId, account.business, {
      places,
      until: now + IMPORT_MS,
      now,
    });
  } catch (error) {
    // Two locations of the file have the same slot.
    if (violatedUniqueColumns(error) !== null) return { ok: false, code: 'import_unreadable' };
    throw error;
  }
  for (const businessId of cleared) {
    const business = { id: businessId, username: account.business.username };
    await recordAct(db, { at: now, operator, kind: 'import_ended', business });
    log({ event: 'admin_action', action: 'import_given_up', businessId });
    await eraseBusiness(env, businessId, now);
  }
  log({ event: 'admin_action', action: 'import_begun', businessId: importId });
  return { ok: true, importId, locations };
}

export async function takePart(
  env: Env,
  { importId, n, part }: ImportPart,
  now: number,
): Promise<{ ok: true } | Refusal> {
  const db = database(env);
  if ((await importState(db, importId, now)) !== 'under_way') return { ok: false, code: 'import_over' };
  const own = (await openLocations(db, importId)).find(({ id }) => id === part.location);
  const location = own ? objectOf(env, own) : null;
  if (location === null) return { ok: false, code: 'not_found' };
  // If two accounts had the same visit, the visit's history would belong to the account that was written last.
  if (await areOfSomebody(db, visitsIn(part), importId)) return { ok: false, code: 'business_is_here' };
  if (part.kind === 'rows') {
    const { step } = part;
    const { table, columns, rows } = withOwnersId(part, importId);
    const staged = await location.stageCopy({ n, table, step, columns, rows });
    if ((await importState(db, importId, now)) === 'under_way') return staged;
    // Another import began meanwhile, and may have erased this location before these rows were stored. Closing the
    // location erases these rows.
    await location.execute({ kind: 'close', actor: { kind: 'operator' } });
    return { ok: false, code: 'import_over' };
  }
  const visits = part.rows.map((visit) => ({
    ...visit,
    // The revision is higher than in earlier tries of the import, and lower than later revisions of the location's
    // object.
    revision: visit.revision + now,
    businessId: importId,
    locationId: part.location,
  }));
  for (let first = 0; first < visits.length; first += HISTORY_ROWS) {
    await writeVisitHistory(env.DB, visits.slice(first, first + HISTORY_ROWS));
  }
  return { ok: true };
}

/** The object of an imported location. The first call creates the object in the region of the location's time zone. */
function objectOf(env: Env, { id, timezone }: LocationRecord): LocationStub | null {
  return locationById(env, id, { timezone, country: null });
}

function visitsIn(part: DataPart): string[] {
  if (part.kind === 'history') return part.rows.map(({ visitId }) => visitId);
  if (part.table !== 'visit') return [];
  const at = part.columns.indexOf('id');
  return part.rows.flatMap((row) => (typeof row[at] === 'string' ? [row[at]] : []));
}

/**
 * Loads the staged rows of each location, then creates the account in one transaction. After that, the import is
 * finished, even if a later step fails. A repeated call finishes an interrupted import.
 */
export async function finishImport(
  env: Env,
  operator: string,
  { importId, account }: ImportFinish,
  here: Here,
  now: number,
): Promise<({ ok: true } & ImportFinished) | Refusal> {
  const db = database(env);
  const state = await retryable(importState(db, importId, now));
  if (state === 'over') return { ok: false, code: 'import_over' };
  if (state === 'under_way') {
    const made = (await paymentsComeAlong(env, account, here)) ? account : withoutPayments(account);
    const loaded = await loadLocations(env, db, importId, made);
    if (!loaded.ok) return loaded;
    const { email, emailVerifiedAt } = made.user;
    const mark = emailVerifiedAt === null ? null : trialMarkOf(email, here.phoneHashKey);
    const business = { id: importId, username: made.business.username };
    await recordAct(db, { at: now, operator, kind: 'business_imported', business });
    const done = await makeAccount(env, importId, made, { mark, now });
    if (!done.ok) return done;
    log({ event: 'admin_action', action: 'business_imported', businessId: importId });
    logWaitingName(env, { id: importId, name: made.business.name, approvedName: null });
  }
  if (account.customer === null) return { ok: true, payments: 'none' };
  const customer = await customerOf(env.DB, importId);
  return { ok: true, payments: customer === null ? 'left_behind' : 'along' };
}

async function loadLocations(
  env: Env,
  db: Database,
  businessId: string,
  { business }: AccountPart,
): Promise<{ ok: true } | Refusal> {
  const { billingRevision, username, name: businessName } = business;
  const setup = {
    businessId,
    username,
    businessName,
    creditsEndAt: creditsEndAt(business),
    billingRevision,
  };
  for (const location of await openLocations(db, businessId)) {
    const loaded = await objectOf(env, location)?.loadCopy(setup);
    if (!loaded?.ok) return loaded ?? { ok: false, code: 'not_found' };
  }
  return { ok: true };
}

/**
 * Whether the imported account can keep its payments. The file must come from an installation with the same account at
 * the payment provider. The customer must still exist at the provider, and belong to no business of this installation.
 */
async function paymentsComeAlong(
  env: Env,
  { payments, customer }: AccountPart,
  here: Here,
): Promise<boolean> {
  if (payments === null || payments !== here.payments) return false;
  if (customer === null) return true;
  const { customerId } = customer;
  if (await retryable(isCustomerOfSomebody(database(env), customerId))) return false;
  return customerExists(env, customerId);
}

/**
 * The imported account without its payments, for an installation with another account at the payment provider. Paid
 * credits stay valid until the end of the paid period.
 */
function withoutPayments(account: AccountPart): AccountPart {
  const { business, subscriptions } = account;
  const paidUntil = subscriptions
    .filter(({ status }) => status !== 'canceled')
    .map(({ periodEnd }) => periodEnd);
  const ends = [business.creditsEndAt, ...paidUntil].filter((at) => at !== null);
  return {
    ...account,
    business: {
      ...business,
      subscriptionStatus: business.subscriptionStatus === null ? null : 'canceled',
      creditsEndAt: ends.length === 0 ? null : Math.min(...ends),
      billingRevision: 0,
    },
    customer: null,
    subscriptions: [],
    grants: [],
  };
}
