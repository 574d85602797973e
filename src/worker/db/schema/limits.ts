/** D1: the exact limits. Camel case here, snake case in the database; times are epoch milliseconds. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Exact limits: how often a key was used in the window that started then (`http/rate-limits.ts`). */
export const limitWindows = sqliteTable(
  'limit_windows',
  {
    key: text().notNull(),
    windowStart: integer('window_start').notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('limit_windows_start').on(table.windowStart),
  ],
);
