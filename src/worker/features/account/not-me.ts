/**
 * "This was not me": the link in mails about an account. The link ends all log-ins, deletes the password, and restores
 * the address that received the mail. The link removes the second step, the passkeys, the devices and the invitations
 * that the user added in the last 72 hours. The link also withdraws the user's offer of ownership. People who joined by
 * these invitations are removed, together with the devices that these people added. The link restores the second step
 * or passkey whose removal the mail reports, and blocks changes of the account for 72 hours
 * (`docs/decisions/0030-verified-addresses.md`).
 */
import { createMiddleware } from 'hono/factory';
import { sql } from 'drizzle-orm';
import { securityCopy } from '../../../shared/copy/en/owner/security.ts';
import { NOT_ME_MS } from '../../../shared/limits.ts';
import { deleteDevices, devicesWith } from '../../identity/device/device-rows.ts';
import { deletePinsOf } from '../../identity/device/pin-rows.ts';
import { database } from '../../db/client.ts';
import type { Recipient } from '../../deliveries/mail/send-mail.ts';
import { retryable } from '../../db/errors.ts';
import { refuse, wrongField } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { consumeRateLimit, limits } from '../../http/rate-limits.ts';
import { firstBusinessId } from '../../identity/accounts.ts';
import { takeBackInvitations } from '../../identity/invitation-rows.ts';
import { invitedSince } from '../../identity/membership-rows.ts';
import { deleteSessionsOf, locationsOfUser } from '../../identity/sessions.ts';
import {
  hadAddressAt,
  holdChanges,
  isFreeAddress,
  restoreEmail,
  setPasswordHash,
  type UserRow,
} from '../../identity/users.ts';
import type { Config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { hashOfNobody } from '../../platform/passwords.ts';
import { readFacts, signFacts } from '../../platform/signed-facts.ts';
import { endMembership } from './end-membership.ts';
import { deleteResetsOf } from './password/password-resets.ts';
import { bringBackPasskeys, deletePasskeysSince } from './passkeys/passkey-rows.ts';
import {
  deleteSecondStepSince,
  deleteStepWithoutPasskey,
  switchOnAgain,
} from './second-step/second-step-rows.ts';
import type { NotConfirmed } from './session/confirm-member.ts';
import { endSessionsAt } from './session/end-sessions-at.ts';
import { deleteVerificationsOf } from './sign-up/email-verifications.ts';

const PURPOSE = 'not me';

/**
 * Returns the link for a mail to `email` about a change of this user's account. `now`: the time of the change that the
 * link can undo.
 */
export function notMeLink(
  { origin, phoneHashKey }: Pick<Config, 'origin' | 'phoneHashKey'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  now: number,
): string {
  const facts = [id, String(now), Buffer.from(email).toString('base64url')];
  return `${origin}/not-me?token=${encodeURIComponent(signFacts(phoneHashKey, PURPOSE, facts))}`;
}

/**
 * Follows a link "this was not me". Until the link expires (`NOT_ME_MS`), a repeated call has the same result. The link
 * works if it was mailed to the account's present address, or to a former address that the account still had when the
 * link was made. The address that received the link becomes the account's address, verified at the time of the link. So
 * a link becomes invalid if it was mailed to an address that the account got after this link was made. A refusal
 * reports an error in `token`. `removed`: addresses of the people whose memberships have ended.
 */
export async function notMe(
  env: Env,
  key: string,
  { token, sender }: { token: string; sender: string | null },
  now: number,
): Promise<{ ok: true; unconfirmedAt: string[]; removed: Recipient[] } | NotConfirmed> {
  const within = await consumeRateLimit(env, limits.verifyPerAddress, sender, now);
  if (!within.ok) return within;
  const facts = readFacts(key, PURPOSE, token) ?? [];
  const [userId = '', signedAt] = facts;
  // In every link the address is the last fact; links of an earlier release have another fact before the address.
  const email = Buffer.from(facts.at(-1) ?? '', 'base64url').toString();
  const at = Number(signedAt);
  if (email === '' || now >= at + NOT_ME_MS) return linkEnded();
  const db = database(env);
  const isKnown = await retryable(hadAddressAt(db, userId, email, at));
  const businessId = isKnown ? await retryable(firstBusinessId(db, userId)) : null;
  if (businessId === null) return linkEnded();
  const always = sql`true`;
  // Changes of the last 72 hours are undone, because a thief's passkey may be older than this mail.
  const since = now - NOT_ME_MS;
  const [, ended, locations, devicesAt, endedOnDevices] = await retryable(
    db.batch([
      setPasswordHash(db, userId, hashOfNobody, always),
      deleteSessionsOf(db, userId),
      locationsOfUser(db, userId),
      ...deleteDevices(db, devicesWith.maker(userId, since)),
      holdChanges(db, userId, now + NOT_ME_MS),
      deletePinsOf(db, userId, always),
      deleteResetsOf(db, userId, always),
      deleteVerificationsOf(db, userId, always),
      ...deleteSecondStepSince(db, userId, since),
      ...switchOnAgain(db, userId, at),
      deletePasskeysSince(db, userId, since),
      bringBackPasskeys(db, userId, at),
      ...deleteStepWithoutPasskey(db, userId),
      restoreEmail(db, userId, { email, at }, isFreeAddress(db, userId, email)),
      ...takeBackInvitations(db, userId, since),
    ]),
  );
  log({ event: 'account_changed', action: 'not_me', businessId });
  const removed: Recipient[] = [];
  const unconfirmedAt = await endSessionsAt(env, [...locations, ...devicesAt], [...ended, ...endedOnDevices]);
  for (const { email, language, ...key } of await retryable(invitedSince(db, userId, since))) {
    const notThere = await endMembership(env, key, always);
    if (notThere === null) continue;
    const [at, onDevices] = await retryable(
      db.batch(deleteDevices(db, devicesWith.maker(key.userId, since))),
    );
    unconfirmedAt.push(...notThere, ...(await endSessionsAt(env, at, onDevices)));
    removed.push({ email, language });
  }
  return { ok: true, unconfirmedAt: [...new Set(unconfirmedAt)], removed };
}

/** Middleware after `requireMember` or `requireOwner`: refuses changes of an account while changes are blocked. */
export const notOnHold = createMiddleware<AppContext>(async (c, next) => {
  const until = c.var.member.user.changesHeldUntil;
  if (until !== null && Date.now() < until) return refuse(c, 'changes_held');
  await next();
});

function linkEnded(): NotConfirmed {
  return wrongField('token', securityCopy.email.linkEnded);
}
