import { useQuery } from '@tanstack/react-query';
import {
  passkeyLogInOptions,
  type PasskeyLogInOptions,
} from '../../../../shared/contracts/account/passkeys.ts';
import type { SecondStepKind } from '../../../../shared/contracts/account/passkey-signature.ts';
import { request } from '../../../lib/api.ts';
import { hasPasskeys, signByPasskey } from '../../../lib/passkeys.ts';
import { securityQuery } from '../security-query.ts';

/** The kind of second step that changes of this account ask for. Null if the second step is off, or not known yet. */
export function useSecondStep(): SecondStepKind | null {
  const { data } = useQuery({ ...securityQuery, refetchOnMount: false });
  return data?.secondStep.on ? data.secondStep.kind : null;
}

/**
 * The typed fields of a form, with a signature if passkeys are the second step and no recovery code was typed. If the
 * person chooses no passkey, or the browser has no passkey, there is no signature, and the server's refusal says what
 * is missing.
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
