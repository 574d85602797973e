import { database } from '../../db/client.ts';
import { newToken } from '../../identity/tokens.ts';
import { log } from '../../platform/log.ts';
import { insertAdminSession } from './admin-sessions.ts';
import { recordAct } from './audit-log.ts';
import { confirmOperator, type NotConfirmed } from './confirm-operator.ts';

/**
 * Makes a code for a command on the operator's machine, because a command cannot use a passkey. The code is the token
 * of a new session, which the command ends after its run.
 */
export async function makeCommandCode(
  env: Env,
  name: string,
  password: string,
  now: number,
): Promise<{ ok: true; code: string } | NotConfirmed> {
  const confirmed = await confirmOperator(env, name, password, now);
  if (!confirmed.ok) return confirmed;
  const { token, tokenHash } = newToken();
  const db = database(env);
  await db.batch([
    insertAdminSession(db, tokenHash, { name, passwordHash: confirmed.passwordHash }, now),
    recordAct(db, { at: now, operator: name, kind: 'command_code_made' }),
  ]);
  log({ event: 'admin_action', action: 'command_code_made' });
  return { ok: true, code: token };
}
