import { log, type AccountMailKind } from '../log.ts';
import { emailProvider } from '../messages/email-provider-of.ts';

/**
 * Hands a mail about an account to the provider. To be called once the answer is on its way: one that does not get
 * through is logged and not sent again.
 */
export async function sendAccountMail(
  env: Env,
  kind: AccountMailKind,
  to: string,
  mail: { subject: string; body: string },
): Promise<void> {
  const reply = await emailProvider(env).send({ id: crypto.randomUUID(), to, ...mail });
  if (reply.outcome === 'sent') return;
  const reason = reply.outcome === 'refused' ? reply.reason : reply.outcome;
  log({ event: 'mail_not_sent', kind, reason });
}
