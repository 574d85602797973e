import { adminCopy } from '../../../shared/copy/en/admin.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { wrongField, type WrongField } from '../../http/answers.ts';
import { consumeRateLimit, limits } from '../../http/rate-limits.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { findOperator } from './operator-rows.ts';

export type NotConfirmed = Refusal | WrongField;

/**
 * Checks the password of a logged-in operator again, and returns its hash. A refusal reports an error in the field that
 * `field` names.
 */
export async function confirmOperator(
  env: Env,
  name: string,
  password: string,
  now: number,
  field = 'password',
): Promise<{ ok: true; passwordHash: string } | NotConfirmed> {
  const within = await consumeRateLimit(env, limits.operatorChanges, name, now);
  if (!within.ok) return within;
  const stored = (await retryable(findOperator(database(env), name)))?.passwordHash;
  const fits = stored !== undefined && (await verifyPassword(password.normalize('NFKC'), stored)).fits;
  return fits ? { ok: true, passwordHash: stored } : wrongField(field, adminCopy.password.wrong);
}
