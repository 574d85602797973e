import { product } from '../../shared/product.ts';
import type { Config } from '../config.ts';
import { log } from '../log.ts';
import type { EmailReply } from '../messages/email-provider.ts';
import { feedbackMail, salesMail } from '../messages/form-mails.ts';
import { sendMail } from '../messages/send-mail.ts';
import { limits, useOnce } from '../security/limits.ts';
import { endMail, leaveTryOpen, type OwedMail } from './form-messages.ts';

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
  owed: OwedMail,
  now: number,
): Promise<EmailReply['outcome']> {
  const within = await useOnce(env, limits.formMails, 'everybody', now);
  if (!within.ok) return 'later';
  const adminUrl = admin === null ? null : `${origin}/admin`;
  const mail =
    owed.form === 'feedback' ? feedbackMail(adminUrl, owed.message) : salesMail(adminUrl, owed.message);
  const outcome = await sendMail(env, 'form_message', product.supportEmail, mail, owed.id);
  const isLastTry = owed.openTries + 1 >= OPEN_TRIES_MAX;
  if (outcome === 'sent' || outcome === 'refused') await endMail(env, owed.id);
  if (outcome === 'unknown' && !isLastTry) await leaveTryOpen(env, owed.id);
  if (outcome === 'unknown' && isLastTry) {
    log({ event: 'mail_not_sent', kind: 'form_message', outcome: 'given_up', reason: 'may_be_out' });
    await endMail(env, owed.id);
  }
  return outcome;
}
