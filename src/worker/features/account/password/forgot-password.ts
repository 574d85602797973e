import type { ForgotPasswordRequest } from '../../../../shared/contracts/account.ts';
import type { Config } from '../../../platform/config.ts';
import { database } from '../../../db/client.ts';
import { resetMail } from '../account-mails.ts';
import { sendMail } from '../../../deliveries/mail/send-mail.ts';
import { limits, consumeRateLimit } from '../../../http/rate-limits.ts';
import { replaceReset } from './password-resets.ts';
import { newToken } from '../../../identity/tokens.ts';
import { findByEmail } from '../../../identity/users.ts';

/**
 * Mails a password link to the user with this address, if there is one. Call this function after the answer.
 * A lost mail is not retried: the user can ask again. Over a limit nothing is
 * sent, and the newest mail stays valid, so strangers who ask for links do not keep the owner from one.
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
  for (const limit of [limits.forgotAgain, limits.forgotPerAccount]) {
    if (!(await consumeRateLimit(env, limit, user.id, now)).ok) return;
  }
  const { token, tokenHash } = newToken();
  await replaceReset(db, tokenHash, user.id, now);
  // The mail goes to the stored address, not the typed one: in Unicode, different letters can have the same
  // lower case.
  await sendMail(env, 'password_reset', user.email, resetMail(origin, token));
}
