/**
 * Passkeys of operators. Operators add and remove their own passkeys. An operator with the right to manage operators
 * can reset another operator's passkeys (`docs/decisions/0035-the-admin-area.md`). Outside of development, a log-in
 * needs a passkey.
 */
import type { AddPasskeyRequest, PasskeyOptions } from '../../../shared/contracts/account/passkeys.ts';
import type {
  OperatorConfirmation,
  OperatorPasskeyList,
  RemoveOperatorPasskeyRequest,
  ResetPasskeysRequest,
} from '../../../shared/contracts/admin-passkeys.ts';
import { MAX_PASSKEYS } from '../../../shared/limits.ts';
import { product } from '../../../shared/product.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { newToken } from '../../identity/tokens.ts';
import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/hashing.ts';
import { log } from '../../platform/log.ts';
import { consumeChallenge, newChallenge } from '../account/passkeys/passkey-rows.ts';
import { newPasskeyOptions, userHandleOf } from '../account/passkeys/passkey-options.ts';
import { challengeOf, readNewPasskey } from '../account/passkeys/verify-passkey.ts';
import { deleteAdminSessionsOf, openAdminSessionIfChanged, type AdminSession } from './admin-sessions.ts';
import { recordAct, recordActIfChanged } from './audit-log.ts';
import {
  deleteOperatorPasskey,
  deletePasskeysOfOperator,
  insertOperatorPasskey,
  passkeysOfOperator,
} from './operator-passkey-rows.ts';
import { findOperator } from './operator-rows.ts';
import { confirmOperator, type NotConfirmed } from './confirm-operator.ts';

/** Whether an operator without a passkey must add a passkey at the log-in. In development, passkeys are optional. */
export function needsPasskey({ environment }: Config): boolean {
  return environment !== 'development';
}

/** The operator's id in the form that passkeys store. The id differs from the ids of all users. */
export function handleOfOperator(name: string): string {
  return userHandleOf(sha256(`operator ${name}`, 'base64url'));
}

export async function listOwnPasskeys(env: Env, operator: string): Promise<OperatorPasskeyList> {
  const held = await passkeysOfOperator(database(env), operator);
  return {
    passkeys: held.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: new Date(createdAt).toISOString(),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    })),
  };
}

/** Begins to add a passkey, after a check of the password. The options are valid in this session for five minutes. */
export async function beginOperatorPasskey(
  env: Env,
  origin: string,
  { operator: { name }, tokenHash }: AdminSession,
  { password }: OperatorConfirmation,
  now: number,
): Promise<{ ok: true; options: PasskeyOptions } | NotConfirmed> {
  const confirmed = await confirmOperator(env, name, password, now);
  if (!confirmed.ok) return confirmed;
  const db = database(env);
  const held = await retryable(passkeysOfOperator(db, name));
  if (held.length >= MAX_PASSKEYS) return { ok: false, code: 'passkeys_full' };
  const challenge = await newChallenge(db, tokenHash, now);
  const user = { id: handleOfOperator(name), name, displayName: `${name}, ${product.name} admin` };
  return { ok: true, options: newPasskeyOptions(origin, challenge, user, held) };
}

/**
 * Adds a passkey that the browser made with the options of `beginOperatorPasskey`. The first passkey finishes a log-in
 * that waited for a passkey. `opened`: the session's new token if the call finished a log-in; null if the log-in was
 * already finished before the call.
 */
export async function addOperatorPasskey(
  env: Env,
  origin: string,
  { operator: { name: operator }, tokenHash, awaits }: AdminSession,
  { name, credential }: AddPasskeyRequest,
  now: number,
): Promise<{ ok: true; opened: string | null } | { ok: false; code: 'passkey_not_added' }> {
  const db = database(env);
  const challenge = challengeOf(credential);
  const isAsked = challenge !== null && (await consumeChallenge(db, challenge, tokenHash, now));
  const read = isAsked ? await readNewPasskey(credential, { challenge, origin }) : null;
  if (read === null) return { ok: false, code: 'passkey_not_added' };
  const row = { ...read, id: credential.id, operator, name, createdAt: now };
  const opened = awaits === 'first_passkey' ? newToken() : null;
  const [added] = await db.batch([
    insertOperatorPasskey(db, row, tokenHash),
    recordActIfChanged(db, { at: now, operator, kind: 'passkey_added', about: name }),
    ...(opened === null
      ? []
      : [
          openAdminSessionIfChanged(db, tokenHash, {
            awaits: 'first_passkey',
            opened: opened.tokenHash,
            now,
          }),
          recordActIfChanged(db, { at: now, operator, kind: 'logged_in' }),
        ]),
  ]);
  if (added.length === 0) return { ok: false, code: 'passkey_not_added' };
  log({ event: 'admin_action', action: 'passkey_added' });
  if (opened === null) return { ok: true, opened: null };
  log({ event: 'authenticated', purpose: 'admin_log_in', businessId: null, by: 'password_and_passkey' });
  return { ok: true, opened: opened.token };
}

/**
 * Removes one of the operator's own passkeys, after a check of the password. If log-ins need a passkey, the last
 * passkey cannot be removed.
 */
export async function removeOperatorPasskey(
  env: Env,
  config: Config,
  operator: string,
  { id, password }: RemoveOperatorPasskeyRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  const confirmed = await confirmOperator(env, operator, password, now);
  if (!confirmed.ok) return confirmed;
  const db = database(env);
  const passkey = (await retryable(passkeysOfOperator(db, operator))).find((each) => each.id === id);
  if (passkey === undefined) return { ok: false, code: 'not_found' };
  const [removed] = await db.batch([
    deleteOperatorPasskey(db, passkey, needsPasskey(config)),
    recordActIfChanged(db, { at: now, operator, kind: 'passkey_removed', about: passkey.name }),
  ]);
  if (removed.length === 0) return { ok: false, code: 'only_passkey' };
  log({ event: 'admin_action', action: 'passkey_removed' });
  return { ok: true };
}

/**
 * Removes all passkeys of an operator who has lost them, and ends the operator's sessions. At the next log-in, the
 * operator types the password and adds a new passkey. `scripts/operator/passkey-reset.ts` does the same if no operator
 * is left who can reset the passkeys.
 */
export async function resetPasskeys(
  env: Env,
  by: string,
  { name, password }: ResetPasskeysRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed> {
  const confirmed = await confirmOperator(env, by, password, now);
  if (!confirmed.ok) return confirmed;
  const db = database(env);
  if ((await findOperator(db, name)) === undefined) return { ok: false, code: 'not_found' };
  await db.batch([
    deletePasskeysOfOperator(db, name),
    deleteAdminSessionsOf(db, name),
    recordAct(db, { at: now, operator: by, kind: 'passkeys_reset', about: name }),
  ]);
  log({ event: 'admin_action', action: 'passkeys_reset' });
  return { ok: true };
}
