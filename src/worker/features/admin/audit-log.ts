/**
 * Audit log. All queries on `admin_changes` are here, except those about single locations (`location-rows.ts`).
 */
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import {
  locationChanges,
  type AdminChange,
  type BaseCredits,
  type ListPage,
  type LocationChange,
} from '../../../shared/contracts/admin.ts';
import { database, type Database } from '../../db/client.ts';
import { NEXT_CREDIT_REVISION } from '../billing/credit-revision.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { adminChanges } from '../../db/schema/admin.ts';
import { LIST_PAGE_ROWS, pageOfRows } from '../../http/list-page.ts';

const storedCredits = z.object({ baseCustomerCredits: z.int(), baseSMSCredits: z.int() });

/**
 * Statement for a batch: records a change of an account's base credits. The statement must come before the
 * change, because it reads the old values in the same transaction. Returns the change's id; no row if the
 * account is gone.
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

/** Adds the effects on each location to a change. */
export async function recordLocations(db: Database, id: number, locations: LocationChange[]): Promise<void> {
  await db
    .update(adminChanges)
    .set({ locations: JSON.stringify(locations) })
    .where(eq(adminChanges.id, id));
}

/** Changes older than the one with this id, newest first. */
export async function listChanges(env: Env, before: number | undefined): Promise<ListPage<AdminChange>> {
  const rows = await database(env)
    .select()
    .from(adminChanges)
    .where(before === undefined ? undefined : lt(adminChanges.id, before))
    .orderBy(desc(adminChanges.id))
    .limit(LIST_PAGE_ROWS + 1);
  return pageOfRows(
    rows.map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      admin: row.admin,
      username: row.username,
      before: storedCredits.parse(JSON.parse(row.before)),
      after: storedCredits.parse(JSON.parse(row.after)),
      locations: row.locations === null ? null : locationChanges.parse(JSON.parse(row.locations)),
    })),
  );
}
