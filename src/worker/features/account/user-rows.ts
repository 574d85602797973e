/** Deletion of a user with everything that belongs to the person, as a part of a batch. */
import type { SQL } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { deleteUser } from '../../identity/accounts.ts';
import { deleteFormerAddressesOf } from '../../identity/former-addresses.ts';
import { deletePasskeysOf } from './passkeys/passkey-rows.ts';
import { deleteResetsOf } from './password/password-resets.ts';
import { deleteEndedSecondStepsOf, deleteSecondStep } from './second-step/second-step-rows.ts';
import { deleteVerificationsOf } from './sign-up/email-verifications.ts';
import { deleteNumberCode } from './sign-up/prove-number.ts';

/**
 * Statements for the end of a batch: delete a user and all rows of the user if `condition` holds. An earlier statement
 * of the batch deletes the user's sessions.
 */
export function deleteUserRows(db: Database, userId: string, condition: SQL) {
  return [
    deleteResetsOf(db, userId, condition),
    deleteVerificationsOf(db, userId, condition),
    ...deleteSecondStep(db, userId, condition),
    deleteEndedSecondStepsOf(db, userId, condition),
    deletePasskeysOf(db, userId, condition),
    deleteFormerAddressesOf(db, userId, condition),
    deleteNumberCode(db, userId, condition),
    ...deleteUser(db, userId, condition),
  ] as const;
}
