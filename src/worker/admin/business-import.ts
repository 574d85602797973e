/**
 * A business made from a file, in four kinds of calls (decision 64): begun, filled line by line, finished (`finish-import.ts`)
 * or given up. Each may be sent again, and is answered the same. Nobody finds anything of it before it is finished; what is not finished in time,
 * the sweep of deletions takes away.
 */
import { isTimeZone } from '../../shared/queue/settings.ts';
import { FILE_VERSION, type AccountLine, type DataLine } from '../../shared/business-file.ts';
import type { ImportAnswer, ImportLine, ImportRequest } from '../../shared/operator.ts';
import { accountKey, takenKeys } from '../accounts/businesses.ts';
import { eraseAccount } from '../accounts/delete-account.ts';
import { beforeAnyChange } from '../db/away.ts';
import { database, violatedUniqueColumns, type Database } from '../db/client.ts';
import { eraseHistory } from '../db/erase-history.ts';
import { writeVisitHistory } from '../db/history.ts';
import { log } from '../log.ts';
import type { Refused } from '../queue/calls.ts';
import { locationById } from '../queue/locate.ts';
import { limits } from '../security/limits.ts';
import { isPasswordHash } from '../security/passwords.ts';
import { useAsAdmin, type Refusal } from './admin-use.ts';
import {
  areOfSomebody,
  endImportsOf,
  freeLocations,
  giveUpImport,
  importedLocations,
  importState,
  insertPlaceholder,
  isAnyOfSomebody,
  keepGrants,
} from './import-rows.ts';

/** So long an import may take. */
const IMPORT_MS = 6 * 3_600_000;
/** As many as one write of the history takes. */
const HISTORY_ROWS = 50;

/**
 * Begins an import. Refused where the account's name or address is taken, or one of its locations is somebody's here: its
 * visits can be in one place only. A location keeps its id where its object is of this installation and is empty or closed for
 * good; else it gets a new one. An earlier import that was bringing one of them is over.
 */
export async function beginImport(
  env: Env,
  { importId, head, account }: ImportRequest,
  now: number,
): Promise<({ ok: true } & ImportAnswer) | Refusal> {
  if (head.version > FILE_VERSION) return { ok: false, code: 'newer_file' };
  if (!isPasswordHash(account.business.passwordHash)) return { ok: false, code: 'import_unreadable' };
  const db = database(env);
  const begun = await beforeAnyChange(beginning(db, importId, account, now));
  if (begun !== null) return begun;
  const within = await useAsAdmin(env, limits.adminImports, now);
  if (!within.ok) return within;
  const { username, email } = account.business;
  const taken = await beforeAnyChange(
    takenKeys(db, { usernameKey: accountKey(username), emailKey: accountKey(email) }),
  );
  if (taken.username || taken.email)
    return { ok: false, code: taken.username ? 'username_taken' : 'email_taken' };
  const fileIds = account.locations.map(({ id }) => id);
  if (await isAnyOfSomebody(db, fileIds)) return { ok: false, code: 'business_is_here' };

  const kept = await keptIds(env, account);
  // One that is being finished just now either is over before its history goes, or keeps it.
  noteEnded(await endImportsOf(db, [...kept], now));
  if (await isAnyOfSomebody(db, fileIds)) return { ok: false, code: 'business_is_here' };
  // What an import before this one brought, or a closed object still wrote after its account was deleted.
  if (!(await eraseHistory(env.DB, [...kept]))) return { ok: false, code: 'try_again' };
  const ids = new Map(
    fileIds.map((id) => [id, kept.has(id) ? id : env.LOCATION_QUEUE.newUniqueId().toString()]),
  );
  const idOf = ({ id }: { id: string }) => ids.get(id) ?? id;
  try {
    noteEnded(await insertPlaceholder(db, importId, account, { idOf, until: now + IMPORT_MS, now }));
  } catch (error) {
    const columns = violatedUniqueColumns(error);
    if (columns === null) throw error;
    // Somebody was faster: with the same call, or with an import of the same locations that is finished.
    if (columns.startsWith('businesses.'))
      return (await beginning(db, importId, account, now)) ?? { ok: false, code: 'try_again' };
    // Else there are two locations in one slot.
    return { ok: false, code: columns === 'locations.id' ? 'business_is_here' : 'import_unreadable' };
  }
  log({ event: 'admin_deed', deed: 'import_begun', businessId: importId });
  return { ok: true, locations: Object.fromEntries(ids) };
}

function noteEnded(importIds: string[]): void {
  for (const businessId of importIds) log({ event: 'admin_deed', deed: 'import_given_up', businessId });
}

/** What was answered when this import began; null where it did not yet. */
async function beginning(
  db: Database,
  importId: string,
  account: AccountLine,
  now: number,
): Promise<({ ok: true } & ImportAnswer) | Refused | null> {
  const state = await importState(db, importId, now);
  if (state === 'none') return null;
  const bySlot = new Map((await importedLocations(db, importId)).map(({ slot, id }) => [slot, id]));
  const locations: Record<string, string> = {};
  for (const { id, slot } of account.locations) {
    const here = bySlot.get(slot);
    if (here !== undefined) locations[id] = here;
  }
  const isSame = state === 'under_way' && Object.keys(locations).length === account.locations.length;
  return isSame ? { ok: true, locations } : { ok: false, code: 'import_over' };
}

async function keptIds(env: Env, { locations }: AccountLine): Promise<Set<string>> {
  const open = locations.filter(({ removedAt }) => removedAt === null).map(({ id }) => id);
  const kept = new Set<string>();
  for (const id of await freeLocations(database(env), open)) {
    const reply = await locationById(env, id)?.view();
    // Empty, closed, or filled by an import before this one.
    if (reply?.ok === false) kept.add(id);
  }
  return kept;
}

/** Takes one line. */
export async function takeLine(
  env: Env,
  { importId, n, location, line }: ImportLine,
  now: number,
): Promise<{ ok: true } | Refused> {
  const db = database(env);
  if ((await importState(db, importId, now)) !== 'under_way') return { ok: false, code: 'import_over' };
  if (line.kind === 'grants') {
    const areKept = await keepGrants(db, importId, line.rows);
    return areKept ? { ok: true } : { ok: false, code: 'business_is_here' };
  }
  const own = await importedLocations(db, importId);
  if (location === null || !own.some(({ id, isOpen }) => id === location && isOpen))
    return { ok: false, code: 'not_found' };
  // A visit that two accounts have would be the history of whichever writes it last.
  if (await areOfSomebody(db, visitsIn(line), importId)) return { ok: false, code: 'business_is_here' };
  if (line.kind === 'rows') {
    const { table, step, columns, rows } = line;
    await locationById(env, location)?.stageCopy({ importId, n, table, step, columns, rows });
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
  for (let first = 0; first < visits.length; first += HISTORY_ROWS) {
    await writeVisitHistory(env.DB, visits.slice(first, first + HISTORY_ROWS));
  }
  return { ok: true };
}

/** The ids of the visits that a line brings. */
function visitsIn(line: Exclude<DataLine, { kind: 'grants' }>): string[] {
  if (line.kind === 'history') return line.rows.map(({ visitId }) => visitId);
  if (line.table !== 'visit') return [];
  const at = line.columns.indexOf('id');
  return line.rows.flatMap((row) => (typeof row[at] === 'string' ? [row[at]] : []));
}

/** Takes away what an import has brought; one that was finished stays. */
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
