import { log, type MailKind } from '../../platform/log.ts';
import { emailProvider } from '../carriers.ts';
import type { EmailResult } from './email-provider.ts';
import type { Mail } from './mail-layout.ts';

/**
 * Hands a mail to the provider, which tries more than once where that is safe, and answers what became of it. Whatever did
 * not surely go out is logged, without the address. To be called once the answer is on its way. `id` is the same for
 * every try of the same mail.
 */
export async function sendMail(
  env: Env,
  kind: MailKind,
  to: string,
  mail: Mail,
  id: string = crypto.randomUUID(),
): Promise<EmailResult['outcome']> {
  const result = await emailProvider(env).send({ id, to, ...mail });
  if (result.outcome === 'sent') return result.outcome;
  const { outcome, reason } = result;
  log({ event: 'mail_not_sent', kind, outcome, reason });
  if (outcome === 'later' && result.afterMs === null) log({ event: 'mail_account_refused', reason });
  return outcome;
}
