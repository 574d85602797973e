/** Rules of a location's credits. Pure (`docs/spec.md` 10.14 and 10.16). */
import { withCredits, type Credits, type Location, type Visit } from '../state.ts';

/** Credits of both kinds. */
export type Balances = Pick<Credits, 'customerCredits' | 'smsCredits'>;

/** Balances that an admin sets, or a grant. Of two the one with the higher `revision` counts, in whatever order they arrive. */
export type CreditsSet = Balances & { revision: number };

export function trialOver(location: Location, now: number): boolean {
  const { endAt } = location.credits;
  return endAt !== null && now >= endAt;
}

/** The credits that count: none once the trial is over, even if no sweep has run. */
export function creditsNow(location: Location, now: number): Balances {
  if (trialOver(location, now)) return { customerCredits: 0, smsCredits: 0 };
  return balancesOf(location);
}

/** The stored balances, which a trial's end does not change. */
export function balancesOf({ credits: { customerCredits, smsCredits } }: Location): Balances {
  return { customerCredits, smsCredits };
}

/** Why no guest can be reserved a credit; null: one can. */
export function refusalToReserve({ credits }: Location): 'no_credits' | 'email_unconfirmed' | null {
  if (credits.customerCredits < 1) return 'no_credits';
  return credits.guestsLeft === 0 ? 'email_unconfirmed' : null;
}

/** The location after a join: it reserves a customer credit, and a guest of those an unconfirmed account takes. */
export function reserveCredit(location: Location): Location {
  return withReserved(location, -1);
}

/** The location after a waiting visit has ended: what its join reserved comes back, unless it was admitted once. */
export function returnCredit(location: Location, visit: Visit): Location {
  return visit.charged ? location : withReserved(location, 1);
}

function withReserved(location: Location, by: 1 | -1): Location {
  const { customerCredits, guestsLeft } = location.credits;
  return withCredits(location, {
    customerCredits: customerCredits + by,
    guestsLeft: guestsLeft === null ? null : guestsLeft + by,
  });
}

/**
 * The owner has confirmed the mailbox: credits alone limit the guests from now on. `trialEndedAt`: the mailbox has had a
 * trial before, so that this one is over since then; null: it goes on. Repeating it changes nothing.
 */
export function confirmMailbox(location: Location, trialEndedAt: number | null): Location {
  const { endAt, guestsLeft, billingRevision } = location.credits;
  const isOver = trialEndedAt !== null && billingRevision === 0 && endAt !== trialEndedAt;
  if (guestsLeft === null && !isOver) return location;
  const confirmed = withCredits(location, { guestsLeft: null, endAt: isOver ? trialEndedAt : endAt });
  return isOver ? { ...confirmed, version: location.version + 1 } : confirmed;
}

/**
 * An update of the account's payments. `billingRevision` numbers what is known of them, and the newest grant of this location's slot
 * has a revision as in `CreditsSet`: of two updates the later one counts, for each by itself. `creditsEndAt`: from when on the credits
 * count for nothing; null: not so far. `ceiling`: what is kept of the grant at most, since the plan became a smaller one.
 */
export type BillingUpdate = {
  billingRevision: number;
  creditsEndAt: number | null;
  grant: CreditsSet | null;
  ceiling: CreditsSet | null;
};

/**
 * The location as its account pays for it. A grant sets the balances: what was left of the month before does not add up. A ceiling
 * leaves the lesser of what is there and itself. An update that is older than what is known changes nothing.
 */
export function followBilling(
  location: Location,
  { billingRevision, creditsEndAt, grant, ceiling }: BillingUpdate,
): Location {
  const granted = grant === null ? location : setCredits(location, grant);
  const left = ceiling === null ? granted : setCredits(granted, lesserOf(granted.credits, ceiling));
  // One version step for all changes: a page that finds a gap asks for the whole view.
  const version = location.version + 1;
  if (billingRevision <= location.credits.billingRevision)
    return left === location ? location : { ...left, version };
  return { ...withCredits(left, { endAt: creditsEndAt, billingRevision }), version };
}

function lesserOf(left: Balances, ceiling: CreditsSet): CreditsSet {
  return {
    revision: ceiling.revision,
    customerCredits: Math.min(left.customerCredits, ceiling.customerCredits),
    smsCredits: Math.min(left.smsCredits, ceiling.smsCredits),
  };
}

/**
 * The location with the balances that an admin or a grant set. Credits that waiting parties have reserved are not counted in: each
 * comes back on top when its party leaves. A revision that is not newer than the last one changes nothing.
 */
export function setCredits(
  location: Location,
  { customerCredits, smsCredits, revision }: CreditsSet,
): Location {
  if (revision <= location.credits.revision) return location;
  const version = location.version + 1;
  return { ...withCredits(location, { customerCredits, smsCredits, revision }), version };
}
