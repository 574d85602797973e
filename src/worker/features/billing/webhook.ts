/** What the provider of payments tells us. */
import { isEventDone, recordEventDone } from './billing-rows.ts';
import { followProvider } from './follow-provider.ts';
import type { PaymentProvider } from './payment-provider.ts';

/**
 * A webhook, as it came: the signature is over its very bytes. Nothing of it is believed but whom it is about; what has
 * happened is asked for. It is noted once all is done, so that the provider repeats one that broke off; the same one ten
 * times at once is asked about ten times, and changes things once. `again`: a location did not answer.
 */
export async function takeWebhook(
  env: Env,
  provider: PaymentProvider,
  { payload, signature }: { payload: string; signature: string },
  now: number,
): Promise<'done' | 'not_signed' | 'again'> {
  const event = await provider.readEvent(payload, signature, now);
  if (event === null) return 'not_signed';
  if (await isEventDone(env.DB, event.id)) return 'done';
  if (event.customerId !== null) {
    const followed = await followProvider(env, provider, event.customerId, now);
    if (followed?.allLocationsUpdated === false) return 'again';
  }
  await recordEventDone(env.DB, event.id, now);
  return 'done';
}
