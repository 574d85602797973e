/**
 * Reads from the nearest D1 replica. A replica can be a minute behind the primary, so only three files may import this
 * file (`.dependency-cruiser.mjs`). In two of these files, a location's object checks the result of the read. The third
 * file only chooses the text of a 404 page.
 */

/** The replica nearest to the caller; the primary if there is no replica. All other code reads the primary. */
export function nearest({ DB }: Pick<Env, 'DB'>): D1Database {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle's type asks for `exec` and `dump`, which a session has not and drizzle does not call
  return DB.withSession('first-unconstrained') as D1DatabaseSession & D1Database;
}
