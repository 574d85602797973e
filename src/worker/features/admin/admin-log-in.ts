import type { AdminLogInRequest } from '../../../shared/contracts/admin.ts';
import { hashToken, newToken } from '../../identity/tokens.ts';
import type { AdminCredentials } from '../../platform/config.ts';
import { database } from '../../db/client.ts';
import { isSame } from '../../platform/hashing.ts';
import { log } from '../../platform/log.ts';
import { resetLimit, limits, consumeRateLimit } from '../../http/rate-limits.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { recordAct } from './audit-log.ts';
import { deleteAdminSession, deleteEndedAdminSessions, insertAdminSession } from './admin-sessions.ts';

type LogInRefused =
  | { ok: false; code: 'wrong_admin_credentials' }
  | { ok: false; code: 'too_many_requests'; retryAfterSeconds: number };

/** The rate-limit key shared by all admin log-in attempts. */
const EVERYBODY = 'everybody';

/**
 * Starts an admin session with a new token, and ends the previous one of this browser. The attempt is counted
 * before the password is hashed and checked. A wrong name takes as long as a wrong password and gets the same
 * answer. `sender`: see `clientAddress`.
 */
export async function logInAdmin(
  env: Env,
  admin: AdminCredentials,
  { username, password }: AdminLogInRequest,
  from: { sender: string | null; presentedToken: string | undefined },
  now: number,
): Promise<{ ok: true; token: string } | LogInRefused> {
  const bySender = await consumeRateLimit(env, limits.adminLogInPerAddress, from.sender, now);
  if (!bySender.ok) return { ...bySender, code: 'too_many_requests' };
  const byAll = await consumeRateLimit(env, limits.adminLogIn, EVERYBODY, now);
  if (!byAll.ok) return { ...byAll, code: 'too_many_requests' };

  const { fits } = await verifyPassword(password, admin.passwordHash);
  const about = { purpose: 'admin_log_in', businessId: null } as const;
  if (!isSame(username, admin.username) || !fits) {
    log({ event: 'authentication_failed', ...about, code: 'wrong_credentials' });
    return { ok: false, code: 'wrong_admin_credentials' };
  }

  const db = database(env);
  const { token, tokenHash } = newToken();
  await db.batch([
    // No session has the hash of an empty token.
    deleteAdminSession(db, hashToken(from.presentedToken ?? '')),
    deleteEndedAdminSessions(db, admin, now),
    insertAdminSession(db, tokenHash, admin, now),
    recordAct(db, { at: now, operator: admin.username, kind: 'logged_in' }),
  ]);
  if (from.sender !== null) await resetLimit(env, limits.adminLogInPerAddress, from.sender, now);
  log({ event: 'authenticated', ...about, by: 'password' });
  return { ok: true, token };
}
