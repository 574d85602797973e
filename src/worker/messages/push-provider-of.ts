/** What carries reminders, where the configuration has keys for it. */
import { wholeConfig } from '../checked-config.ts';
import type { PushProvider } from './push-provider.ts';
import { webPush } from './providers/web-push.ts';

/** Null where there are no keys: reminders are not offered then. Throws where the configuration is wrong. */
export async function pushProvider(env: Env): Promise<PushProvider | null> {
  const checked = await wholeConfig(env);
  if (!checked.ok) throw new Error('Nobody is reminded with a wrong configuration');
  return checked.config.push && webPush(checked.config.push);
}
