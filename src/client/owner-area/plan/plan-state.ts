/** Where an account stands with its plan, from what `/auth/me` tells (`docs/spec.md` sections 2 and 4, 10.16). Pure. */
import type { AccountView } from '../../../shared/contracts/account.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';

/** `ended`: the account has no trial days at all; `expired`: it had some and they are over. */
export type TrialState =
  | { kind: 'none' }
  | { kind: 'active'; leftMs: number }
  | { kind: 'expired' }
  | { kind: 'ended' };

/** @param now epoch milliseconds by the server */
export function trialState(
  { trial, trialDurationDays, trialEndsAt }: Pick<AccountView, 'trial' | 'trialDurationDays' | 'trialEndsAt'>,
  now: number,
): TrialState {
  if (!trial || trialEndsAt === null) return { kind: 'none' };
  if (trialDurationDays === 0) return { kind: 'ended' };
  const leftMs = Date.parse(trialEndsAt) - now;
  return leftMs > 0 ? { kind: 'active', leftMs } : { kind: 'expired' };
}

/** Whether a location can neither take a guest nor send a text. */
export function hasNoCredits({
  customerCredits,
  smsCredits,
}: Pick<LocationView, 'customerCredits' | 'smsCredits'>): boolean {
  return customerCredits === 0 && smsCredits === 0;
}

/** `grace`: a payment is overdue, and the credits stay until `endsAt`; `over`: they count for nothing by now. */
type PaymentState = { kind: 'none' } | { kind: 'grace'; endsAt: number } | { kind: 'over' };

/** @param now epoch milliseconds by the server */
export function paymentState(
  { subscriptionStatus, creditsEndAt }: Pick<AccountView, 'subscriptionStatus' | 'creditsEndAt'>,
  now: number,
): PaymentState {
  if (subscriptionStatus !== 'past_due' || creditsEndAt === null) return { kind: 'none' };
  const endsAt = Date.parse(creditsEndAt);
  return endsAt > now ? { kind: 'grace', endsAt } : { kind: 'over' };
}

/** The location without credits from the end of the trial on, whatever the last answer said. */
export function afterTrial(location: LocationView, { kind }: TrialState): LocationView {
  const isOver = kind === 'expired' || kind === 'ended';
  return isOver && !hasNoCredits(location) ? { ...location, customerCredits: 0, smsCredits: 0 } : location;
}
