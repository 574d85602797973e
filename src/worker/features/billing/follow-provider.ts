/**
 * Payments change an account only in this way: the Worker fetches the facts from the provider, applies the newest
 * answer, and updates each location's object. Idempotent. The call may run late or in parallel with another call.
 */
import {
  applyFacts,
  beginFetch,
  markLocationsUpdated,
  announcedBillingOf,
  type AnnouncedBilling,
} from './billing-rows.ts';
import { billingMailInserts } from './mails/billing-mail-delivery.ts';
import { ceilingOf } from './plan-changes.ts';
import { plans } from '../../../shared/plans.ts';
import { log, reasonOf } from '../../platform/log.ts';
import type { BillingUpdate } from '../../../shared/queue/rules/credits.ts';
import { locationById } from '../../location/stubs.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { GRACE_MS } from './periods.ts';
import { meaningOf, type Meaning } from './provider-facts.ts';

/**
 * `facts`: the provider's facts about the subscription that determines the plan (`meaningOf`); null if no subscription
 * was ever paid. `allLocationsUpdated`: false if a location did not answer and the call must be repeated.
 */
export type Followed = { isLive: boolean; facts: Meaning['facts'] | null; allLocationsUpdated: boolean };

/**
 * Fetches a customer's subscriptions from the provider, and applies the result to the account. Returns null for a
 * customer without an account. Throws `UnavailableError` if the provider does not answer.
 */
export async function followProvider(
  env: Env,
  provider: PaymentProvider,
  customerId: string,
  now: number,
): Promise<Followed | null> {
  // The fetch gets its number before the request, so that the answer to an earlier request does not replace the answer
  // to a later request.
  const begun = await beginFetch(env.DB, customerId);
  if (begun === null) return null;
  const meaning = meaningOf(await provider.subscriptionsOf(customerId, now), now);
  if (meaning !== null) {
    const { creditsEndAt, month, doubles } = meaning;
    if (doubles.length > 0) log({ event: 'paid_twice', businessId: begun.businessId });
    const mails = billingMailInserts(env.DB, begun, meaning.facts, doubles, now);
    await applyFacts(env.DB, begun, meaning.facts, { creditsEndAt, graceMs: GRACE_MS, month, now }, mails);
  }
  const allLocationsUpdated = await updateLocations(env, begun.businessId, meaning?.nextAt ?? null, now);
  return { isLive: meaning?.isLive ?? false, facts: meaning?.facts ?? null, allLocationsUpdated };
}

/** Updates each location with the billing data in the database. These data may already be from a later answer. */
async function updateLocations(
  env: Env,
  businessId: string,
  nextAt: number | null,
  now: number,
): Promise<boolean> {
  const billing = await announcedBillingOf(env.DB, businessId);
  const { locations, billingRevision } = billing ?? { locations: [], billingRevision: 0 };
  const all = await Promise.all(locations.map((location) => updateLocation(env, location, billing)));
  const allLocationsUpdated = all.every(Boolean);
  if (allLocationsUpdated) await markLocationsUpdated(env.DB, businessId, { billingRevision, nextAt, now });
  return allLocationsUpdated;
}

async function updateLocation(
  env: Env,
  { id, slot }: { id: string; slot: number },
  billing: AnnouncedBilling | null,
): Promise<boolean> {
  if (billing === null) return true;
  const grant = billing.grants.find((one) => one.slot === slot) ?? null;
  const ceiling = grant && ceilingOf(billing.plan, grant);
  const { billingRevision, creditsEndAt } = billing;
  const { customerCredits: customerCreditsMonth } = plans[billing.plan];
  const news: BillingUpdate = { billingRevision, creditsEndAt, grant, ceiling, customerCreditsMonth };
  try {
    const command = { kind: 'follow-billing', news, actor: { kind: 'system' } } as const;
    const result = await locationById(env, id)?.execute(command);
    // A closed location needs no update: the credits of its slot are handled when the slot is freed.
    if (result?.ok || result?.code === 'location_closed') return true;
    log({ event: 'location_unavailable', locationId: id, reason: result?.code ?? 'no object' });
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
  }
  return false;
}
