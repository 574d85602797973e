/** D1: the admin's log-ins and changes, and what came by the forms. Camel case here, snake case in the database; times are epoch milliseconds. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { budgets, feedbackTypes, severities, useCases } from '../../../shared/contracts/form-messages.ts';

/** A log-in of the admin. The cookie holds the token, this table its SHA-256; no owner's log-in is ever in it. */
export const adminSessions = sqliteTable('admin_sessions', {
  tokenHash: text('token_hash').primaryKey(),
  /** SHA-256 of the configured credentials at the log-in: with others configured it has ended. */
  credentialsHash: text('credentials_hash').notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at').notNull(),
});

/**
 * The audit log: one row per change an admin made, written in the transaction of the change and never changed but for
 * `locations`. It refers to no account's row, so that it outlives the account. `before` and `after` are JSON
 * (`BaseCredits`). The id only ever grows: it also orders the changes for the locations' objects.
 */
export const adminChanges = sqliteTable('admin_changes', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  admin: text().notNull(),
  businessId: text('business_id').notNull(),
  username: text().notNull(),
  before: text().notNull(),
  after: text().notNull(),
  /** JSON (`LocationChange[]`): what became of each location's balances; null until they were told. */
  locations: text(),
});

/** What came by the feedback form (`Feedback`). */
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

/** What came by the sales form (`SalesInquiry`). */
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
