/**
 * A business made from a file, in four kinds of calls (decision 64): begun, filled line by line, finished or given up. Nobody
 * finds anything of it before it is finished; what is not finished in time, the sweep of deletions takes away.
 */
import { FILE_VERSION, type AccountLine, type FileHead } from '../../shared/business-file.ts';
import { isTimeZone } from '../../shared/owner-queue.ts';
import type { ImportAnswer, ImportFinish, ImportLine } from '../../shared/operator.ts';
import { accountKey, creditsEndAt, takenKeys } from '../accounts/businesses.ts';
import { eraseAccount } from '../accounts/delete-account.ts';
import { trialMarkHashes } from '../accounts/trial-marks.ts';
import { afterAChange, beforeAnyChange } from '../db/away.ts';
import { database, violatedUniqueColumns } from '../db/client.ts';
import { eraseHistory } from '../db/erase-history.ts';
import { countHistory } from '../db/history-pages.ts';
import { writeVisitHistory } from '../db/history.ts';
import { log } from '../log.ts';
import type { Refused } from '../queue/calls.ts';
import { locationById } from '../queue/locate.ts';
import { limits, useOnce } from '../security/limits.ts';
import { isPasswordHash } from '../security/passwords.ts';
import {
  areOfSomebody,
  giveUpImport,
  importedLocations,
  importState,
  isAnyOfSomebody,
  insertGrants,
  insertPlaceholder,
  isFreeLocation,
  makeAccount,
} from './account-copies.ts';

type Refusal = Refused | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** What an installation has of its own. `payments`: `paymentAccountOf`. */
type Here = { payments: string | null; pushKey: string | null; phoneHashKey: string };

/** So long an import may take. */
const IMPORT_MS = 6 * 3_600_000;
/** As many as one write of the history takes. */
const HISTORY_ROWS = 50;
/** The admin's: there is one. */
const EVERYBODY = 'everybody';

/**
 * Begins an import. Refused where the account's name or address is taken, or one of its locations is somebody's here: its
 * visits can be in one place only. A location keeps its id where its object is of
 * this installation and is empty or closed for good; else it gets a new one.
 */
export async function beginImport(
  env: Env,
  { head, account }: { head: FileHead; account: AccountLine },
  { payments }: Here,
  now: number,
): Promise<({ ok: true } & ImportAnswer) | Refusal> {
  if (head.version > FILE_VERSION) return { ok: false, code: 'newer_file' };
  if (!isPasswordHash(account.business.passwordHash)) return { ok: false, code: 'import_unreadable' };
  const within = await useOnce(env, limits.adminImports, EVERYBODY, now);
  if (!within.ok) return { ...within, code: 'too_many_requests' };
  const db = database(env);
  const { username, email } = account.business;
  const taken = await beforeAnyChange(
    takenKeys(db, { usernameKey: accountKey(username), emailKey: accountKey(email) }),
  );
  if (taken.username || taken.email)
    return { ok: false, code: taken.username ? 'username_taken' : 'email_taken' };

  const fileIds = account.locations.map(({ id }) => id);
  if (await isAnyOfSomebody(db, fileIds)) return { ok: false, code: 'business_is_here' };
  const ids = new Map<string, string>();
  for (const { id, removedAt } of account.locations) {
    const isKept = removedAt === null && (await canKeepId(env, id));
    ids.set(id, isKept ? id : env.LOCATION_QUEUE.newUniqueId().toString());
  }
  const kept = [...ids].filter(([before, after]) => before === after).map(([id]) => id);
  // What a closed object still wrote after its account was deleted.
  if (!(await eraseHistory(env.DB, kept))) return { ok: false, code: 'try_again' };
  const importId = crypto.randomUUID();
  try {
    const idOf = ({ id }: { id: string }) => ids.get(id) ?? id;
    await insertPlaceholder(db, importId, account, { idOf, until: now + IMPORT_MS });
  } catch (error) {
    // Two locations in one slot.
    if (violatedUniqueColumns(error) !== null) return { ok: false, code: 'import_unreadable' };
    throw error;
  }
  log({ event: 'admin_deed', deed: 'import_begun', businessId: importId });
  const comeAlong = paymentsComeAlong(account, payments) ? 'along' : 'left_behind';
  return {
    ok: true,
    importId,
    locations: Object.fromEntries(ids),
    payments: account.customer === null ? 'none' : comeAlong,
  };
}

/** Takes one line. Repeating it is harmless. */
export async function takeLine(
  env: Env,
  { importId, n, location, line }: ImportLine,
  now: number,
): Promise<{ ok: true } | Refused> {
  const db = database(env);
  if ((await importState(db, importId, now)) !== 'under_way') return { ok: false, code: 'import_over' };
  if (line.kind === 'grants') {
    await insertGrants(db, importId, line.rows);
    return { ok: true };
  }
  const own = await importedLocations(db, importId);
  if (location === null || !own.includes(location)) return { ok: false, code: 'not_found' };
  if (line.kind === 'rows') {
    const { table, step, columns, rows } = line;
    await locationById(env, location)?.stageCopy({ n, table, step, columns, rows });
    return { ok: true };
  }
  // Once for each zone: to know one takes longer than all else here.
  const zones = new Set(line.rows.flatMap(({ timezone }) => timezone ?? []));
  if (![...zones].every(isTimeZone)) return { ok: false, code: 'import_unreadable' };
  const visits = line.rows.map((visit) => ({
    ...visit,
    // Later than whatever an earlier try brought, and earlier than what the location's object counts on from.
    revision: visit.revision + now,
    businessId: importId,
    locationId: location,
  }));
  if (
    await areOfSomebody(
      db,
      visits.map(({ visitId }) => visitId),
      importId,
    )
  ) {
    return { ok: false, code: 'business_is_here' };
  }
  for (let first = 0; first < visits.length; first += HISTORY_ROWS) {
    await writeVisitHistory(env.DB, visits.slice(first, first + HISTORY_ROWS));
  }
  return { ok: true };
}

/**
 * Has each location become what was sent, then the account, in one transaction from which on it is there. Repeating it is
 * harmless, and finishes what broke off.
 */
export async function finishImport(
  env: Env,
  { importId, head, account, lines, visits }: ImportFinish,
  here: Here,
  now: number,
): Promise<{ ok: true } | Refused> {
  const db = database(env);
  const state = await beforeAnyChange(importState(db, importId, now));
  if (state === 'over') return { ok: false, code: 'import_over' };
  const open = await importedLocations(db, importId);
  if (state === 'under_way') {
    const made = paymentsComeAlong(account, here.payments) ? account : withoutPayments(account);
    const { standing, username, name: businessName } = made.business;
    const setup = {
      businessId: importId,
      username,
      businessName,
      creditsEndAt: creditsEndAt(made.business),
      standing,
      withReminders: head.pushKey !== null && head.pushKey === here.pushKey,
    };
    for (const id of open) {
      // Another import of the same visits can have taken them over.
      if ((await countHistory(env.DB, id)) < (visits[id] ?? 0))
        return { ok: false, code: 'import_incomplete' };
      const loaded = await locationById(env, id)?.loadCopy({ ...setup, pieces: lines[id] ?? 0 });
      if (!loaded?.ok) return loaded ?? { ok: false, code: 'not_found' };
    }
    const marks = made.business.trial ? trialMarkHashes(made.business, here.phoneHashKey) : [];
    const done = await makeAccount(env, importId, made, { marks, now });
    if (!done.ok) return done;
    log({ event: 'admin_deed', deed: 'business_imported', businessId: importId });
  }
  // Only now does anything become due at them.
  await Promise.all(
    open.map((id) => afterAChange(locationById(env, id)?.releaseCopy() ?? Promise.resolve())),
  );
  return { ok: true };
}

/** Takes away what an import has brought. Repeating it is harmless; one that was finished stays. */
export async function abandonImport(
  env: Env,
  importId: string,
  now: number,
): Promise<{ ok: true } | Refused> {
  const db = database(env);
  if (!(await giveUpImport(db, importId, now))) return { ok: false, code: 'import_over' };
  log({ event: 'admin_deed', deed: 'import_given_up', businessId: importId });
  await eraseAccount(env, importId, now);
  return { ok: true };
}

async function canKeepId(env: Env, id: string): Promise<boolean> {
  const object = locationById(env, id);
  if (object === null || !(await isFreeLocation(database(env), id))) return false;
  const reply = await object.view();
  return !reply.ok && (reply.code === 'not_found' || reply.code === 'location_closed');
}

function paymentsComeAlong(account: AccountLine, here: string | null): boolean {
  return account.payments !== null && account.payments === here;
}

/**
 * The account as one that begins anew with another account of the payment provider: what was paid counts to the end of its
 * period, and then no more.
 */
function withoutPayments(account: AccountLine): AccountLine {
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
      standing: 0,
    },
    customer: null,
    subscriptions: [],
  };
}
