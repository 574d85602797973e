/** The states and errors of a text. This file is separate, so that the guest's page does not load the lists. */

/** The states of a text. `sent`: the provider accepted the text. `delivered`: the phone received it. */
export const textStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'not_sent',
] as const;
/** Reasons for a failed or held text: errors from the provider, and our own limits on the number of texts. */
const textFaults = [
  'number_unreachable',
  'opted_out',
  'phone_off',
  'blocked',
  'expired',
  'number_limit',
  'trial_limit',
  'unproven_limit',
  'unproven_hour',
  'unproven_number',
  'hour_limit',
  'account_hour',
  'country_hour',
  'trial_country',
] as const;
export type TextFault = (typeof textFaults)[number];
/**
 * Hourly budgets that can stop texts: the budget of all unproven accounts, of all trials (`hour_limit`), of one
 * account, and of a country.
 */
export const textBudgets = ['unproven_hour', 'hour_limit', 'account_hour', 'country_hour'] as const;
export type TextBudget = (typeof textBudgets)[number];

/** Why a text is held. A held text is sent if the reason ends before the text expires. */
export type HeldFor = 'unproven_limit' | 'unproven_number' | TextBudget;

export function isTextBudget(why: string): why is TextBudget {
  return textBudgets.some((one) => one === why);
}

export function isHeldFor(why: string): why is HeldFor {
  return why === 'unproven_limit' || why === 'unproven_number' || isTextBudget(why);
}
/** Why no text reached the guest. `ownerCopy.textMessage` contains a sentence for each reason. */
export const textErrors = [
  ...textFaults,
  'foreign_number',
  'no_sms_credits',
  'refused',
  'undelivered',
  'not_taken',
] as const;
/** Why the circuit breaker is open: the provider refuses our account, or does not answer. */
export const textStops = ['account', 'away'] as const;

/**
 * The progress of a text. States that we set: `queued`; `sending`; `unknown` (our call got no answer); `refused` (by
 * the answer to our call); `expired` (the text was not sent in time); `not_taken` (we asked the provider, which did not
 * know the text); `withdrawn`. States from the provider: `sent` (accepted); `delivered`; `undelivered` (the carrier
 * could not deliver the text); `failed` (the provider did not send the text).
 */
export type TextProgress =
  | 'queued'
  | 'sending'
  | 'unknown'
  | 'refused'
  | 'expired'
  | 'not_taken'
  | 'withdrawn'
  | ProviderState;

/** The provider's states of an accepted text. */
export type ProviderState = 'sent' | 'delivered' | 'undelivered' | 'failed';
