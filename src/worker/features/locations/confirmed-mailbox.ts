import { log, reasonOf } from '../../platform/log.ts';
import { locationById } from '../../location/stubs.ts';

/**
 * Tells locations that the owner's address is verified. After that, only credits limit the number of guests.
 * `trialEndedAt`: the time at which the trial ended, if the mailbox already had a trial before this one; null if the
 * trial continues. Idempotent. A location that does not answer is updated at the next view of the account
 * (`account-view.ts`).
 */
export async function tellMailboxConfirmed(
  env: Env,
  locations: { id: string }[],
  trialEndedAt: number | null,
): Promise<void> {
  await Promise.all(locations.map(({ id }) => tell(env, id, trialEndedAt)));
}

async function tell(env: Env, locationId: string, trialEndedAt: number | null): Promise<void> {
  try {
    const command = { kind: 'confirm-mailbox', trialEndedAt, actor: { kind: 'system' } } as const;
    const reply = await locationById(env, locationId)?.execute(command);
    // A closed location needs no update, because it accepts no guests.
    if (reply?.ok || reply?.code === 'location_closed') return;
    log({ event: 'location_unavailable', locationId, reason: reply?.code ?? 'no object' });
  } catch (error) {
    log({ event: 'location_unavailable', locationId, reason: reasonOf(error) });
  }
}
