/**
 * Log-in with a passkey alone, also for accounts whose second step is a passkey. No code is needed: the device has
 * verified its user, so the passkey counts as two factors (`docs/decisions/0030-verified-addresses.md`).
 */
import type { PasskeyLogInOptions, SignedByPasskey } from '../../../../shared/contracts/account/passkeys.ts';
import { database } from '../../../db/client.ts';
import { retryable } from '../../../db/errors.ts';
import { consumeRateLimit, limits, type TooMany } from '../../../http/rate-limits.ts';
import { openLocations } from '../../../identity/location-rows.ts';
import { memberOf } from '../../../identity/members.ts';
import { deleteEndedSessions, deleteSession, endSession, insertSession } from '../../../identity/sessions.ts';
import { newToken } from '../../../identity/tokens.ts';
import { log } from '../../../platform/log.ts';
import { accountViewOf } from '../../locations/account-view.ts';
import { validMark } from '../session/known-device.ts';
import { endSessionsAt } from '../session/end-sessions-at.ts';
import type { Caller, SignedIn } from '../sign-up/sign-up.ts';
import { newChallenge, NO_SESSION, recordPasskeyUse } from './passkey-rows.ts';
import { signOptions } from './passkey-options.ts';
import { findSigner } from './signer.ts';

/**
 * Options for the browser, which then offers its passkeys for this site. The options reveal nothing about accounts.
 * `origin`: the origin of our pages (`pageOrigin`).
 */
export async function beginPasskeyLogIn(
  env: Env,
  origin: string,
  sender: string | null,
  now: number,
): Promise<{ ok: true; options: PasskeyLogInOptions } | TooMany> {
  const within = await consumeRateLimit(env, limits.passkeyPerAddress, sender, now);
  if (!within.ok) return within;
  const challenge = await newChallenge(database(env), NO_SESSION, now);
  return { ok: true, options: signOptions(origin, challenge) };
}

/**
 * Logs the passkey's user in, as `logIn` does. All failures get the same answer. A challenge is consumed by its first
 * use, even if the signature is wrong.
 */
export async function logInWithPasskey(
  env: Env,
  origin: string,
  signed: SignedByPasskey,
  from: Caller,
  now: number,
): Promise<(SignedIn & { isNewDevice: boolean }) | TooMany | { ok: false; code: 'wrong_passkey' }> {
  const within = await consumeRateLimit(env, limits.passkeyPerAddress, from.sender, now);
  if (!within.ok) return within;
  const db = database(env);
  const signer = await findSigner(db, origin, signed, now);
  if (!signer.ok) return failed(signer.businessId);
  const { found, counter } = signer;
  const { user, business, membership, passkey } = found;

  const open = await retryable(openLocations(db, business.id));
  const view = await accountViewOf(env, memberOf(found, membership, open));
  const { token, tokenHash } = newToken();
  const [used, , locations] = await db.batch([
    recordPasskeyUse(db, passkey.id, counter, now),
    insertSession(db, tokenHash, membership, now, from.device),
    ...endSession(db, from.presentedHash),
    deleteEndedSessions(db, now, user.id),
  ]);
  const unconfirmedAt = await endSessionsAt(env, locations, [{ tokenHash: from.presentedHash }]);
  if (used.length === 0) {
    // The new session must end, because the passkey was removed meanwhile, or may be a copy.
    await deleteSession(db, tokenHash);
    return failed(business.id);
  }
  log({ event: 'authenticated', purpose: 'log_in', by: 'passkey', businessId: business.id });
  const isNewDevice = validMark(from.marks, undefined, user, now) === null;
  return { ok: true, user, view, token, unconfirmedAt, isNewDevice };
}

function failed(businessId: string | null): { ok: false; code: 'wrong_passkey' } {
  log({ event: 'authentication_failed', purpose: 'log_in', code: 'wrong_passkey', businessId });
  return { ok: false, code: 'wrong_passkey' };
}
