/**
 * Sweep: deletes ended sessions, expired links and codes, and devices that nobody uses. A log-in or a new link also
 * deletes some of these rows, but many users never log in or ask for a link again.
 */
import { lte } from 'drizzle-orm';
import { database } from '../../../db/client.ts';
import { emailVerifications, passwordResets, phoneCodes } from '../../../db/schema/users.ts';
import { deleteEndedDisowned } from '../../../deliveries/mail/disowned-mailboxes.ts';
import { deleteExpiredInvitations } from '../../../identity/invitation-rows.ts';
import { deleteUselessDevices } from '../../../identity/device/device-rows.ts';
import { deleteEndedSessions } from '../../../identity/sessions.ts';

/** Runs the sweep. Idempotent. */
export async function sweepExpiredProofs(env: Env, now: number): Promise<void> {
  const db = database(env);
  await db.batch([
    deleteEndedSessions(db, now),
    db.delete(passwordResets).where(lte(passwordResets.expiresAt, now)),
    db.delete(emailVerifications).where(lte(emailVerifications.expiresAt, now)),
    db.delete(phoneCodes).where(lte(phoneCodes.expiresAt, now)),
    deleteEndedDisowned(db, now),
    ...deleteExpiredInvitations(db, now),
    deleteUselessDevices(db, now),
  ]);
}
