/**
 * API contract of passkeys. Options and answers have the JSON forms of WebAuthn (W3C, Level 3). Browsers have built-in
 * functions that read and write these forms.
 */
import * as z from 'zod/mini';
import { confirmedRequest } from './security.ts';
import { line } from './account.ts';
import { bytes, credentialId, signedByPasskey } from './passkey-signature.ts';
import { securityCopy } from '../../copy/owner/security.ts';
import { MAX_PASSKEY_NAME_LENGTH } from '../../limits.ts';

const { nameRequired, nameTooLong, notAdded } = securityCopy.passkeys;

/**
 * The answer of `POST /auth/passkeys/options` and `POST /admin/passkeys/options`: the options for
 * `navigator.credentials.create`.
 */
export const passkeyOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

/**
 * The answer of `POST /auth/login/passkey/options` and `POST /admin/login/passkey/options`: the options for
 * `navigator.credentials.get`. `allowCredentials`: the passkeys that may sign; absent if any passkey may sign.
 */
export const passkeyLogInOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.optional(z.array(z.object({ type: z.literal('public-key'), id: z.string() }))),
  userVerification: z.literal('required'),
});
export type PasskeyLogInOptions = z.infer<typeof passkeyLogInOptions>;

/** The name of a passkey in the owner's list. */
export const passkeyNameForm = z.object({
  name: line(nameRequired, z.maxLength(MAX_PASSKEY_NAME_LENGTH, nameTooLong(MAX_PASSKEY_NAME_LENGTH))),
});

/** A new passkey, in the form that the browser returns. */
const newPasskey = z.object(
  {
    id: credentialId,
    response: z.object({
      clientDataJSON: bytes(4_000),
      attestationObject: bytes(8_000),
    }),
  },
  notAdded,
);
export type NewPasskey = z.infer<typeof newPasskey>;

/** `POST /auth/passkeys` and `POST /admin/passkeys`: adds a passkey. */
export const addPasskeyRequest = z.extend(passkeyNameForm, { credential: newPasskey });
export type AddPasskeyRequest = z.infer<typeof addPasskeyRequest>;

/** `POST /auth/passkeys/rename`. */
export const renamePasskeyRequest = z.extend(passkeyNameForm, { id: credentialId });
export type RenamePasskeyRequest = z.infer<typeof renamePasskeyRequest>;

/** `POST /auth/passkeys/remove`. */
export const removePasskeyRequest = z.extend(confirmedRequest, { id: credentialId });
export type RemovePasskeyRequest = z.infer<typeof removePasskeyRequest>;

/** `POST /auth/login/passkey` and `POST /admin/login/passkey`: the passkey's signed data. */
export const passkeyLogInRequest = z.object({ credential: signedByPasskey });
export type { SignedByPasskey } from './passkey-signature.ts';
