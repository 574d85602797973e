/**
 * Reads of the nearest D1 replica. A replica can be a minute behind the primary, so only two files may import this
 * one: each of them checks what it read with somebody who knows better (`.dependency-cruiser.mjs`).
 */

/** The replica nearest to the caller; the primary where there is none. All other code reads the primary. */
export function nearest({ DB }: Pick<Env, 'DB'>): D1Database {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle's types ask for `exec` and `dump`, which it never calls
  return DB.withSession('first-unconstrained') as D1DatabaseSession & D1Database;
}
