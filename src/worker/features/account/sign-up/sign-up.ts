import type { AccountAnswer } from '../../../../shared/contracts/account/view.ts';
import type { SignUpRequest } from '../../../../shared/contracts/account/account.ts';
import type { Language } from '../../../../shared/languages.ts';
import { refusals } from '../../../../shared/copy/en/refusals.ts';
import { retryable } from '../../../db/errors.ts';
import { database, violatedUniqueColumns } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { passwordRefusal } from '../password/refused-password.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { limits, consumeSenderLimit, type TooMany } from '../../../http/rate-limits.ts';
import { insertAccount, newAccount, takenKeys, uniqueAccountColumns } from '../../../identity/accounts.ts';
import { accountViewOf } from '../../locations/account-view.ts';
import { memberOf, newOwnership } from '../../../identity/members.ts';
import { logWaitingName } from '../../../identity/protected-business.ts';
import { endSessionsAt } from '../session/end-sessions-at.ts';
import { endSession, insertSession } from '../../../identity/sessions.ts';
import { newToken } from '../../../identity/tokens.ts';
import { isUsernameTaken } from '../../../identity/usernames.ts';
import type { UserRow } from '../../../identity/users.ts';

/**
 * The caller of a log-in. `sender`: the sender for rate limits (`clientAddress`). `presentedHash`: the hash of this
 * browser's current token. `device` and `language`: the device and its language. `marks`: the marks of known devices in
 * the request, with the key of the marks (`known-device.ts`).
 */
export type Caller = {
  sender: string | null;
  presentedHash: string;
  device: string | null;
  language: Language | null;
  marks: { key: string; presented: string[] };
};

/**
 * A new session. `view`: the account for the answer. `token`: the token for the cookie. `unconfirmedAt`: the locations
 * that have not confirmed the end of the browser's earlier session.
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
  | TooMany;

/**
 * Creates an account on the Starter trial and logs the user in. An earlier trial of the same mailbox is found only when
 * the address is verified (`trial-marks.ts`). Also ends the session that this browser had before (`presentedHash`),
 * with its live sockets.
 */
export async function signUp(
  env: Env,
  request: SignUpRequest,
  from: Caller,
  now: number,
): Promise<SignedIn | SignUpRefused> {
  const withinLimit = await consumeSenderLimit(env, limits.signUpPerAddress, from.sender, now);
  if (!withinLimit.ok) return withinLimit;

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
  let unconfirmedAt: string[];
  try {
    const [locations] = await db.batch([
      ...endSession(db, from.presentedHash),
      ...insertAccount(db, account, passwordHash),
      insertSession(db, tokenHash, { userId: user.id, businessId: business.id }, now, from.device),
    ]);
    unconfirmedAt = await endSessionsAt(env, locations, [{ tokenHash: from.presentedHash }]);
  } catch (error) {
    // Another sign-up took the username or the address while the password was hashed. Only the unique index detects
    // this in every case.
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
 * The refusal has a sentence for each wrong field, so that the owner can correct all fields together. The error that
 * the address already has an account is shown only if all other fields are right. So a person who tests many addresses
 * must create an account for each address that has no account yet.
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
