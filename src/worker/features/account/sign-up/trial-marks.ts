/**
 * Who has had a trial (`docs/decisions/0012-trial-and-figures.md`): keyed hashes of a phone number and of a mailbox,
 * which nobody can read back and which outlive their account, as deleting it must not be the way to the next trial. Every
 * query on `trial_marks` is here, but for the end of an import (`account-copies.ts`).
 */
import { inArray, lt } from 'drizzle-orm';
import type { Country } from '../../../../shared/countries.ts';
import { DAY_MS } from '../../../../shared/limits.ts';
import type { Database } from '../../../db/client.ts';
import { trialMarks } from '../../../db/schema/businesses.ts';
import { hmacSha256 } from '../../../platform/hashing.ts';
import { textNumberOf } from '../../../platform/phone-number.ts';
import { mailboxOf } from './mailbox.ts';

/** After this the same number and mailbox may have another trial. */
const RETENTION_MS = 365 * DAY_MS;

export type TrialMarks = { email: string; phone: string | null };

/**
 * The marks of whoever signs up. `phone` is null where what was typed is no number that exists: it tells nobody from
 * anybody. `country`: where the caller is, for a number that does not name its own; null where that is not known.
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

/** What stands for the trial of an account that comes from elsewhere. */
export function trialMarkHashes(of: { email: string; phone: string }, key: string): string[] {
  return hashesOf(trialMarksOf(of, { key, country: null }));
}

/** Which of them have had a trial. */
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
 * The statements that note that a trial begins, for a batch. They fail on the key of the table where one of them has had
 * one: of two sign-ups at once one is refused.
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
