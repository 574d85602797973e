/**
 * Passkeys of a user, who adds, renames and removes them on the account page
 * (`docs/decisions/0030-verified-addresses.md`).
 */
import type { ConfirmedRequest } from '../../../../shared/contracts/account/security.ts';
import type {
  AddPasskeyRequest,
  PasskeyOptions,
  RemovePasskeyRequest,
  RenamePasskeyRequest,
} from '../../../../shared/contracts/account/passkeys.ts';
import { MAX_PASSKEYS } from '../../../../shared/limits.ts';
import { database } from '../../../db/client.ts';
import { retryable } from '../../../db/errors.ts';
import { mailPerson } from '../../../deliveries/mail/send-mail.ts';
import type { LoggedIn, SessionMember } from '../../../identity/sessions.ts';
import type { Config } from '../../../platform/config.ts';
import { log } from '../../../platform/log.ts';
import { passkeyMail } from '../account-mails.ts';
import { notMeLink } from '../not-me.ts';
import { confirmMember, type NotConfirmed } from '../session/confirm-member.ts';
import {
  consumeChallenge,
  insertPasskey,
  markPasskeyRemoved,
  newChallenge,
  passkeysOf,
  renamePasskeyRow,
} from './passkey-rows.ts';
import { newPasskeyOptions, userHandleOf } from './passkey-options.ts';
import { challengeOf, readNewPasskey } from './verify-passkey.ts';

/**
 * Begins to add a passkey, after a check of password and second step. The options are valid in this session for five
 * minutes. `origin`: the origin of our pages (`pageOrigin`).
 */
export async function beginPasskey(
  env: Env,
  origin: string,
  member: LoggedIn,
  typed: ConfirmedRequest,
  now: number,
): Promise<{ ok: true; options: PasskeyOptions } | NotConfirmed | { ok: false; code: 'passkeys_full' }> {
  const confirmed = await confirmMember(env, member, typed, now);
  if (!confirmed.ok) return confirmed;
  const db = database(env);
  const { user, sessionTokenHash } = member;
  const held = await retryable(passkeysOf(db, user.id));
  if (held.length >= MAX_PASSKEYS) return { ok: false, code: 'passkeys_full' };
  const challenge = await newChallenge(db, sessionTokenHash, now);
  const named = { id: userHandleOf(user.id), name: user.email, displayName: user.email };
  return { ok: true, options: newPasskeyOptions(origin, challenge, named, held) };
}

/** Adds a passkey that the browser made with the options of `beginPasskey`. */
export async function addPasskey(
  env: Env,
  origin: string,
  { user, business, sessionTokenHash }: SessionMember,
  { name, credential }: AddPasskeyRequest,
  now: number,
): Promise<{ ok: true } | { ok: false; code: 'passkey_not_added' }> {
  const db = database(env);
  const challenge = challengeOf(credential);
  const isAsked = challenge !== null && (await consumeChallenge(db, challenge, sessionTokenHash, now));
  const read = isAsked ? await readNewPasskey(credential, { challenge, origin }) : null;
  const row = read && { ...read, id: credential.id, userId: user.id, name, createdAt: now };
  if (row === null || !(await insertPasskey(db, row, sessionTokenHash)))
    return { ok: false, code: 'passkey_not_added' };
  log({ event: 'account_changed', action: 'passkey_added', businessId: business.id });
  return { ok: true };
}

export async function renamePasskey(
  env: Env,
  { user, business }: LoggedIn,
  renamed: RenamePasskeyRequest,
): Promise<{ ok: true } | { ok: false; code: 'not_found' }> {
  if (!(await renamePasskeyRow(database(env), user.id, renamed))) return { ok: false, code: 'not_found' };
  log({ event: 'account_changed', action: 'passkey_renamed', businessId: business.id });
  return { ok: true };
}

/**
 * Removes a passkey, after a check of password and second step. While passkeys are the second step, the user's last
 * passkey cannot be removed.
 */
export async function removePasskey(
  env: Env,
  member: LoggedIn,
  { id, ...typed }: RemovePasskeyRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed | { ok: false; code: 'not_found' | 'last_passkey' }> {
  const confirmed = await confirmMember(env, member, typed, now);
  if (!confirmed.ok) return confirmed;
  const { user, business } = member;
  const db = database(env);
  if (!(await markPasskeyRemoved(db, user.id, id, now))) {
    const isHeld = (await retryable(passkeysOf(db, user.id))).some((passkey) => passkey.id === id);
    return { ok: false, code: isHeld ? 'last_passkey' : 'not_found' };
  }
  log({ event: 'account_changed', action: 'passkey_removed', businessId: business.id });
  return { ok: true };
}

/** Call this function after the answer, with the time of the change. */
export async function mailPasskeyChange(
  env: Env,
  config: Config,
  { user }: LoggedIn,
  what: 'added' | 'removed',
  now: number,
): Promise<void> {
  await mailPerson(env, 'passkey', user, (say) => passkeyMail(notMeLink(config, user, now), what, say));
}
