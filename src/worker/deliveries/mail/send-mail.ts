import type { MailCopy } from '../../../shared/copy/en/owner/mails.ts';
import type { Language } from '../../../shared/languages.ts';
import { checkedConfig } from '../../platform/checked-config.ts';
import { log, reasonOf, type MailKind } from '../../platform/log.ts';
import { emailProvider } from '../carriers.ts';
import { isDisowned } from './disowned-mailboxes.ts';
import type { EmailResult } from './email-provider.ts';
import { mailCopyFor } from './mail-copy.ts';
import type { Mail } from './mail-layout.ts';

/** A person who gets mails. `language`: null if the person has chosen none. */
export type Recipient = { email: string; language: Language | null };

/** Sends a mail in the person's language by `sendMail`. `write` gets the sentences of this language. */
export async function mailPerson(
  env: Env,
  kind: MailKind,
  { email, language }: Recipient,
  write: (say: MailCopy) => Mail,
): Promise<EmailResult['outcome']> {
  return sendMail(env, kind, email, write(await mailCopyFor(language)));
}

/**
 * Sends a mail through the provider. The provider tries again if a second try is safe. Sends nothing to a disowned
 * mailbox (`disowned-mailboxes.ts`). Returns the outcome. Logs each mail that may not have been sent, without the
 * address. Call this function after the request was answered. Every attempt to send the same mail must have the same
 * `id`.
 */
export async function sendMail(
  env: Env,
  kind: MailKind,
  to: string,
  mail: Mail,
  id: string = crypto.randomUUID(),
): Promise<EmailResult['outcome']> {
  const checked = checkedConfig(env);
  try {
    if (checked.ok && (await isDisowned(env, checked.config.phoneHashKey, to, Date.now()))) {
      log({ event: 'mail_not_sent', kind, outcome: 'refused', reason: 'disowned' });
      return 'refused';
    }
  } catch (error) {
    // The database is unavailable. The mail was not sent, so a stored mail can be tried again.
    log({ event: 'mail_not_sent', kind, outcome: 'later', reason: reasonOf(error) });
    return 'later';
  }
  const result = await emailProvider(env).send({ id, to, ...mail });
  if (result.outcome === 'sent') return result.outcome;
  const { outcome, reason } = result;
  log({ event: 'mail_not_sent', kind, outcome, reason });
  if (outcome === 'later' && result.afterMs === null) log({ event: 'mail_account_refused', reason });
  return outcome;
}
