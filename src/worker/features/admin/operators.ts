/**
 * Operators, who are added and changed by other operators. The audit log has a row for each of these acts. An operator
 * is never deleted.
 */
import { sql } from 'drizzle-orm';
import type {
  AddOperatorRequest,
  ChangeOperatorRequest,
  OperatorList,
  OperatorPasswordRequest,
  OperatorRight,
} from '../../../shared/contracts/admin.ts';
import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { database, type Database } from '../../db/client.ts';
import { log } from '../../platform/log.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { passwordRefusal } from '../account/password/refused-password.ts';
import { deleteAdminSessionsOf } from './admin-sessions.ts';
import { recordActIfChanged } from './audit-log.ts';
import { wrongField } from '../../http/answers.ts';
import { confirmOperator, type NotConfirmed } from './confirm-operator.ts';
import {
  allOperators,
  findOperator,
  insertOperator,
  rightsIn,
  setOperatorPassword,
  updateOperator,
  type OperatorRow,
} from './operator-rows.ts';

export async function listOperators(env: Env): Promise<OperatorList> {
  const rows = await allOperators(database(env));
  return {
    operators: rows.map(({ name, rights, addedAt, addedBy, disabledAt, passkeys }) => ({
      name,
      rights: rightsIn(rights),
      disabled: disabledAt !== null,
      addedAt: new Date(addedAt).toISOString(),
      addedBy,
      passkeys,
    })),
  };
}

type New = Pick<OperatorRow, 'name' | 'passwordHash' | 'addedAt' | 'addedBy'> & {
  rights: readonly OperatorRight[];
};

/** Statements for a batch: add an operator and record the act, if the name is free. */
export function addOperator(db: Database, added: New) {
  const { name, rights, addedAt, addedBy } = added;
  const about = aboutRights(name, rights);
  return [
    insertOperator(db, added),
    recordActIfChanged(db, { at: addedAt, operator: addedBy ?? name, kind: 'operator_added', about }),
  ] as const;
}

/** Adds an operator with a first password, which the operator should change. */
export async function addOperatorBy(
  env: Env,
  by: string,
  { name, password, rights, currentPassword }: AddOperatorRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  const confirmed = await confirmOperator(env, by, currentPassword, now, 'currentPassword');
  if (!confirmed.ok) return confirmed;
  const refusal = await passwordRefusal(env, password, { name, username: name, email: '' });
  if (refusal !== null) return wrongField('password', refusal);
  const db = database(env);
  const passwordHash = await hashPassword(password);
  const [added] = await db.batch(addOperator(db, { name, passwordHash, rights, addedAt: now, addedBy: by }));
  if (added.length === 0) return { ok: false, code: 'operator_taken' };
  log({ event: 'admin_action', action: 'operator_added' });
  return { ok: true };
}

/**
 * Changes another operator's rights, or disables the operator. Refuses the change if the operator's state is no longer
 * the state that the caller's form began with (`from`). A disabled operator's sessions end at once.
 */
export async function changeOperator(
  env: Env,
  by: string,
  { name, rights, disabled, from, currentPassword }: ChangeOperatorRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  if (name === by) return { ok: false, code: 'own_rights' };
  const confirmed = await confirmOperator(env, by, currentPassword, now, 'currentPassword');
  if (!confirmed.ok) return confirmed;
  const db = database(env);
  const found = await findOperator(db, name);
  if (found === undefined) return { ok: false, code: 'not_found' };
  const isAsBegun =
    (found.disabledAt !== null) === from.disabled &&
    String(rightsIn(found.rights)) === String(rightsIn(from.rights.join(',')));
  if (!isAsBegun) return { ok: false, code: 'rights_changed' };
  const about = disabled ? `${name}: disabled` : aboutRights(name, rights);
  const [changed] = await db.batch([
    updateOperator(db, found, { rights, disabledAt: disabled ? now : null }),
    recordActIfChanged(db, { at: now, operator: by, kind: 'operator_changed', about }),
    ...(disabled ? [deleteAdminSessionsOf(db, name, sql`changes() > 0`)] : []),
  ]);
  if (changed.length === 0) return { ok: false, code: 'rights_changed' };
  log({ event: 'admin_action', action: 'operator_changed' });
  return { ok: true };
}

/** Sets the operator's own password, and ends all of the operator's sessions. */
export async function changeOwnPassword(
  env: Env,
  name: string,
  { currentPassword, newPassword }: OperatorPasswordRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  const confirmed = await confirmOperator(env, name, currentPassword, now, 'currentPassword');
  if (!confirmed.ok) return confirmed;
  const refusal = await passwordRefusal(env, newPassword, { name, username: name, email: '' });
  if (refusal !== null) return wrongField('newPassword', refusal);
  const db = database(env);
  const [changed] = await db.batch([
    setOperatorPassword(db, name, confirmed.passwordHash, await hashPassword(newPassword)),
    recordActIfChanged(db, { at: now, operator: name, kind: 'password_changed' }),
    deleteAdminSessionsOf(db, name),
  ]);
  // If no row has changed, another change of the password was made before this change.
  return changed.length === 1 ? { ok: true } : wrongField('currentPassword', adminCopy.password.wrong);
}

function aboutRights(name: string, rights: readonly OperatorRight[]): string {
  return `${name}: ${rights.length === 0 ? 'no rights' : rights.join(', ')}`;
}
