/**
 * What an import that is not finished has in D1 (decision 64): the empty row of its account, which nobody finds and the sweep of
 * deletions takes away in the end, its locations, and what must not be somebody else's.
 */
import { and, eq, inArray, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { AccountLine, DataLine } from '../../shared/business-file.ts';
import type { ImportFinish } from '../../shared/operator.ts';
import { emptyAccount, importKey, isImporting } from '../accounts/deletions.ts';
import type { Database } from '../db/client.ts';
import { businesses } from '../db/schema/accounts.ts';
import { billingCustomers, creditGrants } from '../db/schema/billing.ts';
import { locations, visitHistory } from '../db/schema/locations.ts';

type LocationOfFile = AccountLine['locations'][number];
export type Grants = Extract<DataLine, { kind: 'grants' }>['rows'];

/** `none`: nothing has this id. `over`: it was given up, or its time has run out. */
export async function importState(
  db: Database,
  businessId: string,
  now: number,
): Promise<'none' | 'under_way' | 'finished' | 'over'> {
  const row = await db
    .select({
      usernameKey: businesses.usernameKey,
      until: businesses.deletionBegunAt,
      triedAt: businesses.deletionTriedAt,
    })
    .from(businesses)
    .where(eq(businesses.id, businessId))
    .get();
  if (row === undefined) return 'none';
  if (row.until === null) return 'finished';
  const isOpen = row.usernameKey === importKey(businessId) && row.triedAt === null && row.until > now;
  return isOpen ? 'under_way' : 'over';
}

/** The condition that this row is an import's that is not finished. */
export function isImport(businessId: string) {
  return and(eq(businesses.id, businessId), isImporting);
}

/** Whether any of these is the location of an account that is there. */
export async function isAnyOfSomebody(db: Database, ids: string[]): Promise<boolean> {
  const rows = await db
    .select({ id: locations.id })
    .from(locations)
    .innerJoin(businesses, eq(businesses.id, locations.businessId))
    .where(and(isAmong(locations.id, ids), isNull(businesses.deletionBegunAt)));
  return rows.length > 0;
}

/** Those of these ids that nothing has, or nothing but what a deleted account or an unfinished import left. */
export async function freeLocations(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: locations.id })
    .from(locations)
    .innerJoin(businesses, eq(businesses.id, locations.businessId))
    .where(and(isAmong(locations.id, ids), sql`not ${isLeftBehind}`));
  const held = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !held.has(id));
}

/** Of a location and its account: nobody misses it. */
const isLeftBehind = sql`(${isNotNull(businesses.deletionBegunAt)} and (${isNotNull(locations.removedAt)} or ${isImporting}))`;

/** Ends the imports that are not finished and were bringing one of these locations. Answers which. */
export async function endImportsOf(db: Database, ids: string[], now: number): Promise<string[]> {
  const ended = await endingOf(db, ids, now);
  return ended.map(({ id }) => id);
}

/** The statement that ends them. */
function endingOf(db: Database, ids: string[], now: number) {
  const holders = db.select({ id: locations.businessId }).from(locations).where(isAmong(locations.id, ids));
  return db
    .update(businesses)
    .set({ deletionBegunAt: now, deletionTriedAt: now })
    .where(and(isImporting, inArray(businesses.id, holders)))
    .returning({ id: businesses.id });
}

/**
 * Makes the empty row of an import that has to be finished by `until`, and its locations. What was left behind gives way to
 * locations of the same id, and an import that was bringing them is over: the later one counts. Answers which were.
 */
export async function insertPlaceholder(
  db: Database,
  businessId: string,
  { business, locations: places }: AccountLine,
  { idOf, until, now }: { idOf: (location: LocationOfFile) => string; until: number; now: number },
): Promise<string[]> {
  const { plan, maxLocations, baseCustomerCredits, baseSmsCredits, createdAt } = business;
  const ids = places.map(idOf);
  const leftBehind = db
    .select({ id: locations.id })
    .from(locations)
    .innerJoin(businesses, eq(businesses.id, locations.businessId))
    .where(and(isAmong(locations.id, ids), isLeftBehind));
  const [ended] = await db.batch([
    endingOf(db, ids, now),
    db.delete(locations).where(inArray(locations.id, leftBehind)),
    db.insert(businesses).values({
      id: businessId,
      ...emptyAccount(importKey(businessId)),
      plan,
      trial: false,
      maxLocations,
      baseCustomerCredits,
      baseSmsCredits,
      createdAt,
      deletionBegunAt: until,
    }),
    ...places.map((place) => db.insert(locations).values({ ...place, id: idOf(place), businessId })),
  ]);
  return ended.map(({ id }) => id);
}

/** The locations that an import makes, with the slot of each. */
export async function importedLocations(
  db: Database,
  businessId: string,
): Promise<{ id: string; slot: number; isOpen: boolean }[]> {
  const rows = await db
    .select({ id: locations.id, slot: locations.slot, removedAt: locations.removedAt })
    .from(locations)
    .where(eq(locations.businessId, businessId));
  return rows.map(({ id, slot, removedAt }) => ({ id, slot, isOpen: removedAt === null }));
}

/** Whether any of these visits is in the history of another account that is there. */
export async function areOfSomebody(db: Database, visitIds: string[], businessId: string): Promise<boolean> {
  const rows = await db
    .select({ id: businesses.id })
    .from(visitHistory)
    .innerJoin(businesses, eq(businesses.id, visitHistory.businessId))
    .where(
      and(
        isAmong(visitHistory.visitId, visitIds),
        ne(businesses.id, businessId),
        isNull(businesses.deletionBegunAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Keeps grants as made: revision 0 is one that no location has to follow any more. Those that an earlier try left, or a deleted
 * account, become this one's; repeating it changes nothing. False: one of them is that of another account that is there.
 */
export async function keepGrants(db: Database, businessId: string, rows: Grants): Promise<boolean> {
  const { subscriptionId, periodStart, slot } = creditGrants;
  const isOfNobody = sql`not exists (select 1 from businesses where businesses.id = ${creditGrants.businessId}
    and businesses.deletion_begun_at is null)`;
  const [first, ...others] = rows.map((row) => {
    const grant = { ...row, businessId, revision: 0, ceilingRevision: null };
    return db
      .insert(creditGrants)
      .values(grant)
      .onConflictDoUpdate({ target: [subscriptionId, periodStart, slot], set: grant, setWhere: isOfNobody })
      .returning({ slot });
  });
  const kept = first === undefined ? [] : await db.batch([first, ...others]);
  return kept.every((one) => one.length > 0);
}

/** What was sent of an import to be kept in D1: the number of grants, and of visits by location. */
export type Sent = Pick<ImportFinish, 'grants' | 'visits'>;

/** The condition that D1 has all of it. Another import of the same file can have taken it over. */
export function hasArrived(businessId: string, { grants, visits }: Sent): SQL {
  return sql`((select count(*) from credit_grants where business_id = ${businessId}) >= ${grants}
    and not exists (select 1 from json_each(${JSON.stringify(visits)}) as sent
      where (select count(*) from visit_history where location_id = sent.key) < sent.value))`;
}

/** Whether it does. */
export async function haveArrived(db: Database, businessId: string, sent: Sent): Promise<boolean> {
  const rows = await db
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), hasArrived(businessId, sent)));
  return rows.length > 0;
}

/** Whether an account has this customer of the payment provider, be it one that is being deleted: that ends the customer, too. */
export async function isCustomerOfSomebody(db: Database, customerId: string): Promise<boolean> {
  const rows = await db
    .select({ id: billingCustomers.businessId })
    .from(billingCustomers)
    .where(eq(billingCustomers.customerId, customerId));
  return rows.length > 0;
}

/** Gives an import up: from now on it is a deletion like any other. False: there is none, or it was finished. */
export async function giveUpImport(db: Database, businessId: string, now: number): Promise<boolean> {
  const rows = await db
    .update(businesses)
    .set({ deletionBegunAt: now, deletionTriedAt: now })
    .where(isImport(businessId))
    .returning({ id: businesses.id });
  return rows.length > 0;
}

/** As one list of JSON: D1 binds no more than 100 values to a statement. */
function isAmong(column: typeof locations.id | typeof visitHistory.visitId, ids: string[]): SQL {
  return sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
}
