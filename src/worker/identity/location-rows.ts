/** Which location stands in which slot of a business. Every write to `locations` is here, but for those of an import (`import-rows.ts`). */
import { and, asc, eq, gt, isNotNull, isNull, max, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { violatedUniqueColumns, type Database } from '../db/client.ts';
import { adminChanges } from '../db/schema/admin.ts';
import { creditGrants } from '../db/schema/billing.ts';
import { businesses } from '../db/schema/businesses.ts';
import { locations } from '../db/schema/locations.ts';
import type { LocationRecord } from './sessions.ts';

/**
 * The latest location of a slot. `creditsLeft` is what it had when it was removed; null while it is open. `guestsLeft`: how
 * many guests could still come while the owner's mailbox is unconfirmed; null: it counted none.
 */
export type Slot = {
  slot: number;
  generation: number;
  isOpen: boolean;
  creditsLeft: { customerCredits: number; smsCredits: number } | null;
  guestsLeft: number | null;
};

/** The slots a business has used so far. */
export async function usedSlots(db: Database, businessId: string): Promise<Slot[]> {
  // SQLite takes the other columns from the row that holds the maximum.
  const rows = await db
    .select({
      slot: locations.slot,
      generation: max(locations.generation),
      removedAt: locations.removedAt,
      customerCreditsLeft: locations.customerCreditsLeft,
      smsCreditsLeft: locations.smsCreditsLeft,
      guestsLeft: locations.guestsLeft,
    })
    .from(locations)
    .where(eq(locations.businessId, businessId))
    .groupBy(locations.slot);
  return rows.map((row) => ({
    slot: row.slot,
    generation: row.generation ?? 0,
    isOpen: row.removedAt === null,
    guestsLeft: row.guestsLeft,
    creditsLeft:
      row.customerCreditsLeft === null || row.smsCreditsLeft === null
        ? null
        : { customerCredits: row.customerCreditsLeft, smsCredits: row.smsCreditsLeft },
  }));
}

/** The revision of what was granted to any slot of a business last, or bounded; 0 where nothing was. */
export async function newestGrant(db: Database, businessId: string): Promise<number> {
  const row = await db
    .select({ revision: max(creditGrants.revision), ceilingRevision: max(creditGrants.ceilingRevision) })
    .from(creditGrants)
    .where(eq(creditGrants.businessId, businessId))
    .get();
  return Math.max(row?.revision ?? 0, row?.ceilingRevision ?? 0);
}

/** The statement that finds a business's open locations in the order of their slots, for a batch. */
export function openLocations(db: Database, businessId: string) {
  return db
    .select()
    .from(locations)
    .where(and(eq(locations.businessId, businessId), isNull(locations.removedAt)))
    .orderBy(asc(locations.slot));
}

/** The statement that sets what the next location of each freed slot starts with, for a batch. */
export function setCreditsLeft(
  db: Database,
  businessId: string,
  credits: { customerCredits: number; smsCredits: number },
) {
  return db
    .update(locations)
    .set({ customerCreditsLeft: credits.customerCredits, smsCreditsLeft: credits.smsCredits })
    .where(and(eq(locations.businessId, businessId), isNotNull(locations.removedAt)));
}

/** The ids of all locations that a business ever had. */
export async function allLocationIds(db: Database, businessId: string): Promise<string[]> {
  const rows = await db
    .select({ id: locations.id })
    .from(locations)
    .where(eq(locations.businessId, businessId));
  return rows.map(({ id }) => id);
}

/** The statement that takes the addresses of a deleted account's locations away, for a batch. */
export function eraseAddresses(db: Database, businessId: string) {
  return db.update(locations).set({ address: '' }).where(eq(locations.businessId, businessId));
}

/** The statement that deletes the removed locations of a business, for the batch that deletes the business. */
export function deleteRemovedLocations(db: Database, businessId: string) {
  return db
    .delete(locations)
    .where(and(eq(locations.businessId, businessId), isNotNull(locations.removedAt)));
}

/** Puts a location into its slot; false when somebody else was there first. */
export async function occupySlot(
  db: Database,
  row: Pick<
    LocationRecord,
    'id' | 'businessId' | 'slot' | 'generation' | 'address' | 'timezone' | 'createdAt'
  >,
): Promise<boolean> {
  try {
    await db.insert(locations).values(row);
    return true;
  } catch (error) {
    // Both unique indexes begin with the slot: running into either means that it was taken meanwhile.
    if (violatedUniqueColumns(error)?.includes('locations.slot')) return false;
    throw error;
  }
}

/**
 * Frees a slot for its next location, which starts with what its object had left; where an admin set the account's credits
 * since the location was added, or a month was granted to the slot, and its object has not heard of it (`revision`), with
 * those; where it has not heard of a smaller plan, with the lesser. Repeating it changes nothing.
 */
export async function freeSlot(
  db: Database,
  { id, businessId }: Pick<LocationRecord, 'id' | 'businessId'>,
  removedAt: number,
  creditsLeft: { customerCredits: number; smsCredits: number; revision: number; guestsLeft: number | null },
): Promise<void> {
  const { customerCredits, smsCredits, revision, guestsLeft } = creditsLeft;
  // In the statement itself: an admin's change either finds the slot freed, or is found here.
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
  const left = (credits: number, column: SQLiteColumn) =>
    sql`case when exists ${setSince} or exists ${grantedSince} then ${nowSet(column)}
      when exists ${boundedSince} then min(${credits}, ${nowSet(column)}) else ${credits} end`;
  await db
    .update(locations)
    .set({
      removedAt,
      customerCreditsLeft: left(customerCredits, businesses.baseCustomerCredits),
      smsCreditsLeft: left(smsCredits, businesses.baseSmsCredits),
      guestsLeft,
    })
    .where(and(eq(locations.id, id), eq(locations.businessId, businessId), isNull(locations.removedAt)));
}

/**
 * Has the row's copy of a location's time zone follow the object, whose own is the one that counts. Only the copy that was
 * read before is replaced: whoever read earlier undoes nothing.
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
