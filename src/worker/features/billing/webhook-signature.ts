/** Verifies the signature of a webhook with Stripe's library. */
import { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { SignedEvent } from './payment-provider.ts';

/** A signature may be at most this old, and its time may be at most this far in the future. */
const TOLERANCE_SECONDS = 300;

/**
 * The customer of an event. The event's object is the customer, or contains the customer's id or the whole customer.
 */
const aboutCustomer = z.union([
  z.pipe(
    z.object({ object: z.literal('customer'), id: z.string() }),
    z.transform(({ id }) => id),
  ),
  z.pipe(
    z.object({ customer: z.union([z.string(), z.object({ id: z.string() })]) }),
    z.transform(({ customer }) => (typeof customer === 'string' ? customer : customer.id)),
  ),
]);

/**
 * Verifies and reads a webhook. Tries all secrets, because two secrets are valid while one of them is replaced. Returns
 * null if no secret matches, or if the signature is too old or too far in the future.
 */
export async function readSignedEvent(
  payload: string,
  signature: string,
  secrets: readonly string[],
  now: number,
): Promise<SignedEvent | null> {
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
  // The library refuses only signatures that are too old. This line refuses a time too far in the future.
  if (!(signedAt - now / 1000 <= TOLERANCE_SECONDS)) return null;
  const cryptoProvider = Stripe.createSubtleCryptoProvider();
  for (const secret of secrets) {
    try {
      const { id, data } = await Stripe.webhooks.constructEventAsync(
        payload,
        signature,
        secret,
        TOLERANCE_SECONDS,
        cryptoProvider,
        now,
      );
      const about = aboutCustomer.safeParse(data.object);
      return { id, customerId: about.success ? about.data : null };
    } catch {
      // The secret is wrong, the signature is too old, or the event is invalid: try the next secret.
    }
  }
  return null;
}
