/**
 * Permits for texts: limits across all businesses and objects, and opt-outs. Numbers are stored as keyed
 * hashes only (`platform/number-hash.ts`).
 */
import { and, desc, eq, gt, inArray, isNull, lt, ne, notExists, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { Language } from '../../../shared/languages.ts';
import type { HeldFor } from '../../../shared/text/text-states.ts';
import {
  TEXTS_PER_NUMBER_MAX,
  TEXTS_PER_TRIAL_MAX,
  TEXTS_REMEMBERED_MS,
  TEXTS_UNPROVEN_MAX,
} from '../../../shared/limits.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { textOptOuts, texts } from '../../db/schema/texts.ts';

/** A text that is about to be given to the provider: a turn text, or a code for an owner, which has no visit (''). */
export type AskedText = Omit<typeof texts.$inferSelect, 'at'>;

/**
 * What the business of a text has shown: `paying`: it is on no trial; `trial`: mailbox and number are proven;
 * `unproven`: neither. Null: the business is deleted.
 */
type Standing = 'paying' | 'trial' | 'unproven' | null;

/**
 * `isFirst`: the number got no text of this kind (turn text or code) in the last 24 hours. `approvedName`: the protected
 * name that an operator approved. `phoneCountry`: the stored country of the owner's number; null: it is read from the
 * number.
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

type TextRefusal = 'opted_out' | 'number_limit' | 'trial_limit' | 'trial_country';

type Facts = {
  permitted: number;
  opted_out: number;
  to_number: number;
  standing: Standing;
  approved_name: string | null;
  owner_phone: string | null;
  phone_country: string | null;
};

/** SQL: a column of the owner of the business ?3. */
const ofOwner = (column: string) =>
  `(SELECT users.${column} FROM memberships JOIN users ON users.id = memberships.user_id
      WHERE memberships.business_id = ?3 AND memberships.role = 'owner')`;

/** SQL: whether the owner of a business has proven mailbox and number. */
const ownerIsProven = (businessId: string) =>
  `EXISTS (SELECT 1 FROM memberships JOIN users ON users.id = memberships.user_id
    WHERE memberships.business_id = ${businessId} AND memberships.role = 'owner'
      AND users.email_verified_at IS NOT NULL AND users.phone_proven_at IS NOT NULL)`;

/**
 * Facts without this text itself. ?1 its id, ?2 the number's hash, ?3 the business, ?4 the time from which
 * texts count, ?5 the visit. Turn texts and codes are counted apart: otherwise strangers could use up a guest's
 * texts by asking for codes. A deleted business has no limit of its own.
 */
const FACTS = `SELECT
    EXISTS (SELECT 1 FROM text_opt_outs WHERE number_hash = ?2) AS opted_out,
    (SELECT COUNT(*) FROM texts
      WHERE number_hash = ?2 AND at > ?4 AND (visit_id = '') = (?5 = '') AND id <> ?1) AS to_number,
    (SELECT iif(trial = 0, 'paying', iif(${ownerIsProven('?3')}, 'trial', 'unproven'))
      FROM businesses WHERE id = ?3 AND deletion_begun_at IS NULL) AS standing,
    (SELECT approved_name FROM businesses WHERE id = ?3) AS approved_name,
    ${ofOwner('phone')} AS owner_phone,
    ${ofOwner('phone_country')} AS phone_country,
    (SELECT COUNT(*) FROM texts
      WHERE business_id = ?3 AND at > ?4 AND (visit_id = '') = (?5 = '') AND id <> ?1) AS of_business,
    (SELECT COUNT(*) FROM texts WHERE business_id = ?3 AND visit_id <> '' AND id <> ?1) AS in_all`;

/** Inserts the text if no limit is reached. One statement, so that two parallel texts are both counted. */
const PERMIT = `INSERT INTO texts (id, number_hash, business_id, visit_id, location_id, language, at)
  SELECT ?1, ?2, ?3, ?5, ?6, ?7, ?8 FROM (${FACTS}) AS facts
  WHERE opted_out = 0 AND to_number < ${TEXTS_PER_NUMBER_MAX}
    AND (?5 = '' OR standing IS NOT 'trial' OR of_business < ${TEXTS_PER_TRIAL_MAX})
    AND (?5 = '' OR standing IS NOT 'unproven' OR in_all < ${TEXTS_UNPROVEN_MAX})
    AND (?5 <> '' OR of_business < ${TEXTS_UNPROVEN_MAX})
  ON CONFLICT (id) DO NOTHING`;

const ASK = `SELECT facts.*, EXISTS (SELECT 1 FROM texts WHERE id = ?1) AS permitted FROM (${FACTS}) AS facts`;

/**
 * Asks for a permit, and counts the text if it is granted. Idempotent: a repeat for the same text is not
 * counted again. A later opt-out still refuses the text. Rejects if the database is away.
 */
export async function permitText(d1: D1Database, text: AskedText, now: number): Promise<TextPermit> {
  const { id, numberHash, businessId, locationId, visitId, language } = text;
  const known = [id, numberHash, businessId, now - TEXTS_REMEMBERED_MS, visitId];
  const [, asked] = await d1.batch<Facts>([
    d1.prepare(PERMIT).bind(...known, locationId, language, now),
    d1.prepare(ASK).bind(...known),
  ]);
  const facts = asked?.results[0];
  if (facts === undefined) throw new Error('No facts about a text');
  const { standing, approved_name: approvedName, owner_phone: ownerPhone } = facts;
  if (facts.opted_out === 1) return { ok: false, why: 'opted_out' };
  if (facts.permitted === 1) {
    const isFirst = facts.to_number === 0;
    return { ok: true, isFirst, standing, approvedName, ownerPhone, phoneCountry: facts.phone_country };
  }
  if (facts.to_number >= TEXTS_PER_NUMBER_MAX) return { ok: false, why: 'number_limit' };
  return { ok: false, why: standing === 'unproven' ? 'unproven_limit' : 'trial_limit' };
}

/** Takes back the permit of a text that was not given to the provider: it counts for no limit. Idempotent. */
export async function releasePermit(d1: D1Database, textId: string): Promise<void> {
  await drizzle(d1).delete(texts).where(eq(texts.id, textId));
}

/** Stops texts to this number. Idempotent. */
export async function optOut(d1: D1Database, numberHash: string, now: number): Promise<void> {
  await drizzle(d1).insert(textOptOuts).values({ numberHash, at: now }).onConflictDoNothing();
}

/** Allows texts to this number again. */
export async function optIn(d1: D1Database, numberHash: string): Promise<void> {
  await drizzle(d1).delete(textOptOuts).where(eq(textOptOuts.numberHash, numberHash));
}

/** The visits that this number was texted about in the last 24 hours, latest text first. */
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

/** Erases a number from the sent texts. Returns the number of changed texts. */
export async function eraseNumber(d1: D1Database, numberHash: string): Promise<number> {
  const emptied = await drizzle(d1)
    .update(texts)
    .set({ numberHash: '' })
    .where(eq(texts.numberHash, numberHash));
  return emptied.meta.changes;
}

/**
 * Deletes texts from before that time, at most `limit`; returns the number of changed rows. If the account is
 * not proven, the row stays without its number: such accounts have a limit on all their texts ever.
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
