/** Handles webhooks of the payment provider. */
import { isEventDone, recordEventDone } from './billing-rows.ts';
import { followProvider } from './follow-provider.ts';
import type { PaymentProvider } from './payment-provider.ts';

/**
 * Handles a webhook. The signature covers the webhook's raw bytes. Only the customer's id is used; the facts are
 * fetched from the provider. The event is recorded at the end, so that the provider sends the event again after an
 * interruption. If the provider sends an event several times in parallel, the facts are fetched several times, but the
 * account is changed once. Returns `again` if a location did not answer.
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
