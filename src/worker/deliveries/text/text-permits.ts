/**
 * Decides whether a text may be sent. All businesses and Durable Objects share these limits, hourly budgets and
 * opt-outs. The variable `TEXT_BUDGETS` sets the budgets. Only keyed hashes of phone numbers are stored
 * (`platform/number-hash.ts`).
 */
import { and, desc, eq, gt, inArray, isNull, lt, ne, notExists, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { Country } from '../../../shared/countries.ts';
import type { Language } from '../../../shared/languages.ts';
import type { HeldFor } from '../../../shared/text/text-states.ts';
import {
  DAY_MS,
  TEXTS_PER_NUMBER_MAX,
  TEXTS_PER_TRIAL_MAX,
  TEXTS_REMEMBERED_MS,
  TEXTS_UNPROVEN_MAX,
  TEXTS_UNPROVEN_PER_NUMBER_MAX,
} from '../../../shared/limits.ts';
import { businesses } from '../../db/schema/businesses.ts';
import type { Database } from '../../db/client.ts';
import { textOptOuts, textPeaks, texts } from '../../db/schema/texts.ts';
import type { Config } from '../../platform/config.ts';

/**
 * A text that is about to be given to the provider: a turn text, or a code for an owner. The `visitId` of a code is ''.
 * If `country` is null, no country's budget is checked.
 */
export type AskedText = Omit<typeof texts.$inferSelect, 'at'> & { country: Country | null };

/**
 * The state of the text's business. `paying`: not on a trial. `trial`: on a trial, and the owner's mailbox and number
 * are proven. `unproven`: on a trial, and the owner's mailbox or number is not proven. Null: the business is deleted.
 */
type Standing = 'paying' | 'trial' | 'unproven' | null;

/**
 * `isFirst`: the number got no text of this kind (turn text or code) in the last 24 hours. `approvedName`: the
 * protected name that an operator approved. `phoneCountry`: the stored country of the owner's number; null: the country
 * is read from the number.
 */
export type TextPermit =
  | {
      ok: true;
      isFirst: boolean;
      standing: Standing;
      approvedName: string | null;
      ownerPhone: string | null;
      phoneCountry: string | null;
    }
  | { ok: false; why: TextRefusal | HeldFor };

/** `deleted`: the business is being deleted, so its texts are not sent. */
type TextRefusal = 'opted_out' | 'number_limit' | 'trial_limit' | 'trial_country' | 'deleted';

type Facts = {
  permitted: number;
  why: Exclude<TextRefusal, 'trial_country'> | HeldFor | null;
  to_number: number;
  standing: Standing | 'deleted';
  approved_name: string | null;
  owner_phone: string | null;
  phone_country: string | null;
};

const HOUR_MS = 3_600_000;
/**
 * An account's hourly limit depends on the account's busiest hour in the last 28 days. Texts of the present day are not
 * counted, so that a thief of the account cannot raise the limit.
 */
const HABIT_MS = 28 * DAY_MS;
/**
 * The hourly limit of an account is this factor times the number of texts in its busiest hour, but at least the
 * configured limit.
 */
const HABIT_FACTOR = 2;
/** The hourly limit of one trial is the hourly budget of all trials, divided by this number. */
const TRIAL_SHARES = 20;

/** SQL: the given column of the user who owns the business with the id ?3. */
const ofOwner = (column: string) =>
  `(SELECT users.${column} FROM memberships JOIN users ON users.id = memberships.user_id
      WHERE memberships.business_id = ?3 AND memberships.role = 'owner')`;

/** SQL: whether the mailbox and the number of a business's owner are proven. */
const ownerIsProven = (businessId: string) =>
  `EXISTS (SELECT 1 FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.business_id = ${businessId} AND memberships.role = 'owner'
      AND users.email_verified_at IS NOT NULL AND users.phone_proven_at IS NOT NULL)`;

const STANDING = `(SELECT CASE WHEN deletion_begun_at IS NOT NULL THEN 'deleted' WHEN trial = 0 THEN 'paying'
    WHEN ${ownerIsProven('?3')} THEN 'trial' ELSE 'unproven' END FROM businesses WHERE id = ?3)`;

const taken = (budget: string) =>
  `coalesce((SELECT taken FROM text_budgets WHERE budget = ${budget} AND hour = ?6), 0)`;

/**
 * SQL: the facts about a text. The counts do not include this text. Parameters: ?1 the text's id, ?2 the number's hash,
 * ?3 the business, ?4 the time after which texts are counted, ?5 the visit, ?6 the hour's start, ?7 the day's start, ?8
 * the country's budget. Turn texts and codes are counted separately, so that strangers cannot use up a guest's texts by
 * asking for codes. `unproven_to_number` also counts the texts of deleted accounts.
 */
const FACTS = `SELECT
    EXISTS (SELECT 1 FROM text_opt_outs WHERE number_hash = ?2) AS opted_out,
    (SELECT COUNT(*) FROM texts
      WHERE number_hash = ?2 AND at > ?4 AND (visit_id = '') = (?5 = '') AND id <> ?1) AS to_number,
    (SELECT COUNT(*) FROM texts
      WHERE number_hash = ?2 AND at > ?4 AND visit_id <> '' AND id <> ?1 AND NOT EXISTS (
        SELECT 1 FROM businesses
        WHERE businesses.id = texts.business_id AND (trial = 0 OR ${ownerIsProven('businesses.id')})
      )) AS unproven_to_number,
    ${STANDING} AS standing,
    (SELECT approved_name FROM businesses WHERE id = ?3) AS approved_name,
    ${ofOwner('phone')} AS owner_phone,
    ${ofOwner('phone_country')} AS phone_country,
    (SELECT COUNT(*) FROM texts
      WHERE business_id = ?3 AND at > ?4 AND (visit_id = '') = (?5 = '') AND id <> ?1) AS of_business,
    (SELECT COUNT(*) FROM texts WHERE business_id = ?3 AND visit_id <> '' AND id <> ?1) AS in_all,
    (SELECT COUNT(*) FROM texts
      WHERE business_id = ?3 AND at >= ?6 AND visit_id <> '' AND id <> ?1) AS of_hour,
    coalesce((SELECT MAX(peak) FROM text_peaks
      WHERE business_id = ?3 AND day >= ?7 - ${HABIT_MS} AND day < ?7), 0) AS usual,
    ${taken(`'unproven'`)} AS unproven, ${taken(`'trials'`)} AS trials, ${taken(`'codes'`)} AS codes,
    ${taken('?8')} AS to_country`;

/** SQL: the facts, and `why`: the reason why the text is not sent; null if there is no reason. */
const verdict = ({ unproven, trials, country, codes, account }: Config['textBudgets']) => `SELECT *, CASE
    WHEN standing = 'deleted' THEN 'deleted'
    WHEN opted_out = 1 THEN 'opted_out'
    WHEN to_number >= ${TEXTS_PER_NUMBER_MAX} THEN 'number_limit'
    WHEN ?5 = '' AND of_business >= ${TEXTS_UNPROVEN_MAX} THEN 'number_limit'
    WHEN ?5 = '' AND standing <> 'paying' AND (codes >= ${codes} OR to_country >= ${country}) THEN 'hour_limit'
    WHEN ?5 = '' THEN NULL
    WHEN standing = 'unproven' AND in_all >= ${TEXTS_UNPROVEN_MAX} THEN 'unproven_limit'
    WHEN standing = 'unproven' AND unproven_to_number >= ${TEXTS_UNPROVEN_PER_NUMBER_MAX} THEN 'unproven_limit'
    WHEN standing = 'unproven' AND unproven >= ${unproven} THEN 'unproven_hour'
    WHEN standing = 'trial' AND of_business >= ${TEXTS_PER_TRIAL_MAX} THEN 'trial_limit'
    WHEN standing = 'trial' AND trials >= ${trials} THEN 'hour_limit'
    WHEN standing = 'trial' AND of_hour >= ${Math.ceil(trials / TRIAL_SHARES)} THEN 'account_hour'
    WHEN of_hour >= max(${account}, ${HABIT_FACTOR} * usual) THEN 'account_hour'
    WHEN to_country >= ${country} THEN 'country_hour'
  END AS why FROM (${FACTS})`;

/**
 * SQL: adds a text to the budgets of the hour in which the text is sent. If a call is repeated at another time (?9),
 * the text is not counted again, because the stored time of the text is the time of the first call.
 */
const COUNT = `INSERT INTO text_budgets (budget, hour, taken)
  SELECT budget, ?6, 1 FROM (
    SELECT CASE ${STANDING}
      WHEN 'unproven' THEN iif(?5 = '', 'codes', 'unproven')
      WHEN 'trial' THEN iif(?5 = '', 'codes', 'trials') END AS budget
    UNION ALL SELECT ?8)
  WHERE budget IS NOT NULL AND EXISTS (SELECT 1 FROM texts WHERE id = ?1 AND at = ?9)
  ON CONFLICT (budget, hour) DO UPDATE SET taken = taken + 1`;

/** SQL: stores the highest number of texts that the account sent in one hour of this day. */
const LEARN = `INSERT INTO text_peaks (business_id, day, peak)
  SELECT ?3, ?7, COUNT(*) FROM texts WHERE business_id = ?3 AND at >= ?6 AND visit_id <> '' HAVING MAX(id = ?1) = 1
  ON CONFLICT (business_id, day) DO UPDATE SET peak = max(peak, excluded.peak)`;

/**
 * Asks for a permit and, if the permit is granted, counts the text. The permit and the count are one transaction, so
 * that parallel texts are all counted. Idempotent: a repeated call for the same text is not counted again. A repeated
 * call is refused if the number has opted out or the business is being deleted. Rejects if the database is unavailable.
 */
export async function permitText(
  d1: D1Database,
  { id, numberHash, businessId, locationId, visitId, language, country }: AskedText,
  budgets: Config['textBudgets'],
  now: number,
): Promise<TextPermit> {
  const [hour, day] = [now - (now % HOUR_MS), now - (now % DAY_MS)];
  const known = [
    id,
    numberHash,
    businessId,
    now - TEXTS_REMEMBERED_MS,
    visitId,
    hour,
    day,
    country && `country:${country}`,
  ];
  const facts = verdict(budgets);
  const insert = `INSERT INTO texts (id, number_hash, business_id, visit_id, at, location_id, language)
    SELECT ?1, ?2, ?3, ?5, ?9, ?10, ?11 FROM (${facts}) WHERE why IS NULL ON CONFLICT (id) DO NOTHING`;
  const asked = await d1.batch<Facts>([
    d1.prepare(insert).bind(...known, now, locationId, language),
    d1.prepare(COUNT).bind(...known, now),
    d1.prepare(LEARN).bind(...known.slice(0, 7)),
    // Old rows are deleted here, so that no sweep is needed.
    d1.prepare('DELETE FROM text_budgets WHERE hour < ?').bind(hour - HOUR_MS),
    d1.prepare('DELETE FROM text_peaks WHERE business_id = ? AND day < ?').bind(businessId, day - HABIT_MS),
    d1
      .prepare(`SELECT *, EXISTS (SELECT 1 FROM texts WHERE id = ?1) AS permitted FROM (${facts})`)
      .bind(...known),
  ]);
  const answer = asked.at(-1)?.results[0];
  if (answer === undefined) throw new Error('No facts about a text');
  const { permitted, why, standing, approved_name: approvedName } = answer;
  const owner = { ownerPhone: answer.owner_phone, phoneCountry: answer.phone_country };
  if (permitted === 1 && why !== 'opted_out' && standing !== 'deleted')
    return { ok: true, isFirst: answer.to_number === 0, standing, approvedName, ...owner };
  if (why === null) throw new Error('A text without a permit and without a reason');
  return { ok: false, why };
}

/**
 * SQL: removes a text from the budgets of the hour in which the text got its permit. Parameters: ?1 the text, ?2 the
 * country's budget, ?3 the business.
 */
const UNCOUNT = `UPDATE text_budgets SET taken = max(0, taken - 1)
  WHERE hour = (SELECT at - at % ${HOUR_MS} FROM texts WHERE id = ?1)
    AND budget IN (?2, CASE ${STANDING} WHEN 'unproven' THEN 'unproven' WHEN 'trial' THEN 'trials' END)`;

/**
 * Cancels the permit of a turn text that was not given to the provider. The text is then not counted in any limit.
 * Idempotent.
 */
export async function releasePermit(
  d1: D1Database,
  { id, businessId, country }: Pick<AskedText, 'id' | 'businessId' | 'country'>,
): Promise<void> {
  await d1.batch([
    d1.prepare(UNCOUNT).bind(id, country && `country:${country}`, businessId),
    d1.prepare('DELETE FROM texts WHERE id = ?').bind(id),
  ]);
}

/**
 * Statement for a batch: deletes the stored peaks of a business (the number of texts in the busiest hour of each day).
 */
export function deleteTextPeaks(db: Database, businessId: string) {
  return db.delete(textPeaks).where(eq(textPeaks.businessId, businessId));
}

/** Stops texts to this number. Idempotent. */
export async function optOut(d1: D1Database, numberHash: string, now: number): Promise<void> {
  await drizzle(d1).insert(textOptOuts).values({ numberHash, at: now }).onConflictDoNothing();
}

export async function optIn(d1: D1Database, numberHash: string): Promise<void> {
  await drizzle(d1).delete(textOptOuts).where(eq(textOptOuts.numberHash, numberHash));
}

/**
 * Returns the visits about which this number got a text in the last 24 hours. The visit of the newest text is first.
 */
export async function textedVisits(
  d1: D1Database,
  numberHash: string,
  now: number,
): Promise<{ locationId: string; visitId: string; language: Language }[]> {
  return drizzle(d1)
    .select({ locationId: texts.locationId, visitId: texts.visitId, language: texts.language })
    .from(texts)
    .where(
      and(eq(texts.numberHash, numberHash), ne(texts.visitId, ''), gt(texts.at, now - TEXTS_REMEMBERED_MS)),
    )
    .orderBy(desc(texts.at))
    .limit(TEXTS_PER_NUMBER_MAX);
}

/** When this number opted out, in epoch milliseconds; null if the number did not opt out. */
export async function optedOutAt(d1: D1Database, numberHash: string): Promise<number | null> {
  const rows = await drizzle(d1).select().from(textOptOuts).where(eq(textOptOuts.numberHash, numberHash));
  return rows[0]?.at ?? null;
}

/** Erases a phone number from the sent texts. Returns how many texts were changed. */
export async function eraseNumber(d1: D1Database, numberHash: string): Promise<number> {
  const emptied = await drizzle(d1)
    .update(texts)
    .set({ numberHash: '' })
    .where(eq(texts.numberHash, numberHash));
  return emptied.meta.changes;
}

/**
 * Deletes at most `limit` texts that were sent before the time `before`, and returns the number of changed rows. The
 * row of an unproven account's text stays, but without the phone number, because a limit counts all texts that such an
 * account ever sent.
 */
export async function eraseTexts(d1: D1Database, before: number, limit: number): Promise<number> {
  const db = drizzle(d1);
  const isUnproven = db
    .select({ one: sql`1` })
    .from(businesses)
    .where(
      and(
        eq(businesses.id, texts.businessId),
        eq(businesses.trial, true),
        isNull(businesses.deletionBegunAt),
        sql.raw(`NOT ${ownerIsProven('businesses.id')}`),
      ),
    );
  const known = db
    .select({ id: texts.id })
    .from(texts)
    .where(and(lt(texts.at, before), ne(texts.numberHash, '')))
    .limit(limit);
  const done = db
    .select({ id: texts.id })
    .from(texts)
    .where(and(lt(texts.at, before), notExists(isUnproven)))
    .limit(limit);
  const [deleted, emptied] = await db.batch([
    db.delete(texts).where(inArray(texts.id, done)),
    db.update(texts).set({ numberHash: '' }).where(inArray(texts.id, known)),
  ]);
  return deleted.meta.changes + emptied.meta.changes;
}
