/**
 * The messages of the feedback and the sales form: kept here, each with a mail that is owed to support, and read by the
 * admin. Every query on the three tables is here.
 */
import { and, asc, desc, eq, inArray, lt, lte, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ListPage } from '../../../shared/contracts/admin.ts';
import type {
  Feedback,
  FormName,
  KeptFeedback,
  KeptSalesInquiry,
  SalesInquiry,
} from '../../../shared/contracts/form-messages.ts';
import { database, type Database } from '../../db/client.ts';
import { feedbackMessages, formMails, salesInquiries } from '../../db/schema/admin.ts';
import { LIST_PAGE_ROWS, pageOfRows } from '../../http/list-page.ts';

/** A message whose mail is owed. `id` is the mail's; of its tries, `openTries` may have gone out. */
export type PendingFormMail = { id: string; openTries: number } & (
  { form: 'feedback'; message: KeptFeedback } | { form: 'sales'; message: KeptSalesInquiry }
);

/**
 * Keeps what somebody wrote, and with it the mail about it, of which a first try has begun. The caller has checked it, and
 * limits how often one sender may write.
 */
export async function insertFeedback(env: Env, feedback: Feedback, now: number): Promise<PendingFormMail> {
  const db = database(env);
  const id = crypto.randomUUID();
  const [[row]] = await db.batch([
    db
      .insert(feedbackMessages)
      .values({ ...feedback, sentAt: now })
      .returning(),
    oweMail(db, id, 'feedback', now),
  ]);
  if (row === undefined) throw new Error('What was inserted came back as nothing');
  return { id, openTries: 0, form: 'feedback', message: withIsoTime(row) };
}

/** The same for the sales form. */
export async function insertSalesInquiry(
  env: Env,
  inquiry: SalesInquiry,
  now: number,
): Promise<PendingFormMail> {
  const db = database(env);
  const id = crypto.randomUUID();
  const [[row]] = await db.batch([
    db
      .insert(salesInquiries)
      .values({ ...inquiry, sentAt: now })
      .returning(),
    oweMail(db, id, 'sales', now),
  ]);
  if (row === undefined) throw new Error('What was inserted came back as nothing');
  return { id, openTries: 0, form: 'sales', message: withIsoTime(row) };
}

/** The statement that owes a mail about the message that the statement before it inserts. */
function oweMail(db: Database, id: string, form: FormName, now: number) {
  const messageId = sql`last_insert_rowid()`;
  return db.insert(formMails).values({ id, form, messageId, triedAt: now, openTries: 0 });
}

/** Mails whose last try began then or before, those longest ago first. */
export async function pendingFormMails(
  env: Env,
  triedUntil: number,
  limit: number,
): Promise<PendingFormMail[]> {
  const db = database(env);
  const rows = await db
    .select({ mail: formMails, feedback: feedbackMessages, sales: salesInquiries })
    .from(formMails)
    .leftJoin(
      feedbackMessages,
      and(eq(formMails.form, 'feedback'), eq(feedbackMessages.id, formMails.messageId)),
    )
    .leftJoin(salesInquiries, and(eq(formMails.form, 'sales'), eq(salesInquiries.id, formMails.messageId)))
    .where(lte(formMails.triedAt, triedUntil))
    .orderBy(asc(formMails.triedAt))
    .limit(limit);
  return rows.flatMap(({ mail: { id, openTries }, feedback, sales }): PendingFormMail[] => {
    if (feedback) return [{ id, openTries, form: 'feedback', message: withIsoTime(feedback) }];
    return sales ? [{ id, openTries, form: 'sales', message: withIsoTime(sales) }] : [];
  });
}

/** Notes that a try begins now; false where somebody else has begun one since `triedUntil`, or it is out. */
export async function beginTry(env: Env, id: string, triedUntil: number, now: number): Promise<boolean> {
  const begun = await database(env)
    .update(formMails)
    .set({ triedAt: now })
    .where(and(eq(formMails.id, id), lte(formMails.triedAt, triedUntil)));
  return begun.meta.changes > 0;
}

/** Notes that nobody knows whether a try went out. */
export async function leaveTryOpen(env: Env, id: string): Promise<void> {
  await database(env)
    .update(formMails)
    .set({ openTries: sql`${formMails.openTries} + 1` })
    .where(eq(formMails.id, id));
}

/** Notes that the mail is out or given up. The message stays. */
export async function endMail(env: Env, id: string): Promise<void> {
  await database(env).delete(formMails).where(eq(formMails.id, id));
}

/**
 * Erases messages that were sent before that time, and mails that are owed for them; answers how many messages. Looks at no
 * more than `limit` of each form, the oldest: ids grow with time, and what is younger ends the search.
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
        db.delete(formMails).where(and(eq(formMails.form, form), inArray(formMails.messageId, old))),
        db.delete(table).where(inArray(table.id, old)),
      ]);
      return messages.meta.changes;
    }),
  );
  return erased.reduce((sum, count) => sum + count, 0);
}

/** Feedback from before the message with this id, newest first. */
export async function listFeedback(env: Env, before: number | undefined): Promise<ListPage<KeptFeedback>> {
  const rows = await database(env)
    .select()
    .from(feedbackMessages)
    .where(before === undefined ? undefined : lt(feedbackMessages.id, before))
    .orderBy(desc(feedbackMessages.id))
    .limit(LIST_PAGE_ROWS + 1);
  return pageOfRows(rows.map(withIsoTime));
}

/** Sales inquiries from before the one with this id, newest first. */
export async function listSalesInquiries(
  env: Env,
  before: number | undefined,
): Promise<ListPage<KeptSalesInquiry>> {
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

/** The condition that a column is among the numbers of this list of JSON. */
function among(column: SQLiteColumn, ids: string) {
  return sql`${column} in (select value from json_each(${ids}))`;
}

/** What a person wrote to us: by the address they gave, or where `isNumber` says that the one they gave is theirs. */
export async function messagesOf(
  env: Env,
  who: { email: string } | { isNumber: (typed: string) => boolean },
): Promise<{ feedback: KeptFeedback[]; sales: KeptSalesInquiry[] }> {
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
      .where(among(feedbackMessages.id, theirs(feedback))),
    db
      .select()
      .from(salesInquiries)
      .where(among(salesInquiries.id, theirs(sales))),
  ]);
  return { feedback: fromFeedback.map(withIsoTime), sales: fromSales.map(withIsoTime) };
}

/** Deletes these messages, and the mails about them that are not out yet. */
export async function deleteMessages(
  env: Env,
  { feedback, sales }: { feedback: { id: number }[]; sales: { id: number }[] },
): Promise<void> {
  const db = database(env);
  const idsOf = (rows: { id: number }[]) => JSON.stringify(rows.map(({ id }) => id));
  await db.batch([
    db.delete(feedbackMessages).where(among(feedbackMessages.id, idsOf(feedback))),
    db.delete(salesInquiries).where(among(salesInquiries.id, idsOf(sales))),
    db
      .delete(formMails)
      .where(
        or(
          and(eq(formMails.form, 'feedback'), among(formMails.messageId, idsOf(feedback))),
          and(eq(formMails.form, 'sales'), among(formMails.messageId, idsOf(sales))),
        ),
      ),
  ]);
}
