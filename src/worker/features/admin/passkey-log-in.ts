/** The second step of an operator's log-in: after the password, one of the operator's passkeys signs a challenge. */
import type { PasskeyLogInOptions, SignedByPasskey } from '../../../shared/contracts/account/passkeys.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { consumeRateLimit, limits, type TooMany } from '../../http/rate-limits.ts';
import { newToken } from '../../identity/tokens.ts';
import { log } from '../../platform/log.ts';
import { consumeChallenge, newChallenge } from '../account/passkeys/passkey-rows.ts';
import { signOptions } from '../account/passkeys/passkey-options.ts';
import { challengeOf, verifyPasskey } from '../account/passkeys/verify-passkey.ts';
import { openAdminSessionIfChanged, type AdminSession } from './admin-sessions.ts';
import { recordActIfChanged } from './audit-log.ts';
import { passkeysOfOperator, recordOperatorPasskeyUse } from './operator-passkey-rows.ts';
import { handleOfOperator } from './operator-passkeys.ts';

/** Options for the browser, which offers the operator's passkeys. The challenge is valid only in this session. */
export async function beginPasskeyStep(
  env: Env,
  origin: string,
  { operator, tokenHash }: AdminSession,
  sender: string | null,
  now: number,
): Promise<{ ok: true; options: PasskeyLogInOptions } | TooMany> {
  const within = await consumeRateLimit(env, limits.passkeyPerAddress, sender, now);
  if (!within.ok) return within;
  const db = database(env);
  const held = await retryable(passkeysOfOperator(db, operator.name));
  return { ok: true, options: signOptions(origin, await newChallenge(db, tokenHash, now), held) };
}

/**
 * Checks the signature and opens the session, with a new token. A challenge is consumed by its first use, even if the
 * signature is wrong. All failures get the same answer.
 */
export async function finishPasskeyStep(
  env: Env,
  origin: string,
  { operator: { name: operator }, tokenHash }: AdminSession,
  signed: SignedByPasskey,
  now: number,
): Promise<{ ok: true; token: string } | { ok: false; code: 'wrong_operator_passkey' }> {
  const db = database(env);
  const challenge = challengeOf(signed);
  const isAsked = challenge !== null && (await consumeChallenge(db, challenge, tokenHash, now));
  const held = isAsked ? await retryable(passkeysOfOperator(db, operator)) : [];
  const passkey = held.find(({ id }) => id === signed.id);
  const isTheirs = passkey !== undefined && signed.response.userHandle === handleOfOperator(operator);
  const verified = isTheirs && isAsked ? await verifyPasskey(passkey, signed, { challenge, origin }) : null;
  const { token, tokenHash: opened } = newToken();
  const about = { purpose: 'admin_log_in', businessId: null } as const;
  if (isTheirs && verified !== null) {
    const [, open] = await db.batch([
      recordOperatorPasskeyUse(db, passkey.id, verified.counter, now),
      openAdminSessionIfChanged(db, tokenHash, { awaits: 'passkey', opened, now }),
      recordActIfChanged(db, { at: now, operator, kind: 'logged_in' }),
    ]);
    if (open.length === 1) {
      log({ event: 'authenticated', ...about, by: 'password_and_passkey' });
      return { ok: true, token };
    }
  }
  log({ event: 'authentication_failed', ...about, code: 'wrong_passkey' });
  return { ok: false, code: 'wrong_operator_passkey' };
}
