import { product } from '../../../shared/product.ts';
import type { Config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import type { EmailReply } from '../../deliveries/mail/email-provider.ts';
import { feedbackMail, salesMail } from './form-mails.ts';
import { sendMail } from '../../deliveries/mail/send-mail.ts';
import { limits, consumeRateLimit } from '../../http/rate-limits.ts';
import { endMail, leaveTryOpen, type PendingFormMail } from './form-messages.ts';

/** Of which nobody knows whether they went out. After these the mail is given up; its message stays with the admin. */
const OPEN_TRIES_MAX = 3;

/**
 * Hands the mail about a message to the carrier; to be called once a try has been noted. What was surely not sent stays
 * owed. What may be out is sent again, a few times: support can live with a message that comes twice, not with none.
 * `later` is also the answer where this hour has had its mails: a flood of forms must not use up the quota that
 * owners' links need.
 */
export async function sendFormMail(
  env: Env,
  { origin, admin }: Pick<Config, 'origin' | 'admin'>,
  pending: PendingFormMail,
  now: number,
): Promise<EmailReply['outcome']> {
  const within = await consumeRateLimit(env, limits.formMails, 'everybody', now);
  if (!within.ok) return 'later';
  const adminUrl = admin === null ? null : `${origin}/admin`;
  const mail =
    pending.form === 'feedback'
      ? feedbackMail(adminUrl, pending.message)
      : salesMail(adminUrl, pending.message);
  const outcome = await sendMail(env, 'form_message', product.supportEmail, mail, pending.id);
  const isLastTry = pending.openTries + 1 >= OPEN_TRIES_MAX;
  if (outcome === 'sent' || outcome === 'refused') await endMail(env, pending.id);
  if (outcome === 'unknown' && !isLastTry) await leaveTryOpen(env, pending.id);
  if (outcome === 'unknown' && isLastTry) {
    log({ event: 'mail_not_sent', kind: 'form_message', outcome: 'given_up', reason: 'may_be_out' });
    await endMail(env, pending.id);
  }
  return outcome;
}
