/**
 * Code that is mailed before an account is deleted or its business is handed over. The code proves that the user can
 * read the mailbox. A thief of the password usually cannot read the mailbox
 * (`docs/decisions/0030-verified-addresses.md`). The server stores no codes: a code is an HMAC under a secret of the
 * Worker.
 */
import { securityCopy } from '../../../shared/copy/en/owner/security.ts';
import { DAY_MS, DELETION_CODE_MS } from '../../../shared/limits.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { mailPerson } from '../../deliveries/mail/send-mail.ts';
import { wrongField } from '../../http/answers.ts';
import { consumeRateLimit, limits, type LimitResult } from '../../http/rate-limits.ts';
import { hasFormerAddress } from '../../identity/former-addresses.ts';
import type { UserRow } from '../../identity/users.ts';
import type { Config } from '../../platform/config.ts';
import { hmacSha256, isSame } from '../../platform/hashing.ts';
import { deletionCodeMail, handOverCodeMail } from './account-mails.ts';
import { notMeLink } from './not-me.ts';
import type { NotConfirmed } from './session/confirm-member.ts';

type Mailbox = Pick<UserRow, 'id' | 'email' | 'emailVerifiedAt' | 'createdAt' | 'language'>;

/** The act for which a mailed code is valid. A code for one act is not valid for the other act. */
type Act = 'deletion' | 'hand-over';

/**
 * Whether an account needs a mailed code. On its first day, an account without a confirmed address needs no code: the
 * account has little to lose, and its owner may have mistyped the address. After that day, an owner who mistyped the
 * address must first change the address.
 */
export function needsMailedCode(
  { emailVerifiedAt, createdAt }: Pick<Mailbox, 'emailVerifiedAt' | 'createdAt'>,
  now: number,
): boolean {
  return emailVerifiedAt !== null || now >= createdAt + DAY_MS;
}

/** Counts a request for the code. Call this function before `mailCode`. */
export function countMailedCode(env: Env, { id }: Mailbox, now: number): Promise<LimitResult> {
  return consumeRateLimit(env, limits.deletionCodePerAccount, id, now);
}

/** Mails the code to the account's address, if the account needs a code. Pass the promise to `afterAnswer`. */
export async function mailCode(
  env: Env,
  config: Config,
  user: Mailbox,
  act: Act,
  now: number,
): Promise<void> {
  if (!needsMailedCode(user, now)) return;
  const code = codeOf(config.phoneHashKey, user, act, now);
  const notMe = notMeLink(config, user, now);
  const mail = act === 'deletion' ? deletionCodeMail : handOverCodeMail;
  await mailPerson(env, 'mailed_code', user, (say) => mail(notMe, code, say));
}

/**
 * Checks the code for an act. For 72 hours after a change of address every code is refused, because a thief may have
 * changed the address. `key`: the secret of the HMAC.
 */
export async function confirmMailbox(
  env: Env,
  key: string,
  user: Mailbox,
  { act, typed }: { act: Act; typed: string | undefined },
  now: number,
): Promise<{ ok: true } | NotConfirmed | { ok: false; code: 'deletion_held' }> {
  if (!needsMailedCode(user, now)) return { ok: true };
  if (await retryable(hasFormerAddress(database(env), user.id, now))) {
    return { ok: false, code: 'deletion_held' };
  }
  if (!typed) return wrongField('mailedCode', securityCopy.deletion.codeRequired);
  const within = await consumeRateLimit(env, limits.deletionTriesPerAccount, user.id, now);
  if (!within.ok) return within;
  const right = [now, now - DELETION_CODE_MS].map((at) => codeOf(key, user, act, at));
  return right.some((code) => isSame(code, typed))
    ? { ok: true }
    : wrongField('mailedCode', securityCopy.deletion.wrongCode);
}

/** Returns the code: six digits, which change every 15 minutes. */
function codeOf(key: string, { id, email }: Mailbox, act: Act, at: number): string {
  const period = Math.floor(at / DELETION_CODE_MS);
  const mac = hmacSha256(key, `${act} code ${id} ${email} ${period}`, 'hex');
  return String(Number.parseInt(mac.slice(0, 12), 16) % 1_000_000).padStart(6, '0');
}
