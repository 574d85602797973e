/** Bot check of the forms (`docs/decisions/0050-forms-to-us.md`). */
import type { TurnstileConfig } from '../../platform/config.ts';
import { humanCheckTurnstile, type HumanVerdict } from './providers/human-check-turnstile.ts';

/** @param token from the widget in the form; if missing, the form is refused without a call */
export async function checkHuman(config: TurnstileConfig, token: string | undefined): Promise<HumanVerdict> {
  if (token === undefined || token === '') return { outcome: 'refused' };
  return humanCheckTurnstile(config, token);
}
