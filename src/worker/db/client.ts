import { drizzle } from 'drizzle-orm/d1';

/** The accounts database. Cheap to make: it holds no connection. */
export function database(env: Pick<Env, 'DB'>) {
  return drizzle(env.DB);
}

export type Database = ReturnType<typeof database>;

/**
 * The column whose UNIQUE index an insert ran into, as `table.column`; null for every other error. Drizzle's own
 * message holds the values of the statement and must go nowhere; the cause names only the column.
 */
export function violatedUniqueColumns(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return /UNIQUE constraint failed: ([\w., ]+)/.exec(cause)?.[1]?.trim() ?? null;
}
