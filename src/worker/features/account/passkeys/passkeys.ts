/** Passkeys of an owner: added, renamed and removed on the account page (`docs/decisions/0030-verified-addresses.md`). */
import type { ConfirmedRequest } from '../../../../shared/contracts/account/security.ts';
import type {
  AddPasskeyRequest,
  PasskeyOptions,
  RemovePasskeyRequest,
  RenamePasskeyRequest,
} from '../../../../shared/contracts/account/passkeys.ts';
import { MAX_PASSKEYS, PASSKEY_CHALLENGE_MS } from '../../../../shared/limits.ts';
import { product } from '../../../../shared/product.ts';
import { database } from '../../../db/client.ts';
import { retryable } from '../../../db/errors.ts';
import { mailPerson } from '../../../deliveries/mail/send-mail.ts';
import type { LoggedIn } from '../../../identity/sessions.ts';
import type { Config } from '../../../platform/config.ts';
import { log } from '../../../platform/log.ts';
import { passkeyMail } from '../account-mails.ts';
import { notMeLink } from '../not-me.ts';
import { confirmOwner, type NotConfirmed } from '../session/confirm-owner.ts';
import {
  consumeChallenge,
  insertPasskey,
  markPasskeyRemoved,
  newChallenge,
  passkeysOf,
  renamePasskeyRow,
} from './passkey-rows.ts';
import { challengeOf, passkeyAlgorithms, readNewPasskey, relyingPartyId } from './verify-passkey.ts';

/** Begins to add a passkey, after password and second step. The options work for this session, for five minutes. `origin`: `pageOrigin`. */
export async function beginPasskey(
  env: Env,
  origin: string,
  owner: LoggedIn,
  typed: ConfirmedRequest,
  now: number,
): Promise<{ ok: true; options: PasskeyOptions } | NotConfirmed | { ok: false; code: 'passkeys_full' }> {
  const confirmed = await confirmOwner(env, owner, typed, now);
  if (!confirmed.ok) return confirmed;
  const db = database(env);
  const { user, business, sessionTokenHash } = owner;
  const held = await retryable(passkeysOf(db, user.id));
  if (held.length >= MAX_PASSKEYS) return { ok: false, code: 'passkeys_full' };
  const options = {
    rp: { id: relyingPartyId(origin), name: product.name },
    user: { id: userHandleOf(user.id), name: business.username, displayName: business.name },
    challenge: await newChallenge(db, sessionTokenHash, now),
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: held.map(({ id }) => ({ type: 'public-key' as const, id })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  };
  return { ok: true, options };
}

/** Adds a passkey that the browser made with the options of `offerPasskey`. */
export async function addPasskey(
  env: Env,
  origin: string,
  { user, business, sessionTokenHash }: LoggedIn,
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

/** Gives a passkey another name in the owner's list. */
export async function renamePasskey(
  env: Env,
  { user, business }: LoggedIn,
  renamed: RenamePasskeyRequest,
): Promise<{ ok: true } | { ok: false; code: 'not_found' }> {
  if (!(await renamePasskeyRow(database(env), user.id, renamed))) return { ok: false, code: 'not_found' };
  log({ event: 'account_changed', action: 'passkey_renamed', businessId: business.id });
  return { ok: true };
}

/** Removes a passkey, after password and second step. */
export async function removePasskey(
  env: Env,
  owner: LoggedIn,
  { id, ...typed }: RemovePasskeyRequest,
  now: number,
): Promise<{ ok: true } | NotConfirmed | { ok: false; code: 'not_found' }> {
  const confirmed = await confirmOwner(env, owner, typed, now);
  if (!confirmed.ok) return confirmed;
  const { user, business } = owner;
  if (!(await markPasskeyRemoved(database(env), user.id, id, now))) return { ok: false, code: 'not_found' };
  log({ event: 'account_changed', action: 'passkey_removed', businessId: business.id });
  return { ok: true };
}

/** Mails the owner about a passkey. Call this function after the answer, with the time of the change. */
export async function mailPasskeyChange(
  env: Env,
  config: Config,
  { user }: LoggedIn,
  what: 'added' | 'removed',
  now: number,
): Promise<void> {
  await mailPerson(env, 'passkey', user, (say) => passkeyMail(notMeLink(config, user, now), what, say));
}

/** The user's id in the form that passkeys store. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
