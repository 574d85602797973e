/**
 * Finds the user who signed a challenge with a passkey, for log-ins and for accounts whose second step is a passkey.
 */
import type { SignedByPasskey } from '../../../../shared/contracts/account/passkey-signature.ts';
import type { Database } from '../../../db/client.ts';
import { consumeChallenge, findPasskey, NO_SESSION, recordPasskeyUse } from './passkey-rows.ts';
import { userHandleOf } from './passkey-options.ts';
import { challengeOf, verifyPasskey } from './verify-passkey.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;
/**
 * `counter`: the counter in the signature, which the caller stores (`recordPasskeyUse`). `businessId`: the business of
 * the passkey's user, if known.
 */
export type Signer = { ok: true; found: Found; counter: number } | { ok: false; businessId: string | null };

/**
 * Finds the user who signed a challenge of `beginPasskeyLogIn` at `origin`. The challenge is consumed, even if the
 * signature is wrong.
 */
export async function findSigner(
  db: Database,
  origin: string,
  signed: SignedByPasskey,
  now: number,
): Promise<Signer> {
  const challenge = challengeOf(signed);
  if (challenge === null || !(await consumeChallenge(db, challenge, NO_SESSION, now)))
    return { ok: false, businessId: null };
  const found = await findPasskey(db, signed.id);
  if (found === null) return { ok: false, businessId: null };
  const isTheirs = signed.response.userHandle === userHandleOf(found.user.id);
  const verified = isTheirs ? await verifyPasskey(found.passkey, signed, { challenge, origin }) : null;
  return verified === null
    ? { ok: false, businessId: found.business.id }
    : { ok: true, found, counter: verified.counter };
}

/** Whether this user has signed with a passkey. Records the use of the passkey. */
export async function isSignedBy(
  db: Database,
  { userId, origin }: { userId: string; origin: string },
  signed: SignedByPasskey,
  now: number,
): Promise<boolean> {
  const signer = await findSigner(db, origin, signed, now);
  if (!signer.ok || signer.found.user.id !== userId) return false;
  return (await recordPasskeyUse(db, signed.id, signer.counter, now)).length === 1;
}
