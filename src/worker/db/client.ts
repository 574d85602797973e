import { drizzle } from 'drizzle-orm/d1';

/** The accounts database. Opens no connection, so every call is cheap. */
export function database(env: Pick<Env, 'DB'>) {
  return drizzle(env.DB);
}

export type Database = ReturnType<typeof database>;

/** Whether the error says that this NOT NULL column (`table.column`) was given NULL. */
export function isNullIn(column: string, error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message.includes(`NOT NULL constraint failed: ${column}`);
}

/**
 * The columns of a violated UNIQUE index, as `table.column`; null for all other errors. Do not log Drizzle's own
 * message, because it contains the statement's values.
 */
export function violatedUniqueColumns(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return /UNIQUE constraint failed: ([\w., ]+)/.exec(cause)?.[1]?.trim() ?? null;
}
