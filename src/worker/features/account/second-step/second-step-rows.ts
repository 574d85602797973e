/**
 * All queries on `second_steps`, `ended_second_steps` and `recovery_codes`, except queries on whole accounts
 * (`features/operator`).
 */
import { and, count, eq, exists, gte, isNotNull, isNull, lt, lte, not, or, sql, type SQL } from 'drizzle-orm';
import type { SecondStepKind } from '../../../../shared/contracts/account/passkey-signature.ts';
import { NOT_ME_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { endedSecondSteps, recoveryCodes, secondSteps, users } from '../../../db/schema/users.ts';
import { hasPasskey } from '../passkeys/passkey-rows.ts';

/**
 * `stored`: the secret shared with the app (`platform/at-rest.ts`). Log-ins ask for the second step only if `isOn` is
 * true.
 */
export type SecondStep = { kind: SecondStepKind; stored: string; isOn: boolean };

export async function findSecondStep(db: Database, userId: string): Promise<SecondStep | null> {
  const row = await db
    .select({ kind: secondSteps.kind, secret: secondSteps.secret, confirmedAt: secondSteps.confirmedAt })
    .from(secondSteps)
    .where(eq(secondSteps.userId, userId))
    .get();
  return row ? { kind: row.kind, stored: row.secret, isOn: row.confirmedAt !== null } : null;
}

export function secondStepOn(db: Database, userId: string) {
  return db
    .select({ userId: secondSteps.userId })
    .from(secondSteps)
    .where(and(eq(secondSteps.userId, userId), isNotNull(secondSteps.confirmedAt)));
}

/**
 * Stores the encrypted secret of an app that has not yet given its first code. Returns false if a second step is
 * already on, or if the user was deleted meanwhile.
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
          kind: sql<SecondStepKind>`'app'`.as('kind'),
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

/**
 * Makes passkeys the second step, and stores the first recovery codes. If an authenticator app's secret is stored, but
 * the app has not yet given its first code, the random `secret` replaces the app's secret. Returns false if a second
 * step is already on, or if the last passkey was removed meanwhile.
 */
export async function switchPasskeyStepOn(
  db: Database,
  userId: string,
  about: { secret: string; codeHashes: string[]; now: number },
): Promise<boolean> {
  const { secret, codeHashes, now } = about;
  const kind = 'passkey';
  const made = and(eq(secondSteps.userId, userId), eq(secondSteps.secret, secret));
  const step = db
    .select({
      userId: users.id,
      secret: sql<string>`${secret}`.as('secret'),
      kind: sql<SecondStepKind>`${kind}`.as('kind'),
      createdAt: sql<number>`${now}`.as('created_at'),
      confirmedAt: sql<number>`${now}`.as('confirmed_at'),
      lastStep: sql<number>`0`.as('last_step'),
    })
    .from(users)
    .where(and(eq(users.id, userId), hasPasskey(db, userId)));
  const [rows] = await db.batch([
    db
      .insert(secondSteps)
      .select(step)
      .onConflictDoUpdate({
        target: secondSteps.userId,
        set: { secret, kind, createdAt: now, confirmedAt: now, lastStep: 0 },
        setWhere: isNull(secondSteps.confirmedAt),
      })
      .returning({ userId: secondSteps.userId }),
    deleteRecoveryCodes(db, userId, exists(db.select().from(secondSteps).where(made))),
    ...insertRecoveryCodes(db, codeHashes, made),
  ]);
  return rows.length === 1;
}

/**
 * Marks a time step as used, for codes of this stored secret. Returns false if this or a later time step was already
 * used.
 */
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
 * Switches on the second step that has this secret, and stores the first recovery codes. The caller has already marked
 * the time step `step` as used. Returns false if another code was used meanwhile.
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
  // The codes are inserted first, because they are inserted only while the second step is off.
  const replies = await db.batch([
    deleteRecoveryCodes(db, userId, exists(waiting)),
    ...insertRecoveryCodes(db, about.codeHashes, isStillWaiting),
    db.update(secondSteps).set({ confirmedAt: about.now }).where(isStillWaiting),
  ]);
  return replies.at(-1)?.meta.changes === 1;
}

/** Replaces all recovery codes of the user. Inserts no codes if the second step was switched off meanwhile. */
export async function replaceRecoveryCodes(
  db: Database,
  userId: string,
  codeHashes: string[],
): Promise<void> {
  const isOn = and(eq(secondSteps.userId, userId), isNotNull(secondSteps.confirmedAt));
  await db.batch([deleteRecoveryCodes(db, userId), ...insertRecoveryCodes(db, codeHashes, isOn)]);
}

/** Statements for a batch: insert recovery codes for the user whose second step meets `condition`. */
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

/**
 * Consumes a recovery code. Returns false if the user does not have this code. If parallel calls use one code, only one
 * call returns true.
 */
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
 * Statements for a batch: delete the second step and its recovery codes if `condition` holds. The first statement
 * returns the deleted row; the second step was on if `confirmedAt` is not null.
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

/**
 * Statements for a batch: switch the second step off. The second step is kept with its recovery codes while the
 * switch-off can be undone.
 */
export function switchOff(db: Database, userId: string, now: number) {
  const codes = db
    .select({ all: sql`json_group_array(${recoveryCodes.codeHash})` })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  const ended = db
    .select({
      userId: secondSteps.userId,
      endedAt: sql<number>`${now}`.as('ended_at'),
      secret: secondSteps.secret,
      kind: secondSteps.kind,
      createdAt: secondSteps.createdAt,
      confirmedAt: sql<number>`${secondSteps.confirmedAt}`.as('confirmed_at'),
      lastStep: secondSteps.lastStep,
      codeHashes: sql<string>`(${codes})`.as('code_hashes'),
    })
    .from(secondSteps)
    .where(and(eq(secondSteps.userId, userId), isNotNull(secondSteps.confirmedAt)));
  return [
    db.insert(endedSecondSteps).select(ended).onConflictDoNothing(),
    ...deleteSecondStep(db, userId),
  ] as const;
}

/** Statements for a batch: switch the user's second step on again if it was switched off at exactly this time. */
export function switchOnAgain(db: Database, userId: string, at: number) {
  const isIt = and(eq(endedSecondSteps.userId, userId), eq(endedSecondSteps.endedAt, at));
  const ended = db
    .select({
      userId: endedSecondSteps.userId,
      secret: endedSecondSteps.secret,
      kind: endedSecondSteps.kind,
      createdAt: endedSecondSteps.createdAt,
      confirmedAt: endedSecondSteps.confirmedAt,
      lastStep: endedSecondSteps.lastStep,
    })
    .from(endedSecondSteps)
    .where(isIt);
  const codes = db
    .select({
      userId: endedSecondSteps.userId,
      codeHash: sql<string>`json_each.value`.as('code_hash'),
    })
    .from(endedSecondSteps)
    .innerJoin(sql`json_each(${endedSecondSteps.codeHashes})`, sql`true`)
    .where(isIt);
  return [
    db.insert(secondSteps).select(ended).onConflictDoNothing(),
    db.insert(recoveryCodes).select(codes).onConflictDoNothing(),
    db.delete(endedSecondSteps).where(isIt),
  ] as const;
}

/** Statement for a batch: deletes the second steps that a user has switched off, if `condition` holds. */
export function deleteEndedSecondStepsOf(db: Database, userId: string, condition: SQL) {
  return db.delete(endedSecondSteps).where(and(eq(endedSecondSteps.userId, userId), condition));
}

/** Statement for a batch: deletes second steps that can no longer be switched on again. */
export function deleteEndedSecondSteps(db: Database, now: number) {
  return db.delete(endedSecondSteps).where(lte(endedSecondSteps.endedAt, now - NOT_ME_MS));
}

/**
 * Statements for a batch: delete a second step that was switched on at the time `since` or later, or that still waits
 * for its first code.
 */
export function deleteSecondStepSince(db: Database, userId: string, since: number) {
  const isSince = and(
    eq(secondSteps.userId, userId),
    or(gte(secondSteps.confirmedAt, since), isNull(secondSteps.confirmedAt)),
  );
  const found = db.select({ userId: secondSteps.userId }).from(secondSteps).where(isSince);
  // The codes are deleted first, because their deletion requires that the second step still exists.
  return [deleteRecoveryCodes(db, userId, exists(found)), db.delete(secondSteps).where(isSince)] as const;
}

/** Statements for a batch: delete a second step by passkeys if the user has no passkeys left. */
export function deleteStepWithoutPasskey(db: Database, userId: string) {
  const isWithout = and(
    eq(secondSteps.userId, userId),
    eq(secondSteps.kind, 'passkey'),
    not(hasPasskey(db, userId)),
  );
  const found = db.select({ userId: secondSteps.userId }).from(secondSteps).where(isWithout);
  // The codes are deleted first, because their deletion requires that the second step still exists.
  return [deleteRecoveryCodes(db, userId, exists(found)), db.delete(secondSteps).where(isWithout)] as const;
}

function deleteRecoveryCodes(db: Database, userId: string, condition?: SQL) {
  return db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), condition));
}
