/** Rules of a location's credits. Pure (`docs/spec.md` 10.14 and 10.16). */
import type { LocationEvent } from '../events.ts';
import { withCredits, type Credits, type Location, type Visit } from '../state.ts';

/** Credits of both kinds. */
export type Balances = Pick<Credits, 'customerCredits' | 'smsCredits'>;

/** Balances that an admin or a grant sets. The highest `revision` wins, in any order of arrival. */
export type CreditsSet = Balances & { revision: number };

export function trialOver(location: Location, now: number): boolean {
  const { endAt } = location.credits;
  return endAt !== null && now >= endAt;
}

/** The credits that count: after the end of the trial they are 0, although the stored balances stay. */
export function creditsNow(location: Location, now: number): Balances {
  if (trialOver(location, now)) return { customerCredits: 0, smsCredits: 0 };
  return balancesOf(location);
}

/** The stored balances, which the end of a trial does not change. */
export function balancesOf({ credits: { customerCredits, smsCredits } }: Location): Balances {
  return { customerCredits, smsCredits };
}

/** The largest debt: a tenth of the plan's month. */
export function debtMax({ customerCreditsMonth }: Pick<Credits, 'customerCreditsMonth'>): number {
  return Math.floor(customerCreditsMonth / 10);
}

/** Whether a guest can join by the page. Guests never join beyond zero credits. */
export function hasCreditToJoin({ credits: { customerCredits, guestsLeft } }: Location): boolean {
  return customerCredits > 0 && guestsLeft !== 0;
}

/**
 * Why staff cannot take a party into line; null if they can. With no credits left, staff can take the party beyond
 * zero, up to `debtMax`, until the trial or the subscription has ended.
 */
export function refusalToReserve(location: Location, now: number): 'no_credits' | 'email_unconfirmed' | null {
  const { customerCredits, customerDebt, guestsLeft } = location.credits;
  const canOwe = !trialOver(location, now) && customerDebt < debtMax(location.credits);
  if (customerCredits < 1 && !canOwe) return 'no_credits';
  return guestsLeft === 0 ? 'email_unconfirmed' : null;
}

/**
 * The location after a party came into line: a customer credit is reserved, or is owed if none is left. The party also
 * counts as one of the guests that an unconfirmed account may have.
 */
export function reserveCredit(location: Location): Location {
  return withReserved(location, -1);
}

/** The location after a waiting visit has ended: its reserved credit comes back, unless an admission has spent it. */
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

/** Credits and debt of this balance: a debt is paid before there are credits again. */
function afterDebt(balance: number): Pick<Credits, 'customerCredits' | 'customerDebt'> {
  return { customerCredits: Math.max(0, balance), customerDebt: Math.max(0, -balance) };
}

/**
 * Applies the confirmation of the owner's mailbox: only credits limit the guests from now on. `trialEndedAt`: set if
 * the mailbox had an earlier trial; this trial then counts as over since that time. Idempotent.
 */
export function confirmMailbox(location: Location, trialEndedAt: number | null): Location {
  const { endAt, guestsLeft, billingRevision } = location.credits;
  const isOver = trialEndedAt !== null && billingRevision === 0 && endAt !== trialEndedAt;
  if (guestsLeft === null && !isOver) return location;
  const confirmed = withCredits(location, { guestsLeft: null, endAt: isOver ? trialEndedAt : endAt });
  return isOver ? { ...confirmed, version: location.version + 1 } : confirmed;
}

/**
 * A billing update of the account. The higher `billingRevision` wins. The newest grant of this location's
 * slot has its own revision, as in `CreditsSet`. `creditsEndAt`: from then on the credits do not count; null:
 * no end. `ceiling`: the maximum that remains of the grant after a downgrade. `customerCreditsMonth`: the customer
 * credits of the plan's month; absent in updates of earlier releases.
 */
export type BillingUpdate = {
  billingRevision: number;
  creditsEndAt: number | null;
  grant: CreditsSet | null;
  ceiling: CreditsSet | null;
  customerCreditsMonth?: number | undefined;
};

/**
 * Applies a billing update. A grant pays the debt first and sets the balances to the rest; credits of the month before
 * are not added. A ceiling lowers balances that are above it. An outdated update changes nothing.
 */
export function followBilling(
  location: Location,
  { billingRevision, creditsEndAt, grant, ceiling, customerCreditsMonth }: BillingUpdate,
): Location {
  const { customerDebt } = location.credits;
  const granted = grant === null ? location : setBalances(location, paid(grant, customerDebt));
  const left = ceiling === null ? granted : setBalances(granted, lesserOf(granted.credits, ceiling));
  // One version step for all changes, so that a page does not see a gap and ask for the whole view.
  const version = location.version + 1;
  if (billingRevision <= location.credits.billingRevision)
    return left === location ? location : { ...left, version };
  const month = customerCreditsMonth ?? left.credits.customerCreditsMonth;
  const update = { endAt: creditsEndAt, billingRevision, customerCreditsMonth: month };
  return { ...withCredits(left, update), version };
}

/** The rest of a grant after it has paid this debt. */
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
 * Sets the balances to an admin's figures, which settle a debt. Credits reserved by waiting parties are not included;
 * each comes back in addition when its party leaves. An outdated revision changes nothing.
 */
export function setCredits(location: Location, set: CreditsSet): Location {
  return setBalances(location, { ...set, customerDebt: 0 });
}

/** The event of balances that an admin or a payment has set. */
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
