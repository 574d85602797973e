/** Which provider carries the texts: the configuration's choice. */
import { smsOutbox } from './providers/sms-outbox.ts';
import type { TextProvider } from './text-provider.ts';

/** Only the development outbox exists so far; `config.ts` refuses every other name before this is reached. */
export function textProvider(env: Env): TextProvider {
  return smsOutbox(env.DB, () => Date.now());
}
