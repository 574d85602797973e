/** API contract of operators' passkeys and of the codes for commands. */
import * as z from 'zod/mini';
import { adminCopy } from '../copy/en/admin.ts';
import { PASSWORD_MAX_LENGTH } from '../limits.ts';
import { credentialId } from './account/passkey-signature.ts';
import { passkeyView } from './account/security.ts';
import { adminView } from './admin.ts';

/**
 * The step that a log-in needs after the right password: a signature by a passkey. An operator without a passkey must
 * add the first passkey instead.
 */
export const awaitedSteps = ['passkey', 'first_passkey'] as const;
export type AwaitedStep = (typeof awaitedSteps)[number];

/** The answer of `POST /admin/login`: the operator, or the next step of the log-in. */
export const adminLogInAnswer = z.union([adminView, z.object({ awaits: z.enum(awaitedSteps) })]);

/** The body of `POST /admin/passkeys/options` and `POST /admin/command-code`: the operator's own password. */
export const operatorConfirmation = z.object({
  password: z
    .string(adminCopy.fillIn)
    .check(z.minLength(1, adminCopy.fillIn), z.maxLength(PASSWORD_MAX_LENGTH)),
});
export type OperatorConfirmation = z.infer<typeof operatorConfirmation>;

/** `POST /admin/passkeys/remove`. */
export const removeOperatorPasskeyRequest = z.extend(operatorConfirmation, { id: credentialId });
export type RemoveOperatorPasskeyRequest = z.infer<typeof removeOperatorPasskeyRequest>;

/** `GET /admin/passkeys`: the passkeys of the operator who calls. */
export const operatorPasskeyList = z.object({ passkeys: z.array(passkeyView) });
export type OperatorPasskeyList = z.infer<typeof operatorPasskeyList>;

/**
 * `POST /admin/operators/reset-passkeys`: resets the passkeys of the operator `name`. `password`: the password of the
 * operator who calls.
 */
export const resetPasskeysRequest = z.extend(operatorConfirmation, { name: z.string() });
export type ResetPasskeysRequest = z.infer<typeof resetPasskeysRequest>;

/** The answer of `POST /admin/command-code`: a code with which one command logs in. */
export const commandCode = z.object({ code: z.string() });
