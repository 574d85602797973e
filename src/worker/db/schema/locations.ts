/** D1: the locations, and what became of their visits. Camel case here, snake case in the database; times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { visitStatuses } from '../../../shared/visit-values.ts';
import { businesses } from './businesses.ts';

/**
 * A place with a queue. `id` is its object's own id. A removed location keeps its row: the slot's next location
 * inherits the credits left.
 */
export const locations = sqliteTable(
  'locations',
  {
    id: text().primaryKey(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    slot: integer().notNull(),
    /** Counts the locations that this slot has held, from 1. */
    generation: integer().notNull(),
    address: text().notNull(),
    timezone: text().notNull(),
    createdAt: integer('created_at').notNull(),
    removedAt: integer('removed_at'),
    customerCreditsLeft: integer('customer_credits_left'),
    smsCreditsLeft: integer('sms_credits_left'),
    /** The same of the guests that may come while the owner's mailbox is unconfirmed; null: nothing was counted. */
    guestsLeft: integer('guests_left'),
    /** When the object was last asked to erase the people whose time is over; null: never (`locations/retention-sweep.ts`). */
    peopleSweptAt: integer('people_swept_at'),
  },
  (table) => [
    index('locations_people_swept')
      .on(table.peopleSweptAt)
      .where(sql`removed_at is null`),
    // The credits a slot had left are inherited once: of two heirs at the same moment one is refused.
    uniqueIndex('locations_slot_generation').on(table.businessId, table.slot, table.generation),
    // Two tabs adding at once cannot get past the plan's limit: one slot holds one open location.
    uniqueIndex('locations_open_slot')
      .on(table.businessId, table.slot)
      .where(sql`removed_at is null`),
  ],
);

/**
 * One row per visit, without a name or a phone number. Written by the object's deliveries: the visit's id and its
 * revision make a repeated or late delivery harmless.
 */
export const visitHistory = sqliteTable(
  'visit_history',
  {
    visitId: text('visit_id').primaryKey(),
    revision: integer().notNull(),
    businessId: text('business_id').notNull(),
    locationId: text('location_id').notNull(),
    /** `waiting`: it came back to the line, and nothing has become of it yet. */
    outcome: text({ enum: visitStatuses }).notNull(),
    numGuests: integer('num_guests').notNull(),
    waitingPreference: text('waiting_preference', { enum: ['on_premises', 'wait_anywhere'] }).notNull(),
    joinedAt: integer('joined_at').notNull(),
    admittedAt: integer('admitted_at'),
    endedAt: integer('ended_at').notNull(),
    promisedMinutes: integer('promised_minutes').notNull(),
    promisedLow: integer('promised_low').notNull(),
    promisedHigh: integer('promised_high').notNull(),
    /** The owner moved the party in line or put it back: its wait says nothing of the promise. */
    moved: integer({ mode: 'boolean' }).notNull(),
    /** Whose days and hours the visit is counted in (`visit_hours`). */
    timezone: text().notNull(),
  },
  (table) => [index('visit_history_location').on(table.locationId, table.joinedAt)],
);

/**
 * What the visits of a location come to, by day ('YYYY-MM-DD') and hour (0 to 23) of its own clock: the sum of
 * `visit-counts.ts` over `visit_history`, kept by the batch that writes a visit. The charts read nothing else.
 */
export const visitHours = sqliteTable(
  'visit_hours',
  {
    locationId: text('location_id').notNull(),
    day: text().notNull(),
    hour: integer().notNull(),
    joined: integer().notNull(),
    served: integer().notNull(),
    /** Of the served. */
    waitedMs: integer('waited_ms').notNull(),
    noShows: integer('no_shows').notNull(),
    /** The served by how long they waited. */
    waitsUnder5: integer('waits_under_5').notNull(),
    waitsUnder10: integer('waits_under_10').notNull(),
    waitsUnder15: integer('waits_under_15').notNull(),
    waitsUnder30: integer('waits_under_30').notNull(),
    waitsLonger: integer('waits_longer').notNull(),
    /** Admitted parties in their own order that had been promised a range, by how much it was missed, and how many waits lay in it. */
    promises: integer().notNull(),
    promiseErrorMs: integer('promise_error_ms').notNull(),
    promisesKept: integer('promises_kept').notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.day, table.hour] })],
);
