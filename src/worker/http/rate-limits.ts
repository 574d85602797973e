/**
 * Exact limits in fixed windows, counted in D1 by one statement each, so that two tries at once are two tries. The
 * platform's own limiter (`JOIN_SHIELD`) counts per data centre and only shields from floods.
 */
import { and, eq, lt, sql } from 'drizzle-orm';
import { retryable } from '../db/errors.ts';
import { database } from '../db/client.ts';
import { limitWindows } from '../db/schema/limits.ts';
import { sha256 } from '../platform/hashing.ts';

/** A limit: uses of one key in one window. `name` separates the keys of two limits. */
export type Limit = { name: string; most: number; windowMs: number };

const MINUTE_MS = 60_000;

export const limits = {
  logInPerNameAndAddress: { name: 'log-in-name-address', most: 10, windowMs: 15 * MINUTE_MS },
  logInPerName: { name: 'log-in-name', most: 100, windowMs: 15 * MINUTE_MS },
  logInPerAddress: { name: 'log-in-address', most: 60, windowMs: 15 * MINUTE_MS },
  signUpPerAddress: { name: 'sign-up-address', most: 60, windowMs: 60 * MINUTE_MS },
  forgotPerAccount: { name: 'forgot-account', most: 5, windowMs: 60 * MINUTE_MS },
  forgotPerAddress: { name: 'forgot-address', most: 30, windowMs: 60 * MINUTE_MS },
  resetPerAddress: { name: 'reset-address', most: 30, windowMs: 15 * MINUTE_MS },
  /** The link of a mail about an e-mail address, tried by one sender. */
  verifyPerAddress: { name: 'verify-address', most: 30, windowMs: 15 * MINUTE_MS },
  /** Mails with such a link, by the account that asks and by the address they go to. */
  verifyMailPerAccount: { name: 'verify-mail-account', most: 5, windowMs: 60 * MINUTE_MS },
  verifyMailPerRecipient: { name: 'verify-mail-recipient', most: 5, windowMs: 60 * MINUTE_MS },
  /** Passwords typed by somebody who is logged in already: a session that was left open is no way to try them. */
  confirmPerAccount: { name: 'confirm-account', most: 10, windowMs: 15 * MINUTE_MS },
  /** Codes of the second step, whoever sends them: three of a million are right at any time. */
  secondStepPerAccount: { name: 'second-step-account', most: 10, windowMs: 60 * MINUTE_MS },
  adminLogInPerAddress: { name: 'admin-log-in-address', most: 10, windowMs: 15 * MINUTE_MS },
  adminLogIn: { name: 'admin-log-in', most: 100, windowMs: 15 * MINUTE_MS },
  /** Each gives out all that a business has; of a log-in that was stolen not all businesses at once. */
  adminExports: { name: 'admin-exports', most: 30, windowMs: 60 * MINUTE_MS },
  adminImports: { name: 'admin-imports', most: 30, windowMs: 60 * MINUTE_MS },
  /** Each may wake every location of some businesses. */
  adminPeople: { name: 'admin-people', most: 60, windowMs: 60 * MINUTE_MS },
  /** Each location added is a new object, and removing it frees its slot: without a limit a script makes them for ever. */
  addLocationPerAccount: { name: 'add-location-account', most: 30, windowMs: 60 * MINUTE_MS },
  /**
   * A file of years of visits is the most that one call can read. The page asks twice for each: whether it may be had,
   * then for it.
   */
  exportPerAccount: { name: 'export-account', most: 120, windowMs: 60 * MINUTE_MS },
  /** One text to us, which the provider may post more than once: who left a line must not leave the next one with it. */
  textAnswerOnce: { name: 'text-answer-once', most: 1, windowMs: 60 * MINUTE_MS },
  /** What one number texts to us, but for what stops our texts. */
  textAnswersPerNumber: { name: 'text-answers-number', most: 10, windowMs: 60 * MINUTE_MS },
  /** Each asks the provider of payments several times. */
  checkoutPerAccount: { name: 'checkout-account', most: 30, windowMs: 60 * MINUTE_MS },
  /** Each asks the provider of payments, which answers all accounts together so many times a second. */
  portalPerAccount: { name: 'portal-account', most: 60, windowMs: 60 * MINUTE_MS },
  /** Each may charge a card. */
  planChangePerAccount: { name: 'plan-change-account', most: 20, windowMs: 60 * MINUTE_MS },
  /** The feedback and the sales form together. */
  formPerAddress: { name: 'form-address', most: 20, windowMs: 60 * MINUTE_MS },
  /** Mails to support about what came by the forms; beyond these they wait for the next hour. */
  formMails: { name: 'form-mails', most: 60, windowMs: 60 * MINUTE_MS },
  existsPerAddress: { name: 'exists-address', most: 300, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>;

/** No limit has a longer window; what began earlier is of no use to any. */
const LONGEST_WINDOW_MS = 60 * MINUTE_MS;

export type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };

/**
 * Counts one use of `key` and says whether it is still within the limit, or when the next window begins. A null key
 * (see `clientAddress`) is not limited. To be asked before anything is changed: where the database is away, it throws
 * `UnavailableError`, and a use that was counted all the same harms nobody.
 */
export async function consumeRateLimit(
  env: Env,
  limit: Limit,
  key: string | null,
  now: number,
): Promise<LimitResult> {
  if (key === null) return { ok: true };
  const db = database(env);
  const windowStart = now - (now % limit.windowMs);
  const [counted] = await retryable(
    db.batch([
      db
        .insert(limitWindows)
        .values({ key: storedKey(limit, key), windowStart, count: 1 })
        .onConflictDoUpdate({
          target: [limitWindows.key, limitWindows.windowStart],
          set: { count: sql`${limitWindows.count} + 1` },
        })
        .returning({ count: limitWindows.count }),
      // Old windows go in passing: no sweep has to know of them.
      db.delete(limitWindows).where(lt(limitWindows.windowStart, now - LONGEST_WINDOW_MS)),
    ]),
  );
  const count = counted[0]?.count ?? 0;
  if (count <= limit.most) return { ok: true };
  return { ok: false, retryAfterSeconds: Math.ceil((windowStart + limit.windowMs - now) / 1000) };
}

/** Resets the uses of `key` in the present window: a log-in that succeeded clears its failures. */
export async function resetLimit(env: Env, limit: Limit, key: string, now: number): Promise<void> {
  await database(env)
    .delete(limitWindows)
    .where(
      and(
        eq(limitWindows.key, storedKey(limit, key)),
        eq(limitWindows.windowStart, now - (now % limit.windowMs)),
      ),
    );
}

/** Keys are hashed, so that the table holds no mail address and no network address. */
function storedKey(limit: Limit, key: string): string {
  return sha256(`${limit.name}:${key}`, 'base64url');
}
