/** The contract of billing (`spec.md` sections 3 and 7; decisions 17 and 18). */
import * as z from 'zod/mini';
import { planKeys } from './plans.ts';

/** `POST /stripe/create-checkout-session`. `userId` only says whom the page believes to be logged in. */
export const checkoutRequest = z.object({ planKey: z.enum(planKeys), userId: z.string() });

/** Where the browser goes next: an address of the payment provider, or of its stand-in on one machine. */
const providerPage = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** The answer of `POST /stripe/create-checkout-session`: the page where the plan is paid. */
export const checkoutAnswer = providerPage;

/** The answer of `POST /auth/billing-portal`: where the payment provider lets the owner manage the subscription. */
export const billingPortalAnswer = providerPage;

/** The pause between the return from a payment and the dashboard (spec section 9). Not in `limits.ts`, which guests' pages load. */
export const REDIRECT_AFTER_PAYMENT_MS = 5_000;
