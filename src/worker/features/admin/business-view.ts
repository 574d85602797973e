import type { AdminBusiness } from '../../../shared/contracts/admin.ts';
import { findByUsername, trialEndsAt } from '../../identity/businesses.ts';
import { openLocations } from '../../identity/location-rows.ts';
import { database } from '../../db/client.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { locationById } from '../../location/stubs.ts';
import { recordAct } from './audit-log.ts';
import { nameWaits } from '../../identity/protected-business.ts';

/**
 * A business as an operator sees it; null if no business has this username. Records the act, and calls each open
 * location's object.
 */
export async function businessForAdmin(
  env: Env,
  operator: string,
  username: string,
  now: number,
): Promise<AdminBusiness | null> {
  const db = database(env);
  const business = await findByUsername(db, username);
  if (business === null) return null;
  const [open] = await db.batch([
    openLocations(db, business.id),
    recordAct(db, { at: now, operator, kind: 'business_viewed', business }),
  ]);
  const endsAt = trialEndsAt(business);
  return {
    name: business.name,
    nameWaits: nameWaits(env, business),
    username: business.username,
    plan: business.plan,
    trialEndsAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    subscriptionStatus: business.subscriptionStatus,
    createdAt: new Date(business.createdAt).toISOString(),
    maxLocations: business.maxLocations,
    baseCustomerCredits: business.baseCustomerCredits,
    baseSMSCredits: business.baseSmsCredits,
    locations: await Promise.all(
      open.map(async ({ id, address }) => ({ id, address, now: await balancesOf(env, id) })),
    ),
    serverNow: new Date(now).toISOString(),
  };
}

/** The balances of a location; null if the location does not answer, so that the other locations are still shown. */
async function balancesOf(env: Env, id: string): Promise<AdminBusiness['locations'][number]['now']> {
  try {
    const result = await locationById(env, id)?.balances();
    if (result?.ok) {
      const { customerCredits, smsCredits, waiting } = result;
      return { customerCredits, smsCredits, waiting };
    }
    log({ event: 'location_unavailable', locationId: id, reason: result?.code ?? 'no object' });
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
  }
  return null;
}
