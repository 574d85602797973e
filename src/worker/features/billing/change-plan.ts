/**
 * Plan changes of paying accounts (`docs/spec.md` sections 4 and 7, 10.18). An upgrade is free only if the larger plan
 * was already paid for in this period.
 */
import type { Owner } from '../../identity/sessions.ts';
import { planKeyOf, planNames, plans, type PlanKey, type PlanName } from '../../../shared/plans.ts';
import { customerOf, liveSubscription } from './billing-rows.ts';
import { paidPlans } from './plan-changes.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { limits, consumeRateLimit, type TooMany } from '../../http/rate-limits.ts';
import { followProvider, type Followed } from './follow-provider.ts';
import type { PaymentProvider } from './payment-provider.ts';

const HOUR_MS = 3_600_000;

type Facts = NonNullable<Followed['facts']>;

type PlanChangeRefusal =
  | { ok: false; code: 'not_yours' | 'subscription_required' | 'payment_owed' | 'plan_held' }
  | { ok: false; code: 'too_many_locations'; plan: PlanName; tooMany: number }
  | { ok: false; code: 'payment_pending'; url: string }
  | TooMany;

/**
 * Changes the plan at the provider and applies the result. First asks the provider for the current subscription. A
 * larger plan begins a new paid period. A smaller plan takes effect at once without a refund, so the return to the
 * larger plan in the same period is free. `payment_pending`: the plan changes only after the owner has paid at `url`.
 */
export async function changePlan(
  env: Env,
  provider: PaymentProvider,
  { business, locations }: Pick<Owner, 'business' | 'locations'>,
  { plan, userId }: { plan: PlanName; userId?: string | undefined },
  now: number,
): Promise<{ ok: true } | PlanChangeRefusal> {
  if (userId !== undefined && userId !== business.id) return { ok: false, code: 'not_yours' };
  const within = await consumeRateLimit(env, limits.planChangePerAccount, business.id, now);
  if (!within.ok) return within;
  const customer = await customerOf(env.DB, business.id);
  const followed = customer && (await followProvider(env, provider, customer.customerId, now));
  if (customer === null || !followed?.isLive || followed.facts === null)
    return { ok: false, code: 'subscription_required' };
  const { facts } = followed;
  if (facts.plan === plan) return { ok: false, code: 'plan_held' };
  // The owner must first make the owed payment. Without this rule, the new plan would begin a new period, and the
  // payment for the old period would never be made.
  if (facts.status === 'past_due') return { ok: false, code: 'payment_owed' };
  const tooMany = locations.length - plans[plan].maxLocations;
  if (tooMany > 0) return { ok: false, code: 'too_many_locations', plan, tooMany };
  const planKey = planKeyOf(plan, facts.interval);
  const charge = await chargeFor(env, facts, plan);
  const idempotencyKey = chargeKey(facts, planKey, now);
  const result = await provider.changePlan({ subscriptionId: facts.id, planKey, charge, idempotencyKey });
  try {
    await followProvider(env, provider, customer.customerId, now);
  } catch (error) {
    // The provider has changed the plan. A webhook or the next sweep applies the change.
    log({ event: 'billing_unfinished', reason: reasonOf(error) });
  }
  return result.kind === 'changed' ? { ok: true } : { ok: false, code: 'payment_pending', url: result.url };
}

async function chargeFor(
  env: Env,
  { id, plan: held, periodStart }: Facts,
  plan: PlanName,
): Promise<'new_period' | 'nothing'> {
  if (planNames.indexOf(plan) < planNames.indexOf(held)) return 'nothing';
  const paid = await paidPlans(env.DB, { subscriptionId: id, periodStart });
  return paid.includes(plan) ? 'nothing' : 'new_period';
}

/**
 * Returns the idempotency key. Calls from parallel tabs get the same key. The key changes with each new invoice and
 * each hour, because a call after such a change is a new request.
 */
function chargeKey({ id, periodStart, pendingUntil }: Facts, planKey: PlanKey, now: number): string {
  return ['plan', id, planKey, periodStart, pendingUntil ?? 0, Math.floor(now / HOUR_MS)].join(' ');
}

/** The answer to `GET /auth/subscription`, with the subscription as last fetched. */
export async function subscriptionOf(env: Env, { business }: Pick<Owner, 'business'>, now: number) {
  const live = await liveSubscription(env.DB, business.id);
  if (live === null) return null;
  const { id: subscriptionId, periodStart, interval, pendingPlan: plan, pendingUntil: until } = live;
  const waits = plan !== null && until !== null && now < until;
  const paid = await paidPlans(env.DB, { subscriptionId, periodStart });
  return {
    interval,
    paidPlans: paid,
    pending: waits ? { plan, until: new Date(until).toISOString() } : null,
  };
}
