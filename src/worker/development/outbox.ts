/**
 * Outbox: texts and mails are stored in D1 instead of being sent, and `/dev/outbox` shows them. Mails are stored as
 * plain text only.
 */
import { desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { PEOPLE_RETENTION_MS } from '../../shared/limits.ts';
import type { EmailProvider } from '../deliveries/mail/email-provider.ts';
import type { TextProvider } from '../deliveries/text/text-provider.ts';
import { developmentMessages } from './schema.ts';

const MESSAGES_A_SWEEP = 1_000;

export function textsStored(db: D1Database): TextProvider {
  return {
    async send({ id, to, body }) {
      const sentAt = Date.now();
      await insertMessage(db, { id, channel: 'sms', recipient: to, subject: null, body, sentAt });
      return { outcome: 'sent', providerId: id };
    },
    async recordHeld({ id, to, body }) {
      const sentAt = Date.now();
      await insertMessage(db, { id, channel: 'sms', recipient: to, subject: 'Held', body, sentAt });
    },
    async find({ id }) {
      const isThere = await hasMessage(db, id);
      return isThere ? { outcome: 'sent', providerId: id } : { outcome: 'absent' };
    },
  };
}

export function mailsStored(db: D1Database): EmailProvider {
  return {
    isRepeatable: true,
    async send({ id, to, subject, text }) {
      const sentAt = Date.now();
      await insertMessage(db, { id, channel: 'email', recipient: to, subject, body: text, sentAt });
      return { outcome: 'sent', providerId: id };
    },
  };
}

type StoredMessage = typeof developmentMessages.$inferSelect;

/** Stores a message once, even if the message is delivered several times. */
async function insertMessage(db: D1Database, message: StoredMessage): Promise<void> {
  await drizzle(db).insert(developmentMessages).values(message).onConflictDoNothing();
}

async function hasMessage(db: D1Database, id: string): Promise<boolean> {
  const kept = await drizzle(db)
    .select({ id: developmentMessages.id })
    .from(developmentMessages)
    .where(eq(developmentMessages.id, id));
  return kept.length > 0;
}

/** Stored messages, newest first. */
export async function storedMessages(db: D1Database, limit: number): Promise<StoredMessage[]> {
  return drizzle(db)
    .select()
    .from(developmentMessages)
    .orderBy(desc(developmentMessages.sentAt), desc(developmentMessages.id))
    .limit(limit);
}

/**
 * Deletes messages that were sent to one of these addresses or numbers, or that contain one of them. Returns the number
 * of deleted messages.
 */
export async function deleteMessages(db: D1Database, whoever: string[]): Promise<number> {
  const { recipient, body } = developmentMessages;
  const isAbout = whoever.flatMap((who) => [eq(recipient, who), sql`instr(${body}, ${who}) > 0`]);
  const deleted = await drizzle(db)
    .delete(developmentMessages)
    .where(or(...isAbout));
  return deleted.meta.changes;
}

/**
 * Deletes messages that are older than the retention time of personal data. One call deletes a limited number of
 * messages. Idempotent.
 */
export async function sweepMessages({ DB }: Env, now: number): Promise<void> {
  const db = drizzle(DB);
  const old = db
    .select({ id: developmentMessages.id })
    .from(developmentMessages)
    .where(lt(developmentMessages.sentAt, now - PEOPLE_RETENTION_MS))
    .limit(MESSAGES_A_SWEEP);
  await db.delete(developmentMessages).where(inArray(developmentMessages.id, old));
}
