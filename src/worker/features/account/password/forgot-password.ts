import type { ForgotPasswordRequest } from '../../../../shared/contracts/account/account.ts';
import type { Config } from '../../../platform/config.ts';
import { database } from '../../../db/client.ts';
import { resetMail } from '../account-mails.ts';
import { mailPerson } from '../../../deliveries/mail/send-mail.ts';
import { limits, consumeRateLimit, type LimitResult } from '../../../http/rate-limits.ts';
import { accountKey } from '../../../identity/businesses.ts';
import { replaceReset } from './password-resets.ts';
import { newToken } from '../../../identity/tokens.ts';
import { findByEmail } from '../../../identity/users.ts';

/**
 * Counts a request for a password link, by sender and by address. The account is not looked up, so that neither the
 * answer nor its timing reveals whether the account exists. If the address is over a limit (`isMailed` is false), no
 * mail is sent, and the newest link stays valid. So strangers who ask for links cannot lock the owner out.
 */
export async function countResetRequest(
  env: Env,
  { email }: ForgotPasswordRequest,
  sender: string | null,
  now: number,
): Promise<{ ok: true; isMailed: boolean } | Extract<LimitResult, { ok: false }>> {
  const bySender = await consumeRateLimit(env, limits.forgotPerAddress, sender, now);
  if (!bySender.ok) return bySender;
  const again = await consumeRateLimit(env, limits.forgotAgain, accountKey(email), now);
  if (!again.ok) return { ok: true, isMailed: false };
  const byAccount = await consumeRateLimit(env, limits.forgotPerAccount, accountKey(email), now);
  return { ok: true, isMailed: byAccount.ok };
}

/**
 * Mails a password link to the user with this address, if the user exists. Pass the promise to `afterAnswer`. A lost
 * mail is not retried: the user can ask again.
 */
export async function sendResetLink(
  env: Env,
  { origin }: Pick<Config, 'origin'>,
  { email }: ForgotPasswordRequest,
  now: number,
): Promise<void> {
  const db = database(env);
  const user = await findByEmail(db, email);
  if (user === null) return;
  const { token, tokenHash } = newToken();
  await replaceReset(db, tokenHash, user.id, now);
  // The mail goes to the stored address and not to the typed address, because in Unicode different letters can have the
  // same lower case.
  await mailPerson(env, 'password_reset', user, (say) => resetMail(origin, token, say));
}
