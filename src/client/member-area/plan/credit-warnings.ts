/** Warnings that a location has few credits left (`plans.ts` has the monthly credits of each plan). Pure. */
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { plans, type PlanName } from '../../../shared/plans.ts';

/** Credits are low if at most this share of the plan's monthly credits is left. */
const LOW_SHARE = 0.2;
/** On every plan, this number of credits or fewer is the stage `last`. */
const LAST = 10;

/** People may hide a `low` warning for a day, but not `last` and `none`. */
export type CreditWarning = { of: 'customer' | 'sms'; stage: 'low' | 'last' | 'none'; left: number };

/** The warnings about customer credits and SMS credits. Empty if there are enough credits. */
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
