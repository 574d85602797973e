import type { AccountAnswer } from '../../../../shared/contracts/account/view.ts';
import type { SignUpRequest } from '../../../../shared/contracts/account/account.ts';
import type { Language } from '../../../../shared/languages.ts';
import { refusals } from '../../../../shared/copy/en/refusals.ts';
import { retryable } from '../../../db/errors.ts';
import { database, violatedUniqueColumns } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { passwordRefusal } from '../password/refused-password.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { limits, consumeSenderLimit } from '../../../http/rate-limits.ts';
import { insertAccount, newAccount, takenKeys, uniqueAccountColumns } from '../../../identity/accounts.ts';
import { accountViewOf } from '../../locations/account-view.ts';
import { memberOf, newOwnership } from '../../../identity/members.ts';
import { logWaitingName } from '../../../identity/protected-business.ts';
import { closeOwnerSockets } from '../session/owner-sockets.ts';
import { endSession, insertSession } from '../../../identity/sessions.ts';
import { hashToken, newToken } from '../../../identity/tokens.ts';
import { isUsernameTaken } from '../../../identity/usernames.ts';
import type { UserRow } from '../../../identity/users.ts';

/**
 * The caller of a log-in: sender for rate limits (`clientAddress`), current token of this browser, device with its
 * language, and the marks of known devices (`known-device.ts`) with their key.
 */
export type Caller = {
  sender: string | null;
  presentedToken: string | undefined;
  device: string | null;
  language: Language | null;
  marks: { key: string; presented: string[] };
};

/**
 * A new session. `view`: the account for the answer. `token`: for the cookie. `unconfirmedAt`: the locations that have not
 * confirmed the end of the browser's earlier session.
 */
export type SignedIn = {
  ok: true;
  user: UserRow;
  view: AccountAnswer;
  token: string;
  unconfirmedAt: string[];
};

type SignUpRefused =
  | {
      ok: false;
      code: 'invalid_input' | 'username_taken' | 'email_taken';
      fieldErrors: Record<string, string[]>;
    }
  | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/**
 * Creates an account on the Starter trial and logs it in. An earlier trial of the same mailbox is found only
 * when the address is verified (`trial-marks.ts`). Ends the session of `presentedToken`, with its live
 * sockets.
 */
export async function signUp(
  env: Env,
  request: SignUpRequest,
  from: Caller,
  now: number,
): Promise<SignedIn | SignUpRefused> {
  const withinLimit = await consumeSenderLimit(env, limits.signUpPerAddress, from.sender, now);
  if (!withinLimit.ok) return { ...withinLimit, code: 'too_many_requests' };

  const db = database(env);
  const { password, ...typed } = request;
  const account = newAccount({ ...typed, language: from.language, now });
  const { user, business } = account;
  const taken = await retryable(takenKeys(db, typed, now));
  taken.username = await isUsernameTaken(env, from.marks.key, typed.username, now);
  const refusal = await passwordRefusal(env, password, typed);
  if (refusal !== null || taken.username || taken.email)
    return refusedFields({ ...taken, password: refusal });

  const passwordHash = await hashPassword(password);
  const { token, tokenHash } = newToken();
  // No session has the hash of an empty token.
  const presented = hashToken(from.presentedToken ?? '');
  let unconfirmedAt: string[];
  try {
    const [locations] = await db.batch([
      ...endSession(db, presented),
      ...insertAccount(db, account, passwordHash),
      insertSession(db, tokenHash, { userId: user.id, businessId: business.id }, now, from.device),
    ]);
    unconfirmedAt = await closeOwnerSockets(env, locations, [presented]);
  } catch (error) {
    // The username or address was taken while the password was hashed. Only the index is exact, not the earlier check.
    const columns = violatedUniqueColumns(error);
    if (columns === null) throw error;
    return refusedFields({
      password: null,
      username:
        columns.includes(uniqueAccountColumns.username) || columns.includes(uniqueAccountColumns.lookAlike),
      email: columns.includes(uniqueAccountColumns.email),
    });
  }
  log({ event: 'account_changed', action: 'signed_up', businessId: business.id });
  logWaitingName(env, business);
  const view = await accountViewOf(env, memberOf(account, newOwnership, []));
  return { ok: true, user, view, token, unconfirmedAt };
}

/**
 * The refusal with the sentences of all wrong fields, so that the owner can correct them at once. The error about an
 * address that has an account comes last: to probe addresses, somebody must make an account for each unknown one.
 */
function refusedFields(wrong: { username: boolean; email: boolean; password: string | null }): SignUpRefused {
  const isOnlyEmail = !wrong.username && wrong.password === null;
  return {
    ok: false,
    code: wrong.username ? 'username_taken' : isOnlyEmail ? 'email_taken' : 'invalid_input',
    fieldErrors: {
      ...(wrong.username && { username: [refusals.username_taken.sentence] }),
      ...(isOnlyEmail && { email: [refusals.email_taken.sentence] }),
      ...(wrong.password !== null && { password: [wrong.password] }),
    },
  };
}
