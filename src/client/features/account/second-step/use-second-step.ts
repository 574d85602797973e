import { useQuery } from '@tanstack/react-query';
import {
  passkeyLogInOptions,
  type PasskeyLogInOptions,
} from '../../../../shared/contracts/account/passkeys.ts';
import type { SecondStepKind } from '../../../../shared/contracts/account/passkey-signature.ts';
import { request } from '../../../lib/api.ts';
import { hasPasskeys, signByPasskey } from '../../../lib/passkeys.ts';
import { securityQuery } from '../security-query.ts';

/** The kind of the account's second step. Null if the second step is off or not loaded yet. */
export function useSecondStep(): SecondStepKind | null {
  const { data } = useQuery({ ...securityQuery, refetchOnMount: false });
  return data?.secondStep.on ? data.secondStep.kind : null;
}

/**
 * Adds a signature to the typed fields if passkeys are the second step and no recovery code was typed. Without a
 * signature, for example if the person chose no passkey, the server refuses the change.
 */
export async function withPasskey<Typed extends { code?: string | undefined }>(
  kind: SecondStepKind | null,
  typed: Typed,
): Promise<Typed & { passkey?: object }> {
  if (kind !== 'passkey' || typed.code || !hasPasskeys()) return typed;
  const options: PasskeyLogInOptions = await request('POST', '/auth/login/passkey/options', {
    body: {},
    schema: passkeyLogInOptions,
  });
  const passkey = await signByPasskey(options);
  return passkey === null ? typed : { ...typed, passkey };
}
