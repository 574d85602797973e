import type { SignUpRequest, AccountAnswer } from '../../../../shared/contracts/account.ts';
import { accountCopy } from '../../../../shared/copy/en/account.ts';
import type { Country } from '../../../../shared/countries.ts';
import { refusals } from '../../../../shared/copy/en/refusals.ts';
import { retryable } from '../../../db/errors.ts';
import { database, violatedUniqueColumns } from '../../../db/client.ts';
import { log } from '../../../platform/log.ts';
import { isCommonPassword } from '../password/common-passwords.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { limits, consumeRateLimit } from '../../../http/rate-limits.ts';
import { insertAccount, newAccount, takenKeys, uniqueAccountColumns } from '../../../identity/accounts.ts';
import { accountViewOf } from '../../locations/account-view.ts';
import { closeOwnerSockets } from '../session/owner-sockets.ts';
import { endSession, insertSession } from '../../../identity/sessions.ts';
import { hashToken, newToken } from '../../../identity/tokens.ts';
import type { UserRow } from '../../../identity/users.ts';
import { hadTrial, markTrial, trialMarksOf } from './trial-marks.ts';

/** Who begins a log-in: the sender for limits (`clientAddress`), the log-in this browser has already, and the device. */
export type Caller = { sender: string | null; presentedToken: string | undefined; device: string | null };

/** What trials are told apart with: the key of their hashes, and where the caller is (null: not known). */
type TrialKeys = { key: string; country: Country | null };

/** A log-in that has begun; `view` is the account as it is answered, `token` is for the cookie. */
export type SignedIn = { ok: true; user: UserRow; view: AccountAnswer; token: string };

type SignUpRefused =
  | {
      ok: false;
      code: 'invalid_input' | 'username_taken' | 'email_taken' | 'trial_used';
      fieldErrors: Record<string, string[]>;
    }
  | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/**
 * Makes an account on the Starter trial and logs it in. Refused where its phone number or its mailbox has had a trial, be it
 * of an account that is deleted by now. Ends the log-in that `presentedToken` stands for, with its live
 * sockets.
 */
export async function signUp(
  env: Env,
  request: SignUpRequest,
  from: Caller & { trialKeys: TrialKeys },
  now: number,
): Promise<SignedIn | SignUpRefused> {
  if (await isCommonPassword(request.password)) {
    return {
      ok: false,
      code: 'invalid_input',
      fieldErrors: { password: [accountCopy.signUp.passwordCommon] },
    };
  }
  const withinLimit = await consumeRateLimit(env, limits.signUpPerAddress, from.sender, now);
  if (!withinLimit.ok) return { ...withinLimit, code: 'too_many_requests' };

  const db = database(env);
  const { password, ...typed } = request;
  const account = newAccount({ ...typed, now });
  const { user, business } = account;
  const taken = await retryable(takenKeys(db, typed));
  if (taken.username || taken.email) return alreadyTaken(taken);
  const marks = trialMarksOf(user, from.trialKeys);
  const had = await retryable(hadTrial(db, marks, now));
  if (had.email || had.phone) return trialUsed(had);

  const passwordHash = await hashPassword(password);
  const { token, tokenHash } = newToken();
  // No log-in has the hash of an empty token.
  const presented = hashToken(from.presentedToken ?? '');
  try {
    const [locations] = await db.batch([
      ...endSession(db, presented),
      // Before the marks: whose name or address it is counts for more than who has had a trial.
      ...insertAccount(db, account, passwordHash),
      ...markTrial(db, marks, now),
      insertSession(db, tokenHash, user.id, now, from.device),
    ]);
    await closeOwnerSockets(env, locations, [presented]);
  } catch (error) {
    // Somebody took the name while the password was being hashed: the index decides, not the look before.
    const columns = violatedUniqueColumns(error);
    if (columns === null) throw error;
    if (columns.includes('trial_marks.')) return trialUsed(await hadTrial(db, marks, now));
    return alreadyTaken({
      username: columns.includes(uniqueAccountColumns.username),
      email: columns.includes(uniqueAccountColumns.email),
    });
  }
  log({ event: 'account_changed', action: 'signed_up', businessId: business.id });
  const view = await accountViewOf(env, { ...account, locations: [] });
  return { ok: true, user, view, token };
}

function trialUsed(had: { email: boolean; phone: boolean }): SignUpRefused {
  return {
    ok: false,
    code: 'trial_used',
    fieldErrors: {
      ...(had.email && { email: [accountCopy.signUp.trialUsedByEmail] }),
      ...(had.phone && { phone: [accountCopy.signUp.trialUsedByPhone] }),
    },
  };
}

function alreadyTaken(taken: { username: boolean; email: boolean }): SignUpRefused {
  return {
    ok: false,
    code: taken.username ? 'username_taken' : 'email_taken',
    fieldErrors: {
      ...(taken.username && { username: [refusals.username_taken.sentence] }),
      ...(taken.email && { email: [refusals.email_taken.sentence] }),
    },
  };
}
