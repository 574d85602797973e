/**
 * Proof of the owner's phone number: the server texts a code to the number, and the owner types the code. With a
 * confirmed mailbox and a proven number the account is proven, and may then send more texts
 * (`deliveries/text/text-permits.ts`).
 */
import { and, eq, exists, gt, sql, type SQL } from 'drizzle-orm';
import { securityCopy } from '../../../../shared/copy/en/owner/security.ts';
import { DEFAULT_LANGUAGE } from '../../../../shared/languages.ts';
import { TRIALS_PER_NUMBER_MAX } from '../../../../shared/limits.ts';
import { retryable } from '../../../db/errors.ts';
import { database, type Database } from '../../../db/client.ts';
import { phoneCodes, users } from '../../../db/schema/users.ts';
import { textProvider } from '../../../deliveries/carriers.ts';
import { permitText } from '../../../deliveries/text/text-permits.ts';
import { wrongField, type WrongField } from '../../../http/answers.ts';
import { consumeRateLimit, limits, type TooMany } from '../../../http/rate-limits.ts';
import { isOwnerOf } from '../../../identity/accounts.ts';
import type { Owner } from '../../../identity/sessions.ts';
import type { Config } from '../../../platform/config.ts';
import { hmacSha256 } from '../../../platform/hashing.ts';
import { log } from '../../../platform/log.ts';
import { numberHash } from '../../../platform/number-hash.ts';
import { markNumber, mayProve, numberMarkOf } from './trial-marks.ts';

const CODE_MS = 10 * 60_000;
const say = securityCopy.number;

type Refused = WrongField | TooMany | { ok: false; code: 'try_again' };

/**
 * Texts a code to this number. Refuses the request if the mailbox is not confirmed, if the number is no mobile phone,
 * or if a limit is reached. Without these checks, a stranger could make us text anybody.
 */
export async function textNumberCode(
  env: Env,
  config: Config,
  { user, business }: Owner,
  typed: string,
  now: number,
): Promise<{ ok: true } | Refused> {
  const within = await consumeRateLimit(env, limits.numberCodePerAccount, user.id, now);
  if (!within.ok) return within;
  if (user.emailVerifiedAt === null) return wrongField('phone', say.confirmFirst);
  const { textNumberOf } = await import('../../../platform/phone-number.ts');
  const number = textNumberOf(typed, null);
  if (number === null) return wrongField('phone', say.noMobile);
  const { e164: to, country } = number;
  const hash = numberHash(config.phoneHashKey, to);
  const id = `code.${crypto.randomUUID()}`;
  const about = { id, numberHash: hash, country, businessId: business.id, locationId: '', visitId: '' };
  const text = { ...about, language: DEFAULT_LANGUAGE };
  const permit = await retryable(permitText(env.DB, text, config.textBudgets, now));
  if (!permit.ok) {
    if (permit.why === 'opted_out') return wrongField('phone', say.optedOut);
    if (permit.why !== 'hour_limit') return wrongField('phone', say.limit);
    log({ event: 'text_budget_stopped', locationId: null, budget: 'codes', country });
    return wrongField('phone', say.hourLimit);
  }
  const code = newCode();
  await replaceCode(env, { userId: user.id, phone: to, codeHash: hashOf(config, user.id, code) }, now);
  const body = say.text(code);
  const result = await textProvider(env).send({ id, to, body, expiresAt: now + CODE_MS });
  if (result.outcome === 'refused' || result.outcome === 'failed') return wrongField('phone', say.noMobile);
  return result.outcome === 'later' || result.outcome === 'stopped'
    ? { ok: false, code: 'try_again' }
    : { ok: true };
}

/**
 * Proves the texted number if `code` is the user's newest code. The number then becomes the user's phone number. One
 * number can prove at most `TRIALS_PER_NUMBER_MAX` trials. If the number has already proven too many trials, the user
 * learns this only after typing the right code.
 */
export async function proveNumber(
  env: Env,
  config: Config,
  { user, business }: Owner,
  code: string,
  now: number,
): Promise<{ ok: true } | Refused> {
  const within = await consumeRateLimit(env, limits.numberCodeTriesPerAccount, user.id, now);
  if (!within.ok) return within;
  const db = database(env);
  const isRight = and(
    eq(phoneCodes.userId, user.id),
    eq(phoneCodes.codeHash, hashOf(config, user.id, code)),
    gt(phoneCodes.expiresAt, now),
    // Nothing is proven if the user has handed the business over after the check of the session.
    isOwnerOf(db, user.id, business.id),
  );
  const [texted] = await retryable(db.select({ phone: phoneCodes.phone }).from(phoneCodes).where(isRight));
  if (texted === undefined) return wrongField('code', say.wrongCode);
  const isThere = exists(db.select().from(phoneCodes).where(isRight));
  const mark = numberMarkOf(business.id, texted.phone, config.phoneHashKey);
  const [, , proven, used] = await retryable(
    db.batch([
      ...markNumber(db, mark, now, isThere),
      db
        .update(users)
        .set({
          phone: sql`(select phone from phone_codes where user_id = ${user.id})`,
          phoneProvenAt: now,
          phoneCountry: null,
        })
        .where(and(eq(users.id, user.id), isThere, mayProve(db, mark)))
        .returning({ id: users.id }),
      db.delete(phoneCodes).where(isRight).returning({ userId: phoneCodes.userId }),
    ]),
  );
  if (used.length === 0) return wrongField('code', say.wrongCode);
  if (proven.length === 0) return wrongField('code', say.usedNumber(TRIALS_PER_NUMBER_MAX));
  log({ event: 'account_changed', action: 'number_proven', businessId: business.id });
  return { ok: true };
}

export function deleteNumberCode(db: Database, userId: string, condition: SQL) {
  return db.delete(phoneCodes).where(and(eq(phoneCodes.userId, userId), condition));
}

async function replaceCode(
  env: Env,
  code: Pick<typeof phoneCodes.$inferInsert, 'userId' | 'phone' | 'codeHash'>,
  now: number,
): Promise<void> {
  const row = { ...code, expiresAt: now + CODE_MS };
  await retryable(
    database(env).insert(phoneCodes).values(row).onConflictDoUpdate({ target: phoneCodes.userId, set: row }),
  );
}

/**
 * Returns a code of six digits. All codes are equally likely, because a new value is drawn if the random value is
 * 4,294,000,000 or more.
 */
function newCode(): string {
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < 4_294_000_000) return String(drawn % 1_000_000).padStart(6, '0');
  }
}

function hashOf({ phoneHashKey }: Config, userId: string, code: string): string {
  return hmacSha256(phoneHashKey, `number code ${userId} ${code}`, 'base64url');
}
