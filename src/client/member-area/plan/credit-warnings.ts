/** Warnings that a location's credits are about to end (`plans.ts` has the credits of a month). Pure. */
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { plans, type PlanName } from '../../../shared/plans.ts';

/** Credits are low from this share of the plan's month on. */
const LOW_SHARE = 0.2;
/** Warnings about the last credits, on every plan. */
const LAST = 10;

/** `low` may be hidden for a day; `last` and `none` may not. */
export type CreditWarning = { of: 'customer' | 'sms'; stage: 'low' | 'last' | 'none'; left: number };

/** The warnings about customer credits and SMS credits; none while there are enough. */
export function creditWarnings(
  { customerCredits, smsCredits }: Pick<LocationView, 'customerCredits' | 'smsCredits'>,
  plan: PlanName,
): CreditWarning[] {
  const month = plans[plan];
  const kinds = [
    { of: 'customer' as const, left: customerCredits, whole: month.customerCredits },
    { of: 'sms' as const, left: smsCredits, whole: month.smsCredits },
  ];
  return kinds.flatMap(({ of, left, whole }) => {
    const stage = stageOf(left, whole);
    return stage === null ? [] : [{ of, stage, left }];
  });
}

function stageOf(left: number, whole: number): CreditWarning['stage'] | null {
  if (left === 0) return 'none';
  if (left <= LAST) return 'last';
  return left <= whole * LOW_SHARE ? 'low' : null;
}
