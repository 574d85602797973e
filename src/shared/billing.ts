/** The contract of billing (decisions 17 and 18). */
import * as z from 'zod/mini';

/** The answer of `POST /auth/billing-portal`: where the payment provider lets the owner manage the subscription. */
export const billingPortalAnswer = z.object({ url: z.url({ protocol: /^https?$/ }) });
