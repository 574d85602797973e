import type { ChangePasswordRequest } from '../../../../shared/contracts/account-security.ts';
import { accountCopy } from '../../../../shared/copy/en/account.ts';
import { securityCopy } from '../../../../shared/copy/en/security.ts';
import { database } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { passwordChangedMail } from '../account-mails.ts';
import { sendMail } from '../../../deliveries/mail/send-mail.ts';
import { isCommonPassword } from './common-passwords.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { confirmOwner, type NotConfirmed } from '../session/confirm-owner.ts';
import { deletePendingChanges } from '../sign-up/email-verifications.ts';
import { closeOwnerSockets } from '../session/owner-sockets.ts';
import { deleteResetsOf } from './password-resets.ts';
import { deleteSession, deleteSessionsOf, insertSession, type Owner } from '../../../identity/sessions.ts';
import { newToken } from '../../../identity/tokens.ts';
import { hasPasswordHash, setPasswordHash } from '../../../identity/users.ts';

/**
 * Sets a new password by the present one and, where the user has it, the second step. Ends all log-ins of the user
 * with their live sockets, open links to choose a password and an open change of address, and begins one log-in for this
 * browser, whose `token` is for the cookie: a copy of the old cookie is worth nothing, either. Refusals name `currentPassword`, `newPassword` or `code`.
 */
export async function changePassword(
  env: Env,
  { user, business, locations }: Owner,
  { currentPassword, newPassword, code }: ChangePasswordRequest,
  device: string | null,
  now: number,
): Promise<{ ok: true; token: string } | NotConfirmed> {
  if (await isCommonPassword(newPassword)) {
    const fieldErrors = { newPassword: [accountCopy.signUp.passwordCommon] };
    return { ok: false, code: 'invalid_input', fieldErrors };
  }
  const typed = { password: currentPassword, code };
  const confirmed = await confirmOwner(env, { user, business }, typed, now, 'currentPassword');
  if (!confirmed.ok) return confirmed;

  const db = database(env);
  const hash = await hashPassword(newPassword);
  // No other hash has this salt: where the user has it, this very change was made.
  const isChanged = hasPasswordHash(db, user.id, hash);
  const { token, tokenHash } = newToken();
  const [changed, ended] = await db.batch([
    setPasswordHash(db, user.id, hash, hasPasswordHash(db, user.id, confirmed.passwordHash)),
    deleteSessionsOf(db, user.id, isChanged),
    deleteResetsOf(db, user.id, isChanged),
    deletePendingChanges(db, user.id, isChanged),
    insertSession(db, tokenHash, user.id, now, device),
  ]);
  if (changed.length === 0) {
    // Another change came in between and ended this log-in: its password is the one that counts.
    await deleteSession(db, tokenHash);
    const fieldErrors = { currentPassword: [securityCopy.password.wrong] };
    return { ok: false, code: 'invalid_input', fieldErrors };
  }
  log({ event: 'account_changed', action: 'password_changed', businessId: business.id });
  await closeOwnerSockets(
    env,
    locations,
    ended.map((session) => session.tokenHash),
  );
  return { ok: true, token };
}

/** Mails the owner that the password was changed. To be called once the answer is on its way. */
export async function mailPasswordChanged(env: Env, origin: string, { user }: Owner): Promise<void> {
  await sendMail(env, 'password_change', user.email, passwordChangedMail(origin));
}
