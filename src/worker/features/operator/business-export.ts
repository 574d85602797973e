/**
 * Export of a business as a file, in answers of bounded size: each answer has one page of one table. The data of one
 * location are consistent; the data of two locations may be from different times.
 */
import { and, asc, gt, isNull } from 'drizzle-orm';
import {
  FILE_FORMAT,
  FILE_VERSION,
  PART_BYTES,
  type FileHead,
} from '../../../shared/contracts/business-file.ts';
import type {
  BusinessListAnswer,
  ExportAnswer,
  ExportCursor,
  FileSeal,
} from '../../../shared/contracts/operator.ts';
import { findAccount } from '../../identity/accounts.ts';
import { openLocations } from '../../identity/location-rows.ts';
import { retryable } from '../../db/errors.ts';
import { database } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { readHistoryPage } from '../analytics/history-pages.ts';
import { log } from '../../platform/log.ts';
import type { Result, TransferTable } from '../../location/rpc.ts';
import { locationById } from '../../location/stubs.ts';
import { consumeRateLimit, limits } from '../../http/rate-limits.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { hasBegun, recordAct } from '../admin/audit-log.ts';
import { readAccount } from './account-copies.ts';
import { mayDo, type MustWait } from './asked-acts.ts';
import { withoutOwnersId } from './file-actors.ts';
import { sealedAccount, sealedRows } from './file-seals.ts';

type Table = Exclude<ExportCursor['part'], 'history'>;

const HISTORY_ROWS = 500;
const USERNAMES_AT_ONCE = 500;

/** The order matters, because a later part includes changes that were made while earlier parts were read. */
const parts = [
  'event',
  'consent',
  'text',
  'visit',
  'last',
  'history',
] as const satisfies ExportCursor['part'][];
const firstKeys = { event: 0, consent: 0, text: '', visit: -1, last: 0, history: -1 } as const;

/**
 * Returns one page of the usernames of all accounts, in alphabetical order: the usernames after `after`. `next` is null
 * at the end. Not only the first page but each page is recorded, because an operator may begin at any page, and may
 * wait hours between pages.
 */
export async function listBusinesses(
  env: Env,
  operator: string,
  after: string | null,
  now: number,
): Promise<BusinessListAnswer> {
  if (after === null) log({ event: 'admin_action', action: 'businesses_listed' });
  const about = after === null ? {} : { about: `after ${after}` };
  await recordAct(database(env), { at: now, operator, kind: 'businesses_listed', ...about });
  const rows = await retryable(
    database(env)
      .select({ username: businesses.username })
      .from(businesses)
      .where(and(isNull(businesses.deletionBegunAt), gt(businesses.usernameKey, after?.toLowerCase() ?? '')))
      .orderBy(asc(businesses.usernameKey))
      .limit(USERNAMES_AT_ONCE),
  );
  const usernames = rows.map(({ username }) => username);
  const isLast = usernames.length < USERNAMES_AT_ONCE;
  return { usernames, next: isLast ? null : (usernames.at(-1) ?? null) };
}

/**
 * The purpose of a file. An export of one business needs approval. A backup of all businesses needs the right `backup`.
 */
export type Purpose = 'export' | 'backup';

type Wanted = { operator: string; username: string; purpose: Purpose };

const actOf = { export: 'business_exported', backup: 'business_backed_up' } as const;

/** Begins an export, and returns the file's head and the account. */
export async function beginExport(
  env: Env,
  { operator, username, purpose }: Wanted,
  about: { origin: string; payments: string | null; phoneHashKey: string; seal: FileSeal },
  now: number,
): Promise<({ ok: true } & ExportAnswer) | MustWait | Refusal> {
  const within = await consumeRateLimit(env, limits.adminExports, operator, now);
  if (!within.ok) return within;
  if (purpose === 'export') {
    const act = { kind: purpose, username } as const;
    const allowed = await mayDo(env, about.phoneHashKey, { operator, act }, now);
    if (!allowed.ok) return allowed;
  }
  const found = await retryable(readAccount(env, username, about.payments));
  if (found === null) return { ok: false, code: 'unknown_business' };
  const { businessId, part } = found;
  const business = { id: businessId, username: part.business.username };
  await recordAct(database(env), { at: now, operator, kind: actOf[purpose], business });
  const head: FileHead = {
    kind: 'head',
    format: FILE_FORMAT,
    version: FILE_VERSION,
    exportedAt: new Date(now).toISOString(),
    origin: about.origin,
    sealing: { salt: about.seal.salt, rounds: about.seal.rounds },
  };
  log({ event: 'admin_action', action: actOf[purpose], businessId });
  return {
    ok: true,
    parts: [JSON.stringify(head), JSON.stringify(await sealedAccount(part, about.seal))],
    next: firstOf(part.locations.filter(({ removedAt }) => removedAt === null).map(({ id }) => id)),
  };
}

/**
 * Continues an export that this operator began in the last 6 hours. Returns the next parts, and the next cursor. An
 * owner's "This was not me" also stops an export that has begun.
 */
export async function goOnExporting(
  env: Env,
  { operator, username, purpose }: Wanted,
  { cursor, seal }: { cursor: ExportCursor; seal: FileSeal },
  now: number,
): Promise<({ ok: true } & ExportAnswer) | Refusal> {
  const db = database(env);
  const account = await retryable(findAccount(db, { username }));
  if (account === null) return { ok: false, code: 'unknown_business' };
  const { user, business } = account;
  if (purpose === 'export' && now < (user.changesHeldUntil ?? 0)) return { ok: false, code: 'changes_held' };
  const begun = { at: now, operator, kind: actOf[purpose], business };
  if (!(await hasBegun(env, begun))) return { ok: false, code: 'not_found' };
  const open = await openLocations(db, business.id);
  const [location] = cursor.locations;
  // The location was removed meanwhile, so the file would be incomplete.
  if (location === undefined || !open.some(({ id }) => id === location))
    return { ok: false, code: 'not_found' };
  return cursor.part === 'history'
    ? historyPage(env, location, cursor)
    : tablePage(env, location, { ...cursor, table: cursor.part }, { seal, ownerId: user.id });
}

async function tablePage(
  env: Env,
  location: string,
  { table, ...cursor }: ExportCursor & { table: Table },
  { seal, ownerId }: { seal: FileSeal; ownerId: string },
): Promise<({ ok: true } & ExportAnswer) | Refusal> {
  const read: Result<TransferTable> | undefined = await locationById(env, location)?.readCopy({
    table,
    after: cursor.after,
  });
  if (!read?.ok) return read ?? { ok: false, code: 'not_found' };
  const { step, tables, next } = read;
  const sealed = await Promise.all(
    tables.map((rows) => sealedRows(withoutOwnersId(rows, ownerId), location, seal)),
  );
  const pieces = sealed.flatMap(({ table: name, columns, rows }) =>
    packed(rows, (some) => ({ kind: 'rows', location, step, table: name, columns, rows: some })),
  );
  return { ok: true, parts: pieces, next: next === null ? afterPart(cursor) : { ...cursor, after: next } };
}

async function historyPage(
  env: Env,
  location: string,
  cursor: ExportCursor,
): Promise<{ ok: true } & ExportAnswer> {
  const after = Number(cursor.after);
  const upTo = Number.MAX_SAFE_INTEGER;
  const page = await readHistoryPage(env.DB, location, { after, upTo, limit: HISTORY_ROWS });
  const pieces = packed(
    page.map(({ businessId: _whose, locationId: _where, ...visit }) => visit),
    (rows) => ({ kind: 'history', location, rows }),
  );
  const last = page.at(-1);
  const isLast = last === undefined || page.length < HISTORY_ROWS;
  return { ok: true, parts: pieces, next: isLast ? afterPart(cursor) : { ...cursor, after: last.joinedAt } };
}

/** The cursor at the start of the first location; null without locations. */
function firstOf(locations: string[]): ExportCursor | null {
  if (locations.length === 0) return null;
  return { locations, part: 'event', after: firstKeys.event };
}

function afterPart(cursor: ExportCursor): ExportCursor | null {
  const part = parts[parts.indexOf(cursor.part) + 1];
  return part === undefined
    ? firstOf(cursor.locations.slice(1))
    : { ...cursor, part, after: firstKeys[part] };
}

/** Splits rows into parts of at most `PART_BYTES`. Returns an empty list if there are no rows. */
function packed<Row>(rows: Row[], partOf: (rows: Row[]) => object): string[] {
  const whole: string[] = [];
  let some: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const length = Buffer.byteLength(JSON.stringify(row)) + 1;
    if (some.length > 0 && bytes + length > PART_BYTES - 1_000) {
      whole.push(JSON.stringify(partOf(some)));
      [some, bytes] = [[], 0];
    }
    some.push(row);
    bytes += length;
  }
  return some.length === 0 ? whole : [...whole, JSON.stringify(partOf(some))];
}
