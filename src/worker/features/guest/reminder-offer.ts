/** Whether a guest's page may offer a reminder by web push. */
import type { Context } from 'hono';
import type { GuestPageBoot } from '../../../shared/contracts/guest.ts';
import type { AppContext } from '../../http/context.ts';

/**
 * iOS supports web push only for pages on the home screen. The page's script checks the support again, so only the
 * first render depends on this test.
 */
const CANNOT_AT_FIRST = /\b(iPhone|iPad|iPod)\b/;

/** The offer in the page's data; empty if no push keys are configured. */
export function reminderOffer(c: Context<AppContext>): Pick<GuestPageBoot, 'reminder'> {
  const { push } = c.var.config;
  if (push === null) return {};
  const likely = !CANNOT_AT_FIRST.test(c.req.header('User-Agent') ?? '');
  return { reminder: { key: push.publicKey, likely } };
}
