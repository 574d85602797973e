/** Public look-up of a business by its username. The query reads the nearest replica or the primary. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { nearest } from './near.ts';
import { businesses } from './schema/businesses.ts';
import { locations } from './schema/locations.ts';

export type DirectoryEntry = {
  businessId: string;
  /** The username as typed at sign-up. */
  username: string;
  name: string;
  /** The open locations, in the order of their slots. */
  locations: { id: string; address: string }[];
  /** The revision grows with each change of this entry. */
  revision: number;
};

/**
 * The newest entry, from D1's primary; null if no business has this username. Upper and lower case of the username make
 * no difference.
 */
export function findBusiness(env: Pick<Env, 'DB'>, username: string): Promise<DirectoryEntry | null> {
  return entryIn(env.DB, username);
}

/**
 * The entry at the nearest replica, which can be outdated. The result can be null although a business has just taken
 * this username.
 */
export function findBusinessNear(env: Pick<Env, 'DB'>, username: string): Promise<DirectoryEntry | null> {
  return entryIn(nearest(env), username);
}

async function entryIn(d1: D1Database, username: string): Promise<DirectoryEntry | null> {
  const rows = await drizzle(d1)
    .select({
      businessId: businesses.id,
      username: businesses.username,
      name: businesses.name,
      revision: businesses.directoryRevision,
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
    revision: row.revision,
    locations: rows.flatMap(({ locationId, address }) =>
      locationId === null || address === null ? [] : [{ id: locationId, address }],
    ),
  };
}
