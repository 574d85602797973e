/** Whether a guest's page may offer a reminder by web push. */
import type { Context } from 'hono';
import type { GuestPageBoot } from '../../../shared/contracts/guest.ts';
import type { AppContext } from '../../http/context.ts';

/**
 * iOS offers web push only to pages on the home screen, where the script checks again. Only the first render depends
 * on it.
 */
const CANNOT_AT_FIRST = /\b(iPhone|iPad|iPod)\b/;

/** The part of the page's data that makes the offer; empty where nobody could send a reminder. */
export function reminderOffer(c: Context<AppContext>): Pick<GuestPageBoot, 'reminder'> {
  const { push } = c.var.config;
  if (push === null) return {};
  const likely = !CANNOT_AT_FIRST.test(c.req.header('User-Agent') ?? '');
  return { reminder: { key: push.publicKey, likely } };
}
