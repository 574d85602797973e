/** D1 tables: texts by phone number, across all businesses. Times are epoch milliseconds. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { languages } from '../../../shared/languages.ts';

/**
 * The texts that were permitted in the last 24 hours. The rows are needed for rate limits, and to find the visit that a
 * guest's text reply is about. After 24 hours, rows of unproven accounts are kept without the number, because a limit
 * counts all texts that such an account ever sent.
 */
export const texts = sqliteTable(
  'texts',
  {
    /** The text's own id. If a permit is requested twice for the same text, the text is counted once. */
    id: text().primaryKey(),
    /** Keyed hash (`platform/number-hash.ts`); '' after erasure. */
    numberHash: text('number_hash').notNull(),
    businessId: text('business_id').notNull(),
    locationId: text('location_id').notNull(),
    visitId: text('visit_id').notNull(),
    language: text({ enum: languages }).notNull(),
    at: integer().notNull(),
  },
  (table) => [
    index('texts_number').on(table.numberHash, table.at),
    index('texts_business').on(table.businessId, table.at),
    index('texts_at').on(table.at),
  ],
);

/**
 * Number of texts that were permitted in an hour, for each budget that all businesses share. `hour`: the start of the
 * hour.
 */
export const textBudgets = sqliteTable(
  'text_budgets',
  {
    /** `unproven`, `trials`, `codes`, or `country:` and a country. */
    budget: text().notNull(),
    hour: integer().notNull(),
    taken: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.budget, table.hour] })],
);

/**
 * The highest number of texts that a business sent in one hour of a day; kept for four weeks. `day`: start of the day
 * in UTC.
 */
export const textPeaks = sqliteTable(
  'text_peaks',
  {
    businessId: text('business_id').notNull(),
    day: integer().notNull(),
    peak: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.day] })],
);

/** Phone numbers that opted out of all our texts. `numberHash` is the same hash as in `texts`. */
export const textOptOuts = sqliteTable('text_opt_outs', {
  numberHash: text('number_hash').primaryKey(),
  at: integer().notNull(),
});
