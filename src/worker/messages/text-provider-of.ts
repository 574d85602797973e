/** Which provider carries the texts: the configuration's choice. */
import { checkedConfig } from '../checked-config.ts';
import { smsOutbox } from './providers/sms-outbox.ts';
import { smsTwilio } from './providers/sms-twilio.ts';
import type { TextProvider } from './text-provider.ts';

/** Where the configuration is wrong no text goes out, as with a provider that refuses our account. */
export function textProvider(env: Env): TextProvider {
  const checked = checkedConfig(env);
  if (!checked.ok) return { send: notConfigured, find: notConfigured };
  const { sms, origin } = checked.config;
  return sms.provider === 'twilio' ? smsTwilio(sms, origin) : smsOutbox(env.DB, () => Date.now());
}

async function notConfigured() {
  return { outcome: 'stopped', reason: 'not_configured' } as const;
}
