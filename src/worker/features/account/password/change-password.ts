import type { ChangePasswordRequest } from '../../../../shared/contracts/account/security.ts';
import { securityCopy } from '../../../../shared/copy/en/owner/security.ts';
import { deletePinsOf } from '../../../identity/device/pin-rows.ts';
import { database } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { passwordChangedMail } from '../account-mails.ts';
import { notMeLink } from '../not-me.ts';
import type { Config } from '../../../platform/config.ts';
import { mailPerson } from '../../../deliveries/mail/send-mail.ts';
import { passwordRefusal } from './refused-password.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { confirmMember, type NotConfirmed } from '../session/confirm-member.ts';
import { deletePendingChanges } from '../sign-up/email-verifications.ts';
import { endSessionsAt } from '../session/end-sessions-at.ts';
import { deleteResetsOf } from './password-resets.ts';
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  locationsOfUser,
  type LoggedIn,
} from '../../../identity/sessions.ts';
import { newToken } from '../../../identity/tokens.ts';
import { hasPasswordHash, setPasswordHash, type UserRow } from '../../../identity/users.ts';
import { wrongField } from '../../../http/answers.ts';

/**
 * Sets a new password after a check of the current password. If the second step is on, it is checked too. Ends all of
 * the user's sessions and live sockets, known devices, password links, PINs, and a pending change of address. Starts a
 * new session for this browser. `token`: the value of the session cookie. A refusal reports an error in
 * `currentPassword`, `newPassword` or `code`.
 */
export async function changePassword(
  env: Env,
  member: LoggedIn,
  { currentPassword, newPassword, ...secondStep }: ChangePasswordRequest,
  device: string | null,
  now: number,
): Promise<{ ok: true; token: string; user: UserRow; unconfirmedAt: string[] } | NotConfirmed> {
  const { user, business, name: person } = member;
  const refusal = await passwordRefusal(env, newPassword, { ...business, email: user.email, person });
  if (refusal !== null) {
    return wrongField('newPassword', refusal);
  }
  const typed = { password: currentPassword, ...secondStep };
  const confirmed = await confirmMember(env, member, typed, now, 'currentPassword');
  if (!confirmed.ok) return confirmed;

  const db = database(env);
  const hash = await hashPassword(newPassword);
  // The hash has a new salt, so a row with this hash proves that this change was made.
  const isChanged = hasPasswordHash(db, user.id, hash);
  const { token, tokenHash } = newToken();
  const [[changed], ended, , , , , locations] = await db.batch([
    setPasswordHash(db, user.id, hash, hasPasswordHash(db, user.id, confirmed.passwordHash)),
    deleteSessionsOf(db, user.id, isChanged),
    deleteResetsOf(db, user.id, isChanged),
    deletePendingChanges(db, user.id, isChanged),
    deletePinsOf(db, user.id, isChanged),
    insertSession(db, tokenHash, { userId: user.id, businessId: business.id }, now, device),
    locationsOfUser(db, user.id),
  ]);
  if (changed === undefined) {
    // Another change of the password was made before this change, and ended this session. The password of the other
    // change stays.
    await deleteSession(db, tokenHash);
    return wrongField('currentPassword', securityCopy.password.wrong);
  }
  log({ event: 'account_changed', action: 'password_changed', businessId: business.id });
  const unconfirmedAt = await endSessionsAt(env, locations, ended);
  return { ok: true, token, user: changed, unconfirmedAt };
}

/** Pass the promise to `afterAnswer`. */
export async function mailPasswordChanged(
  env: Env,
  config: Config,
  { user }: LoggedIn,
  now: number,
): Promise<void> {
  const notMe = notMeLink(config, user, now);
  await mailPerson(env, 'password_change', user, (say) => passwordChangedMail(notMe, say));
}
