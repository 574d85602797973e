/** Which provider carries the mails: the configuration's choice. */
import { withSafeHeaders, type EmailProvider } from './email-provider.ts';
import { emailOutbox } from './providers/email-outbox.ts';

/** Only the development outbox exists so far; `config.ts` refuses every other name before this is reached. */
export function emailProvider(env: Env): EmailProvider {
  return withSafeHeaders(emailOutbox(env.DB, () => Date.now()));
}
