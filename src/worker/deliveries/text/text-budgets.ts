/**
 * Hourly budgets of texts over all businesses: of the accounts that have proven nothing, of all trials, of each
 * country, and of the codes for owners on a trial. Objects take slices, so that not every text counts here.
 * `TEXT_BUDGETS` of the deployment sets the budgets.
 */
import type { Country } from '../../../shared/countries.ts';

/** A budget of turn texts. */
export type Budget = 'unproven' | 'trials' | `country:${Country}`;

const HOUR_MS = 3_600_000;

export function hourOf(now: number): number {
  return now - (now % HOUR_MS);
}

/** A slice beyond the budget is not handed out. Old hours are deleted here, so that no sweep is needed. */
const TAKE = `INSERT INTO text_budgets (budget, hour, taken) SELECT ?1, ?2, ?3 WHERE ?3 <= ?4
  ON CONFLICT (budget, hour) DO UPDATE SET taken = taken + ?3 WHERE taken + ?3 <= ?4 RETURNING taken`;

/** Takes a slice of this hour's budget; false if less is left. A slice of -1 gives one text back. */
export async function takeSlice(
  d1: D1Database,
  { budget, most }: { budget: Budget | 'codes'; most: number },
  slice: number,
  now: number,
): Promise<boolean> {
  const hour = hourOf(now);
  const [taken] = await d1.batch([
    d1.prepare(TAKE).bind(budget, hour, slice, most),
    d1.prepare('DELETE FROM text_budgets WHERE hour < ?').bind(hour - HOUR_MS),
  ]);
  return (taken?.results.length ?? 0) > 0;
}
