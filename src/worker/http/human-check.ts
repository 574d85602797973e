/** Bot check of forms and of joins (`docs/decisions/0050-forms-to-us.md`, `0024-nobody-fills-a-line-alone.md`). */
import type { TurnstileConfig } from '../platform/config.ts';
import { humanCheckTurnstile, type HumanVerdict } from './providers/human-check-turnstile.ts';

/** @param token from the widget in the form; a missing token is refused without a call of Turnstile */
export async function checkHuman(config: TurnstileConfig, token: string | undefined): Promise<HumanVerdict> {
  if (token === undefined || token === '') return { outcome: 'refused' };
  return humanCheckTurnstile(config, token);
}

export function turnstileScript({ origin }: TurnstileConfig): string {
  return `${origin}/turnstile/v0/api.js?render=explicit`;
}
