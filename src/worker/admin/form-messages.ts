/** The messages of the feedback and the sales form: kept here, read by the admin. Every query on both tables is here. */
import { desc, lt } from 'drizzle-orm';
import type { ListPage } from '../../shared/admin.ts';
import type { Feedback, KeptFeedback, KeptSalesInquiry, SalesInquiry } from '../../shared/form-messages.ts';
import { database } from '../db/client.ts';
import { feedbackMessages, salesInquiries } from '../db/schema/admin.ts';
import { LIST_PAGE_ROWS, pageOfRows } from './list-page.ts';

/** Keeps what somebody wrote. The caller has checked it, and limits how often one sender may write. */
export async function keepFeedback(env: Env, feedback: Feedback, now: number): Promise<void> {
  await database(env)
    .insert(feedbackMessages)
    .values({ ...feedback, sentAt: now });
}

/** The same for the sales form. */
export async function keepSalesInquiry(env: Env, inquiry: SalesInquiry, now: number): Promise<void> {
  await database(env)
    .insert(salesInquiries)
    .values({ ...inquiry, sentAt: now });
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
