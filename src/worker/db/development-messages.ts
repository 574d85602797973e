/** The development outbox's table. */
import { desc, eq, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { developmentMessages } from './schema/texts.ts';

export type DevelopmentMessage = typeof developmentMessages.$inferSelect;

/** Keeps a message once, however often it is delivered. */
export async function keepDevelopmentMessage(db: D1Database, message: DevelopmentMessage): Promise<void> {
  await drizzle(db).insert(developmentMessages).values(message).onConflictDoNothing();
}

/** Whether a message with this id was kept. */
export async function hasDevelopmentMessage(db: D1Database, id: string): Promise<boolean> {
  const kept = await drizzle(db)
    .select({ id: developmentMessages.id })
    .from(developmentMessages)
    .where(eq(developmentMessages.id, id));
  return kept.length > 0;
}

/** The newest messages first. */
export async function listDevelopmentMessages(db: D1Database, limit: number): Promise<DevelopmentMessage[]> {
  return drizzle(db)
    .select()
    .from(developmentMessages)
    .orderBy(desc(developmentMessages.sentAt), desc(developmentMessages.id))
    .limit(limit);
}

/** Deletes what was sent to these addresses and numbers, or has one of them in its words; answers how many. */
export async function deleteDevelopmentMessages(db: D1Database, whoever: string[]): Promise<number> {
  const { recipient, body } = developmentMessages;
  const isAbout = whoever.flatMap((who) => [eq(recipient, who), sql`instr(${body}, ${who}) > 0`]);
  const deleted = await drizzle(db)
    .delete(developmentMessages)
    .where(or(...isAbout));
  return deleted.meta.changes;
}
