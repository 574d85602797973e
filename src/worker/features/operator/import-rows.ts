/**
 * D1 rows of an unfinished import: an empty business without an owner, and its locations. The business has a deletion
 * mark with a time in the future, which hides the business. This file also checks for ids that belong to other
 * accounts.
 */
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { AccountPart } from '../../../shared/contracts/business-file.ts';
import { accountKey } from '../../identity/businesses.ts';
import { emptyBusiness } from '../account/deletions.ts';
import type { Database } from '../../db/client.ts';
import { billingCustomers } from '../../db/schema/billing.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { locations, visitHistory } from '../../db/schema/locations.ts';

/**
 * The state of an import. `over`: the id is unknown, another import of the same username began, or the time limit has
 * passed.
 */
export async function importState(
  db: Database,
  importId: string,
  now: number,
): Promise<'under_way' | 'finished' | 'over'> {
  const row = await db
    .select({ until: businesses.deletionBegunAt, triedAt: businesses.deletionTriedAt })
    .from(businesses)
    .where(eq(businesses.id, importId))
    .get();
  if (row?.until === null) return 'finished';
  return row?.triedAt === null && row.until > now ? 'under_way' : 'over';
}

/**
 * Inserts the hidden business of an import that must finish by `until`, with its locations. Ends earlier imports of the
 * same username, and returns their ids, so that the caller can erase these imports.
 */
export async function insertHiddenBusiness(
  db: Database,
  importId: string,
  { username, plan, maxLocations, baseCustomerCredits, baseSmsCredits, createdAt }: AccountPart['business'],
  { places, until, now }: { places: AccountPart['locations']; until: number; now: number },
): Promise<string[]> {
  const usernameKey = `importing:${accountKey(username)}`;
  const [cleared] = await db.batch([
    db
      .update(businesses)
      .set({ usernameKey: sql`'deleted:' || ${businesses.id}`, deletionBegunAt: now, deletionTriedAt: now })
      .where(eq(businesses.usernameKey, usernameKey))
      .returning({ id: businesses.id }),
    db.insert(businesses).values({
      id: importId,
      ...emptyBusiness(usernameKey),
      plan,
      trial: false,
      maxLocations,
      baseCustomerCredits,
      baseSmsCredits,
      billingRevision: 0,
      createdAt,
      deletionBegunAt: until,
    }),
    ...places.map((place) => db.insert(locations).values({ ...place, businessId: importId })),
  ]);
  return cleared.map(({ id }) => id);
}

/** Condition on `businesses`: this import is under way, and the erasure of the import has not begun. */
export function isUnderWay(importId: string, now: number) {
  return and(
    eq(businesses.id, importId),
    gt(businesses.deletionBegunAt, now),
    isNull(businesses.deletionTriedAt),
  );
}

/** Whether another existing business has any of these visits in its history. */
export async function areOfSomebody(db: Database, visitIds: string[], businessId: string): Promise<boolean> {
  const rows = await db
    .select({ id: businesses.id })
    .from(visitHistory)
    .innerJoin(businesses, eq(businesses.id, visitHistory.businessId))
    .where(
      and(
        // The ids are passed as a JSON list, because D1 binds at most 100 values in a statement.
        sql`${visitHistory.visitId} in (select value from json_each(${JSON.stringify(visitIds)}))`,
        ne(businesses.id, businessId),
        isNull(businesses.deletionBegunAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Whether a business of this installation has this customer of the payment provider. Businesses that are being deleted
 * are included, because their deletion also deletes the customer at the provider.
 */
export async function isCustomerOfSomebody(db: Database, customerId: string): Promise<boolean> {
  const rows = await db
    .select({ id: billingCustomers.businessId })
    .from(billingCustomers)
    .where(eq(billingCustomers.customerId, customerId));
  return rows.length > 0;
}
