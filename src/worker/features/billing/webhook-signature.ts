/** Whether a webhook is the provider's own, by Stripe's code. */
import { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { SignedEvent } from './payment-provider.ts';

/** How old, or how far ahead of our clock, a signature may be. */
const TOLERANCE_SECONDS = 300;

/** What an event is about is the customer itself, or names it, by its id or whole. */
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

/** By any of the secrets: while one is replaced by another both count. Null where none of them made it, or not just now. */
export async function readSignedEvent(
  payload: string,
  signature: string,
  secrets: readonly string[],
  now: number,
): Promise<SignedEvent | null> {
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
  // The library looks at the past only.
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
      // Not by this secret, too old, or nothing that could be signed: the next one, or nobody.
    }
  }
  return null;
}
