/** API contract of the signature of a passkey. A log-in or a second step can need this signature. */
import * as z from 'zod/mini';
import { securityCopy } from '../../copy/owner/security.ts';

/** The kinds of second step: a code of an authenticator app, or a signature of a passkey. */
export const secondStepKinds = ['app', 'passkey'] as const;
export type SecondStepKind = (typeof secondStepKinds)[number];

/** Bytes in base64url. */
export const bytes = (longest: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(longest));

/** A credential id has at most 1,023 bytes. */
export const credentialId = bytes(1_364);

/**
 * The data that a passkey signed, in the form that the browser returns. `userHandle` is the user's id, which is stored
 * in the passkey.
 */
export const signedByPasskey = z.object(
  {
    id: credentialId,
    response: z.object({
      clientDataJSON: bytes(4_000),
      authenticatorData: bytes(4_000),
      signature: bytes(2_000),
      userHandle: bytes(100),
    }),
  },
  securityCopy.passkeys.notChosen,
);
export type SignedByPasskey = z.infer<typeof signedByPasskey>;
