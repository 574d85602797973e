/**
 * Reads of the nearest D1 replica. A replica can be a minute behind the primary, so only three files may import this
 * one (`.dependency-cruiser.mjs`). Two check what they read with somebody who knows better, and the third only words a 404.
 */

/** The replica nearest to the caller; the primary where there is none. All other code reads the primary. */
export function nearest({ DB }: Pick<Env, 'DB'>): D1Database {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle's types ask for `exec` and `dump`, which it never calls
  return DB.withSession('first-unconstrained') as D1DatabaseSession & D1Database;
}
