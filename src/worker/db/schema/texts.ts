/** D1: texts by number, whoever sends them. Camel case here, snake case in the database; times are epoch milliseconds. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { languages } from '../../../shared/languages.ts';

/**
 * The texts that were let go to the provider, for 24 hours: what limits count, and whom an answer by text is about. Those of
 * accounts with an unverified address stay, without the number, as these have a number of texts in all.
 */
export const texts = sqliteTable(
  'texts',
  {
    /** The object's own id of the text: let go twice, it counts once. */
    id: text().primaryKey(),
    /** `platform/number-hash.ts`; '' once the number is forgotten. */
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

/** Numbers that get no texts of ours, by whatever business, until they ask for them again. Hashed as above. */
export const textOptOuts = sqliteTable('text_opt_outs', {
  numberHash: text('number_hash').primaryKey(),
  at: integer().notNull(),
});
