/** Providers of texts, mails and reminders, as chosen by the configuration. */
import { checkedConfig, wholeConfig } from '../platform/checked-config.ts';
import type { EmailConfig } from '../platform/config.ts';
import { standInsOf, type MayHaveStandIns } from './stand-ins.ts';
import { withRetries, withSafeHeaders, type EmailProvider } from './mail/email-provider.ts';
import { emailCloudflare } from './mail/providers/email-cloudflare.ts';
import { emailResend } from './mail/providers/email-resend.ts';
import { smsTwilio } from './text/providers/sms-twilio.ts';
import { webPush } from './push/providers/web-push.ts';
import type { PushProvider } from './push/push-provider.ts';
import type { TextProvider } from './text/text-provider.ts';

/**
 * The configured text provider. With an invalid configuration, the returned provider sends nothing and answers
 * `stopped`, like a provider that refuses our account.
 */
export function textProvider(env: MayHaveStandIns): TextProvider {
  const checked = checkedConfig(env);
  if (!checked.ok) return { send: notConfigured, find: notConfigured };
  const { sms, origin } = checked.config;
  return sms.provider === 'twilio' ? smsTwilio(sms, origin) : standInsOf(env).texts(env.DB);
}

async function notConfigured() {
  return { outcome: 'stopped', reason: 'not_configured' } as const;
}

/** Throws if the configuration is invalid. With an invalid configuration, no request is served and no sweep runs. */
export function emailProvider(env: MayHaveStandIns): EmailProvider {
  const checked = checkedConfig(env);
  if (!checked.ok) throw new Error('No mail is sent with a wrong configuration');
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  return withSafeHeaders(withRetries(mailCarrier(env, checked.config.email), pause));
}

/** The binding `EMAIL` is optional in `wrangler.toml`. `config.ts` has checked that the binding exists. */
function mailCarrier(env: MayHaveStandIns & { EMAIL?: SendEmail }, config: EmailConfig): EmailProvider {
  switch (config.provider) {
    case 'outbox':
      return standInsOf(env).mails(env.DB);
    case 'resend':
      return emailResend(config);
    case 'cloudflare':
      if (env.EMAIL === undefined) throw new Error('No mail is sent without the binding EMAIL');
      return emailCloudflare(env.EMAIL, config.from);
  }
}

/**
 * The push provider; null if no push keys are configured. Without push keys, guests are offered no reminders. Throws if
 * the configuration is invalid.
 */
export async function pushProvider(env: Env): Promise<PushProvider | null> {
  const checked = await wholeConfig(env);
  if (!checked.ok) throw new Error('Nobody is reminded with a wrong configuration');
  return checked.config.push && webPush(checked.config.push);
}
