import { database } from '../../db/client.ts';
import { deleteEndedReservations } from '../../identity/former-addresses.ts';
import { deleteEndedPasskeys } from './passkeys/passkey-rows.ts';
import { deleteEndedSecondSteps } from './second-step/second-step-rows.ts';

/** Sweep: deletes what was kept only while a change of an account could be undone, and old challenges of passkeys. */
export async function sweepUndo(env: Env, now: number): Promise<void> {
  const db = database(env);
  await db.batch([
    deleteEndedReservations(db, now),
    deleteEndedSecondSteps(db, now),
    ...deleteEndedPasskeys(db, now),
  ]);
}
