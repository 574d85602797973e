/**
 * Exact rate limits in fixed windows, counted atomically in D1. The platform's limiter (`JOIN_SHIELD`) counts in each
 * data centre separately, and only protects against floods.
 */
import { and, eq, lt, sql } from 'drizzle-orm';
import { retryable } from '../db/errors.ts';
import { database } from '../db/client.ts';
import { limitWindows } from '../db/schema/limits.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { checkedConfig } from '../platform/checked-config.ts';
import { networksAround } from '../platform/client-address.ts';
import { hmacSha256 } from '../platform/hashing.ts';

/** A rate limit: uses of one key in one window. `name` separates the keys of different limits. */
export type Limit = { name: string; most: number; windowMs: number };

const MINUTE_MS = 60_000;

export const limits = {
  /**
   * Log-ins, by typed name and sender. If a log-in has the mark of a known device or of a log-in link, the log-in is
   * counted by this mark instead of by name and sender.
   */
  logInPerNameAndAddress: { name: 'log-in-name-address', most: 10, windowMs: 15 * MINUTE_MS },
  logInPerName: { name: 'log-in-name', most: 100, windowMs: 15 * MINUTE_MS },
  logInPerAddress: { name: 'log-in-address', most: 60, windowMs: 15 * MINUTE_MS },
  /** Mails with a log-in link, by account. Each link works for two hours. */
  logInLinkPerAccount: { name: 'log-in-link-account', most: 1, windowMs: 60 * MINUTE_MS },
  signUpPerAddress: { name: 'sign-up-address', most: 60, windowMs: 60 * MINUTE_MS },
  /**
   * Mails with a link to a new password, by typed address. Over these limits no mail is sent, and the newest link stays
   * valid.
   */
  forgotAgain: { name: 'forgot-again', most: 1, windowMs: 2 * MINUTE_MS },
  forgotPerAccount: { name: 'forgot-account', most: 5, windowMs: 60 * MINUTE_MS },
  forgotPerAddress: { name: 'forgot-address', most: 30, windowMs: 60 * MINUTE_MS },
  resetPerAddress: { name: 'reset-address', most: 30, windowMs: 15 * MINUTE_MS },
  /** Attempts to use a link that verifies an e-mail address, by sender. */
  verifyPerAddress: { name: 'verify-address', most: 30, windowMs: 15 * MINUTE_MS },
  /** Codes texted to prove a number, and tries to type a code. */
  numberCodePerAccount: { name: 'number-code-account', most: 3, windowMs: 60 * MINUTE_MS },
  numberCodeTriesPerAccount: { name: 'number-code-tries-account', most: 10, windowMs: 60 * MINUTE_MS },
  /** Mails with a link that verifies an e-mail address, by account and by recipient. */
  verifyMailPerAccount: { name: 'verify-mail-account', most: 5, windowMs: 60 * MINUTE_MS },
  verifyMailPerRecipient: { name: 'verify-mail-recipient', most: 5, windowMs: 60 * MINUTE_MS },
  /** Mails with an invitation to a team, by business and by recipient. */
  invitationsPerBusiness: { name: 'invitations-business', most: 60, windowMs: 60 * MINUTE_MS },
  invitationsPerRecipient: { name: 'invitations-recipient', most: 5, windowMs: 60 * MINUTE_MS },
  /**
   * Uses of invitation links, by sender. Each person needs two uses, and a whole team may join from one network
   * address.
   */
  invitationsPerAddress: { name: 'invitations-address', most: 200, windowMs: 15 * MINUTE_MS },
  /** Codes that enrol a device, by business, and tries to type a code, by sender. */
  deviceCodesPerBusiness: { name: 'device-codes-business', most: 60, windowMs: 60 * MINUTE_MS },
  enrolPerAddress: { name: 'enrol-address', most: 30, windowMs: 15 * MINUTE_MS },
  /**
   * Tries to unlock a device, with right and wrong PINs of all members. The limit prevents guessing the PINs of a whole
   * team.
   */
  pinPerDevice: { name: 'pin-device', most: 60, windowMs: 15 * MINUTE_MS },
  /** Wrong PINs of one member on one device. The PIN itself is locked after `PIN_TRIES_MAX` wrong tries. */
  pinPerDeviceAndMember: { name: 'pin-device-member', most: 5, windowMs: 5 * MINUTE_MS },
  /** Codes mailed before an account is deleted, and tries to type a code. */
  deletionCodePerAccount: { name: 'deletion-code-account', most: 3, windowMs: 60 * MINUTE_MS },
  deletionTriesPerAccount: { name: 'deletion-tries-account', most: 10, windowMs: 60 * MINUTE_MS },
  /** Passwords typed within a session. The limit prevents guessing the password in an open or stolen session. */
  confirmPerSession: { name: 'confirm-session', most: 10, windowMs: 15 * MINUTE_MS },
  /**
   * Codes of the second step, by session or by the mark of a known device or log-in link. All other senders share one
   * count. The limit is low, because three of a million codes are valid at a time.
   */
  secondStep: { name: 'second-step', most: 10, windowMs: 60 * MINUTE_MS },
  /** Log-ins by passkey, and the challenges for them. */
  passkeyPerAddress: { name: 'passkey-address', most: 120, windowMs: 15 * MINUTE_MS },
  /** Mails about log-ins with the right password but a wrong code or no passkey, by account. */
  wrongCodeMailPerAccount: { name: 'wrong-code-mail-account', most: 1, windowMs: 60 * MINUTE_MS },
  adminLogInPerAddress: { name: 'admin-log-in-address', most: 10, windowMs: 15 * MINUTE_MS },
  adminLogIn: { name: 'admin-log-in', most: 100, windowMs: 15 * MINUTE_MS },
  /**
   * Each export has all data of a business. The limit keeps a thief of a session from exporting all businesses at once.
   */
  adminExports: { name: 'admin-exports', most: 30, windowMs: 60 * MINUTE_MS },
  adminImports: { name: 'admin-imports', most: 30, windowMs: 60 * MINUTE_MS },
  /** Each call may wake all locations of some businesses. */
  adminPeople: { name: 'admin-people', most: 60, windowMs: 60 * MINUTE_MS },
  /** Each change of operators or of an operator's password needs a slow password hash. */
  operatorChanges: { name: 'operator-changes', most: 20, windowMs: 60 * MINUTE_MS },
  /** Each added location creates a Durable Object. Without a limit, a script could create any number of objects. */
  addLocationPerAccount: { name: 'add-location-account', most: 30, windowMs: 60 * MINUTE_MS },
  /** Each changed name or address is sent to all open pages of a location. */
  profilePerAccount: { name: 'profile-account', most: 60, windowMs: 60 * MINUTE_MS },
  /** An export can read years of visits. The page makes two calls for each export: a check, and the download. */
  exportPerAccount: { name: 'export-account', most: 120, windowMs: 60 * MINUTE_MS },
  /** Each call reads a part of a location's log in its object. Counted by session. */
  activityPerSession: { name: 'activity-session', most: 120, windowMs: MINUTE_MS },
  /**
   * The provider may post one text several times. Without this limit, a repeated command could also end the guest's
   * next visit.
   */
  textAnswerOnce: { name: 'text-answer-once', most: 1, windowMs: 60 * MINUTE_MS },
  /** Text replies of one number, except commands that stop our texts. */
  textAnswersPerNumber: { name: 'text-answers-number', most: 10, windowMs: 60 * MINUTE_MS },
  /**
   * Our answers to text replies: one limit for each number, and one limit for all numbers together. Over these limits,
   * a text reply still takes effect, but gets no answer.
   */
  answersToNumber: { name: 'answers-to-number', most: 3, windowMs: 60 * MINUTE_MS },
  answersToAll: { name: 'answers-to-all', most: 300, windowMs: 60 * MINUTE_MS },
  /**
   * Our answers to `HELP` from numbers that we did not text. All these numbers share the limit, because anybody could
   * make us pay for such answers.
   */
  helpToStrangers: { name: 'help-strangers', most: 60, windowMs: 60 * MINUTE_MS },
  /** Each call makes several requests to the payment provider. */
  checkoutPerAccount: { name: 'checkout-account', most: 30, windowMs: 60 * MINUTE_MS },
  /** Each call makes a request to the payment provider, whose rate limit all accounts share. */
  portalPerAccount: { name: 'portal-account', most: 60, windowMs: 60 * MINUTE_MS },
  /** Each call may charge a card. */
  planChangePerAccount: { name: 'plan-change-account', most: 20, windowMs: 60 * MINUTE_MS },
  /** The feedback and the sales form share this limit. */
  formPerAddress: { name: 'form-address', most: 20, windowMs: 60 * MINUTE_MS },
  /** Mails to support about form messages. Further mails wait for the next hour. */
  formMails: { name: 'form-mails', most: 60, windowMs: 60 * MINUTE_MS },
  existsPerAddress: { name: 'exists-address', most: 300, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>;

/** The longest window of all limits. Windows that are older than this time are deleted. */
const LONGEST_WINDOW_MS = 60 * MINUTE_MS;

export type TooMany = { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

export type LimitResult = { ok: true } | TooMany;

/**
 * Counts one use of `key`. Returns whether the use is within the limit. If the use is above the limit, also returns the
 * seconds until the next window. A null key (see `clientAddress`) has no limit. Call this function before any change,
 * because it throws `UnavailableError` if the database is unavailable.
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
        .values({ key: storedKey(env, limit, key, windowStart), windowStart, count: 1 })
        .onConflictDoUpdate({
          target: [limitWindows.key, limitWindows.windowStart],
          set: { count: sql`${limitWindows.count} + 1` },
        })
        .returning({ count: limitWindows.count }),
      // Deletes old windows here, so that no sweep is needed.
      db.delete(limitWindows).where(lt(limitWindows.windowStart, now - LONGEST_WINDOW_MS)),
    ]),
  );
  const count = counted[0]?.count ?? 0;
  if (count <= limit.most) return { ok: true };
  const retryAfterSeconds = Math.ceil((windowStart + limit.windowMs - now) / 1000);
  return { ok: false, code: 'too_many_requests', retryAfterSeconds };
}

/** The factors of a sender's limit for the networks of an IPv6 address: a /64, a /56 and a /48. */
const WIDER_TIMES = [1, 2, 10];

/**
 * `consumeRateLimit` for a sender. The /56 and the /48 of an IPv6 address have limits, too, because one person can use
 * all 65,536 networks (/64) of a /48. A use over the limit of a narrower network is not counted for the wider networks.
 */
export async function consumeSenderLimit(
  env: Env,
  limit: Limit,
  sender: string | null,
  now: number,
): Promise<LimitResult> {
  for (const [width, network] of networksAround(sender).entries()) {
    const wider = { ...limit, most: limit.most * (WIDER_TIMES[width] ?? 1) };
    const within = await consumeRateLimit(env, wider, network, now);
    if (!within.ok) return within;
  }
  return { ok: true };
}

/** Resets the count of `key` in the current window, for example after a successful log-in. */
export async function resetLimit(env: Env, limit: Limit, key: string, now: number): Promise<void> {
  const windowStart = now - (now % limit.windowMs);
  await database(env)
    .delete(limitWindows)
    .where(
      and(
        eq(limitWindows.key, storedKey(env, limit, key, windowStart)),
        eq(limitWindows.windowStart, windowStart),
      ),
    );
}

/**
 * A keyed hash of a mail or network address, so that nobody can find the addresses in a stolen table by trying all
 * addresses. The hash differs on each day (UTC); no window extends over two days.
 */
function storedKey(env: Env, limit: Limit, key: string, windowStart: number): string {
  const checked = checkedConfig(env);
  if (!checked.ok) throw new Error('Nothing is counted with a wrong configuration');
  const day = Math.floor(windowStart / DAY_MS);
  return hmacSha256(checked.config.phoneHashKey, `limit ${day} ${limit.name}:${key}`, 'base64url');
}
