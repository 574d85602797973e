/** All queries on `passkeys` and `passkey_challenges`, except queries on whole accounts (`features/operator`). */
import { and, asc, count, eq, exists, gt, gte, isNull, lt, lte, not, or, sql, type SQL } from 'drizzle-orm';
import { MAX_PASSKEYS, NOT_ME_MS, PASSKEY_CHALLENGE_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { businesses, memberships } from '../../../db/schema/businesses.ts';
import { passkeyChallenges, passkeys, secondSteps, sessions, users } from '../../../db/schema/users.ts';
import { isFirstMembership, type Account, type MembershipRow } from '../../../identity/accounts.ts';
import { hashToken, newToken } from '../../../identity/tokens.ts';
import { userColumns } from '../../../identity/users.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** The challenge for a log-in belongs to no session, and stores this value instead of a session's hash. */
export const NO_SESSION = '';

/** Makes a challenge with which this session adds a passkey. With `NO_SESSION`, the challenge is for a log-in. */
export async function newChallenge(db: Database, sessionTokenHash: string, now: number): Promise<string> {
  const { token, tokenHash } = newToken();
  const expiresAt = now + PASSKEY_CHALLENGE_MS;
  await db.insert(passkeyChallenges).values({ hash: tokenHash, sessionTokenHash, expiresAt });
  return token;
}

/**
 * Consumes a challenge. Returns false if the challenge is invalid, or belongs to another session. If parallel calls use
 * one challenge, only one call returns true.
 */
export async function consumeChallenge(
  db: Database,
  challenge: string,
  sessionTokenHash: string,
  now: number,
): Promise<boolean> {
  const used = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hashToken(challenge)),
        eq(passkeyChallenges.sessionTokenHash, sessionTokenHash),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenges.hash });
  return used.length === 1;
}

export function passkeysOf(db: Database, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(isLiveOf(userId)).orderBy(asc(passkeys.createdAt)).all();
}

/** The passkey with this id, and its account; null if no passkey has the id. */
export async function findPasskey(
  db: Database,
  id: string,
): Promise<(Account & { membership: MembershipRow; passkey: PasskeyRow }) | null> {
  const row = await db
    .select({ passkey: passkeys, user: userColumns, business: businesses, membership: memberships })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), isFirstMembership))
    .innerJoin(businesses, eq(businesses.id, memberships.businessId))
    .where(and(eq(passkeys.id, id), isNull(passkeys.removedAt), isNull(businesses.deletionBegunAt)))
    .get();
  return row ?? null;
}

/**
 * Adds a passkey. Returns false if the user already has `MAX_PASSKEYS` or was deleted, if any account already has this
 * passkey, or if the session has ended meanwhile. Without the check of the session, a thief could add a passkey right
 * after "this was not me".
 */
export async function insertPasskey(
  db: Database,
  { userId, ...about }: Omit<PasskeyRow, 'lastUsedAt' | 'removedAt'>,
  sessionTokenHash: string,
): Promise<boolean> {
  const session = db.select().from(sessions).where(eq(sessions.tokenHash, sessionTokenHash));
  const held = db.select({ n: count() }).from(passkeys).where(isLiveOf(userId));
  const rows = await db
    .insert(passkeys)
    .select(
      db
        .select({
          id: sql<string>`${about.id}`.as('id'),
          userId: users.id,
          name: sql<string>`${about.name}`.as('name'),
          publicKey: sql<string>`${about.publicKey}`.as('public_key'),
          counter: sql<number>`${about.counter}`.as('counter'),
          createdAt: sql<number>`${about.createdAt}`.as('created_at'),
          lastUsedAt: sql<null>`null`.as('last_used_at'),
          removedAt: sql<null>`null`.as('removed_at'),
        })
        .from(users)
        .where(and(eq(users.id, userId), exists(session), sql`(${held}) < ${MAX_PASSKEYS}`)),
    )
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

/**
 * Statement for a batch: records a use. Returns no row if the passkey was removed meanwhile, or if the counter is not
 * higher than the stored counter. A counter that is not higher can mean that the passkey is a copy. The counter of an
 * authenticator that does not count is always 0.
 */
export function recordPasskeyUse(db: Database, id: string, counter: number, now: number) {
  const isHigher = or(lt(passkeys.counter, counter), sql`${passkeys.counter} = 0 and ${counter} = 0`);
  return db
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), isNull(passkeys.removedAt), isHigher))
    .returning({ id: passkeys.id });
}

/** Renames a passkey. Returns false if the user has no passkey with this id. */
export async function renamePasskeyRow(
  db: Database,
  userId: string,
  { id, name }: Pick<PasskeyRow, 'id' | 'name'>,
): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ name })
    .where(and(isLiveOf(userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

/**
 * Removes a passkey. Returns false if the user has no passkey with this id, or if passkeys are the second step and this
 * passkey is the user's last. The row is kept while the removal can be undone.
 */
export async function markPasskeyRemoved(
  db: Database,
  userId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const held = db.select({ n: count() }).from(passkeys).where(isLiveOf(userId));
  const isNeeded = exists(
    db
      .select({ userId: secondSteps.userId })
      .from(secondSteps)
      .where(and(eq(secondSteps.userId, userId), eq(secondSteps.kind, 'passkey'))),
  );
  const mayGo = or(not(isNeeded), sql`(${held}) > 1`);
  const rows = await db
    .update(passkeys)
    .set({ removedAt: now })
    .where(and(isLiveOf(userId), eq(passkeys.id, id), mayGo))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

export function deletePasskeysOf(db: Database, userId: string, condition: SQL | undefined) {
  return db.delete(passkeys).where(and(eq(passkeys.userId, userId), condition));
}

/** Statement for a batch: deletes the passkeys that a user added at this time or later. */
export function deletePasskeysSince(db: Database, userId: string, since: number) {
  return deletePasskeysOf(db, userId, gte(passkeys.createdAt, since));
}

/**
 * Statement for a batch: restores a user's passkey that was removed at exactly this time. Passkeys that were removed
 * after this time stay removed, because the owner may have removed a thief's passkey.
 */
export function bringBackPasskeys(db: Database, userId: string, at: number) {
  return db
    .update(passkeys)
    .set({ removedAt: null })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.removedAt, at)));
}

/** Statements for a batch: delete expired challenges, and passkeys whose removal can no longer be undone. */
export function deleteEndedPasskeys(db: Database, now: number) {
  return [
    db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now)),
    db.delete(passkeys).where(lte(passkeys.removedAt, now - NOT_ME_MS)),
  ] as const;
}

export function hasPasskey(db: Database, userId: string) {
  return exists(db.select({ id: passkeys.id }).from(passkeys).where(isLiveOf(userId)));
}

function isLiveOf(userId: string) {
  return and(eq(passkeys.userId, userId), isNull(passkeys.removedAt));
}
