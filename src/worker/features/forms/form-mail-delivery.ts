/** Delivery of mails to support about form messages (`docs/decisions/0050-forms-to-us.md`). */
import { product } from '../../../shared/product.ts';
import type { StoredDelivery } from '../../deliveries/d1-deliveries.ts';
import { deliver, type Handler } from '../../deliveries/engine.ts';
import { mailHandler } from '../../deliveries/mail/mail-handler.ts';
import type { Mail } from '../../deliveries/mail/mail-layout.ts';
import { consumeRateLimit, limits } from '../../http/rate-limits.ts';
import type { Config } from '../../platform/config.ts';
import { feedbackMail, salesMail } from './form-mails.ts';
import { feedbackById, formMailPayload, salesInquiryById } from './form-messages.ts';

/** Sends the mail about a message at once. If sending fails, the sweep tries again. */
export function sendFormMail(env: Env, config: Config, entry: StoredDelivery, now: number): Promise<void> {
  return deliver(formMailHandler(env, config, now), entry);
}

/** The delivery handler of form mails, which sends each mail at least once, within the hourly limit. */
export function formMailHandler(
  env: Env,
  { origin, admin }: Config,
  now: number,
): Handler<StoredDelivery, 'sent' | 'refused'> {
  const adminUrl = admin === null ? null : `${origin}/admin`;
  return mailHandler(
    env,
    {
      kind: 'form_mail',
      logKind: 'form_message',
      guarantee: 'at_least_once',
      compose: async ({ payload }) => {
        const mail = await mailAbout(env, adminUrl, payload);
        return mail && { to: product.supportEmail, mail };
      },
      // Without this limit, a flood of form messages could use up the mail quota that owners' links need.
      consumeLimit: async () => (await consumeRateLimit(env, limits.formMails, 'everybody', now)).ok,
    },
    now,
  );
}

/** Writes the mail about a message. Returns null if the message was erased. */
async function mailAbout(env: Env, adminUrl: string | null, payload: string): Promise<Mail | null> {
  const { form, messageId } = formMailPayload.parse(JSON.parse(payload));
  if (form === 'feedback') {
    const message = await feedbackById(env, messageId);
    return message && feedbackMail(adminUrl, message);
  }
  const message = await salesInquiryById(env, messageId);
  return message && salesMail(adminUrl, message);
}
