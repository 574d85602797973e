/** D1 table: exact rate limits. Times are epoch milliseconds. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Number of uses of a key in the window that began at `windowStart` (`http/rate-limits.ts`). */
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
