import type { AwaitedStep } from '../../../shared/contracts/admin-passkeys.ts';
import { operatorRights, type AdminLogInRequest } from '../../../shared/contracts/admin.ts';
import { newToken } from '../../identity/tokens.ts';
import type { AdminCredentials } from '../../platform/config.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { isSame } from '../../platform/hashing.ts';
import { log } from '../../platform/log.ts';
import { limits, consumeRateLimit, type LimitResult, type TooMany } from '../../http/rate-limits.ts';
import { hashOfNobody, verifyPassword } from '../../platform/passwords.ts';
import { validMark } from '../account/session/known-device.ts';
import type { Caller } from '../account/sign-up/sign-up.ts';
import { recordAct } from './audit-log.ts';
import { deleteAdminSession, deleteEndedAdminSessions, insertAdminSession } from './admin-sessions.ts';
import { passkeysOfOperator } from './operator-passkey-rows.ts';
import { findOperator, hasOperators, rightsIn, type Operator, type OperatorRow } from './operator-rows.ts';
import { addOperator } from './operators.ts';

type LogInRefused = { ok: false; code: 'wrong_admin_credentials' } | TooMany;

/** The rate-limit key shared by all admin log-in attempts. */
const EVERYBODY = 'everybody';

/**
 * Starts a session of an operator with a new token, and ends this browser's previous session. The session waits for a
 * passkey if the operator has a passkey (`passkey-log-in.ts`) or must add a passkey (`operator-passkeys.ts`). The
 * attempt is counted before the password is hashed and checked. A wrong name takes as long as a wrong password and gets
 * the same answer. If no operator exists, the configured admin logs in and becomes the first operator, with every
 * right. Attempts of a known device have their own count, so that strangers cannot lock an operator out. A successful
 * log-in resets no count. If a successful log-in reset the counts, an operator could try passwords of another operator,
 * and log in as themselves in between to clear the counts.
 */
export async function logInOperator(
  env: Env,
  { admin, needsPasskey }: { admin: AdminCredentials | null; needsPasskey: boolean },
  { username, password }: AdminLogInRequest,
  from: Pick<Caller, 'sender' | 'presentedHash' | 'marks'>,
  now: number,
): Promise<{ ok: true; token: string; operator: Operator; awaits: AwaitedStep | null } | LogInRefused> {
  const mark = validMark(from.marks, undefined, ownerOfDevice(username), now);
  const within = await countTry(env, mark, from.sender, now);
  if (!within.ok) return within;

  const db = database(env);
  const found = await retryable(findOperator(db, username));
  const first = admin === null || (await retryable(hasOperators(db))) ? null : firstOperator(admin, now);
  const known = found ?? (first !== null && isSame(username, first.name) ? first : null);
  const { fits } = await verifyPassword(password, known?.passwordHash ?? first?.passwordHash ?? hashOfNobody);
  const about = { purpose: 'admin_log_in', businessId: null } as const;
  if (known === null || known.disabledAt !== null || !fits) {
    log({ event: 'authentication_failed', ...about, code: 'wrong_credentials' });
    return { ok: false, code: 'wrong_admin_credentials' };
  }

  const operator = { name: known.name, rights: rightsIn(known.rights) };
  const hasPasskey = (await retryable(passkeysOfOperator(db, known.name))).length > 0;
  const firstStep = needsPasskey ? 'first_passkey' : null;
  const awaits = hasPasskey ? 'passkey' : firstStep;
  const { token, tokenHash } = newToken();
  const begin = [
    deleteAdminSession(db, from.presentedHash),
    deleteEndedAdminSessions(db, now),
    insertAdminSession(db, tokenHash, known, now, awaits),
    ...(awaits === null ? [recordAct(db, { at: now, operator: known.name, kind: 'logged_in' })] : []),
  ] as const;
  await db.batch(known === first ? [...addOperator(db, { ...known, ...operator }), ...begin] : begin);
  if (awaits === null) log({ event: 'authenticated', ...about, by: 'password' });
  return { ok: true, token, operator, awaits };
}

/** The operator in the form in which `known-device.ts` identifies the owner of a device. */
export function ownerOfDevice(name: string) {
  return { id: `operator ${Buffer.from(name).toString('base64url')}`, deviceGeneration: 0 };
}

/**
 * Counts an attempt for the mark of a known device. Without a mark, counts the attempt for the sender, and for all
 * senders together.
 */
async function countTry(
  env: Env,
  mark: string | null,
  sender: string | null,
  now: number,
): Promise<LimitResult> {
  const limited = await consumeRateLimit(env, limits.adminLogInPerAddress, mark ?? sender, now);
  return limited.ok && mark === null ? consumeRateLimit(env, limits.adminLogIn, EVERYBODY, now) : limited;
}

/** The configured admin as an operator with every right. */
function firstOperator({ username, passwordHash }: AdminCredentials, now: number): OperatorRow {
  const rights = operatorRights.join(',');
  return { name: username, passwordHash, rights, addedAt: now, addedBy: null, disabledAt: null };
}
