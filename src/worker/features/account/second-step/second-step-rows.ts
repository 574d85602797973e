/**
 * What an account's second step is made of. Every query on `second_steps` and `recovery_codes` is here, but for those that take an
 * account as a whole (`admin/`).
 */
import { and, count, eq, exists, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { recoveryCodes, secondSteps } from '../../../db/schema/accounts.ts';

/** What is shared with the app; a step of the log-in only once `isOn`. */
export type SecondStep = { secret: string; isOn: boolean };

export async function findSecondStep(db: Database, businessId: string): Promise<SecondStep | null> {
  const row = await db
    .select({ secret: secondSteps.secret, confirmedAt: secondSteps.confirmedAt })
    .from(secondSteps)
    .where(eq(secondSteps.businessId, businessId))
    .get();
  return row ? { secret: row.secret, isOn: row.confirmedAt !== null } : null;
}

/** The statement that finds an account's second step where it is on, for a batch. */
export function secondStepOn(db: Database, businessId: string) {
  return db
    .select({ businessId: secondSteps.businessId })
    .from(secondSteps)
    .where(and(eq(secondSteps.businessId, businessId), isNotNull(secondSteps.confirmedAt)));
}

/** Keeps a secret that waits for the app's first code. One that is in use already stays; then false. */
export async function offerSecret(
  db: Database,
  businessId: string,
  secret: string,
  now: number,
): Promise<boolean> {
  const rows = await db
    .insert(secondSteps)
    .values({ businessId, secret, createdAt: now, confirmedAt: null, lastStep: 0 })
    .onConflictDoUpdate({
      target: secondSteps.businessId,
      set: { secret, createdAt: now, lastStep: 0 },
      setWhere: isNull(secondSteps.confirmedAt),
    })
    .returning({ businessId: secondSteps.businessId });
  return rows.length === 1;
}

/** Uses a time step up, for a code of this secret; false when that step or a later one was used before. */
export async function consumeTotpStep(
  db: Database,
  businessId: string,
  secret: string,
  step: number,
): Promise<boolean> {
  const rows = await db
    .update(secondSteps)
    .set({ lastStep: step })
    .where(
      and(
        eq(secondSteps.businessId, businessId),
        eq(secondSteps.secret, secret),
        lt(secondSteps.lastStep, step),
      ),
    )
    .returning({ businessId: secondSteps.businessId });
  return rows.length === 1;
}

/**
 * Switches a secret on, with its first recovery codes, by the step that was just used of it. False when another code
 * of the app came in between.
 */
export async function switchOn(
  db: Database,
  businessId: string,
  about: { secret: string; step: number; codeHashes: string[]; now: number },
): Promise<boolean> {
  const isStillWaiting = and(
    eq(secondSteps.businessId, businessId),
    eq(secondSteps.secret, about.secret),
    eq(secondSteps.lastStep, about.step),
    isNull(secondSteps.confirmedAt),
  );
  const waiting = db.select({ businessId: secondSteps.businessId }).from(secondSteps).where(isStillWaiting);
  // The codes come before the switch, as what asks whether it is still off.
  const replies = await db.batch([
    deleteRecoveryCodes(db, businessId, exists(waiting)),
    ...about.codeHashes.map((codeHash) =>
      db.insert(recoveryCodes).select(
        db
          .select({ businessId: secondSteps.businessId, codeHash: sql<string>`${codeHash}`.as('code_hash') })
          .from(secondSteps)
          .where(isStillWaiting),
      ),
    ),
    db.update(secondSteps).set({ confirmedAt: about.now }).where(isStillWaiting),
  ]);
  return replies.at(-1)?.meta.changes === 1;
}

/** Puts these in the place of all recovery codes of the account. */
export async function replaceRecoveryCodes(
  db: Database,
  businessId: string,
  codeHashes: string[],
): Promise<void> {
  const rows = codeHashes.map((codeHash) => ({ businessId, codeHash }));
  await db.batch([deleteRecoveryCodes(db, businessId), db.insert(recoveryCodes).values(rows)]);
}

/** Uses a recovery code up; false when the account has no such code. Of many uses at once one is true. */
export async function consumeRecoveryCode(
  db: Database,
  businessId: string,
  codeHash: string,
): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.businessId, businessId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ codeHash: recoveryCodes.codeHash });
  return used.length === 1;
}

export async function countRecoveryCodes(db: Database, businessId: string): Promise<number> {
  const row = await db
    .select({ n: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.businessId, businessId))
    .get();
  return row?.n ?? 0;
}

/**
 * The statements that switch the second step off and forget its recovery codes where `condition` holds, for a batch. The
 * first returns the row that went: it was on where `confirmedAt` is set.
 */
export function deleteSecondStep(db: Database, businessId: string, condition?: SQL) {
  return [
    db
      .delete(secondSteps)
      .where(and(eq(secondSteps.businessId, businessId), condition))
      .returning({ confirmedAt: secondSteps.confirmedAt }),
    deleteRecoveryCodes(db, businessId, condition),
  ] as const;
}

function deleteRecoveryCodes(db: Database, businessId: string, condition?: SQL) {
  return db.delete(recoveryCodes).where(and(eq(recoveryCodes.businessId, businessId), condition));
}
