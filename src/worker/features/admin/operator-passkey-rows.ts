/** All queries on `operator_passkeys`, except the count in the list of operators (`operator-rows.ts`). */
import { and, asc, count, eq, exists, isNull, lt, or, sql } from 'drizzle-orm';
import { MAX_PASSKEYS } from '../../../shared/limits.ts';
import type { Database } from '../../db/client.ts';
import { adminSessions, operatorPasskeys } from '../../db/schema/admin.ts';

export type OperatorPasskeyRow = typeof operatorPasskeys.$inferSelect;

export function passkeysOfOperator(db: Database, operator: string): Promise<OperatorPasskeyRow[]> {
  return db
    .select()
    .from(operatorPasskeys)
    .where(eq(operatorPasskeys.operator, operator))
    .orderBy(asc(operatorPasskeys.createdAt))
    .all();
}

/**
 * Statement for a batch: adds a passkey. Returns no row if the session has ended, if the operator already has
 * `MAX_PASSKEYS`, or if any operator has this passkey. A session that waits for a first passkey cannot add a second
 * passkey. Without this rule, a thief who knows only the password could begin a log-in before the operator adds the
 * first passkey, and add a passkey afterwards.
 */
export function insertOperatorPasskey(
  db: Database,
  added: Omit<OperatorPasskeyRow, 'lastUsedAt'>,
  sessionTokenHash: string,
) {
  const { operator } = added;
  const held = db
    .select({ n: count() })
    .from(operatorPasskeys)
    .where(eq(operatorPasskeys.operator, operator));
  return db
    .insert(operatorPasskeys)
    .select(
      db
        .select({
          id: sql<string>`${added.id}`.as('id'),
          operator: sql<string>`${operator}`.as('operator'),
          name: sql<string>`${added.name}`.as('name'),
          publicKey: sql<string>`${added.publicKey}`.as('public_key'),
          counter: sql<number>`${added.counter}`.as('counter'),
          createdAt: sql<number>`${added.createdAt}`.as('created_at'),
          lastUsedAt: sql<null>`null`.as('last_used_at'),
        })
        .from(adminSessions)
        .where(
          and(
            eq(adminSessions.tokenHash, sessionTokenHash),
            eq(adminSessions.operator, operator),
            or(isNull(adminSessions.awaits), sql`(${held}) = 0`),
            sql`(${held}) < ${MAX_PASSKEYS}`,
          ),
        ),
    )
    .onConflictDoNothing()
    .returning({ id: operatorPasskeys.id });
}

/**
 * Statement for a batch: records a use. Returns no row if the passkey was removed meanwhile, or if the counter is not
 * higher than the stored counter. A counter that is not higher can mean that the passkey is a copy. The counter of an
 * authenticator that does not count is always 0.
 */
export function recordOperatorPasskeyUse(db: Database, id: string, counter: number, now: number) {
  const isHigher = or(
    lt(operatorPasskeys.counter, counter),
    sql`${operatorPasskeys.counter} = 0 and ${counter} = 0`,
  );
  return db
    .update(operatorPasskeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(operatorPasskeys.id, id), isHigher))
    .returning({ id: operatorPasskeys.id });
}

/**
 * Statement for a batch: removes a passkey of an operator. If `lastMustStay` is true, the operator's last passkey is
 * not removed. Returns a row if a passkey was removed.
 */
export function deleteOperatorPasskey(
  db: Database,
  { operator, id }: Pick<OperatorPasskeyRow, 'operator' | 'id'>,
  lastMustStay: boolean,
) {
  const others = db
    .select({ id: operatorPasskeys.id })
    .from(operatorPasskeys)
    .where(and(eq(operatorPasskeys.operator, operator), sql`${operatorPasskeys.id} <> ${id}`));
  return db
    .delete(operatorPasskeys)
    .where(
      and(
        eq(operatorPasskeys.operator, operator),
        eq(operatorPasskeys.id, id),
        lastMustStay ? exists(others) : undefined,
      ),
    )
    .returning({ name: operatorPasskeys.name });
}

export function deletePasskeysOfOperator(db: Database, operator: string) {
  return db.delete(operatorPasskeys).where(eq(operatorPasskeys.operator, operator));
}
