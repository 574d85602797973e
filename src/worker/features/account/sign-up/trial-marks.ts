/**
 * Trial marks: keyed hashes of phone numbers and mailboxes that had a trial
 * (`docs/decisions/0012-trial-and-figures.md`). Trial marks outlive their account, so that a deletion does
 * not give another trial. All queries on `trial_marks` are here, except the end of an import
 * (`account-copies.ts`).
 */
import { inArray, lt } from 'drizzle-orm';
import type { Country } from '../../../../shared/countries.ts';
import { DAY_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { trialMarks } from '../../../db/schema/businesses.ts';
import { hmacSha256 } from '../../../platform/hashing.ts';
import { textNumberOf } from '../../../platform/phone-number.ts';
import { mailboxOf } from './mailbox.ts';

/** After this time, the same number and mailbox may have another trial. */
const RETENTION_MS = 365 * DAY_MS;

export type TrialMarks = { email: string; phone: string | null };

/**
 * The marks of a sign-up. `phone` is null if the number does not exist. `country`: the caller's country, for
 * a number without a country code; null if unknown.
 */
export function trialMarksOf(
  { email, phone }: { email: string; phone: string },
  { key, country }: { key: string; country: Country | null },
): TrialMarks {
  const hash = (about: string) => hmacSha256(key, `trial ${about}`, 'base64url');
  const number = textNumberOf(phone.replace(/^00/, '+'), country);
  return {
    email: hash(`mailbox ${mailboxOf(email)}`),
    phone: number === null ? null : hash(`phone ${number.e164}`),
  };
}

/** The hashes for an account that is imported. */
export function trialMarkHashes(of: { email: string; phone: string }, key: string): string[] {
  return hashesOf(trialMarksOf(of, { key, country: null }));
}

/** Which of the marks had a trial. */
export async function hadTrial(
  db: Database,
  marks: TrialMarks,
  now: number,
): Promise<{ email: boolean; phone: boolean }> {
  const rows = await db
    .select()
    .from(trialMarks)
    .where(inArray(trialMarks.hash, hashesOf(marks)));
  const had = (hash: string | null) => rows.some((row) => row.hash === hash && row.at > now - RETENTION_MS);
  return { email: had(marks.email), phone: had(marks.phone) };
}

/**
 * Statements for a batch: record the start of a trial. The statements fail on the primary key if a mark had a
 * trial, so one of two parallel sign-ups is refused.
 */
export function markTrial(db: Database, marks: TrialMarks, now: number) {
  return [
    db.delete(trialMarks).where(lt(trialMarks.at, now - RETENTION_MS + 1)),
    db.insert(trialMarks).values(hashesOf(marks).map((hash) => ({ hash, at: now }))),
  ] as const;
}

function hashesOf({ email, phone }: TrialMarks): string[] {
  return phone === null ? [email] : [email, phone];
}
