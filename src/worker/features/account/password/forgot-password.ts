import type { ForgotPasswordRequest } from '../../../../shared/contracts/account.ts';
import type { Config } from '../../../platform/config.ts';
import { database } from '../../../db/client.ts';
import { resetMail } from '../account-mails.ts';
import { sendMail } from '../../../deliveries/mail/send-mail.ts';
import { limits, consumeRateLimit, type LimitResult } from '../../../http/rate-limits.ts';
import { accountKey } from '../../../identity/businesses.ts';
import { replaceReset } from './password-resets.ts';
import { newToken } from '../../../identity/tokens.ts';
import { findByEmail } from '../../../identity/users.ts';

/**
 * Counts a request for a link, by sender and by the address typed. Looks at nothing else, so that the answer is the same
 * after the same time whoever has an account.
 */
export async function countResetRequest(
  env: Env,
  { email }: ForgotPasswordRequest,
  sender: string | null,
  now: number,
): Promise<LimitResult> {
  const bySender = await consumeRateLimit(env, limits.forgotPerAddress, sender, now);
  if (!bySender.ok) return bySender;
  return consumeRateLimit(env, limits.forgotPerAccount, accountKey(email), now);
}

/**
 * Mails a link to choose a new password to the user with this address; does nothing where there is none. To be
 * called once the answer is on its way. A mail that is lost is asked for again by the person who waits for it.
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
  // To the user's own address, not the one typed: in Unicode different letters can have one lower case.
  await sendMail(env, 'password_reset', user.email, resetMail(origin, token));
}
