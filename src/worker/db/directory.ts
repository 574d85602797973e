/** Public look-up of a business by its username. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { businesses } from './schema/businesses.ts';
import { locations } from './schema/locations.ts';

export type DirectoryEntry = {
  businessId: string;
  /** As typed at sign-up. */
  username: string;
  name: string;
  /** Open locations, by slot. */
  locations: { id: string; address: string }[];
};

/** Null if no business has this username. Ignores case. */
export async function findBusiness(d1: D1Database, username: string): Promise<DirectoryEntry | null> {
  const rows = await drizzle(d1)
    .select({
      businessId: businesses.id,
      username: businesses.username,
      name: businesses.name,
      locationId: locations.id,
      address: locations.address,
    })
    .from(businesses)
    .leftJoin(locations, and(eq(locations.businessId, businesses.id), isNull(locations.removedAt)))
    .where(and(eq(businesses.usernameKey, username.toLowerCase()), isNull(businesses.deletionBegunAt)))
    .orderBy(asc(locations.slot));
  const [row] = rows;
  if (row === undefined) return null;
  return {
    businessId: row.businessId,
    username: row.username,
    name: row.name,
    locations: rows.flatMap(({ locationId, address }) =>
      locationId === null || address === null ? [] : [{ id: locationId, address }],
    ),
  };
}
