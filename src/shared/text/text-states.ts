/** The states and errors of a text. In a file of their own, as the guest's page does not need them. */

/** `sent`: the provider took it; `delivered`: the phone has it. */
export const textStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'not_sent',
] as const;
/** The errors of a provider, and our own limits on the number of texts. */
const textFaults = [
  'number_unreachable',
  'opted_out',
  'phone_off',
  'blocked',
  'expired',
  'number_limit',
  'trial_limit',
  'unverified_limit',
] as const;
export type TextFault = (typeof textFaults)[number];
/** Why no text reached the guest; `ownerCopy.textMessage` holds the words. */
export const textErrors = [
  ...textFaults,
  'foreign_number',
  'no_sms_credits',
  'refused',
  'undelivered',
  'not_taken',
] as const;
/** Why texts are held back: the provider refuses our account, or does not answer. */
export const textStops = ['account', 'away'] as const;

/**
 * What is known of a text. Ours: `queued`, `sending`; `unknown`, no answer came to the call; `refused` by the call's
 * answer, `expired` with its hold, `not_taken` by a provider that did not know it when asked, `withdrawn`. The
 * provider's word: `sent`, it took it; `delivered`; `undelivered`, the carrier gave it up; `failed`, it never left the
 * provider.
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

/** The provider's states of a text that it took. */
export type ProviderState = 'sent' | 'delivered' | 'undelivered' | 'failed';
