/**
 * The end of an account, in two parts: a mark that ends it for everybody in one batch, and the work behind the mark,
 * which may break off anywhere and be done again (`finishDeletion`).
 */
import { sql, type SQL } from 'drizzle-orm';
import type { ConfirmedRequest } from '../../../shared/contracts/account-security.ts';
import { securityCopy } from '../../../shared/copy/en/security.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { database } from '../../db/client.ts';
import { eraseHistory } from '../analytics/erase-history.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { accountDeletedMail } from './account-mails.ts';
import { deleteDeliveriesOf } from '../../deliveries/d1-deliveries.ts';
import { sendMail } from '../../deliveries/mail/send-mail.ts';
import { deleteUser, type Account } from '../../identity/accounts.ts';
import { deleteBusiness, isErasedBy, markDeletion, markErased, takeDeletions } from './deletions.ts';
import { endBilling } from '../billing/customers.ts';
import { confirmOwner, type NotConfirmed } from './session/confirm-owner.ts';
import { deleteVerificationsOf } from './sign-up/email-verifications.ts';
import {
  allLocationIds,
  deleteRemovedLocations,
  eraseAddresses,
  openLocations,
} from '../../identity/location-rows.ts';
import { removeLocations } from '../locations/locations.ts';
import { closeOwnerSockets } from './session/owner-sockets.ts';
import { deleteResetsOf } from './password/password-resets.ts';
import { deleteSecondStep } from './second-step/second-step-rows.ts';
import { deleteSessionsOf, type Owner } from '../../identity/sessions.ts';
import { hasPasswordHash } from '../../identity/users.ts';

/**
 * So long an erased business keeps its empty row: its objects write what is pending of history within that time, and the
 * row's locations say where to look for it.
 */
const LATE_HISTORY_MS = 2 * DAY_MS;

/** Deletions that one sweep goes on with; each may have years of history. */
const DELETIONS_A_SWEEP = 20;

/**
 * Deletes an account after its password and its second step. From the mark on it is gone for everybody, with its owner: no
 * log-in, no link and no guest finds it, and its names are free for others. What then cannot
 * be finished now is logged and left to the sweep: the owner is told that it is done, as nothing can bring it back.
 */
export async function deleteAccount(
  env: Env,
  { user, business, locations }: Owner,
  typed: ConfirmedRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  const confirmed = await confirmOwner(env, { user, business }, typed, now);
  if (!confirmed.ok) return confirmed;
  const isStill = hasPasswordHash(database(env), user.id, confirmed.passwordHash);
  const isMarked = await beginDeletion(env, { user, business, locations }, isStill, now);
  // The password was changed meanwhile, or the same call came twice: this one deletes nothing.
  if (!isMarked) {
    return { ok: false, code: 'invalid_input', fieldErrors: { password: [securityCopy.password.wrong] } };
  }
  return { ok: true };
}

/** Deletes an account whose owner asked us to, outside of it. False where somebody else was faster. */
export async function deleteOnRequest(env: Env, account: Account, now: number): Promise<boolean> {
  const locations = await openLocations(database(env), account.business.id);
  return beginDeletion(env, { ...account, locations }, sql`true`, now);
}

/** The mark where `condition` holds, and what can be done of the rest now. False where it did not hold. */
async function beginDeletion(
  env: Env,
  { user, business, locations }: Omit<Owner, 'sessionTokenHash'>,
  condition: SQL,
  now: number,
): Promise<boolean> {
  const db = database(env);
  const [marked, ended] = await db.batch([
    markDeletion(db, business.id, now, condition),
    deleteSessionsOf(db, user.id, condition),
    deleteResetsOf(db, user.id, condition),
    deleteVerificationsOf(db, user.id, condition),
    ...deleteSecondStep(db, user.id, condition),
    // Last: with the user goes the password that the others ask for.
    ...deleteUser(db, user.id, condition),
  ]);
  if (marked.length === 0) return false;
  log({ event: 'account_changed', action: 'deletion_begun', businessId: business.id });
  await closeOwnerSockets(
    env,
    locations,
    ended.map(({ tokenHash }) => tokenHash),
  );
  await eraseBusiness(env, business.id, now);
  return true;
}

/** Mails the address of an account that was deleted. To be called once the answer is on its way. */
export async function mailDeleted(env: Env, email: string): Promise<void> {
  await sendMail(env, 'deletion', email, accountDeletedMail());
}

/** The sweep: goes on with the deletions that broke off. Those that fail again do not keep the others. */
export async function finishDeletions(env: Env, now: number): Promise<void> {
  const which = { erasedBy: now - LATE_HISTORY_MS, now, limit: DELETIONS_A_SWEEP };
  const begun = await takeDeletions(database(env), which);
  for (const businessId of begun) await eraseBusiness(env, businessId, now);
}

/** Does what is behind the mark as far as it can be done now; the sweep does the rest. */
export async function eraseBusiness(env: Env, businessId: string, now: number): Promise<void> {
  try {
    if (await finishDeletion(env, businessId, now)) return;
    log({ event: 'deletion_unfinished', businessId, reason: 'more history' });
  } catch (error) {
    // The mark stands: the next sweep does all of it again.
    log({ event: 'deletion_unfinished', businessId, reason: reasonOf(error) });
  }
}

/**
 * Everything behind the mark, in an order that can be repeated from the start: the subscription is ended, before all else, then
 * the locations' addresses go, then the locations with their guests, then history in pieces. The empty row goes when no
 * object can have history for it any more. False when there is history left
 * for another time.
 */
async function finishDeletion(env: Env, businessId: string, now: number): Promise<boolean> {
  await endBilling(env, businessId);
  const db = database(env);
  await db.batch([deleteDeliveriesOf(db, businessId), eraseAddresses(db, businessId)]);
  await removeLocations(env, await openLocations(db, businessId), { kind: 'system' }, now);
  if (!(await eraseHistory(env.DB, await allLocationIds(db, businessId)))) return false;
  await markErased(db, businessId, now);
  if (await isErasedBy(db, businessId, now - LATE_HISTORY_MS)) {
    await db.batch([
      deleteRemovedLocations(db, businessId),
      deleteBusiness(db, businessId, now - LATE_HISTORY_MS),
    ]);
  }
  return true;
}
