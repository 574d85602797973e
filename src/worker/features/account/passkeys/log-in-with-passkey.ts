/**
 * Log-in with a passkey alone, which is also the way where a passkey is the second step. The device has verified its user, so the passkey counts as two factors, and no code is
 * needed (`docs/decisions/0030-verified-addresses.md`).
 */
import type { PasskeyLogInOptions, SignedByPasskey } from '../../../../shared/contracts/account/passkeys.ts';
import { database } from '../../../db/client.ts';
import { retryable } from '../../../db/errors.ts';
import { consumeRateLimit, limits, type LimitResult } from '../../../http/rate-limits.ts';
import { openLocations } from '../../../identity/location-rows.ts';
import { memberOf } from '../../../identity/members.ts';
import { deleteEndedSessions, deleteSession, endSession, insertSession } from '../../../identity/sessions.ts';
import { hashToken, newToken } from '../../../identity/tokens.ts';
import { log } from '../../../platform/log.ts';
import { accountViewOf } from '../../locations/account-view.ts';
import { validMark } from '../session/known-device.ts';
import { closeOwnerSockets } from '../session/owner-sockets.ts';
import type { Caller, SignedIn } from '../sign-up/sign-up.ts';
import { newChallenge, NO_SESSION, recordPasskeyUse } from './passkey-rows.ts';
import { signOptions } from './passkey-options.ts';
import { findSigner } from './signer.ts';

type TooMany = Extract<LimitResult, { ok: false }> & { code: 'too_many_requests' };

/**
 * Options for the browser, which then offers its passkeys for this site. The options reveal nothing about accounts.
 * `origin`: `pageOrigin`.
 */
export async function beginPasskeyLogIn(
  env: Env,
  origin: string,
  sender: string | null,
  now: number,
): Promise<{ ok: true; options: PasskeyLogInOptions } | TooMany> {
  const within = await consumeRateLimit(env, limits.passkeyPerAddress, sender, now);
  if (!within.ok) return { ...within, code: 'too_many_requests' };
  const challenge = await newChallenge(database(env), NO_SESSION, now);
  return { ok: true, options: signOptions(origin, challenge) };
}

/**
 * Logs the passkey's user in, as `logIn` does. Every failure has the same answer. A challenge is consumed by its first
 * use, right or wrong.
 */
export async function logInWithPasskey(
  env: Env,
  origin: string,
  signed: SignedByPasskey,
  from: Caller,
  now: number,
): Promise<(SignedIn & { isNewDevice: boolean }) | TooMany | { ok: false; code: 'wrong_passkey' }> {
  const within = await consumeRateLimit(env, limits.passkeyPerAddress, from.sender, now);
  if (!within.ok) return { ...within, code: 'too_many_requests' };
  const db = database(env);
  const signer = await findSigner(db, origin, signed, now);
  if (!signer.ok) return failed(signer.businessId);
  const { found, counter } = signer;
  const { user, business, membership, passkey } = found;

  const open = await retryable(openLocations(db, business.id));
  const view = await accountViewOf(env, memberOf(found, membership, open));
  const { token, tokenHash } = newToken();
  // No session has the hash of an empty token.
  const presented = hashToken(from.presentedToken ?? '');
  const [used, , locations] = await db.batch([
    recordPasskeyUse(db, passkey.id, counter, now),
    insertSession(db, tokenHash, membership, now, from.device),
    ...endSession(db, presented),
    deleteEndedSessions(db, now, user.id),
  ]);
  const unconfirmedAt = await closeOwnerSockets(env, locations, [presented]);
  if (used.length === 0) {
    // The passkey was removed meanwhile, or may be a copy. So the new session must end.
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
