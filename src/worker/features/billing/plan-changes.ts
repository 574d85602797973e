/**
 * Effects of a plan change on an account's slots and credits, as idempotent statements. The statements run in
 * the transaction that applies the provider's answer (`billing/billing-rows.ts`).
 */
import { and, eq, gte } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { planNames, plans, type PlanName } from '../../../shared/plans.ts';
import { NEXT_CREDIT_REVISION } from './credit-revision.ts';
import { creditGrants } from '../../db/schema/billing.ts';

/** An answer of the payment provider: the account that the answer is about, and the number of the fetch. */
export type NumberedAnswer = { businessId: string; fetch: number };

/**
 * Condition: neither this answer nor the answer to a later fetch was applied before. ?1: the account. ?2: the fetch.
 */
export const IS_NEWEST = `EXISTS (SELECT 1 FROM billing_customers WHERE business_id = ?1 AND applied < ?2)`;

/** All slots that were ever used, slots with an open location first. `place`: the slot's new number. */
const SLOTS = `(SELECT slot, row_number() OVER (ORDER BY max(removed_at IS NULL) DESC, slot) AS place
  FROM locations WHERE business_id = ?1 GROUP BY slot) AS places`;

/** Condition: an open location has a slot above the plan's number of locations (?3). */
const HAS_ONE_BEYOND = `EXISTS (SELECT 1 FROM locations AS beyond
  WHERE beyond.business_id = ?1 AND beyond.removed_at IS NULL AND beyond.slot > ?3)`;

/**
 * Two statements that give the slots their new numbers. Between the two statements, the numbers are negative. Without
 * negative numbers, two slots that swap numbers would violate the unique index.
 */
const moveSlots = (table: 'credit_grants' | 'locations') => [
  `UPDATE ${table} SET slot = -places.place FROM ${SLOTS}
    WHERE ${table}.business_id = ?1 AND ${table}.slot = places.slot AND ${IS_NEWEST} AND ${HAS_ONE_BEYOND}`,
  `UPDATE ${table} SET slot = -slot WHERE business_id = ?1 AND slot < 0`,
];

/**
 * Moves the open locations, with their grants, into the slots of the plan. Without this move, a location in the third
 * slot would get no grant of a plan with one slot. Does nothing if all locations are already in slots of the plan.
 */
export function moveIntoPlan(
  db: D1Database,
  { businessId, fetch }: NumberedAnswer,
  plan: PlanName,
): D1PreparedStatement[] {
  const [moveGrants = '', turnGrants = ''] = moveSlots('credit_grants');
  const [moveLocations = '', turnLocations = ''] = moveSlots('locations');
  const { maxLocations } = plans[plan];
  return [
    db.prepare(moveGrants).bind(businessId, fetch, maxLocations),
    db.prepare(moveLocations).bind(businessId, fetch, maxLocations),
    db.prepare(turnGrants).bind(businessId),
    db.prepare(turnLocations).bind(businessId),
  ];
}

/**
 * Condition: the grant is the newest of its slot, is from a larger plan (?3: larger plans, as JSON), and has no ceiling
 * yet.
 */
const IS_TOO_MUCH = `business_id = ?1 AND ceiling_revision IS NULL AND plan IN (SELECT value FROM json_each(?3))
  AND revision = (SELECT max(newest.revision) FROM credit_grants AS newest
    WHERE newest.business_id = ?1 AND newest.slot = credit_grants.slot)`;

const BOUND_FREED_SLOTS = `UPDATE locations SET customer_credits_left = min(customer_credits_left, ?4),
    sms_credits_left = min(sms_credits_left, ?5)
  WHERE business_id = ?1 AND removed_at IS NOT NULL AND ${IS_NEWEST}
    AND slot IN (SELECT slot FROM credit_grants WHERE ${IS_TOO_MUCH})`;

const BOUND_SLOTS = `UPDATE credit_grants SET ceiling_revision = ${NEXT_CREDIT_REVISION}
  WHERE ${IS_NEWEST} AND ${IS_TOO_MUCH}`;

/** Statements that limit each slot's credits to the new plan's allowance after a downgrade. */
export function applyCeiling(
  db: D1Database,
  { businessId, fetch }: NumberedAnswer,
  plan: PlanName,
): D1PreparedStatement[] {
  const { customerCredits, smsCredits } = plans[plan];
  const above = JSON.stringify(plansAbove(plan));
  return [
    db.prepare(BOUND_FREED_SLOTS).bind(businessId, fetch, above, customerCredits, smsCredits),
    db.prepare(BOUND_SLOTS).bind(businessId, fetch, above),
  ];
}

/** The ceiling for a slot whose grant is from a larger plan than `plan`; null if the slot has no ceiling. */
export function ceilingOf(
  plan: PlanName,
  granted: { plan: PlanName; ceilingRevision: number | null },
): { revision: number; customerCredits: number; smsCredits: number } | null {
  const { plan: grantedPlan, ceilingRevision } = granted;
  if (ceilingRevision === null || !plansAbove(plan).includes(grantedPlan)) return null;
  const { customerCredits, smsCredits } = plans[plan];
  return { revision: ceilingRevision, customerCredits, smsCredits };
}

export function plansBelow(plan: PlanName): PlanName[] {
  return planNames.slice(0, planNames.indexOf(plan));
}

function plansAbove(plan: PlanName): PlanName[] {
  return planNames.slice(planNames.indexOf(plan) + 1);
}

/** The plans that were paid for in this period. The return to one of these plans costs nothing. */
export async function paidPlans(
  db: D1Database,
  { subscriptionId, periodStart }: { subscriptionId: string; periodStart: number },
): Promise<PlanName[]> {
  const { plan } = creditGrants;
  const rows = await drizzle(db)
    .selectDistinct({ plan })
    .from(creditGrants)
    .where(and(eq(creditGrants.subscriptionId, subscriptionId), gte(creditGrants.periodStart, periodStart)))
    .orderBy(plan);
  return rows.map((row) => row.plan);
}
