/** What an admin may do to a business: set its credits (`docs/spec.md` 10.14, 10.15 and 10.24). */
import type { LocationChange, UpdateCreditsRequest } from '../../../shared/contracts/admin.ts';
import { findByUsername, setBaseCredits } from '../../identity/businesses.ts';
import { openLocations, setCreditsLeft } from '../../identity/location-rows.ts';
import { retryable } from '../../db/errors.ts';
import { database } from '../../db/client.ts';
import { log, reasonOf } from '../../platform/log.ts';
import type { CreditsSet } from '../../../shared/queue/rules/credits.ts';
import { answered } from '../../location/rpc.ts';
import { locationById } from '../../location/stubs.ts';
import { recordCreditsChange, recordLocations } from './audit-log.ts';

type CreditsRefusal = { ok: false; code: 'unknown_business' | 'credits_not_everywhere' };

/**
 * Sets the base credits of a business and the balances of each of its locations to the same figures. First the audit
 * row, the base credits and what freed slots hand on, in one transaction; then each open location's object, which the
 * row's id tells which of two changes is the later one. One that is closing refuses: its slot is freed with the new
 * figures. `credits_not_everywhere`: all of it is kept but for the balances of a location that did not answer; sending the
 * same again is harmless and finishes it.
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
  const [noted, , , open] = await db.batch([
    recordCreditsChange(db, { at: now, admin, businessId, after }),
    setBaseCredits(db, businessId, { baseCustomerCredits, baseSmsCredits: baseSMSCredits }),
    setCreditsLeft(db, businessId, credits),
    openLocations(db, businessId),
  ]);
  const changeId = noted[0]?.id;
  // The account was deleted since it was found.
  if (changeId === undefined) return { ok: false, code: 'unknown_business' };

  const call = { ...credits, revision: changeId };
  const changes = await Promise.all(open.map((location) => updateLocation(env, location, call)));
  const locations = changes.filter((change) => change !== null);
  try {
    await recordLocations(db, changeId, locations);
  } catch (error) {
    // The change is made and has its row: failing now would say that it is not.
    log({ event: 'audit_incomplete', changeId, reason: reasonOf(error) });
  }
  const reached = locations.every(({ set }) => set !== null);
  return reached ? { ok: true } : { ok: false, code: 'credits_not_everywhere' };
}

/**
 * Null for a location that was closed meanwhile. Never fails: what is committed stays, and the row says which location was
 * not reached.
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
