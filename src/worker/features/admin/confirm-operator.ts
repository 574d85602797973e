import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import type { FieldErrors } from '../../http/answers.ts';
import { limits } from '../../http/rate-limits.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { consumeAdminLimit, type AdminCallRefusal } from './admin-limit.ts';
import { findOperator } from './operator-rows.ts';

export type WrongField = { ok: false; code: 'invalid_input'; fieldErrors: FieldErrors };
export type NotConfirmed = AdminCallRefusal | WrongField;

/** Checks the password of a logged-in operator again, and returns its hash. A refusal names `field`. */
export async function confirmOperator(
  env: Env,
  name: string,
  password: string,
  now: number,
  field = 'password',
): Promise<{ ok: true; passwordHash: string } | NotConfirmed> {
  const within = await consumeAdminLimit(env, limits.operatorChanges, name, now);
  if (!within.ok) return within;
  const stored = (await retryable(findOperator(database(env), name)))?.passwordHash;
  const fits = stored !== undefined && (await verifyPassword(password.normalize('NFKC'), stored)).fits;
  return fits ? { ok: true, passwordHash: stored } : wrongField(field, adminCopy.password.wrong);
}

/** A refusal that names a field of the form. */
export function wrongField(field: string, sentence: string): WrongField {
  return { ok: false, code: 'invalid_input', fieldErrors: { [field]: [sentence] } };
}
