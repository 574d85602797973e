import type { LogInRequest } from '../../shared/account.ts';
import { cleanUsername } from '../../shared/typed-text.ts';
import { database } from '../db/client.ts';
import { forget, limits, useOnce } from '../security/limits.ts';
import { hashOfNobody, hashPassword, verifyPassword } from '../security/passwords.ts';
import { accountKey, findByIdentifier, passwordHashOf, replacePasswordHash } from './businesses.ts';
import { deleteEndedSessions, deleteSession, findOwner, insertSession } from './sessions.ts';
import type { SignedIn } from './sign-up.ts';
import { hashToken, newToken } from './tokens.ts';

type LogInRefused =
  | { ok: false; code: 'wrong_credentials' }
  | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** What the tries to log in to an account are counted under. */
export function logInLimitKey(businessId: string): string {
  return `id ${businessId}`;
}

/**
 * Logs an account in by e-mail address or username. Always begins a new log-in and ends the one that
 * `presentedToken` stands for. An unknown account answers like a wrong password, after as much work.
 */
export async function logIn(
  env: Env,
  { emailOrUsername, password }: LogInRequest,
  from: { sender: string | null; presentedToken: string | undefined },
  now: number,
): Promise<SignedIn | LogInRefused> {
  const bySender = await useOnce(env, limits.logInPerAddress, from.sender, now);
  if (!bySender.ok) return { ...bySender, code: 'too_many_requests' };

  const db = database(env);
  const username = cleanUsername(emailOrUsername);
  const identifier = username.includes('@') ? { email: emailOrUsername } : { username };
  const found = await findByIdentifier(db, identifier);
  // By account where there is one: its e-mail address and its username must not give two times the tries.
  const accountLimitKey = found ? logInLimitKey(found.business.id) : `typed ${accountKey(emailOrUsername)}`;
  const byAccount = await useOnce(env, limits.logInPerAccount, accountLimitKey, now);
  if (!byAccount.ok) return { ...byAccount, code: 'too_many_requests' };

  const { fits, needsRehash } = await verifyPassword(password, found?.passwordHash ?? hashOfNobody);
  if (!found || !fits) return { ok: false, code: 'wrong_credentials' };

  const { business } = found;
  const { token, tokenHash } = newToken();
  const [stored] = await db.batch([
    passwordHashOf(db, business.id),
    insertSession(db, tokenHash, business.id, now),
    deleteEndedSessions(db, business.id, now),
    // No log-in has the hash of an empty token.
    deleteSession(db, hashToken(from.presentedToken ?? '')),
  ]);
  if (stored[0]?.hash !== found.passwordHash) {
    // A new password was set while this one was checked: it ended all log-ins, and this one must not outlive it.
    await deleteSession(db, tokenHash);
    return { ok: false, code: 'wrong_credentials' };
  }
  if (needsRehash) {
    const hashes = { from: found.passwordHash, to: await hashPassword(password) };
    await replacePasswordHash(db, business.id, hashes);
  }
  await forget(env, limits.logInPerAccount, accountLimitKey, now);
  const owner = await findOwner(env, token, now);
  if (!owner) throw new Error('A log-in was gone right after it began');
  return { ok: true, owner, token };
}
