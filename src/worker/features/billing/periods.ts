/** Months of a subscription. Pure. Times are epoch milliseconds. */
import { DAY_MS } from '../../../shared/limits.ts';
import type { BillingInterval } from '../../../shared/plans.ts';

/** How long credits are kept while a payment is owed, as the terms of the plans promise. */
export const GRACE_MS = 7 * DAY_MS;

const MONTHS: Record<BillingInterval, number> = { Monthly: 1, Yearly: 12 };

/**
 * Returns the same day and time `months` later, in UTC. If the resulting month has no such day, returns the last day of
 * that month.
 */
export function addMonths(at: number, months: number): number {
  const from = new Date(at);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const to = new Date(at);
  to.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}

export function periodEndOf(periodStart: number, interval: BillingInterval): number {
  return addMonths(periodStart, MONTHS[interval]);
}

/**
 * Returns the month of a paid period in which the time `now` lies. Each month of the period has an allowance. `next`:
 * start of the next month; null if the next month needs a payment first. No month starts after the end of the paid
 * period.
 */
export function monthOf(
  { periodStart, interval }: { periodStart: number; interval: BillingInterval },
  now: number,
): { start: number; next: number | null } {
  let passed = 0;
  while (passed + 1 < MONTHS[interval] && addMonths(periodStart, passed + 1) <= now) passed += 1;
  const isLast = passed + 1 === MONTHS[interval];
  return {
    start: addMonths(periodStart, passed),
    next: isLast ? null : addMonths(periodStart, passed + 1),
  };
}
