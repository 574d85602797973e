/** Rules of a location's credits. See `docs/spec.md` 10.14 and 10.16. */
import type { LocationEvent } from '../events.ts';
import { withCredits, type Credits, type Location, type Visit } from '../state.ts';

/** A number of customer credits and a number of SMS credits. */
export type Balances = Pick<Credits, 'customerCredits' | 'smsCredits'>;

/**
 * New balances, which replace the stored balances. Balances whose `revision` is not newer than the stored revision are
 * ignored.
 */
export type CreditsSet = Balances & { revision: number };

export function trialOver(location: Location, now: number): boolean {
  const { endAt } = location.credits;
  return endAt !== null && now >= endAt;
}

/** The credits that can be spent: the stored balances, or 0 after the credits have expired. */
export function creditsNow(location: Location, now: number): Balances {
  if (trialOver(location, now)) return { customerCredits: 0, smsCredits: 0 };
  return balancesOf(location);
}

/** The stored balances, which do not change when the credits expire. */
export function balancesOf({ credits: { customerCredits, smsCredits } }: Location): Balances {
  return { customerCredits, smsCredits };
}

/** The largest debt: a tenth of the customer credits that the plan grants each month. */
export function debtMax({ customerCreditsMonth }: Pick<Credits, 'customerCreditsMonth'>): number {
  return Math.floor(customerCreditsMonth / 10);
}

/**
 * Whether the credits of the location allow a guest to join on the guest's page. If no credits are left, only staff can
 * add parties, and each added party adds to the debt.
 */
export function hasCreditToJoin({ credits: { customerCredits, guestsLeft } }: Location): boolean {
  return customerCredits > 0 && guestsLeft !== 0;
}

/**
 * Why staff cannot take a party into line; null if staff can. If no credits are left, staff can still add parties. This
 * ends when the debt reaches `debtMax`, or when the trial or the subscription ends.
 */
export function refusalToReserve(location: Location, now: number): 'no_credits' | 'email_unconfirmed' | null {
  const { customerCredits, customerDebt, guestsLeft } = location.credits;
  const canOwe = !trialOver(location, now) && customerDebt < debtMax(location.credits);
  if (customerCredits < 1 && !canOwe) return 'no_credits';
  return guestsLeft === 0 ? 'email_unconfirmed' : null;
}

/**
 * The location after a party came into line. The location then has one customer credit less. If no credits were left,
 * the debt of the location is higher by one instead. If the owner's mailbox is not confirmed, the number of guests who
 * may still join (`guestsLeft`) is also lower by one.
 */
export function reserveCredit(location: Location): Location {
  return withReserved(location, -1);
}

/** The location after a waiting visit has ended. The reserved credit is given back if no admission has spent it. */
export function returnCredit(location: Location, visit: Visit): Location {
  return visit.charged ? location : withReserved(location, 1);
}

function withReserved(location: Location, by: 1 | -1): Location {
  const { customerCredits, customerDebt, guestsLeft } = location.credits;
  return withCredits(location, {
    ...afterDebt(customerCredits - customerDebt + by),
    guestsLeft: guestsLeft === null ? null : guestsLeft + by,
  });
}

/** Converts a balance into credits (a balance above 0) or debt (a balance below 0). */
function afterDebt(balance: number): Pick<Credits, 'customerCredits' | 'customerDebt'> {
  return { customerCredits: Math.max(0, balance), customerDebt: Math.max(0, -balance) };
}

/**
 * Applies the confirmation of the owner's mailbox: from now on only credits limit the number of guests. `trialEndedAt`:
 * the time at which the present trial is treated as ended, because the mailbox already had a trial; null if the mailbox
 * had no earlier trial. Idempotent.
 */
export function confirmMailbox(location: Location, trialEndedAt: number | null): Location {
  const { endAt, guestsLeft, billingRevision } = location.credits;
  const isOver = trialEndedAt !== null && billingRevision === 0 && endAt !== trialEndedAt;
  if (guestsLeft === null && !isOver) return location;
  const confirmed = withCredits(location, { guestsLeft: null, endAt: isOver ? trialEndedAt : endAt });
  return isOver ? { ...confirmed, version: location.version + 1 } : confirmed;
}

/**
 * A billing update of the account. The update is outdated if the stored revision is the same as `billingRevision` or
 * newer. `grant`: the newest grant of credits for this location. `creditsEndAt`: when the credits expire; null: never.
 * `ceiling`: the most credits that the location keeps after a downgrade. `customerCreditsMonth`: the customer credits
 * that the plan grants each month; absent in updates of earlier releases.
 */
export type BillingUpdate = {
  billingRevision: number;
  creditsEndAt: number | null;
  grant: CreditsSet | null;
  ceiling: CreditsSet | null;
  customerCreditsMonth?: number | undefined;
};

/**
 * Applies a billing update. A grant pays the debt and replaces the balances, so unspent credits of the month before are
 * lost. A ceiling lowers balances that are above the ceiling. An outdated update changes neither the expiry nor the
 * monthly credits, but its grant and its ceiling still apply if their own `revision` is newer than the stored revision.
 */
export function followBilling(
  location: Location,
  { billingRevision, creditsEndAt, grant, ceiling, customerCreditsMonth }: BillingUpdate,
): Location {
  const { customerDebt } = location.credits;
  const granted = grant === null ? location : setBalances(location, paid(grant, customerDebt));
  const left = ceiling === null ? granted : setBalances(granted, lesserOf(granted.credits, ceiling));
  // All changes together raise the version by one, because a page that misses a version asks for the whole state.
  const version = location.version + 1;
  if (billingRevision <= location.credits.billingRevision)
    return left === location ? location : { ...left, version };
  const month = customerCreditsMonth ?? left.credits.customerCreditsMonth;
  const update = { endAt: creditsEndAt, billingRevision, customerCreditsMonth: month };
  return { ...withCredits(left, update), version };
}

/** The balances after a grant has paid this debt. */
function paid(grant: CreditsSet, customerDebt: number): CreditsSet & Pick<Credits, 'customerDebt'> {
  const { smsCredits, revision } = grant;
  return { ...afterDebt(grant.customerCredits - customerDebt), smsCredits, revision };
}

function lesserOf(left: Balances, ceiling: CreditsSet): CreditsSet {
  return {
    revision: ceiling.revision,
    customerCredits: Math.min(left.customerCredits, ceiling.customerCredits),
    smsCredits: Math.min(left.smsCredits, ceiling.smsCredits),
  };
}

/**
 * Sets the balances to the numbers that an admin entered, and sets the debt to 0. If a waiting party leaves later, its
 * reserved credit is added to the balance. Balances with an outdated `revision` are ignored.
 */
export function setCredits(location: Location, set: CreditsSet): Location {
  return setBalances(location, { ...set, customerDebt: 0 });
}

/** The event that an admin or a payment has set the balances. */
export function creditsEvents(
  before: Location,
  after: Location,
  about: Pick<LocationEvent, 'at' | 'actor'>,
): LocationEvent[] {
  const isSame = before.credits.revision === after.credits.revision;
  return isSame ? [] : [{ visitId: null, kind: 'credits_set', ...about }];
}

function setBalances(location: Location, set: CreditsSet & Partial<Pick<Credits, 'customerDebt'>>): Location {
  const { customerCredits, customerDebt = location.credits.customerDebt, smsCredits, revision } = set;
  if (revision <= location.credits.revision) return location;
  const version = location.version + 1;
  return { ...withCredits(location, { customerCredits, customerDebt, smsCredits, revision }), version };
}
