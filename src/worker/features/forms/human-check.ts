/** Whether a person sent a form: who is asked, and what is made of the answer (`docs/decisions/0050-forms-to-us.md`). */
import type { TurnstileConfig } from '../../platform/config.ts';
import { humanCheckTurnstile, type HumanVerdict } from './providers/human-check-turnstile.ts';

/** @param token what the widget put into the form; where there is none nobody is asked */
export async function checkHuman(config: TurnstileConfig, token: string | undefined): Promise<HumanVerdict> {
  if (token === undefined || token === '') return { outcome: 'refused' };
  return humanCheckTurnstile(config, token);
}
