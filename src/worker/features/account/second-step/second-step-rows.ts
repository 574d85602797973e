/**
 * What a user's second step is made of. Every query on `second_steps` and `recovery_codes` is here, but for those that take an
 * account as a whole (`features/operator`).
 */
import { and, count, eq, exists, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { recoveryCodes, secondSteps, users } from '../../../db/schema/users.ts';

/** What is shared with the app; a step of the log-in only once `isOn`. */
export type SecondStep = { secret: string; isOn: boolean };

export async function findSecondStep(db: Database, userId: string): Promise<SecondStep | null> {
  const row = await db
    .select({ secret: secondSteps.secret, confirmedAt: secondSteps.confirmedAt })
    .from(secondSteps)
    .where(eq(secondSteps.userId, userId))
    .get();
  return row ? { secret: row.secret, isOn: row.confirmedAt !== null } : null;
}

/** The statement that finds a user's second step where it is on, for a batch. */
export function secondStepOn(db: Database, userId: string) {
  return db
    .select({ userId: secondSteps.userId })
    .from(secondSteps)
    .where(and(eq(secondSteps.userId, userId), isNotNull(secondSteps.confirmedAt)));
}

/**
 * Stores a secret that waits for the app's first code. One that is in use already stays; then false. False for a user who was
 * deleted meanwhile, too.
 */
export async function offerSecret(
  db: Database,
  userId: string,
  secret: string,
  now: number,
): Promise<boolean> {
  const rows = await db
    .insert(secondSteps)
    .select(
      db
        .select({
          userId: users.id,
          secret: sql<string>`${secret}`.as('secret'),
          createdAt: sql<number>`${now}`.as('created_at'),
          confirmedAt: sql<null>`null`.as('confirmed_at'),
          lastStep: sql<number>`0`.as('last_step'),
        })
        .from(users)
        .where(eq(users.id, userId)),
    )
    .onConflictDoUpdate({
      target: secondSteps.userId,
      set: { secret, createdAt: now, lastStep: 0 },
      setWhere: isNull(secondSteps.confirmedAt),
    })
    .returning({ userId: secondSteps.userId });
  return rows.length === 1;
}

/** Uses a time step up, for a code of this secret; false when that step or a later one was used before. */
export async function consumeTotpStep(
  db: Database,
  userId: string,
  secret: string,
  step: number,
): Promise<boolean> {
  const rows = await db
    .update(secondSteps)
    .set({ lastStep: step })
    .where(
      and(eq(secondSteps.userId, userId), eq(secondSteps.secret, secret), lt(secondSteps.lastStep, step)),
    )
    .returning({ userId: secondSteps.userId });
  return rows.length === 1;
}

/**
 * Switches a secret on, with its first recovery codes, by the step that was just used of it. False when another code
 * of the app came in between.
 */
export async function switchOn(
  db: Database,
  userId: string,
  about: { secret: string; step: number; codeHashes: string[]; now: number },
): Promise<boolean> {
  const isStillWaiting = and(
    eq(secondSteps.userId, userId),
    eq(secondSteps.secret, about.secret),
    eq(secondSteps.lastStep, about.step),
    isNull(secondSteps.confirmedAt),
  );
  const waiting = db.select({ userId: secondSteps.userId }).from(secondSteps).where(isStillWaiting);
  // The codes come before the switch, as what asks whether it is still off.
  const replies = await db.batch([
    deleteRecoveryCodes(db, userId, exists(waiting)),
    ...insertRecoveryCodes(db, about.codeHashes, isStillWaiting),
    db.update(secondSteps).set({ confirmedAt: about.now }).where(isStillWaiting),
  ]);
  return replies.at(-1)?.meta.changes === 1;
}

/** Puts these in the place of all recovery codes of the user; none where the second step was switched off meanwhile. */
export async function replaceRecoveryCodes(
  db: Database,
  userId: string,
  codeHashes: string[],
): Promise<void> {
  const isOn = and(eq(secondSteps.userId, userId), isNotNull(secondSteps.confirmedAt));
  await db.batch([deleteRecoveryCodes(db, userId), ...insertRecoveryCodes(db, codeHashes, isOn)]);
}

/** The statements that add these codes for the user of the second step of which `condition` holds, for a batch. */
function insertRecoveryCodes(db: Database, codeHashes: string[], condition: SQL | undefined) {
  return codeHashes.map((codeHash) =>
    db.insert(recoveryCodes).select(
      db
        .select({ userId: secondSteps.userId, codeHash: sql<string>`${codeHash}`.as('code_hash') })
        .from(secondSteps)
        .where(condition),
    ),
  );
}

/** Uses a recovery code up; false when the user has no such code. Of many uses at once one is true. */
export async function consumeRecoveryCode(db: Database, userId: string, codeHash: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ codeHash: recoveryCodes.codeHash });
  return used.length === 1;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const row = await db
    .select({ n: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
    .get();
  return row?.n ?? 0;
}

/**
 * The statements that switch the second step off and delete its recovery codes where `condition` holds, for a batch. The
 * first returns the row that went: it was on where `confirmedAt` is set.
 */
export function deleteSecondStep(db: Database, userId: string, condition?: SQL) {
  return [
    db
      .delete(secondSteps)
      .where(and(eq(secondSteps.userId, userId), condition))
      .returning({ confirmedAt: secondSteps.confirmedAt }),
    deleteRecoveryCodes(db, userId, condition),
  ] as const;
}

function deleteRecoveryCodes(db: Database, userId: string, condition?: SQL) {
  return db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), condition));
}
