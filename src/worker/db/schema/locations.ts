/** D1 tables: locations, the history of visits, hourly figures. Times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { visitStatuses } from '../../../shared/visit-values.ts';
import { businesses } from './businesses.ts';

/**
 * A location. `id` is also the id of the location's Durable Object. The row of a removed location is kept, because the
 * next location in the same slot inherits the credits of the removed location.
 */
export const locations = sqliteTable(
  'locations',
  {
    id: text().primaryKey(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    slot: integer().notNull(),
    /** The number of this location among all locations of its slot, counted from 1. */
    generation: integer().notNull(),
    address: text().notNull(),
    timezone: text().notNull(),
    createdAt: integer('created_at').notNull(),
    removedAt: integer('removed_at'),
    customerCreditsLeft: integer('customer_credits_left'),
    smsCreditsLeft: integer('sms_credits_left'),
    /**
     * The debt of the removed location: the number of parties that staff added when the location had no credits left.
     */
    customerDebtLeft: integer('customer_debt_left').notNull().default(0),
    /**
     * How many more guests may join the slot's next location while the owner's address is not verified; null: not
     * limited.
     */
    guestsLeft: integer('guests_left'),
    /**
     * When the location's object was last called to erase personal data after the retention time
     * (`locations/retention-sweep.ts`); null: never.
     */
    peopleSweptAt: integer('people_swept_at'),
  },
  (table) => [
    index('locations_people_swept')
      .on(table.peopleSweptAt)
      .where(sql`removed_at is null`),
    // A slot's credits are inherited only once: if two locations are added in parallel, the second is refused.
    uniqueIndex('locations_slot_generation').on(table.businessId, table.slot, table.generation),
    // Each slot has at most one open location, so that parallel additions cannot exceed the plan's limit.
    uniqueIndex('locations_open_slot')
      .on(table.businessId, table.slot)
      .where(sql`removed_at is null`),
  ],
);

/**
 * History of visits: one row for each visit, without name or phone number. The locations' objects deliver the rows.
 * Repeated and late deliveries are recognised by visit id and revision.
 */
export const visitHistory = sqliteTable(
  'visit_history',
  {
    visitId: text('visit_id').primaryKey(),
    revision: integer().notNull(),
    businessId: text('business_id').notNull(),
    locationId: text('location_id').notNull(),
    /** `waiting`: the visit was put back in line and has not ended yet. */
    outcome: text({ enum: visitStatuses }).notNull(),
    numGuests: integer('num_guests').notNull(),
    waitingPreference: text('waiting_preference', { enum: ['on_premises', 'wait_anywhere'] }).notNull(),
    joinedAt: integer('joined_at').notNull(),
    admittedAt: integer('admitted_at'),
    endedAt: integer('ended_at').notNull(),
    promisedMinutes: integer('promised_minutes').notNull(),
    promisedLow: integer('promised_low').notNull(),
    promisedHigh: integer('promised_high').notNull(),
    /**
     * Whether the party was moved in line or was put back into the line. The wait of a moved party is not compared with
     * the promise.
     */
    moved: integer({ mode: 'boolean' }).notNull(),
    /** The timezone that decides in which day and hour the visit is counted (`visit_hours`). */
    timezone: text().notNull(),
  },
  (table) => [index('visit_history_location').on(table.locationId, table.joinedAt)],
);

/**
 * Figures of a location by local day ('YYYY-MM-DD') and local hour (0 to 23). Each figure is one count
 * (`visit-counts.ts`), summed over the visits of that hour in `visit_history`. The batch that writes a visit updates
 * these figures. The charts read only this table.
 */
export const visitHours = sqliteTable(
  'visit_hours',
  {
    locationId: text('location_id').notNull(),
    day: text().notNull(),
    hour: integer().notNull(),
    joined: integer().notNull(),
    served: integer().notNull(),
    /** Total waiting time of the served parties. */
    waitedMs: integer('waited_ms').notNull(),
    noShows: integer('no_shows').notNull(),
    /** Number of served parties by waiting time. */
    waitsUnder5: integer('waits_under_5').notNull(),
    waitsUnder10: integer('waits_under_10').notNull(),
    waitsUnder15: integer('waits_under_15').notNull(),
    waitsUnder30: integer('waits_under_30').notNull(),
    waitsLonger: integer('waits_longer').notNull(),
    /**
     * Three figures about the waits that were promised to admitted parties: the number of promises, the sum of their
     * errors, and the number of kept promises. Visits that were moved in line are not included.
     */
    promises: integer().notNull(),
    promiseErrorMs: integer('promise_error_ms').notNull(),
    promisesKept: integer('promises_kept').notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.day, table.hour] })],
);
