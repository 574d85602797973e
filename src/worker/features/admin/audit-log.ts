/**
 * Audit log: one row for each act of an operator. All queries on `operator_acts` and `admin_changes` are here, except
 * queries about single locations (`location-rows.ts`).
 */
import { and, desc, eq, getTableColumns, gt, isNull, lt, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  baseCredits,
  locationChanges,
  type ActKind,
  type AuditQuery,
  type BaseCredits,
  type ListPage,
  type LocationChange,
  type OperatorAct,
} from '../../../shared/contracts/admin.ts';
import { database, type Database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { NEXT_CREDIT_REVISION } from '../billing/credit-revision.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { adminChanges, operatorActs, operators } from '../../db/schema/admin.ts';
import { ASKED_ACT_WAIT_MS } from '../../../shared/limits.ts';
import { LIST_PAGE_ROWS, pageOfRows } from '../../http/list-page.ts';

const storedCredits = z.object({ before: baseCredits, after: baseCredits });

/** An act of an operator. `business`: the business that the act is about. */
export type Act = {
  at: number;
  operator: string;
  kind: Exclude<ActKind, 'credits_changed'>;
  business?: { id: string; username: string };
  about?: string;
};

export function recordAct(db: Database, { at, operator, kind, business, about }: Act) {
  return db
    .insert(operatorActs)
    .values({ at, operator, kind, businessId: business?.id, username: business?.username, about });
}

/** Time limit of an act that needs several calls, such as an export. */
const LONGEST_ACT_MS = 6 * 3_600_000;

/**
 * Whether the operator began this act in the last `LONGEST_ACT_MS`. The first call of the act writes a row. Each
 * following call of this act is allowed only if the row of the first call exists. Without this rule, an operator could
 * skip the recorded first call and start the act in the middle.
 */
export async function hasBegun(
  env: Env,
  { at, operator, kind, business }: Omit<Act, 'about'>,
): Promise<boolean> {
  const isOfBusiness =
    business &&
    and(
      eq(operatorActs.businessId, business.id),
      // This condition lets the query use the index.
      eq(sql`lower(${operatorActs.username})`, business.username.toLowerCase()),
    );
  const begun = database(env)
    .select({ id: operatorActs.id })
    .from(operatorActs)
    .where(
      and(
        isOfBusiness,
        eq(operatorActs.operator, operator),
        eq(operatorActs.kind, kind),
        gt(operatorActs.at, at - LONGEST_ACT_MS),
      ),
    )
    .limit(1);
  return (await retryable(begun)).length > 0;
}

/**
 * Condition: after `time`, this operator was added or changed, or the operator's passkeys were reset. The condition
 * ignores the act by which an operator added themselves, as the first operator did.
 */
export function wasManagedSince(operator: string | SQLWrapper, time: SQL): SQL {
  return sql`exists (select 1 from operator_acts a where a.at > ${time}
    and a.kind in ('operator_added', 'operator_changed', 'passkeys_reset')
    and instr(a.about || ':', ${operator} || ':') = 1
    and not (a.kind = 'operator_added' and a.operator = ${operator}))`;
}

/**
 * Whether, in the last day, this operator was added or changed, or the operator's passkeys were reset. Somebody may
 * have added the new operator only to perform one act.
 */
export async function isNewOperator(env: Env, operator: string, now: number): Promise<boolean> {
  const since = sql`${now - ASKED_ACT_WAIT_MS}`;
  const managed = database(env)
    .select({ name: operators.name })
    .from(operators)
    .where(and(eq(operators.name, operator), wasManagedSince(operator, since)));
  return (await retryable(managed)).length > 0;
}

/**
 * If an operator reads the same list several times within this time, the log gets only one row, because a page reads a
 * list often.
 */
const READING_MS = 30 * 60_000;

/** Records that an operator reads a list with data of other people, at most once in half an hour. */
export async function recordReading(
  env: Env,
  operator: string,
  kind: 'feedback_read' | 'sales_read',
  now: number,
): Promise<void> {
  const isOld = sql`not exists (select 1 from operator_acts where operator = ${operator} and kind = ${kind} and at > ${now - READING_MS})`;
  await database(env)
    .insert(operatorActs)
    .select(sql`select null, ${now}, ${operator}, ${kind}, null, null, null, null, null where ${isOld}`);
}

/** Like `recordAct`, but records the act only if the previous statement of the batch changed a row. */
export function recordActIfChanged(db: Database, { at, operator, kind, business, about }: Act) {
  const values = sql`${at}, ${operator}, ${kind}, ${business?.id ?? null}, ${business?.username ?? null}, ${about ?? null}`;
  return db.insert(operatorActs).select(sql`select null, ${values}, null, null where changes() > 0`);
}

/**
 * Statement for a batch: records a change of an account's base credits. The statement must come before the change,
 * because it reads the old values in the same transaction. Returns the change's id, or no row if the account was
 * deleted.
 */
export function recordCreditsChange(
  db: Database,
  change: { at: number; admin: string; businessId: string; after: BaseCredits },
) {
  const { baseCustomerCredits, baseSmsCredits } = businesses;
  return db
    .insert(adminChanges)
    .select(
      db
        .select({
          id: sql<number>`${sql.raw(NEXT_CREDIT_REVISION)}`.as('id'),
          at: sql<number>`${change.at}`.as('at'),
          admin: sql<string>`${change.admin}`.as('admin'),
          businessId: businesses.id,
          username: businesses.username,
          before:
            sql<string>`json_object('baseCustomerCredits', ${baseCustomerCredits}, 'baseSMSCredits', ${baseSmsCredits})`.as(
              'before',
            ),
          after: sql<string>`${JSON.stringify(change.after)}`.as('after'),
          locations: sql<null>`null`.as('locations'),
        })
        .from(businesses)
        .where(and(eq(businesses.id, change.businessId), isNull(businesses.deletionBegunAt))),
    )
    .returning({ id: adminChanges.id });
}

/**
 * Statement for a batch, after `recordCreditsChange` with the same change: records the act, if the change was recorded.
 */
export function recordCreditsAct(
  db: Database,
  { at, admin, businessId }: { at: number; admin: string; businessId: string },
) {
  const isLast = sql`${adminChanges.id} = (select max(id) from admin_changes)`;
  const isThis = and(
    eq(adminChanges.at, at),
    eq(adminChanges.admin, admin),
    eq(adminChanges.businessId, businessId),
  );
  return db.insert(operatorActs).select(
    db
      .select({
        id: sql<null>`null`.as('id'),
        at: adminChanges.at,
        operator: adminChanges.admin,
        kind: sql<'credits_changed'>`'credits_changed'`.as('kind'),
        businessId: adminChanges.businessId,
        username: adminChanges.username,
        about: sql<null>`null`.as('about'),
        credits:
          sql<string>`json_object('before', json(${adminChanges.before}), 'after', json(${adminChanges.after}))`.as(
            'credits',
          ),
        changeId: sql<number>`${adminChanges.id}`.as('change_id'),
      })
      .from(adminChanges)
      .where(and(isLast, isThis)),
  );
}

/** Stores the effects on each location in the row of a change. */
export async function recordLocations(db: Database, id: number, locations: LocationChange[]): Promise<void> {
  await db
    .update(adminChanges)
    .set({ locations: JSON.stringify(locations) })
    .where(eq(adminChanges.id, id));
}

/** Returns one page of acts, newest first: acts that are older than the act with the id `before`. */
export async function listActs(
  env: Env,
  { before, operator, kind, username }: AuditQuery,
): Promise<ListPage<OperatorAct>> {
  const rows = await database(env)
    .select({ ...getTableColumns(operatorActs), locations: adminChanges.locations })
    .from(operatorActs)
    .leftJoin(adminChanges, eq(adminChanges.id, operatorActs.changeId))
    .where(
      and(
        before === undefined ? undefined : lt(operatorActs.id, before),
        operator === undefined ? undefined : eq(operatorActs.operator, operator),
        kind === undefined ? undefined : eq(operatorActs.kind, kind),
        username === undefined ? undefined : eq(sql`lower(${operatorActs.username})`, username.toLowerCase()),
      ),
    )
    .orderBy(desc(operatorActs.id))
    .limit(LIST_PAGE_ROWS + 1);
  return pageOfRows(
    rows.map(({ id, at, operator: by, kind: what, username: whose, about, credits, locations }) => ({
      id,
      at: new Date(at).toISOString(),
      operator: by,
      kind: what,
      username: whose,
      about,
      credits:
        credits === null
          ? null
          : {
              ...storedCredits.parse(JSON.parse(credits)),
              locations: locations === null ? null : locationChanges.parse(JSON.parse(locations)),
            },
    })),
  );
}
