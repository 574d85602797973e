import { log, reasonOf } from '../../platform/log.ts';
import { locationById } from '../../location/stubs.ts';

/**
 * Tells locations that their owner's mailbox is confirmed, so that they take as many guests as they have credits.
 * `trialEndedAt`: the mailbox has had a trial before, and this one is over since then; null: it goes on. Repeating it is
 * harmless, and one that does not answer is told with the owner's next look (`account-view.ts`).
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
    // One that is closed takes nobody.
    if (reply?.ok || reply?.code === 'location_closed') return;
    log({ event: 'location_unavailable', locationId, reason: reply?.code ?? 'no object' });
  } catch (error) {
    log({ event: 'location_unavailable', locationId, reason: reasonOf(error) });
  }
}
