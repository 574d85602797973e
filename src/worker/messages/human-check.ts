/** Whether a person sent a form: who is asked, and what is made of the answer (decision 50). */
import type { TurnstileConfig } from '../config.ts';
import { humanCheckTurnstile } from './providers/human-check-turnstile.ts';

/**
 * - `passed`: as far as can be told it was a person.
 * - `refused`: it was none, or what the page was given for it was used before or is too old.
 * - `unknown`: nobody could be asked. `reason` is a word for the log.
 */
export type HumanVerdict = { outcome: 'passed' | 'refused' } | { outcome: 'unknown'; reason: string };

/** @param token what the widget put into the form; where there is none nobody is asked */
export async function checkHuman(config: TurnstileConfig, token: string | undefined): Promise<HumanVerdict> {
  if (token === undefined || token === '') return { outcome: 'refused' };
  return humanCheckTurnstile(config, token);
}
