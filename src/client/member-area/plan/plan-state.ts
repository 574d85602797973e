/** The state of an account's plan, from `/auth/me` (`docs/spec.md` sections 2 and 4, 10.16). Pure. */
import type { AccountView } from '../../../shared/contracts/account/view.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';

/** `ended`: the account never had trial days. `expired`: its trial days are over. */
export type TrialState =
  | { kind: 'none' }
  | { kind: 'active'; leftMs: number }
  | { kind: 'expired' }
  | { kind: 'ended' };

/** @param now epoch milliseconds of the server's clock */
export function trialState(
  { trial, trialDurationDays, trialEndsAt }: Pick<AccountView, 'trial' | 'trialDurationDays' | 'trialEndsAt'>,
  now: number,
): TrialState {
  if (!trial || trialEndsAt === null) return { kind: 'none' };
  if (trialDurationDays === 0) return { kind: 'ended' };
  const leftMs = Date.parse(trialEndsAt) - now;
  return leftMs > 0 ? { kind: 'active', leftMs } : { kind: 'expired' };
}

/** Whether a location has neither customer credits nor SMS credits. */
export function hasNoCredits({
  customerCredits,
  smsCredits,
}: Pick<LocationView, 'customerCredits' | 'smsCredits'>): boolean {
  return customerCredits === 0 && smsCredits === 0;
}

/** `grace`: a payment is overdue, and the credits stay until `endsAt`. `over`: the credits have ended. */
type PaymentState = { kind: 'none' } | { kind: 'grace'; endsAt: number } | { kind: 'over' };

/** @param now epoch milliseconds of the server's clock */
export function paymentState(
  { subscriptionStatus, creditsEndAt }: Pick<AccountView, 'subscriptionStatus' | 'creditsEndAt'>,
  now: number,
): PaymentState {
  if (subscriptionStatus !== 'past_due' || creditsEndAt === null) return { kind: 'none' };
  const endsAt = Date.parse(creditsEndAt);
  return endsAt > now ? { kind: 'grace', endsAt } : { kind: 'over' };
}

/**
 * Returns the location, with zero credits if the trial is over. The server's last answer may still have credits from
 * before the end of the trial.
 */
export function afterTrial(location: LocationView, { kind }: TrialState): LocationView {
  const isOver = kind === 'expired' || kind === 'ended';
  return isOver && !hasNoCredits(location) ? { ...location, customerCredits: 0, smsCredits: 0 } : location;
}
