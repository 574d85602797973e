import { database } from '../../db/client.ts';
import { deleteEndedReservations } from '../../identity/former-addresses.ts';
import { deleteEndedPasskeys } from './passkeys/passkey-rows.ts';
import { deleteEndedSecondSteps } from './second-step/second-step-rows.ts';

/** Sweep: deletes data that was stored only to undo a change of an account, and old challenges of passkeys. */
export async function sweepUndo(env: Env, now: number): Promise<void> {
  const db = database(env);
  await db.batch([
    deleteEndedReservations(db, now),
    deleteEndedSecondSteps(db, now),
    ...deleteEndedPasskeys(db, now),
  ]);
}
