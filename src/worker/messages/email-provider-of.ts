/** Which provider carries the mails: the configuration's choice. */
import { checkedConfig } from '../checked-config.ts';
import type { EmailConfig } from '../config.ts';
import { withRetries, withSafeHeaders, type EmailProvider } from './email-provider.ts';
import { emailCloudflare } from './providers/email-cloudflare.ts';
import { emailOutbox } from './providers/email-outbox.ts';
import { emailResend } from './providers/email-resend.ts';

/** Throws where the configuration is wrong: then nothing is served and no sweep runs. */
export function emailProvider(env: Env): EmailProvider {
  const checked = checkedConfig(env);
  if (!checked.ok) throw new Error('No mail is sent with a wrong configuration');
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  return withSafeHeaders(withRetries(carrier(env, checked.config.email), pause));
}

/** The binding `EMAIL` is optional in `wrangler.toml`; `config.ts` has looked whether it is there. */
function carrier(env: Env & { EMAIL?: SendEmail }, config: EmailConfig): EmailProvider {
  switch (config.provider) {
    case 'outbox':
      return emailOutbox(env.DB, () => Date.now());
    case 'resend':
      return emailResend(config);
    case 'cloudflare':
      if (env.EMAIL === undefined) throw new Error('No mail is sent without the binding EMAIL');
      return emailCloudflare(env.EMAIL, config.from);
  }
}
