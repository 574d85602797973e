/**
 * D1 tables: admin sessions, the audit log, and messages of the forms. Columns are camel case here and snake
 * case in the database. Times are epoch milliseconds.
 */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { budgets, feedbackTypes, severities, useCases } from '../../../shared/contracts/form-messages.ts';

/**
 * An admin session. The cookie holds the token, this table its SHA-256. Owners' sessions are in another
 * table.
 */
export const adminSessions = sqliteTable('admin_sessions', {
  tokenHash: text('token_hash').primaryKey(),
  /** SHA-256 of the configured credentials at the log-in. If the configuration changes, the session ends. */
  credentialsHash: text('credentials_hash').notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at').notNull(),
});

/**
 * Audit log: one row for each change by an admin, written in the transaction of the change. Only `locations`
 * is updated later. There is no foreign key, so that a row outlives its account. `before` and `after` are
 * JSON (`BaseCredits`). The id only grows: it orders the changes for the locations' objects.
 */
export const adminChanges = sqliteTable('admin_changes', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  admin: text().notNull(),
  businessId: text('business_id').notNull(),
  username: text().notNull(),
  before: text().notNull(),
  after: text().notNull(),
  /**
   * JSON (`LocationChange[]`): the effect on each location's balances; null until the objects have applied
   * it.
   */
  locations: text(),
});

/** Messages of the feedback form (`Feedback`). */
export const feedbackMessages = sqliteTable('feedback_messages', {
  id: integer().primaryKey({ autoIncrement: true }),
  sentAt: integer('sent_at').notNull(),
  name: text().notNull(),
  email: text().notNull(),
  businessName: text('business_name').notNull(),
  phone: text().notNull(),
  feedbackType: text('feedback_type', { enum: feedbackTypes }).notNull(),
  severity: text({ enum: severities }),
  subject: text().notNull(),
  message: text().notNull(),
});

/** Messages of the sales form (`SalesInquiry`). */
export const salesInquiries = sqliteTable('sales_inquiries', {
  id: integer().primaryKey({ autoIncrement: true }),
  sentAt: integer('sent_at').notNull(),
  businessName: text('business_name').notNull(),
  businessWebsite: text('business_website').notNull(),
  contactName: text('contact_name').notNull(),
  workEmail: text('work_email').notNull(),
  phone: text().notNull(),
  locations: integer(),
  smsPerMonth: integer('sms_per_month'),
  customersPerDay: integer('customers_per_day'),
  useCase: text('use_case', { enum: useCases }).notNull(),
  budget: text({ enum: budgets }).notNull(),
  subject: text().notNull(),
  message: text().notNull(),
});
