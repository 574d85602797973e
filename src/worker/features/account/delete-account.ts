/**
 * Deletion of an account in two parts. First, one batch marks the account as deleted, and nobody can use the account
 * any more. The work after the mark (`finishDeletion`) may be interrupted at any point and repeated.
 */
import { sql, type SQL } from 'drizzle-orm';
import type { ConfirmedByMailRequest } from '../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../shared/copy/en/owner/security.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { retryable } from '../../db/errors.ts';
import { database } from '../../db/client.ts';
import { eraseHistory } from '../analytics/erase-history.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { accountDeletedMail, type DeletedBy } from './account-mails.ts';
import { deleteDeliveriesOf } from '../../deliveries/d1-deliveries.ts';
import { deleteTextPeaks } from '../../deliveries/text/text-permits.ts';
import { mailPerson, type Recipient } from '../../deliveries/mail/send-mail.ts';
import type { Account } from '../../identity/accounts.ts';
import { hasDirectoryRevision } from '../../identity/businesses.ts';
import { confirmMailbox } from './mailed-code.ts';
import {
  deleteBusiness,
  isErasedBy,
  isMarkedAt,
  markDeletion,
  markErased,
  takeDeletions,
} from './deletions.ts';
import { endBilling } from '../billing/customers.ts';
import { confirmMember, type NotConfirmed } from './session/confirm-member.ts';
import {
  allLocationIds,
  deleteRemovedLocations,
  directoryOf,
  eraseAddresses,
  openLocations,
  eraseChangedAddresses,
} from '../../identity/location-rows.ts';
import { announceChange, changedMeanwhile } from '../locations/directory-change.ts';
import { removeLocations } from '../locations/locations.ts';
import { endSessionsAt } from './session/end-sessions-at.ts';
import { deleteMembership, hasNoMembership, membershipsOf } from '../../identity/membership-rows.ts';
import { deleteSessionsFor, deleteSessionsOf, locationsOfUser, type Owner } from '../../identity/sessions.ts';
import { deleteTeamRows } from '../../identity/invitation-rows.ts';
import { mailRemoved } from './end-membership.ts';
import { deleteUserRows } from './user-rows.ts';
import { restUsername } from '../../identity/usernames.ts';
import { hasPasswordHash } from '../../identity/users.ts';
import { wrongField } from '../../http/answers.ts';

/**
 * How long the empty row of an erased business stays. In this time, Durable Objects may still write pending history of
 * the business. A sweep finds this history by the business's locations.
 */
const LATE_HISTORY_MS = 2 * DAY_MS;

/** Limit of deletions in one sweep, because each account may have years of history. */
const DELETIONS_A_SWEEP = 20;

/**
 * Deletes an account after checks of the mailed code, the password and the second step. Once the account is marked as
 * deleted, no log-in, link or guest finds the account. Another account can then use the e-mail address, but the
 * username is reserved for a year (`usernames.ts`). If a part of the deletion fails after the mark, the failure is
 * logged and the sweep repeats the work. The answer to the owner is a success in any case, because a marked account
 * cannot come back.
 */
export async function deleteAccount(
  env: Env,
  key: string,
  owner: Owner,
  { mailedCode, ...typed }: ConfirmedByMailRequest,
  now: number,
): Promise<({ ok: true } & Begun) | NotConfirmed | { ok: false; code: 'deletion_held' }> {
  const mailbox = await confirmMailbox(env, key, owner.user, { act: 'deletion', typed: mailedCode }, now);
  if (!mailbox.ok) return mailbox;
  const confirmed = await confirmMember(env, owner, typed, now);
  if (!confirmed.ok) return confirmed;
  const isStill = hasPasswordHash(database(env), owner.user.id, confirmed.passwordHash);
  const begun = await beginDeletion(env, key, owner, isStill, now);
  // Nothing is deleted if the password was changed meanwhile, or if the call is a repeat.
  return begun === null ? wrongField('password', securityCopy.password.wrong) : { ok: true, ...begun };
}

/**
 * Deletes an account for the operator or a sweep. Returns false if the deletion had already begun, or if `condition`
 * does not hold.
 */
export async function deleteByUs(
  env: Env,
  key: string,
  account: Account,
  now: number,
  condition: SQL = sql`true`,
): Promise<boolean> {
  const begun = await beginDeletion(env, key, account, condition, now);
  if (begun !== null) await mailFormerMembers(env, begun.told);
  return begun !== null;
}

/**
 * `unconfirmedAt`: addresses of locations that did not confirm the end of the sessions. `told`: the former members, who
 * get a mail.
 */
type Begun = { unconfirmedAt: string[]; told: Recipient[] };

/**
 * If `condition` holds, marks the account as deleted and does as much of the remaining work as possible. Returns null
 * if the account was not marked.
 */
async function beginDeletion(
  env: Env,
  key: string,
  { user, business }: Account,
  condition: SQL,
  now: number,
): Promise<Begun | null> {
  const db = database(env);
  const directory = await retryable(directoryOf(db, business.id));
  if (directory === null) return null;
  await announceChange(env, directory);
  const at = { id: business.id, revision: directory.revision };
  const isMarked = isMarkedAt(db, business.id, now);
  const [locations, , , marked, ended, alsoEnded] = await db.batch([
    locationsOfUser(db, user.id),
    ...restUsername(db, key, business, now, sql`${hasDirectoryRevision(at)} and ${condition}`),
    markDeletion(db, at, now, condition),
    deleteSessionsOf(db, user.id, isMarked),
    deleteSessionsFor(db, business.id, isMarked),
    ...deleteUserRows(db, user.id, isMarked),
  ]);
  if (marked.length === 0) {
    const present = await retryable(directoryOf(db, business.id));
    if (present !== null && present.revision !== directory.revision) throw changedMeanwhile();
    return null;
  }
  log({ event: 'account_changed', action: 'deletion_begun', businessId: business.id });
  const unconfirmedAt = await endSessionsAt(env, locations, [...ended, ...alsoEnded]);
  return { unconfirmedAt, told: await eraseBusiness(env, business.id, now) };
}

/** Mails the owner of a deleted account. Pass the promise to `afterAnswer`. */
export async function mailDeleted(env: Env, owner: Recipient, by: DeletedBy): Promise<void> {
  await mailPerson(env, 'deletion', owner, (say) => accountDeletedMail(by, say));
}

/** Sweep: continues interrupted deletions. If one deletion fails, the sweep still continues the other deletions. */
export async function finishDeletions(env: Env, now: number): Promise<void> {
  const which = { erasedBy: now - LATE_HISTORY_MS, now, limit: DELETIONS_A_SWEEP };
  const begun = await takeDeletions(database(env), which);
  for (const businessId of begun) await mailFormerMembers(env, await eraseBusiness(env, businessId, now));
}

/**
 * Ends the memberships of a deleted business, and deletes the users who belong to no other business. Adds all former
 * members to `told`.
 */
async function endMemberships(env: Env, businessId: string, told: Recipient[]): Promise<void> {
  const db = database(env);
  for (const { userId, email, language } of await membershipsOf(db, businessId)) {
    const [ended] = await db.batch([
      deleteMembership(db, { userId, businessId }),
      deleteSessionsOf(db, userId, hasNoMembership(db, userId)),
      ...deleteUserRows(db, userId, hasNoMembership(db, userId)),
    ]);
    if (ended.length > 0) told.push({ email, language });
  }
}

/** Mails the former members of a deleted business. A failure is only logged. Pass the promise to `afterAnswer`. */
export async function mailFormerMembers(env: Env, told: Recipient[]): Promise<void> {
  for (const mail of await Promise.allSettled(told.map((person) => mailRemoved(env, person))))
    if (mail.status === 'rejected')
      log({ event: 'mail_not_sent', kind: 'team', outcome: 'unknown', reason: reasonOf(mail.reason) });
}

/** Does the work after the mark, and returns the former members. After a failure, the sweep repeats the work. */
export async function eraseBusiness(env: Env, businessId: string, now: number): Promise<Recipient[]> {
  const told: Recipient[] = [];
  try {
    if (!(await finishDeletion(env, businessId, told, now)))
      log({ event: 'deletion_unfinished', businessId, reason: 'more history' });
  } catch (error) {
    // The mark stays: the next sweep repeats the work.
    log({ event: 'deletion_unfinished', businessId, reason: reasonOf(error) });
  }
  return told;
}

/**
 * Does the work after the mark: ends the subscription, erases the addresses, removes the locations with their guests,
 * and deletes history in pieces. The work can be repeated from the start. The empty row of the business is deleted when
 * objects can no longer write history for the business. Adds the former members to `told`. Returns false if history is
 * left.
 */
async function finishDeletion(
  env: Env,
  businessId: string,
  told: Recipient[],
  now: number,
): Promise<boolean> {
  await endBilling(env, businessId);
  const db = database(env);
  await endMemberships(env, businessId, told);
  await db.batch([
    deleteDeliveriesOf(db, businessId),
    ...deleteTeamRows(db, businessId),
    eraseAddresses(db, businessId),
    deleteTextPeaks(db, businessId),
    eraseChangedAddresses(db, businessId),
  ]);
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
