/** D1 tables: admin sessions, the audit log, and messages of the forms. Times are epoch milliseconds. */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { awaitedSteps } from '../../../shared/contracts/admin-passkeys.ts';
import { actKinds } from '../../../shared/contracts/admin.ts';
import { askedOf } from '../../../shared/contracts/operator.ts';
import { budgets, feedbackTypes, severities, useCases } from '../../../shared/contracts/forms/messages.ts';

/**
 * An operator: a person who uses `/admin` and the operators' commands. `rights`: `OperatorRight`s, separated by commas.
 */
export const operators = sqliteTable('operators', {
  name: text().primaryKey(),
  passwordHash: text('password_hash').notNull(),
  rights: text().notNull(),
  addedAt: integer('added_at').notNull(),
  /** The operator who added this operator; null for the first operator (`ADMIN_USERNAME`). */
  addedBy: text('added_by'),
  /** Operators are disabled, never deleted, so that a name in the audit log always means the same person. */
  disabledAt: integer('disabled_at'),
});

/** An operator's session. The cookie contains the token. This table stores only the token's SHA-256. */
export const adminSessions = sqliteTable('admin_sessions', {
  tokenHash: text('token_hash').primaryKey(),
  /** Null in sessions of an earlier release. All these sessions have ended. */
  operator: text().references(() => operators.name),
  /** SHA-256 of the operator's name and password hash at the log-in, so that a new password ends the session. */
  credentialsHash: text('credentials_hash').notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at').notNull(),
  /** The step of the log-in that is still missing; null after the last step. */
  awaits: text({ enum: awaitedSteps }),
});

/** Passkeys of operators. */
export const operatorPasskeys = sqliteTable(
  'operator_passkeys',
  {
    id: text().primaryKey(),
    operator: text()
      .notNull()
      .references(() => operators.name),
    /** The operator's own name for the passkey, such as "Phone". */
    name: text().notNull(),
    /** A COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    counter: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('operator_passkeys_operator').on(table.operator)],
);

/**
 * Changes of credits: one row for each change by an operator, written in the transaction of the change. Only the column
 * `locations` is updated later. A row outlives its account, so the table has no foreign key. `before` and `after` are
 * JSON (`BaseCredits`). A newer change has a higher id, so that the locations' objects can recognise the newest change.
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
   * JSON (`LocationChange[]`): the effect on each location's balances; null until the objects have applied the change.
   */
  locations: text(),
});

/**
 * Audit log: one row for each act of an operator. Triggers in the migration refuse updates and deletions. A row stores
 * no data of guests and owners except the username.
 */
export const operatorActs = sqliteTable(
  'operator_acts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    /** The operator's name. */
    operator: text().notNull(),
    kind: text({ enum: actKinds }).notNull(),
    /** The id of the act's business, which may be deleted by now; null: the act was about no business. */
    businessId: text('business_id'),
    username: text(),
    /** A further fact about the act, such as the location that was restored. */
    about: text(),
    /**
     * For a change of credits, JSON: `{ before, after }`, both `BaseCredits`. `changeId`: the id of the row in
     * `admin_changes`.
     */
    credits: text(),
    changeId: integer('change_id'),
  },
  (table) => [index('operator_acts_username').on(sql`lower(${table.username})`)],
);

/**
 * Acts that one operator requested and another operator may approve (`features/operator/asked-acts.ts`). `subject`: a
 * keyed hash, so that no row identifies a person.
 */
export const askedActs = sqliteTable('asked_acts', {
  subject: text().primaryKey(),
  /** The operator who requested the act. */
  operator: text().notNull(),
  at: integer().notNull(),
  approvedBy: text('approved_by'),
  /** The kind of the requested act; null in rows of an earlier release. */
  what: text({ enum: askedOf }),
  /** JSON (`string[]`): the usernames in the request. If the act erases a person, the person's name is not stored. */
  businesses: text(),
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
