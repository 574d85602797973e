/** What carries reminders, where the configuration has keys for it. */
import { checkedConfig } from '../checked-config.ts';
import type { PushProvider } from './push-provider.ts';
import { webPush } from './providers/web-push.ts';

/** Null where there are no keys: reminders are not offered then. Throws where the configuration is wrong. */
export function pushProvider(env: Env): PushProvider | null {
  const checked = checkedConfig(env);
  if (!checked.ok) throw new Error('Nobody is reminded with a wrong configuration');
  return checked.config.push && webPush(checked.config.push);
}
