/**
 * Messages of the feedback and the sales form. All queries on the tables of the messages, and on pending mails about
 * the messages, are here.
 */
import { and, asc, desc, eq, inArray, isNull, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod/mini';
import type { ListPage } from '../../../shared/contracts/admin.ts';
import {
  formNames,
  type Feedback,
  type FormName,
  type StoredFeedback,
  type StoredSalesInquiry,
  type SalesInquiry,
} from '../../../shared/contracts/forms/messages.ts';
import { database, type Database } from '../../db/client.ts';
import { feedbackMessages, salesInquiries } from '../../db/schema/admin.ts';
import { deliveries } from '../../db/schema/deliveries.ts';
import type { StoredDelivery } from '../../deliveries/d1-deliveries.ts';
import { LIST_PAGE_ROWS, pageOfRows } from '../../http/list-page.ts';

/** Payload of a mail about a message. `messageId`: the id in the form's table. */
export const formMailPayload = z.object({ form: z.enum(formNames), messageId: z.int() });

/**
 * Stores a feedback message together with the delivery of its mail, and returns the delivery. The caller has validated
 * the message and applied the rate limit.
 */
export function insertFeedback(env: Env, feedback: Feedback, now: number): Promise<StoredDelivery> {
  const db = database(env);
  return withMail(db, db.insert(feedbackMessages).values({ ...feedback, sentAt: now }), 'feedback', now);
}

export function insertSalesInquiry(env: Env, inquiry: SalesInquiry, now: number): Promise<StoredDelivery> {
  const db = database(env);
  return withMail(db, db.insert(salesInquiries).values({ ...inquiry, sentAt: now }), 'sales', now);
}

async function withMail(
  db: Database,
  insert: BatchItem<'sqlite'>,
  form: FormName,
  now: number,
): Promise<StoredDelivery> {
  const mail = db.insert(deliveries).values({
    id: crypto.randomUUID(),
    kind: 'form_mail',
    payload: sql`json_object('form', ${form}, 'messageId', last_insert_rowid())`,
    dueAt: now,
    queuedAt: now,
  });
  const [, [entry]] = await db.batch([insert, mail.returning()]);
  if (entry === undefined) throw new Error('What was inserted came back as nothing');
  return entry;
}

/** The feedback with this id; null if it was erased. */
export async function feedbackById(env: Env, id: number): Promise<StoredFeedback | null> {
  const row = await database(env).select().from(feedbackMessages).where(eq(feedbackMessages.id, id)).get();
  return row === undefined ? null : withIsoTime(row);
}

export async function salesInquiryById(env: Env, id: number): Promise<StoredSalesInquiry | null> {
  const row = await database(env).select().from(salesInquiries).where(eq(salesInquiries.id, id)).get();
  return row === undefined ? null : withIsoTime(row);
}

/** Condition: a pending mail about one of these messages of this form. */
function isMailAbout(form: FormName, ids: SQLWrapper): SQL | undefined {
  return and(
    eq(deliveries.kind, 'form_mail'),
    isNull(deliveries.doneAt),
    sql`payload ->> 'form' = ${form}`,
    sql`payload ->> 'messageId' in ${ids}`,
  );
}

/**
 * Erases messages that were sent before `before`, and pending mails about these messages. Returns the number of erased
 * messages. Of each form, checks only the `limit` messages with the lowest ids.
 */
export async function eraseFormMessages(env: Env, before: number, limit: number): Promise<number> {
  const db = database(env);
  const erased = await Promise.all(
    (
      [
        ['feedback', feedbackMessages],
        ['sales', salesInquiries],
      ] as const
    ).map(async ([form, table]) => {
      const oldest = db.select().from(table).orderBy(asc(table.id)).limit(limit).as('oldest');
      const old = db.select({ id: oldest.id }).from(oldest).where(lt(oldest.sentAt, before));
      const [, messages] = await db.batch([
        db.delete(deliveries).where(isMailAbout(form, old)),
        db.delete(table).where(inArray(table.id, old)),
      ]);
      return messages.meta.changes;
    }),
  );
  return erased.reduce((sum, count) => sum + count, 0);
}

/** Returns one page of feedback, newest first: messages that are older than the message with the id `before`. */
export async function listFeedback(env: Env, before: number | undefined): Promise<ListPage<StoredFeedback>> {
  const rows = await database(env)
    .select()
    .from(feedbackMessages)
    .where(before === undefined ? undefined : lt(feedbackMessages.id, before))
    .orderBy(desc(feedbackMessages.id))
    .limit(LIST_PAGE_ROWS + 1);
  return pageOfRows(rows.map(withIsoTime));
}

export async function listSalesInquiries(
  env: Env,
  before: number | undefined,
): Promise<ListPage<StoredSalesInquiry>> {
  const rows = await database(env)
    .select()
    .from(salesInquiries)
    .where(before === undefined ? undefined : lt(salesInquiries.id, before))
    .orderBy(desc(salesInquiries.id))
    .limit(LIST_PAGE_ROWS + 1);
  return pageOfRows(rows.map(withIsoTime));
}

function withIsoTime<Row extends { sentAt: number }>(row: Row): Omit<Row, 'sentAt'> & { sentAt: string } {
  return { ...row, sentAt: new Date(row.sentAt).toISOString() };
}

/** SQL that selects the numbers of a JSON list. */
function numbersIn(ids: string) {
  return sql`(select value from json_each(${ids}))`;
}

/**
 * Finds the messages of a person by mail address or by phone number. `isNumber`: whether a typed number is the person's
 * number.
 */
export async function messagesOf(
  env: Env,
  who: { email: string } | { isNumber: (typed: string) => boolean },
): Promise<{ feedback: StoredFeedback[]; sales: StoredSalesInquiry[] }> {
  const db = database(env);
  if ('email' in who) {
    const isTheirs = (column: SQLiteColumn) => eq(sql`lower(${column})`, who.email.toLowerCase());
    const [feedback, sales] = await db.batch([
      db.select().from(feedbackMessages).where(isTheirs(feedbackMessages.email)),
      db.select().from(salesInquiries).where(isTheirs(salesInquiries.workEmail)),
    ]);
    return { feedback: feedback.map(withIsoTime), sales: sales.map(withIsoTime) };
  }
  const [feedback, sales] = await db.batch([
    db.select({ id: feedbackMessages.id, phone: feedbackMessages.phone }).from(feedbackMessages),
    db.select({ id: salesInquiries.id, phone: salesInquiries.phone }).from(salesInquiries),
  ]);
  const theirs = (rows: { id: number; phone: string }[]) =>
    JSON.stringify(rows.filter(({ phone }) => who.isNumber(phone)).map(({ id }) => id));
  const [fromFeedback, fromSales] = await db.batch([
    db
      .select()
      .from(feedbackMessages)
      .where(inArray(feedbackMessages.id, numbersIn(theirs(feedback)))),
    db
      .select()
      .from(salesInquiries)
      .where(inArray(salesInquiries.id, numbersIn(theirs(sales)))),
  ]);
  return { feedback: fromFeedback.map(withIsoTime), sales: fromSales.map(withIsoTime) };
}

/** Deletes these messages, and the pending mails about them. */
export async function deleteMessages(
  env: Env,
  { feedback, sales }: { feedback: { id: number }[]; sales: { id: number }[] },
): Promise<void> {
  const db = database(env);
  const idsOf = (rows: { id: number }[]) => JSON.stringify(rows.map(({ id }) => id));
  await db.batch([
    db.delete(feedbackMessages).where(inArray(feedbackMessages.id, numbersIn(idsOf(feedback)))),
    db.delete(salesInquiries).where(inArray(salesInquiries.id, numbersIn(idsOf(sales)))),
    db
      .delete(deliveries)
      .where(
        or(
          isMailAbout('feedback', numbersIn(idsOf(feedback))),
          isMailAbout('sales', numbersIn(idsOf(sales))),
        ),
      ),
  ]);
}
