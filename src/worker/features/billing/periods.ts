/** The months of a subscription, pure. Times are epoch milliseconds. */
import { DAY_MS } from '../../../shared/limits.ts';
import type { BillingInterval } from '../../../shared/plans.ts';

/** How long what was paid for goes on while a payment is owed (terms of the plans). */
export const GRACE_MS = 7 * DAY_MS;

const MONTHS: Record<BillingInterval, number> = { Monthly: 1, Yearly: 12 };

/** The same day and time so many months later, by UTC; the month's last day where it has no such day. */
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
 * The month within a paid period in which an allowance is due, and when the next one is; `next` is null where only a
 * payment brings one. A month that was not paid for begins for nobody, however late it is.
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
