/**
 * Slots of a business and their locations. All writes to `locations` are here, except those of an import
 * (`import-rows.ts`).
 */
import { and, asc, eq, exists, gt, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isNullIn, violatedUniqueColumns, type Database } from '../db/client.ts';
import { adminChanges } from '../db/schema/admin.ts';
import { creditGrants } from '../db/schema/billing.ts';
import { businesses } from '../db/schema/businesses.ts';
import { locations } from '../db/schema/locations.ts';
import { hasDirectoryRevision, raiseDirectoryRevision } from './businesses.ts';
import { deleteDevices, devicesWith } from './device/device-rows.ts';
import type { LocationRecord } from './sessions.ts';

/**
 * A slot with its latest location. `creditsLeft`: the location's credits at its removal; null while the location is
 * open. `customerDebtLeft`: the location's debt at its removal. `guestsLeft`: how many more guests the location could
 * accept at its removal, if the owner's address was not verified at that time. Null if the number was not limited, or
 * if the location is open.
 */
export type Slot = {
  locationId: string;
  slot: number;
  generation: number;
  isOpen: boolean;
  creditsLeft: { customerCredits: number; smsCredits: number } | null;
  customerDebtLeft: number;
  guestsLeft: number | null;
};

/** The slots that a business has used. */
export async function usedSlots(db: Database, businessId: string): Promise<Slot[]> {
  // In a query with `max`, SQLite returns the other columns of the row that has the maximum.
  const rows = await db
    .select({
      locationId: locations.id,
      slot: locations.slot,
      generation: max(locations.generation),
      removedAt: locations.removedAt,
      customerCreditsLeft: locations.customerCreditsLeft,
      smsCreditsLeft: locations.smsCreditsLeft,
      customerDebtLeft: locations.customerDebtLeft,
      guestsLeft: locations.guestsLeft,
    })
    .from(locations)
    .where(eq(locations.businessId, businessId))
    .groupBy(locations.slot);
  return rows.map((row) => ({
    locationId: row.locationId,
    slot: row.slot,
    generation: row.generation ?? 0,
    isOpen: row.removedAt === null,
    guestsLeft: row.guestsLeft,
    customerDebtLeft: row.customerDebtLeft,
    creditsLeft:
      row.customerCreditsLeft === null || row.smsCreditsLeft === null
        ? null
        : { customerCredits: row.customerCreditsLeft, smsCredits: row.smsCreditsLeft },
  }));
}

/** The highest revision of the grants and ceilings of a business; 0 if there are no grants and no ceilings. */
export async function newestGrant(db: Database, businessId: string): Promise<number> {
  const row = await db
    .select({ revision: max(creditGrants.revision), ceilingRevision: max(creditGrants.ceilingRevision) })
    .from(creditGrants)
    .where(eq(creditGrants.businessId, businessId))
    .get();
  return Math.max(row?.revision ?? 0, row?.ceilingRevision ?? 0);
}

/** Statement for a batch: a business's open locations, by slot. */
export function openLocations(db: Database, businessId: string) {
  return db
    .select()
    .from(locations)
    .where(and(eq(locations.businessId, businessId), isNull(locations.removedAt)))
    .orderBy(asc(locations.slot));
}

/**
 * Statement for a batch: sets the credits that the next location of each freed slot inherits, and removes the slot's
 * debt.
 */
export function setCreditsLeft(
  db: Database,
  businessId: string,
  credits: { customerCredits: number; smsCredits: number },
) {
  return db
    .update(locations)
    .set({
      customerCreditsLeft: credits.customerCredits,
      customerDebtLeft: 0,
      smsCreditsLeft: credits.smsCredits,
    })
    .where(and(eq(locations.businessId, businessId), isNotNull(locations.removedAt)));
}

/** The ids of all locations of a business, including removed locations. */
export async function allLocationIds(db: Database, businessId: string): Promise<string[]> {
  const rows = await db
    .select({ id: locations.id })
    .from(locations)
    .where(eq(locations.businessId, businessId));
  return rows.map(({ id }) => id);
}

/** Statement for a batch: erases the addresses of a deleted account's locations. */
export function eraseAddresses(db: Database, businessId: string) {
  return db.update(locations).set({ address: '' }).where(eq(locations.businessId, businessId));
}

/** Statement for a batch: erases the addresses of a deleted account's locations in the log of credits. */
export function eraseChangedAddresses(db: Database, businessId: string) {
  const nameless = sql`(select json_group_array(json_set(value, '$.address', '')) from json_each(${adminChanges.locations}))`;
  return db
    .update(adminChanges)
    .set({ locations: nameless })
    .where(and(eq(adminChanges.businessId, businessId), isNotNull(adminChanges.locations)));
}

/** Statement for the batch that deletes a business: deletes the business's removed locations. */
export function deleteRemovedLocations(db: Database, businessId: string) {
  return db
    .delete(locations)
    .where(and(eq(locations.businessId, businessId), isNotNull(locations.removedAt)));
}

/**
 * The revision of a business's public look-up, and the business's open locations; null if there is no such business.
 */
export async function directoryOf(
  db: Database,
  businessId: string,
): Promise<{ revision: number; locationIds: string[] } | null> {
  const rows = await db
    .select({ revision: businesses.directoryRevision, locationId: locations.id })
    .from(businesses)
    .leftJoin(locations, and(eq(locations.businessId, businesses.id), isNull(locations.removedAt)))
    .where(and(eq(businesses.id, businessId), isNull(businesses.deletionBegunAt)));
  const [first] = rows;
  if (first === undefined) return null;
  return { revision: first.revision, locationIds: rows.flatMap(({ locationId }) => locationId ?? []) };
}

/**
 * Inserts a location into its slot; false if the slot is taken, or if the revision of the public look-up is no longer
 * `revision`.
 */
export async function occupySlot(
  db: Database,
  revision: number,
  row: Pick<
    LocationRecord,
    'id' | 'businessId' | 'slot' | 'generation' | 'address' | 'timezone' | 'createdAt'
  >,
): Promise<boolean> {
  try {
    const at = { id: row.businessId, revision };
    // If the revision has changed, the second statement inserts NULL. The column refuses NULL, so the whole batch
    // fails.
    const sameBusiness = sql`(select ${businesses.id} from ${businesses} where ${hasDirectoryRevision({ ...at, revision: revision + 1 })})`;
    await db.batch([
      raiseDirectoryRevision(db, hasDirectoryRevision(at)),
      db.insert(locations).values({ ...row, businessId: sameBusiness }),
    ]);
    return true;
  } catch (error) {
    if (isNullIn('locations.business_id', error)) return false;
    // Both unique indexes contain the slot, so a violation of either index means that the slot was taken meanwhile.
    if (violatedUniqueColumns(error)?.includes('locations.slot')) return false;
    throw error;
  }
}

/**
 * Frees a slot. The slot's next location starts with the credits that are left in the object. If the object missed an
 * admin's change or a monthly grant (newer than `revision`), the new location starts with the business's credits. If
 * the location has a debt, an admin's change cancels the debt. A grant pays the debt, so the new location starts with
 * the business's credits minus the debt. If the object missed a change to a smaller plan, the new location starts with
 * at most the credits of the smaller plan. The location's devices are deleted. Idempotent.
 */
export async function freeSlot(
  db: Database,
  { id, businessId }: Pick<LocationRecord, 'id' | 'businessId'>,
  removedAt: number,
  creditsLeft: {
    customerCredits: number;
    customerDebt: number;
    smsCredits: number;
    revision: number;
    guestsLeft: number | null;
  },
): Promise<void> {
  const { customerCredits, customerDebt, smsCredits, revision, guestsLeft } = creditsLeft;
  // This condition is a part of the statement that frees the slot, so that no admin's change is lost. If an admin
  // changes the credits after this statement, the slot is already free, and the admin's change sets the slot's credits.
  const setSince = db
    .select({ one: sql`1` })
    .from(adminChanges)
    .where(
      and(
        eq(adminChanges.businessId, locations.businessId),
        gt(adminChanges.id, revision),
        gt(adminChanges.at, locations.createdAt),
      ),
    );
  const inLedgerSince = (column: SQLiteColumn) =>
    db
      .select({ one: sql`1` })
      .from(creditGrants)
      .where(
        and(
          eq(creditGrants.businessId, locations.businessId),
          eq(creditGrants.slot, locations.slot),
          gt(column, revision),
        ),
      );
  const grantedSince = inLedgerSince(creditGrants.revision);
  const boundedSince = inLedgerSince(creditGrants.ceilingRevision);
  const nowSet = (column: SQLiteColumn) =>
    db.select({ column }).from(businesses).where(eq(businesses.id, locations.businessId));
  const left = (credits: number, column: SQLiteColumn, debt: number) =>
    sql`case when exists ${setSince} then ${nowSet(column)}
      when exists ${grantedSince} then max(0, ${nowSet(column)} - ${debt})
      when exists ${boundedSince} then min(${credits}, ${nowSet(column)}) else ${credits} end`;
  const debtLeft = sql`case when exists ${setSince} then 0
      when exists ${grantedSince} then max(0, ${customerDebt} - ${nowSet(businesses.baseCustomerCredits)})
      else ${customerDebt} end`;
  const isOpen = and(eq(locations.id, id), eq(locations.businessId, businessId), isNull(locations.removedAt));
  const free = db
    .update(locations)
    .set({
      removedAt,
      customerCreditsLeft: left(customerCredits, businesses.baseCustomerCredits, customerDebt),
      customerDebtLeft: debtLeft,
      smsCreditsLeft: left(smsCredits, businesses.baseSmsCredits, 0),
      guestsLeft,
    })
    .where(isOpen);
  const isOpenNow = exists(
    db
      .select({ one: sql`1` })
      .from(locations)
      .where(isOpen),
  );
  // The revision is raised before the slot is freed, because `isOpenNow` is true only while the location is open.
  await db.batch([
    raiseDirectoryRevision(db, and(eq(businesses.id, businessId), isOpenNow)),
    free,
    ...deleteDevices(db, devicesWith.location(id)),
  ]);
}

/**
 * Copies a location's time zone from its object, the source of truth, to D1. Compare-and-set: the copy is replaced only
 * if the copy is still `from`.
 */
export async function followTimezone(
  db: Database,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .update(locations)
    .set({ timezone: to })
    .where(and(eq(locations.id, id), eq(locations.timezone, from)));
}

/** Changes the address of an open location; false if the revision of the public look-up has changed. */
export async function changeAddress(
  db: Database,
  at: { id: string; revision: number },
  locationId: string,
  address: string,
): Promise<boolean> {
  const sameBusiness = exists(
    db
      .select({ one: sql`1` })
      .from(businesses)
      .where(hasDirectoryRevision(at)),
  );
  const [, raised] = await db.batch([
    db
      .update(locations)
      .set({ address })
      .where(
        and(
          eq(locations.id, locationId),
          eq(locations.businessId, at.id),
          isNull(locations.removedAt),
          sameBusiness,
        ),
      ),
    raiseDirectoryRevision(db, hasDirectoryRevision(at)),
  ]);
  return raised.length > 0;
}

/** The address of an open location, and the name of its business; undefined if the location is not open. */
export async function profileOf(
  db: Database,
  id: string,
): Promise<{ businessName: string; address: string } | undefined> {
  return db
    .select({ businessName: businesses.name, address: locations.address })
    .from(locations)
    .innerJoin(businesses, eq(businesses.id, locations.businessId))
    .where(and(eq(locations.id, id), isNull(locations.removedAt)))
    .get();
}
