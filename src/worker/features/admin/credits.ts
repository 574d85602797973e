/** Sets the credits of a business (`docs/spec.md` 10.14, 10.15 and 10.24). */
import type { LocationChange, UpdateCreditsRequest } from '../../../shared/contracts/admin.ts';
import { findByUsername, setBaseCredits } from '../../identity/businesses.ts';
import { openLocations, setCreditsLeft } from '../../identity/location-rows.ts';
import { retryable } from '../../db/errors.ts';
import { database } from '../../db/client.ts';
import { log, reasonOf } from '../../platform/log.ts';
import type { CreditsSet } from '../../../shared/queue/rules/credits.ts';
import { answered } from '../../location/rpc.ts';
import { locationById } from '../../location/stubs.ts';
import { recordCreditsAct, recordCreditsChange, recordLocations } from './audit-log.ts';

type CreditsRefusal = { ok: false; code: 'unknown_business' | 'credits_not_everywhere' };

/**
 * Sets the base credits of a business, and the balances of all its locations, to the same numbers. One transaction
 * writes the audit row, the base credits, and the credits of freed slots. After that, each open location's object is
 * updated. The ids of the audit rows give parallel changes an order. A location that is closing refuses the update, but
 * its slot is freed with the new numbers. `credits_not_everywhere`: a location did not answer. A repeated call finishes
 * the change.
 */
export async function updateCredits(
  env: Env,
  admin: string,
  { username, baseCustomerCredits, baseSMSCredits }: UpdateCreditsRequest,
  now: number,
): Promise<{ ok: true } | CreditsRefusal> {
  const db = database(env);
  const business = await retryable(findByUsername(db, username));
  if (business === null) return { ok: false, code: 'unknown_business' };

  const businessId = business.id;
  const credits = { customerCredits: baseCustomerCredits, smsCredits: baseSMSCredits };
  const after = { baseCustomerCredits, baseSMSCredits };
  const change = { at: now, admin, businessId, after };
  const [noted, , , , open] = await db.batch([
    recordCreditsChange(db, change),
    recordCreditsAct(db, change),
    setBaseCredits(db, businessId, { baseCustomerCredits, baseSmsCredits: baseSMSCredits }),
    setCreditsLeft(db, businessId, credits),
    openLocations(db, businessId),
  ]);
  const changeId = noted[0]?.id;
  // The account was deleted meanwhile.
  if (changeId === undefined) return { ok: false, code: 'unknown_business' };

  const call = { ...credits, revision: changeId };
  const changes = await Promise.all(open.map((location) => updateLocation(env, location, call)));
  const locations = changes.filter((change) => change !== null);
  try {
    await recordLocations(db, changeId, locations);
  } catch (error) {
    // The change is made and recorded, so the call must not fail.
    log({ event: 'audit_incomplete', changeId, reason: reasonOf(error) });
  }
  const reached = locations.every(({ set }) => set !== null);
  return reached ? { ok: true } : { ok: false, code: 'credits_not_everywhere' };
}

/**
 * Updates one location's object. Returns null if the location was closed meanwhile. Never throws: the change is already
 * committed, and the audit row shows which locations were not reached.
 */
async function updateLocation(
  env: Env,
  { id, address }: { id: string; address: string },
  call: CreditsSet,
): Promise<LocationChange | null> {
  try {
    const command = { kind: 'set-credits', set: call, actor: { kind: 'operator' } } as const;
    const asked = await locationById(env, id)?.execute(command);
    const result = asked && answered('account', asked);
    if (result?.ok) return { id, address, set: { before: result.before, after: result.after } };
    if (result?.code === 'location_closed') return null;
    log({ event: 'location_unavailable', locationId: id, reason: result?.code ?? 'no object' });
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
  }
  return { id, address, set: null };
}
