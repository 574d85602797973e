/** What a location may still give away, pure (decisions 14 and 16). */
import type { Location, Visit } from '../state.ts';

type Balances = Pick<Location, 'customerCredits' | 'smsCredits'>;

export function trialOver(location: Location, now: number): boolean {
  return location.trialEndsAt !== null && now >= location.trialEndsAt;
}

/** The credits that count: none once the trial is over, even if no cron has run. */
export function creditsNow(location: Location, now: number): Balances {
  if (trialOver(location, now)) return { customerCredits: 0, smsCredits: 0 };
  return { customerCredits: location.customerCredits, smsCredits: location.smsCredits };
}

/** The customer credits after a waiting visit has ended: what its join reserved comes back, unless it was admitted once. */
export function creditsAfterLeaving(location: Location, visit: Visit): number {
  return location.customerCredits + (visit.charged ? 0 : 1);
}

/**
 * The location as what the account pays has it. A grant sets the balances: what was left of the month before does not add
 * up. A ceiling leaves the lesser of what is there and itself. Whatever is older than what was heard before changes nothing.
 */
export function followStanding(
  location: Location,
  {
    standing,
    creditsEndAt,
    grant,
    ceiling,
  }: {
    standing: number;
    creditsEndAt: number | null;
    grant: (Balances & { revision: number }) | null;
    ceiling: (Balances & { revision: number }) | null;
  },
): Location {
  const granted = grant === null ? location : setCredits(location, grant);
  const left = ceiling === null ? granted : setCredits(granted, lesserOf(granted, ceiling));
  // One step, whatever it was that changed: a page that watches asks for the whole after a gap.
  const version = location.version + 1;
  if (standing <= location.standing) return left === location ? location : { ...left, version };
  return { ...left, trialEndsAt: creditsEndAt, standing, version };
}

function lesserOf(left: Balances, ceiling: Balances & { revision: number }): typeof ceiling {
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
export function setCredits(location: Location, set: Balances & { revision: number }): Location {
  const { customerCredits, smsCredits, revision } = set;
  if (revision <= location.creditsRevision) return location;
  return {
    ...location,
    customerCredits,
    smsCredits,
    creditsRevision: revision,
    version: location.version + 1,
  };
}
